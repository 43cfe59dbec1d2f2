"""Whoever comes late reads in three lines what is going on at a table."""

from __future__ import annotations

import pytest

from companion import tables
from companion.board import summary
from companion.words.people import People


def lines_of(match: tables.Match) -> tuple[str, ...]:
    return summary.lines(match, tables.state(match))


def score_of(match: tables.Match) -> str:
    state = tables.state(match)
    return summary.score(state, People(state.names, state.log.game.rules))


@pytest.mark.parametrize(
    ("taps", "says"),
    [
        ("end", "Stopped: nobody wins."),
        ("fix@0=12", "Anna & Carme win the game."),
        ("won@2", "Anna deals, Carme leads; trick 2 of 3, the hand is worth 1."),
    ],
)
def test_the_second_line_says_what_is_going_on_in_the_hand(match, host, taps, says):
    host.play(taps)
    assert lines_of(match)[1] == says


def test_the_first_line_names_the_game_its_target_and_the_score(match, host):
    host.play("fix@1=3")
    assert lines_of(match)[0] == "Catalan truc to 12: Anna & Carme 0, Biel & Pep 3."


@pytest.mark.parametrize(
    ("taps", "says"),
    [
        ("truc@1", "Truc, called by Biel. Carme must answer."),
        ("truc@1 no@2", "Last: +1 Biel & Pep: truc refused"),
        ("won@1", "Last: Biel took the trick."),
    ],
)
def test_the_third_line_is_the_open_question_or_what_happened_last(match, host, taps, says):
    host.play(taps)
    assert lines_of(match)[2] == says


def test_the_figures_of_the_score_begin_with_the_side_of_the_phone(match, host):
    host.play("fix@0=2 fix@1=3")
    state = tables.state(match)
    assert summary.short(state) == "2–3"
    assert summary.short(state, first=1) == "3–2"


def test_the_figures_of_a_game_with_truts_are_truts(open_match, phone):
    match = open_match("trut-gatine")
    host = phone(link=f"/h/{match.host_token}", at=match)
    host.play("fix-truts@1=1 fix@0=2")
    assert summary.short(tables.state(match)) == "0–1"
    assert "1 trut and 0" in score_of(match)
