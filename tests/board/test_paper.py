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


def test_the_paper_score_has_one_line_a_hand_with_only_the_points_added(sheet):
    assert sheet("truc@1 yes@2 hand@1 truc@2 no@3 hand@0") == [
        (("", "2"), None),
        (("1", ""), None),
        (("2", ""), None),
    ]


def test_the_paper_score_leaves_out_hands_that_were_undone(sheet):
    assert sheet("hand@1 undo hand@0") == [(("1", ""), None)]


def test_a_correction_has_its_own_line_on_the_paper_score(sheet):
    assert sheet("hand@0 fix@1=4") == [(("1", ""), None), (("", "4"), None)]


def test_points_of_a_hand_and_a_correction_in_it_have_two_lines_on_the_paper_score(sheet):
    lines = sheet("envido@1 no@0 fix@1=4 hand@1", "argentine", seats=2)
    assert lines == [(("", "1"), None), (("", "5"), None), (("", "6"), None)]


@pytest.mark.parametrize(
    ("taps", "line"),
    [
        ("hand@0 resign@1", (("", ""), 0)),
        ("resign@0", (("", ""), 1)),
        ("hand@0 fix-games@1=1", (("", ""), 1)),
    ],
)
def test_a_match_that_was_won_without_points_ends_with_a_stroke_on_the_paper_score(
    sheet, taps, line
):
    assert sheet(taps)[-1] == line


def test_points_of_a_round_that_was_not_finished_are_taken_off_the_paper_score(sheet):
    duel = "won@1 won@1"
    lines = sheet(f"{duel} end", "argentine", seats=6, house={"pica_pica": "always"})
    assert lines == [(("", "1"), None), (("", "0"), None)]


def test_the_paper_score_closes_a_game_with_the_winners_points_and_begins_the_next_at_zero(sheet):
    rules = {"house": {"best_of": "3", "target": "4"}}
    assert sheet("truc@1 yes@2 hand@1 hand@0 truc@3 yes@0 hand@1 hand@0", **rules) == [
        (("", "2"), None), (("1", ""), None), (("", "4"), 1), (("1", ""), None)
    ]  # fmt: skip


def test_the_paper_score_marks_the_end_of_a_match(sheet):
    assert sheet("fix@0=10 truc@1 yes@2 hand@0")[-1] == (("12", ""), 0)


def test_the_paper_score_writes_truts_with_their_points(sheet):
    assert sheet("won@1 won@1", "trut") == [(("", "0/1"), None)]


def test_points_of_an_envido_are_on_the_line_of_their_hand_on_the_paper_score(sheet):
    taps = "envido@1 yes@0 says@1=27 says@0=30 hand@1"
    lines = sheet(taps, "argentine", seats=2)
    assert len(lines) == 1


def test_the_paper_score_begins_at_the_score_the_match_was_opened_with(open_match):
    match = open_match(score="4-0")
    state = tables.state(match)
    written = paper.score_on_paper(state, People(state.names, tables.rules(match)))
    assert [head.begun for head in written.heads] == ["4", ""]
