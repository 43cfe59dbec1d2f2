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
def test_catalan_has_a_special_score_at_eleven(seats: int) -> None:
    one, both = specials(variants.get("catalan").rules(seats))
    assert (one.at, one.asked, one.answer, one.yes, one.no) == (ELEVEN, "eleven", "that_side", 3, 1)
    assert (both.at, both.asked, both.no) == (replace(ELEVEN, sides=2), "", None)
    assert not one.calls
    assert not both.calls
    assert one.decides
    assert both.decides


def test_the_special_score_moves_with_the_target() -> None:
    one, both = specials(variants.get("catalan").rules(4, {"target": "18", "eleven_decline": "2"}))
    assert (one.at.points, both.at.points, one.no) == (17, 17, 2)


@pytest.mark.parametrize("variant", ["doubling", "argentine", "valencian", "menorcan"])
def test_games_without_special_scores_show_none(variant: str) -> None:
    assert specials(variants.get(variant).rules()) == ()


@pytest.mark.parametrize("variant", ["french", "french-free", "put-pass"])
def test_a_question_asked_at_any_score_is_not_a_special_score(variant: str) -> None:
    assert specials(variants.get(variant).rules(4)) == ()
    assert specials(variants.get("put-pass").rules(4, {"pass_roles": "free"})) == ()


@pytest.mark.parametrize("seats", [2, 4])
def test_the_sheet_explains_the_forced_trut(seats: int) -> None:
    """RULES 4: on two against fewer, the side behind must call trut: 3 after yes, 1 after no."""
    forced, _ = specials(variants.get("trut").rules(seats))
    assert forced.at == AtScore(2)
    assert forced.asked == "trut"
    assert forced.called is True
    assert forced.answer == "that_side"
    assert (forced.yes, forced.no, forced.calls) == (3, 1, False)
    assert forced.quorum == ("one_yes" if seats == 4 else "first")


@pytest.mark.parametrize("seats", [2, 4])
def test_the_sheet_explains_more_cards_at_two_all(seats: int) -> None:
    """All are asked in turn; in any case the hand is a trut, and then both sides begin at 0."""
    _, both = specials(variants.get("trut").rules(seats))
    assert both.at == AtScore(2, sides=2)
    assert both.asked == "more"
    assert both.answer == "all"
    assert both.in_turn is True
    assert (both.quorum, both.yes, both.otherwise, both.no) == ("all_yes", 3, 3, None)
    assert (both.calls, both.decides, both.clears) == (False, False, "both")


@pytest.mark.parametrize("seats", [2, 4])
def test_the_sheet_explains_fortial(seats: int) -> None:
    """RULES 5: six longs and two petits; one who truts is enough, else the others get a petit."""
    one, both = specials(variants.get("trut-deux-sevres").rules(seats))
    assert one.at == AtScore(2, truts=6)
    assert one.asked == "fortial"
    assert one.answer == "that_side"
    assert one.called is False
    assert one.yes == "trut"
    assert one.no == 1
    assert one.otherwise is None
    assert one.calls is False
    assert one.decides is True
    assert (one.in_turn, one.quorum) == ((True, "one_yes") if seats == 4 else (False, "first"))
    assert both.at == AtScore(2, sides=2, truts=6)
    assert both.asked == ""
    assert both.yes == 1
    assert both.decides is True


def test_fortial_moves_with_the_target_on_the_sheet() -> None:
    one, both = specials(variants.get("trut-deux-sevres").rules(4, {"target": "5"}))
    assert (one.at.truts, both.at.truts) == (4, 4)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_sheet_explains_tenir_and_chanter(seats: int) -> None:
    """RULES 6: on two, one holder makes it a trut, otherwise 1; at two all it always is one."""
    hold, sing = specials(variants.get("trut-gatine").rules(seats))
    assert (hold.at, hold.asked, hold.answer) == (AtScore(2), "tenir", "that_side")
    assert (hold.yes, hold.no, hold.otherwise) == ("trut", 1, None)
    assert hold.quorum == ("one_yes" if seats == 4 else "first")
    assert sing.at == AtScore(2, sides=2)
    assert sing.asked == "chanter"
    assert sing.answer == "all"
    assert sing.quorum == "all_yes"
    assert (sing.yes, sing.otherwise, sing.clears) == ("trut", "trut", "both")
    assert not hold.calls
    assert not sing.calls


def test_an_impossible_score_cannot_be_dealt() -> None:
    """Truts count in games that have them, and a score of both sides needs both."""
    forced, two_all = specials(variants.get("trut").rules())
    fortial, _ = specials(variants.get("trut-deux-sevres").rules())
    trut = variants.get("trut").rules()
    rural = variants.get("trut-deux-sevres").rules()
    assert forced.at(start(trut, score="3/2-0/1"))
    assert not two_all.at(start(trut, score="3/2-0/1"))
    assert two_all.at(start(trut, score="3/2-0/2"))
    assert not fortial.at(start(rural, score="5/2-0/0"))
    assert fortial.at(start(rural, score="0/0-6/2"))


def scores(rules: Rules) -> Iterator[str]:
    """Yield every score that two sides can have."""
    target = rules.tally.target
    side = [str(points) for points in range(target)]
    if start(rules).truts:
        side = [f"{truts}/{points}" for truts, points in product(range(target), range(3))]
    return (f"{one}-{other}" for one, other in product(side, side))


def beginning(game: Game) -> tuple[object, ...]:
    """Return what a player finds in an untouched hand: its question, its calls, its worth."""
    question = game.hand.question
    asked = question and (question.part, question.word)
    return asked, any(offer.group == "call" for offer in legal(game)), game.hand.worth


@pytest.mark.parametrize("variant", sorted(variants.VARIANTS))
def test_every_score_with_special_rules_is_named(variant: str) -> None:
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
