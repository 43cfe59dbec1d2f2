"""Scores with rules of their own: the parts of the rules name them, and a hand is dealt at each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from companion import variants
from companion.cheatsheets.specials import specials
from companion.engine import Game, Rules, legal, start
from companion.engine.decision import AtScore

ELEVEN = AtScore(11, or_more=True)


@pytest.mark.parametrize("seats", [2, 4])
def test_catalan_has_eleven(seats: int) -> None:
    one, both = specials(variants.get("catalan").rules(seats))
    assert (one.at, one.asked, one.answer, one.yes, one.no) == (ELEVEN, "eleven", "that_side", 3, 1)
    assert (both.at, both.asked, both.no) == (replace(ELEVEN, sides=2), "", None)
    assert not one.calls
    assert not both.calls
    assert one.decides
    assert both.decides


def test_the_special_score_goes_with_the_target() -> None:
    one, both = specials(variants.get("catalan").rules(4, {"target": "18", "eleven_decline": "2"}))
    assert (one.at.points, both.at.points, one.no) == (17, 17, 2)


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
    assert (forced.at, forced.asked, forced.called, forced.answer) == (
        AtScore(2),
        "trut",
        True,
        "that_side",
    )
    assert (forced.yes, forced.no, forced.calls) == (3, 1, False)
    assert forced.quorum == ("one_yes" if seats == 4 else "first")


@pytest.mark.parametrize("seats", [2, 4])
def test_more_cards_at_two_all(seats: int) -> None:
    """All in turn want them or not; either way the hand is a trut, and then both sides begin at 0."""
    _, both = specials(variants.get("trut").rules(seats))
    assert (both.at, both.asked, both.answer, both.in_turn) == (
        AtScore(2, sides=2),
        "more",
        "all",
        True,
    )
    assert (both.quorum, both.yes, both.otherwise, both.no) == ("all_yes", 3, 3, None)
    assert (both.calls, both.decides, both.clears) == (False, False, "both")


@pytest.mark.parametrize("seats", [2, 4])
def test_fortial(seats: int) -> None:
    """RULES 5: six longs and two petits; one who truts is enough, else the others get a petit."""
    one, both = specials(variants.get("trut-deux-sevres").rules(seats))
    assert (one.at, one.asked, one.answer, one.called) == (
        AtScore(2, truts=6),
        "fortial",
        "that_side",
        False,
    )
    assert (one.yes, one.no, one.otherwise, one.calls, one.decides) == (
        "trut",
        1,
        None,
        False,
        True,
    )
    assert (one.in_turn, one.quorum) == ((True, "one_yes") if seats == 4 else (False, "first"))
    assert (both.at, both.asked, both.yes, both.decides) == (
        AtScore(2, sides=2, truts=6),
        "",
        1,
        True,
    )


def test_fortial_goes_with_the_target() -> None:
    one, both = specials(variants.get("trut-deux-sevres").rules(4, {"target": "5"}))
    assert (one.at.truts, both.at.truts) == (4, 4)


@pytest.mark.parametrize("seats", [2, 4])
def test_to_hold_and_to_sing(seats: int) -> None:
    """RULES 6: on two, one who holds makes it a trut, else 1 for the others; at two all it is one in any case."""
    hold, sing = specials(variants.get("trut-gatine").rules(seats))
    assert (hold.at, hold.asked, hold.answer) == (AtScore(2), "tenir", "that_side")
    assert (hold.yes, hold.no, hold.otherwise) == ("trut", 1, None)
    assert hold.quorum == ("one_yes" if seats == 4 else "first")
    assert (sing.at, sing.asked, sing.answer, sing.quorum) == (
        AtScore(2, sides=2),
        "chanter",
        "all",
        "all_yes",
    )
    assert (sing.yes, sing.otherwise, sing.clears) == ("trut", "trut", "both")
    assert not hold.calls
    assert not sing.calls


def test_a_score_stands_or_does_not() -> None:
    """Truts count where they matter, and a score of both sides needs both."""
    forced, two_all = specials(variants.get("trut").rules())
    fortial, _ = specials(variants.get("trut-deux-sevres").rules())
    trut, rural = variants.get("trut").rules(), variants.get("trut-deux-sevres").rules()
    assert forced.at(start(trut, score="3/2-0/1"))
    assert not two_all.at(start(trut, score="3/2-0/1"))
    assert two_all.at(start(trut, score="3/2-0/2"))
    assert not fortial.at(start(rural, score="5/2-0/0"))
    assert fortial.at(start(rural, score="0/0-6/2"))


def scores(rules: Rules) -> Iterator[str]:
    """Every score that two sides can have."""
    target, truts = rules.tally.target, bool(start(rules).truts)
    side = (
        [f"{t}/{p}" for t in range(target) for p in range(3)]
        if truts
        else [str(p) for p in range(target)]
    )
    return (f"{one}-{other}" for one, other in product(side, side))


def beginning(game: Game) -> tuple[object, ...]:
    """What a player meets in an untouched hand: what is asked, whether anything may be called, what it is worth."""
    ask = game.hand.ask
    asked = ask and (ask.part, ask.word)
    return asked, any(offer.group == "call" for offer in legal(game)), game.hand.stake


@pytest.mark.parametrize("variant", sorted(variants.VARIANTS))
def test_every_score_at_which_a_hand_begins_otherwise_is_named(variant: str) -> None:
    """A score that no part names would not be on the sheet."""
    rules = variants.get(variant).rules()
    if rules.sides > 2:
        assert specials(rules) == ()
        return
    usual = beginning(start(rules))
    for score in scores(rules):
        game = start(rules, score=score)
        if beginning(game) != usual:
            assert any(special.at(game) for special in specials(rules)), score
