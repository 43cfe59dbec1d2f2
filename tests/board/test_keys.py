"""Keys keep their places: what is always there comes first, answers last, and a row has a place for every seat."""

from __future__ import annotations

import pytest

from companion.board import keys
from companion.board.keys import Keys
from companion.engine import legal
from companion.web.guests import Viewer
from companion.words.people import People
from tests.playing import play

NAMES = ("Anna", "Biel", "Carme", "Pep")
HOST = Viewer("host", None, tap=True)
CARME = Viewer("player", 2, tap=True)


def made(taps: str, viewer: Viewer, variant: str = "catalan", **how: str) -> Keys:
    game = play(variant, taps, **how)
    return keys.build(game, legal(game), People(NAMES[: game.rules.seats], game.rules), viewer)


@pytest.mark.parametrize("viewer", [HOST, CARME], ids=["shared", "seated"])
@pytest.mark.parametrize("taps", ["", "truc@1", "truc@1 yes@2", "won@1", "one@0"])
def test_the_rows_that_are_always_there_come_first_and_in_one_order(viewer: Viewer, taps: str):
    labels = [row.label for row in made(taps, viewer).rows]
    always = ["Took the hand", "Folds", "Correct Anna & Carme", "Correct Biel & Pep"]
    assert labels[:5] == [*always, "Correct by a different amount"]


def test_while_a_question_is_open_they_are_idle():
    took, gives_up, *_ = made("truc@1", CARME).rows
    assert all(key.idle for row in (took, gives_up) for key in row.keys)
    assert [key.label for key in took.keys] == list(NAMES)


def test_a_row_of_calls_has_a_place_for_everybody_else():
    row = next(row for row in made("truc@1 yes@2", CARME).rows if row.label == "Retruc")
    assert [(key.label, key.idle) for key in row.keys] == [("Anna", False), ("Biel", True), ("Pep", True)]


def test_of_ones_own_keys_the_raise_comes_first_then_accept_then_refuse():
    assert [key.tap for key in made("truc@1", CARME).own] == ["retruc@2", "yes@2", "no@2"]


def test_where_several_may_answer_each_answer_has_its_half():
    near = made("truco@1", HOST, "argentine").near
    assert [(row.label, row.half) for row in near][-2:] == [("Quiero", "yes"), ("No quiero", "no")]


def test_when_the_match_is_over_nothing_is_kept_free():
    assert made("yes@0 hand@2", HOST, score="11-4", rules="best_of=1").rows == ()
