"""The score is also shown as it would be written on paper."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import tables
from companion.board import paper
from companion.engine import MatchLog, parse
from companion.words.people import People
from tests.playing import begin

RAISED = "truc@1 yes@2 hand@1"
OF_TWO = {"game": "argentine", "seats": 2}

# Taps, how the match is played, and the expected lines. A line has the new score of each side ("_"
# if it is unchanged), and the side that won a game with it.
SHEETS = {
    "a line a hand with only the points added": (
        f"{RAISED} truc@2 no@3 hand@0", {}, ["_ 2", "1 _", "2 _"]
    ),
    "no undone hand": ("hand@1 undo hand@0", {}, ["1 _"]),
    "a line for a correction": ("hand@0 fix@1=4", {}, ["1 _", "_ 4"]),
    "two lines for a hand with a correction in it": (
        "envido@1 no@0 fix@1=4 hand@1", OF_TWO, ["_ 1", "_ 5", "_ 6"]
    ),
    "an envido on the line of its hand": (
        "envido@1 yes@0 says@1=27 says@0=30 hand@1", OF_TWO, ["2 1"]
    ),
    "a stroke for a match that is given up": ("hand@0 resign@1", {}, ["1 _", "_ _ won by 0"]),
    "a stroke for a match given up at once": ("resign@0", {}, ["_ _ won by 1"]),
    "a stroke for a match won by a correction": (
        "hand@0 fix-games@1=1", {}, ["1 _", "_ _ won by 1"]
    ),
    "no points of a round that is not finished": (
        "won@1 won@1 end",
        {"game": "argentine", "seats": 6, "house": {"pica_pica": "always"}},
        ["_ 1", "_ 0"],
    ),
    "a game closed with the points of its winner, and the next from zero": (
        f"{RAISED} hand@0 truc@3 yes@0 hand@1 hand@0",
        {"house": {"best_of": "3", "target": "4"}},
        ["_ 2", "1 _", "_ 4 won by 1", "1 _"],
    ),
    "the end of a match": (
        "fix@0=10 truc@1 yes@2 hand@0", {}, ["10 _", "12 _ won by 0"]
    ),
    "truts with their points": ("won@1 won@1", {"game": "trut"}, ["_ 0/1"]),
}  # fmt: skip


@pytest.mark.parametrize("shows", SHEETS)
def test_the_paper_score_shows_the_lines_that_a_player_would_write(phone, open_match, shows):
    taps, how, lines = SHEETS[shows]
    how = dict(how)
    match = open_match(how.pop("game", "catalan"), **how)
    phone(0, at=match).play(taps)
    written = paper.score_on_paper(*shown(match))
    found = []
    for line in written.lines:
        cells = " ".join(cell or "_" for cell in line.cells)
        found.append(cells if line.won is None else f"{cells} won by {line.won}")
    assert found == lines


def shown(match: tables.Match) -> tuple[tables.State, People]:
    state = tables.state(match)
    return state, People(state.names, tables.rules(match))


def test_the_paper_score_begins_at_the_score_with_which_the_match_was_opened(open_match):
    written = paper.score_on_paper(*shown(open_match(score="4-0")))
    assert [head.begun for head in written.heads] == ["4", ""]


def test_taps_from_before_a_change_of_the_rules_keep_their_recorded_score(phone, open_match):
    match = open_match()
    phone(0, at=match).play("hand@0 hand@1")
    state, people = shown(match)
    later = MatchLog.of(begin("catalan", score="1-0"), [parse("hand@1")])
    changed = replace(state, log=later, restarted_at=1)
    assert [line.cells for line in paper.score_on_paper(changed, people).lines] == [
        ("1", ""),
        ("", "1"),
    ]
