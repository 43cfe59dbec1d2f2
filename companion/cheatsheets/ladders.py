"""What the calls of a game are worth, found by making them: the ladder of the hand and the side bets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest

from companion.cheatsheets import probe
from companion.cheatsheets.calling import Try, answers, goes_on, replies, tries, who, with_calls
from companion.engine import Game, Rules, Worth
from companion.engine.ladder import Ladder

DEEPEST = 12  # calls followed in one hand: enough for every ladder that ends
CHAIN = 4  # side-bet calls followed one upon another

MORE, SO_FAR, PROPOSED, NOTHING = "more", "so_far", "proposed", "nothing"
"""Worths without a number: as much more as the caller says; what it was before; what was proposed; none at all."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One call of the ladder: the worth when met, the points when refused, and whose it is.

    `before` is what the hand is worth until then, `also` are other words for the very same call. `who`
    is as in `calling.who`, or alternate: either side at first, then the one that said yes. `answer` is as
    in `calling.answers`; `replies` are the calls that may be made instead of answering.
    """

    word: str
    yes: Worth
    no: Worth
    who: str
    answer: str
    replies: tuple[str, ...]
    before: Worth = 0
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BetStep:
    """One call of a side bet at the end of a chain, `depth` calls after the first.

    With yes None the score decides; where that is what the leader lacks and more, `plus` is that more.
    """

    word: str
    depth: int
    yes: Worth | None
    no: Worth
    plus: int = 0


@lru_cache(maxsize=probe.KEPT)
def rungs(rules: Rules) -> tuple[Rung, ...]:
    """The ladder of the hand, in the order in which the calls can be made."""
    found: dict[tuple[str, Worth, Worth, str], Rung] = {}
    waiting: list[tuple[Game, Try | None, Rung | None, int]] = [
        (probe.settle(probe.fresh(rules)), None, None, 0)
    ]
    while waiting:
        game, before, last, depth = waiting.pop(0)
        for tried in (t for t in tries(with_calls(game)) if t.topic == "ladder"):
            rung = _rung(tried, before, last)
            key = (rung.word, rung.yes, rung.no, rung.who)
            if key not in found and depth < DEEPEST:
                found[key] = rung
                waiting.append((tried.met, tried, rung, depth + 1))
    return _named_alike(_at_every_worth(found.values()))


def _rung(tried: Try, before: Try | None, last: Rung | None) -> Rung:
    """The rung of a call. If it can only come in the last trick, who may make it is taken from the call before."""
    ask, stake = tried.ask, tried.game.hand.stake
    yes, no = ask.yes or 0, ask.no or 0
    if tried.offer.endless:
        yes, no = MORE, SO_FAR if no == stake else PROPOSED
    word, whose = tried.offer.act.word, who(tried, before.answerer if before else None)
    if last is not None and last.word == word and not goes_on(tried.game):
        whose = last.who
    return Rung(word, yes, no, whose, answers(tried), replies(tried), before=stake)


def _at_every_worth(found: Iterable[Rung]) -> list[Rung]:
    """Rungs that say the same whatever the hand is worth (mon reste) become one, at the place of the last."""
    same: dict[tuple[str, Worth], list[Rung]] = {}
    for rung in found:
        key = (rung.word, rung.yes)
        same[key] = [*same.pop(key, []), rung]
    return [_one(rungs) for rungs in same.values()]


def _one(rungs: list[Rung]) -> Rung:
    first = rungs[0]
    no = first.no if all(rung.no == first.no for rung in rungs) else SO_FAR
    later = {rung.who for rung in rungs[1:]}
    return replace(
        first, no=no, who="alternate" if (first.who, later) == ("either", {"taker"}) else first.who
    )


def _named_alike(found: Iterable[Rung]) -> tuple[Rung, ...]:
    """Rungs that differ only in the word (trut, brelan) become one rung with several words."""
    same: dict[Rung, tuple[str, ...]] = {}
    for rung in found:
        key = replace(rung, word="")
        same[key] = (*same.get(key, ()), rung.word)
    return tuple(
        replace(rung, word=first, also=tuple(also)) for rung, (first, *also) in same.items()
    )


def caps(rules: Rules) -> Mapping[str, int]:
    """The points from which on a side may not make a call, for each call that has such a cap."""
    capped = (part.caps(rules.tally.target) for part in rules.parts if isinstance(part, Ladder))
    return {word: points for each in capped for word, points in each.items()}


@lru_cache(maxsize=probe.KEPT)
def bets(rules: Rules) -> tuple[BetStep, ...]:
    """Every chain of side bets: each call is followed by the calls that may answer it."""
    return at_any_score(rules, _bets)


def at_any_score(rules: Rules, find: Callable[[Game], list[BetStep]]) -> tuple[BetStep, ...]:
    """The bets found at the start of a game; where one is worth something else late in it, `yes` is None."""
    early, points = find(probe.fresh(rules)), rules.tally.target * 2 // 3
    late = find(probe.fresh(rules, score=f"{points}-{points - 1}")) if early else []
    pairs = zip_longest(early, late)
    return tuple(
        bet if other in (bet, None) else _by_score(bet, other, rules, points)
        for bet, other in pairs
        if bet
    )


def _by_score(bet: BetStep, other: BetStep, rules: Rules, points: int) -> BetStep:
    """The bet with its worth left to the score: `bet` was found at 0–0, `other` with the leader on `points`."""
    early, late = bet.yes, other.yes
    lacking = isinstance(early, int) and isinstance(late, int) and early - late == points
    return replace(bet, yes=None, plus=int(early or 0) - rules.tally.target if lacking else 0)


def _bets(game: Game) -> list[BetStep]:
    openers = [tried for tried in tries(with_calls(game)) if tried.topic == "bets"]
    return [bet for opener in openers for bet in chain(opener, 0)]


def chain(tried: Try, depth: int) -> Iterator[BetStep]:
    """A call of a side bet, followed by the calls that may answer it."""
    no = NOTHING if tried.ask.no is None else tried.ask.no
    yield BetStep(tried.offer.act.word, depth, tried.ask.yes, no)
    if depth + 1 < CHAIN:
        for upon in tries(tried.asked, tried.offer.part):
            yield from chain(upon, depth + 1)
