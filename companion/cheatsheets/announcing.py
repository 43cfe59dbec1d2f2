"""What is announced, and not called for an answer of yes or no: what each thing the others may say to it pays."""

from __future__ import annotations

from collections.abc import Iterator

from companion.cheatsheets import probe
from companion.cheatsheets.calling import Try, tries, with_calls
from companion.cheatsheets.ladders import NOTHING, Bet, at_any_score, chain
from companion.engine import Game, Rules, legal, play


def announced(rules: Rules) -> tuple[Bet, ...]:
    """Every announcement, what the next player may say to it, and the calls that follow from that.

    An announcement is worth what it pays when all the others have nothing to say; an answer that gives
    in pays what it is refused for.
    """
    return at_any_score(rules, _announced)


def _announced(game: Game) -> list[Bet]:
    openers = [tried for tried in tries(with_calls(game)) if tried.ask.no is None and not tried.raises]
    return [bet for opener in openers for bet in _answered(opener)]


def _answered(opener: Try) -> Iterator[Bet]:
    yield Bet(opener.offer.act.word, 0, _paid(opener.asked), NOTHING)
    says = (o for o in legal(opener.asked) if o.part == opener.offer.part and o.act.word != "no")
    for offer in probe.by_word(says):
        after = play(opener.asked, probe.tap(offer))
        ask = after.hand.ask
        if ask is not None and ask.by is not None:
            yield from chain(Try(opener.asked, offer, after, ask), 1)
        else:
            yield Bet(offer.act.word, 1, NOTHING, _paid(after))


def _paid(game: Game) -> int:
    """The points it comes to when nobody left has anything to say."""
    events = probe.refuse(game).events
    return next((event.points or 0 for event in events if event.kind == "points"), 0)
