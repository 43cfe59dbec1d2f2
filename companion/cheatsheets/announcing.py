"""Announcements such as flor, which are not answered yes or no: each possible answer, and what it pays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.cheatsheets import probe
from companion.cheatsheets.calling import Try, tries, with_calls
from companion.cheatsheets.ladders import NOTHING, BetStep, at_any_score, chain
from companion.engine import Game, Rules, legal, play


@lru_cache(maxsize=probe.KEPT)
def announced(rules: Rules) -> tuple[BetStep, ...]:
    """Every announcement, then the answers the next player may give, then the calls that may follow those.

    An announcement is worth what it pays when nobody has an answer to it. An answer that gives in pays
    what its offer says a refusal pays.
    """
    return at_any_score(rules, _announced)


def _announced(game: Game) -> list[BetStep]:
    openers = [tried for tried in tries(with_calls(game)) if tried.topic == "announced"]
    return [bet for opener in openers for bet in _answered(opener)]


def _answered(opener: Try) -> Iterator[BetStep]:
    yield BetStep(opener.offer.act.word, 0, _paid(opener.asked), NOTHING)
    says = (o for o in legal(opener.asked) if o.part == opener.offer.part and o.act.word != "no")
    for offer in probe.by_word(says):
        after = play(opener.asked, probe.tap(offer))
        ask = after.hand.ask
        if ask is not None and ask.by is not None:
            yield from chain(Try(opener.asked, offer, after, ask), 1)
        else:
            yield BetStep(offer.act.word, 1, NOTHING, _paid(after))


def _paid(game: Game) -> int:
    """The points paid when everybody still to answer says that they have nothing."""
    events = probe.refuse(game).events
    return next((event.points or 0 for event in events if event.kind == "points"), 0)
