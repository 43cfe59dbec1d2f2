"""Play each game at random, and collect the words that occur in it.

The random taps are the same in each run. The words are those of taps, calls, decisions, and reasons
for points.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, product
from random import Random
from typing import NamedTuple

from companion import variants
from companion.engine import Game, Offer, Rules, Tap, legal, play, start

SCORES = {
    "trut": "6/2-3/1 6/2-6/2",
    "trut-deux-sevres": "6/2-3/1 6/2-6/2",
    "trut-gatine": "1/2-3/1 1/2-3/2",
}
RARE = (
    "truc",
    "retruc",
    "truco",
    "yes",
    "tied",
    "flor",
    "contraflor",
    "pido-flor",
    "trut",
)  # chosen more often, so that the taps that can follow them are reached


class Step(NamedTuple):
    """The game before a tap, its legal offers, the tap, and the game after it."""

    game: Game
    offers: tuple[Offer, ...]
    tap: Tap
    after: Game


def rules_of(name: str) -> Iterator[Rules]:
    """Yield the rules of a game for every number of players, and for each value of a house rule.

    Only one house rule is changed at a time, and only for the highest number of players below
    seven. The target and the number of games are not changed.
    """
    variant = variants.get(name)
    houses: list[dict[str, str]] = [{}]
    for option in variant.options:
        if option.key not in ("target", "best_of"):
            houses += [{option.key: value} for value in option.values]
    most = max(seats for seats in variant.seats if seats < 7)
    for house in houses:
        for seats in (most,) if house else variant.seats:
            try:
                yield variant.rules(seats, house)
            except ValueError:  # a house rule for another number of players
                continue


def walk(rules: Rules, score: str, chance: Random, taps: int = 60) -> Iterator[Step]:
    game = start(rules, chance.randrange(rules.seats), score)
    for _ in range(taps):
        offers = legal(game)
        if not offers:
            return
        rare = [offer for offer in offers if offer.tap.word in RARE]
        offer = chance.choice(rare if rare and chance.random() < 0.4 else offers)
        tap = chance.choice([*offer.all_taps()])
        tap = Tap(tap.word, tap.seat, str(chance.randint(1, 3))) if offer.endless else tap
        after = play(game, tap)
        yield Step(game, offers, tap, after)
        game = after


@cache
def walks(variant: str) -> tuple[Step, ...]:
    chance = Random(variant)  # the same walks every time
    scores = ("", *SCORES.get(variant, "").split())
    found: list[Step] = []
    for rules, score in product(rules_of(variant), scores):
        found += walk(rules, score, chance)
    return tuple(found)


def offers_of(variant: str) -> Iterator[Offer]:
    for step in walks(variant):
        yield from step.offers


@cache
def calls(variant: str) -> frozenset[str]:
    """Return the words of the calls of a game in notation, such as `vale-cuatro`."""
    called = [offer for offer in offers_of(variant) if offer.group in ("call", "answer")]
    return frozenset(offer.tap.word for offer in called) - {"yes", "no"}


@cache
def taps(variant: str) -> frozenset[str]:
    return frozenset(offer.tap.word for offer in offers_of(variant)) - calls(variant)


@cache
def decisions(variant: str) -> frozenset[str]:
    """Return the words of open questions that no call asked.

    Questions that ask for a number are left out.
    """
    found = set()
    for step in walks(variant):
        question = step.game.hand.question
        declares = any(offer.group == "declare" for offer in step.offers)
        if question and question.by is None and not declares:
            found.add(question.word)
    return frozenset(found)


@cache
def reasons(variant: str) -> frozenset[tuple[str, str]]:
    """Return the reasons for which points are scored in a game.

    Each pair is the reason (`Event.why`) and the call or decision that was paid, or "" if none was.
    """
    events = chain.from_iterable(step.after.events for step in walks(variant))
    return frozenset((event.why, event.word) for event in events if event.kind == "points")
