"""Scores with rules of their own are found by dealing a hand at each."""

from __future__ import annotations

import pytest

from companion import variants
from companion.cheatsheets.specials import specials
from companion.engine import start


@pytest.mark.parametrize("seats", [2, 4])
def test_catalan_has_eleven(seats: int) -> None:
    one, both = specials(variants.get("catalan").rules(seats))
    assert (one.at, one.asked, one.answer, one.yes, one.no) == (11, "eleven", "that_side", 3, 1)
    assert (both.at, both.asked, both.no) == (11, "", None)
    assert not one.calls
    assert not both.calls
    assert one.decides
    assert both.decides


def test_the_special_score_goes_with_the_target() -> None:
    one, both = specials(variants.get("catalan").rules(4, {"target": "18", "eleven_decline": "2"}))
    assert (one.at, both.at, one.no) == (17, 17, 2)


@pytest.mark.parametrize("variant", ["doubling", "argentine"])
def test_others_have_none(variant: str) -> None:
    assert specials(variants.get(variant).rules()) == ()


@pytest.mark.parametrize("variant", ["french", "french-free", "put-pass"])
def test_a_usual_question_is_not_special(variant: str) -> None:
    assert specials(variants.get(variant).rules(4)) == ()
    assert specials(variants.get("put-pass").rules(4, {"pass_roles": "free"})) == ()


@pytest.mark.parametrize("seats", [2, 4])
def test_the_forced_trut(seats: int) -> None:
    """RULES 4: on two against fewer the trut of the side behind stands: 3 if taken up, 1 if not, no calls."""
    forced, _ = specials(variants.get("trut").rules(seats))
    assert (forced.at, forced.truts, forced.asked, forced.called, forced.answer) == (2, None, "trut", True, "that_side")
    assert (forced.yes, forced.no, forced.calls) == (3, 1, False)
    assert forced.quorum == ("one_yes" if seats == 4 else "first")


@pytest.mark.parametrize("seats", [2, 4])
def test_more_cards_at_two_all(seats: int) -> None:
    """All in turn want them or not; either way the hand is a trut, and then both sides begin at 0."""
    _, both = specials(variants.get("trut").rules(seats))
    assert (both.at, both.both, both.asked, both.answer, both.in_turn) == (2, True, "more", "all", True)
    assert (both.quorum, both.yes, both.otherwise, both.no) == ("all_yes", 3, 3, None)
    assert (both.calls, both.decides, both.clears) == (False, False, "both")


@pytest.mark.parametrize("seats", [2, 4])
def test_fortial(seats: int) -> None:
    """RULES 5: six longs and two petits; one who truts is enough, else the others get a petit."""
    one, both = specials(variants.get("trut-deux-sevres").rules(seats))
    assert (one.truts, one.at, one.asked, one.answer, one.called) == (6, 2, "fortial", "that_side", False)
    assert (one.yes, one.no, one.otherwise, one.calls, one.decides) == ("trut", 1, None, False, True)
    assert (one.in_turn, one.quorum) == ((True, "one_yes") if seats == 4 else (False, "first"))
    assert (both.truts, both.at, both.asked, both.yes, both.decides) == (6, 2, "", 1, True)


def test_fortial_goes_with_the_target() -> None:
    one, both = specials(variants.get("trut-deux-sevres").rules(4, {"target": "5"}))
    assert (one.truts, both.truts) == (4, 4)


@pytest.mark.parametrize("seats", [2, 4])
def test_to_hold_and_to_sing(seats: int) -> None:
    """RULES 6: on two, one who holds makes it a trut, else 1 for the others; at two all it is one in any case."""
    hold, sing = specials(variants.get("trut-gatine").rules(seats))
    assert (hold.at, hold.truts, hold.asked, hold.answer) == (2, None, "tenir", "that_side")
    assert (hold.yes, hold.no, hold.otherwise) == ("trut", 1, None)
    assert hold.quorum == ("one_yes" if seats == 4 else "first")
    assert (sing.at, sing.asked, sing.answer, sing.quorum) == (2, "chanter", "all", "all_yes")
    assert (sing.yes, sing.otherwise, sing.clears) == ("trut", "trut", "both")
    assert not hold.calls
    assert not sing.calls


def test_a_score_stands_or_does_not() -> None:
    """Truts count where they matter, and a score of both sides needs both."""
    forced, two_all = specials(variants.get("trut").rules())
    fortial, _ = specials(variants.get("trut-deux-sevres").rules())
    trut, rural = variants.get("trut").rules(), variants.get("trut-deux-sevres").rules()
    assert forced.stands(start(trut, score="3/2-0/1"))
    assert not two_all.stands(start(trut, score="3/2-0/1"))
    assert two_all.stands(start(trut, score="3/2-0/2"))
    assert not fortial.stands(start(rural, score="5/2-0/0"))
    assert fortial.stands(start(rural, score="0/0-6/2"))
