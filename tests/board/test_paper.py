"""The score as it would stand on paper."""

from __future__ import annotations

import pytest

from companion import tables
from companion.board import paper
from companion.words.people import People


@pytest.fixture
def sheet(phone, open_match):
    """Return the lines after some taps at a table: the cells and the winner of each."""

    def lines(
        taps: str, game: str = "catalan", **how: object
    ) -> list[tuple[tuple[str, ...], int | None]]:
        match = open_match(game, **how)
        phone(0, at=match).play(taps)
        state = tables.state(match)
        written = paper.score_on_paper(state, People(state.names, tables.rules(match)))
        return [(line.cells, line.won) for line in written.lines]

    return lines


def test_a_line_a_hand_and_only_what_was_added(sheet):
    assert sheet("truc@1 yes@2 hand@1 truc@2 no@3 hand@0") == [
        (("", "2"), None),
        (("1", ""), None),
        (("2", ""), None),
    ]


def test_what_was_taken_back_is_not_on_it(sheet):
    assert sheet("hand@1 undo hand@0") == [(("1", ""), None)]


def test_a_correction_has_a_line_of_its_own(sheet):
    assert sheet("hand@0 fix@1=4") == [(("1", ""), None), (("", "4"), None)]


def test_a_game_is_closed_with_what_its_winner_had_and_the_next_begins_anew(sheet):
    rules = {"house": {"best_of": "3", "target": "4"}}
    assert sheet("truc@1 yes@2 hand@1 hand@0 truc@3 yes@0 hand@1 hand@0", **rules) == [
        (("", "2"), None), (("1", ""), None), (("", "4"), 1), (("1", ""), None)
    ]  # fmt: skip


def test_the_end_of_a_match_is_marked(sheet):
    assert sheet("fix@0=10 truc@1 yes@2 hand@0")[-1] == (("12", ""), 0)


def test_truts_are_written_with_their_points(sheet):
    assert sheet("won@1 won@1", "trut") == [(("", "0/1"), None)]


def test_points_of_an_envido_stand_in_the_line_of_their_hand(sheet):
    taps = "envido@1 yes@0 says@1=27 says@0=30 hand@1"
    lines = sheet(taps, "argentine", seats=2)
    assert len(lines) == 1


def test_it_begins_at_the_score_that_was_picked_up(open_match):
    match = open_match(score="4-0")
    state = tables.state(match)
    written = paper.score_on_paper(state, People(state.names, tables.rules(match)))
    assert [head.begun for head in written.heads] == ["4", ""]
