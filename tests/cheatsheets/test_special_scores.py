"""The sheet names every score with special rules, such as the hand of eleven."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from companion import variants
from companion.cheatsheets.specials import Special, specials
from companion.engine import Game, Rules, legal, start
from companion.engine.decision import AtScore

ONE = Special(
    AtScore(11, or_more=True),
    asked="eleven",
    called=False,
    answer="that_side",
    in_turn=False,
    quorum="first",
    yes=3,
    no=1,
    otherwise=None,
    calls=False,
    decides=True,
    clears="",
)
BOTH = replace(
    ONE, at=AtScore(11, sides=2, or_more=True), asked="", answer="", quorum="", yes=1, no=None
)
# RULES 4: on two against fewer, the side behind must call trut; at two all, all are asked for more
# cards, and both sides begin at 0.
FORCED = replace(ONE, at=AtScore(2), asked="trut", called=True, decides=False)
MORE = replace(
    FORCED,
    at=AtScore(2, sides=2),
    asked="more",
    called=False,
    answer="all",
    in_turn=True,
    quorum="all_yes",
    no=None,
    otherwise=3,
    clears="both",
)
# RULES 5: six longs and two petits; one who truts is enough, else the others get a petit.
FORTIAL = replace(ONE, at=AtScore(2, truts=6), asked="fortial", yes="trut")
FORTIAL_ALL = replace(BOTH, at=AtScore(2, sides=2, truts=6), clears="both")
# RULES 6: on two, one holder makes it a trut, otherwise 1; at two all it always is one.
HOLD = replace(FORCED, asked="tenir", called=False, yes="trut")
SING = replace(MORE, asked="chanter", yes="trut", otherwise="trut")


def asked_in_turn(special: Special) -> Special:
    return replace(special, in_turn=True, quorum="one_yes")


def moved(special: Special, points: int, **more: object) -> Special:
    return replace(special, at=replace(special.at, points=points), **more)


SPECIALS = [
    *(("catalan", seats, {}, (ONE, BOTH)) for seats in (2, 4)),
    (
        "catalan",
        4,
        {"target": "18", "eleven_decline": "2"},
        (moved(ONE, 17, no=2), moved(BOTH, 17)),
    ),
    *(("mineiro", seats, {}, (ONE, BOTH)) for seats in (2, 4, 6, 8)),
    *(("paulista", seats, {}, (ONE, BOTH)) for seats in (2, 4, 6, 8)),
    (
        "mineiro",
        4,
        {"ladder": "2-4-6-10-12"},
        (moved(ONE, 10, yes=4, no=2), moved(BOTH, 10, yes=2)),
    ),
    ("arriba-o-abajo", 4, {}, (moved(ONE, 29), moved(BOTH, 29))),
    ("trut", 2, {}, (FORCED, MORE)),
    ("trut", 4, {}, (replace(FORCED, quorum="one_yes"), MORE)),
    ("trut-deux-sevres", 2, {}, (FORTIAL, FORTIAL_ALL)),
    ("trut-deux-sevres", 4, {}, (asked_in_turn(FORTIAL), FORTIAL_ALL)),
    ("trut-gatine", 2, {}, (HOLD, SING)),
    ("trut-gatine", 4, {}, (asked_in_turn(HOLD), SING)),
]


@pytest.mark.parametrize(("variant", "seats", "house", "found"), SPECIALS)
def test_a_special_score_is_explained_as_the_rules_have_it(variant, seats, house, found) -> None:
    assert specials(variants.get(variant).rules(seats, house)) == found


def test_the_score_of_fortial_on_the_sheet_depends_on_the_target() -> None:
    one, both = specials(variants.get("trut-deux-sevres").rules(4, {"target": "5"}))
    assert (one.at.truts, both.at.truts) == (4, 4)


@pytest.mark.parametrize("variant", ["doubling", "argentine", "valencian", "menorcan"])
def test_games_without_special_scores_show_none(variant: str) -> None:
    assert specials(variants.get(variant).rules()) == ()


@pytest.mark.parametrize("variant", ["french", "french-free", "put-pass"])
def test_a_question_asked_at_any_score_is_not_a_special_score(variant: str) -> None:
    assert specials(variants.get(variant).rules(4)) == ()
    assert specials(variants.get("put-pass").rules(4, {"pass_roles": "free"})) == ()


def test_an_impossible_score_cannot_be_dealt() -> None:
    """A special score compares truts too in games with truts, and may concern both sides."""
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
    target = rules.tally.target
    side = [str(points) for points in range(target)]
    if start(rules).truts:
        side = [f"{truts}/{points}" for truts, points in product(range(target), range(3))]
    return (f"{one}-{other}" for one, other in product(side, side))


def beginning(game: Game) -> tuple[object, ...]:
    question = game.hand.question
    asked = question and (question.part, question.word)
    return asked, any(offer.group == "call" for offer in legal(game)), game.hand.worth


@pytest.mark.parametrize("variant", sorted(variants.VARIANTS))
def test_every_score_with_special_rules_is_named(variant: str) -> None:
    rules = variants.get(variant).rules()
    if rules.accounts > 2:
        assert specials(rules) == ()
        return
    usual = beginning(start(rules))
    for score in scores(rules):
        game = start(rules, score=score)
        if beginning(game) != usual:
            assert any(special.at(game) for special in specials(rules)), score
