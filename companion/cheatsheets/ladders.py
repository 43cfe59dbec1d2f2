"""Find what a game's calls are worth by making them: the ladder of the hand, and the side bets."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest

from companion.cheatsheets import probe
from companion.cheatsheets.calling import Try, answers, goes_on, replies, tries, who, with_calls
from companion.engine import Game, Rules, Worth
from companion.engine.ladder import Ladder

DEEPEST = 12  # calls followed in one hand: enough for every ladder that ends
CHAIN = 4  # calls of a side bet that are followed, one in answer to another

# Worths without a number:
MORE = "more"  # as much more as the caller says
SO_FAR = "so_far"  # what the hand was worth before the call
PROPOSED = "proposed"  # what the call proposed
NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Rung:
    """One call of the ladder: its worth if accepted, its points if refused, and who may make it.

    * `who`: a word for the players who may make the call, such as "either" (see `calling.who`). It
      is "alternate" if later only the side that accepted the previous call may make it.
    * `answer`: a word for the player who answers, such as "next" (see `calling.answers`).
    * `replies`: the calls that may be made instead of a yes or a no.
    * `before`: what the hand is worth before the call.
    * `also`: other words for the same call.
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
    """One call of a side bet, `depth` calls after the first call of the bet.

    * `yes`: the worth if the call is accepted, or None if this depends on the score.
    * `no`: the points that a refusal pays.
    * `plus`: a bet may pay what the side ahead needs to win, plus a fixed number of points. This is
      that number. It is 0 for any other bet.
    """

    word: str
    depth: int
    yes: Worth | None
    no: Worth
    plus: int = 0


@lru_cache(maxsize=probe.KEPT)
def rungs(rules: Rules) -> tuple[Rung, ...]:
    """Return the calls that raise what the hand is worth, in the order of the ladder."""
    # Every call is accepted, and the calls after it are tried in turn. A ladder may come back to a
    # call that was seen before (the right to raise passes to and fro), and ladders such as the cube
    # or raises by a number never end by themselves. So a call is followed only once for the same
    # worth, refusal and callers, and at most DEEPEST calls deep.
    found: dict[tuple[str, Worth, Worth, str], Rung] = {}
    start: tuple[Game, Try | None, Rung | None, int] = (
        probe.settle(probe.fresh(rules)),
        None,
        None,
        0,
    )
    waiting = deque([start])
    while waiting:
        game, before, last, depth = waiting.popleft()
        for tried in tries(with_calls(game)):
            if tried.topic != "ladder":
                continue
            rung = _rung(tried, before, last)
            key = (rung.word, rung.yes, rung.no, rung.who)
            if key not in found and depth < DEEPEST:
                found[key] = rung
                waiting.append((tried.accepted, tried, rung, depth + 1))
    return _join_synonyms(_join_worths(found.values()))


def _rung(tried: Try, before: Try | None, last: Rung | None) -> Rung:
    """Return the call `tried` as a rung of the ladder.

    `before` is the call that it raises, and `last` is the rung of that call. To find `Rung.who`,
    the call is also tried later in the hand. In the last trick there is no later: if `last` has
    the same word, its `who` is taken.
    """
    word = tried.offer.tap.word
    worth = tried.game.hand.worth
    yes = tried.question.if_accepted or 0
    no = tried.question.if_refused or 0
    if tried.offer.endless:
        yes = MORE
        no = SO_FAR if no == worth else PROPOSED
    taker = before.answerer if before else None
    caller = who(tried, taker)
    if last is not None and last.word == word and not goes_on(tried.game):
        caller = last.who
    return Rung(word, yes, no, caller, answers(tried), replies(tried), before=worth)


def _join_worths(found: Iterable[Rung]) -> list[Rung]:
    """Join the rungs that have the same word and the same worth, such as those of mon reste."""
    same: dict[tuple[str, Worth], list[Rung]] = {}
    for rung in found:
        key = (rung.word, rung.yes)
        same[key] = [*same.pop(key, []), rung]
    return [_join(rungs) for rungs in same.values()]


def _join(rungs: list[Rung]) -> Rung:
    first = rungs[0]
    if any(rung.no != first.no for rung in rungs):
        first = replace(first, no=SO_FAR)
    later = {rung.who for rung in rungs[1:]}
    if first.who == "either" and later == {"taker"}:
        first = replace(first, who="alternate")
    return first


def _join_synonyms(found: Iterable[Rung]) -> tuple[Rung, ...]:
    """Join rungs that differ only in the word (trut, brelan) into one rung with several words."""
    words_of: dict[Rung, list[str]] = {}
    for rung in found:
        words_of.setdefault(replace(rung, word=""), []).append(rung.word)
    joined = []
    for rung, (first, *also) in words_of.items():
        joined.append(replace(rung, word=first, also=tuple(also)))
    return tuple(joined)


def caps(rules: Rules) -> Mapping[str, int]:
    """Return the cap of each call that has one, by the word of the call.

    A side that has as many points as the cap, or more, may not make the call.
    """
    capped: dict[str, int] = {}
    for part in rules.parts:
        if isinstance(part, Ladder):
            capped |= part.caps(rules.tally.target)
    return capped


@lru_cache(maxsize=probe.KEPT)
def bets(rules: Rules) -> tuple[BetStep, ...]:
    """Return the calls of all side bets. Each call is followed by the calls that may answer it."""
    return at_any_score(rules, _find_bets)


def at_any_score(rules: Rules, find: Callable[[Game], list[BetStep]]) -> tuple[BetStep, ...]:
    """Return the bets that `find` finds at the start of a game.

    `find` is called once more, for a score late in a game. If a bet has another worth there, its
    worth depends on the score, and the bet is returned without a worth.
    """
    early = find(probe.fresh(rules))
    if not early:
        return ()
    points = rules.tally.target * 2 // 3
    others = ["0"] * (rules.accounts - 2)
    score = "-".join([str(points), str(points - 1), *others])
    late = find(probe.fresh(rules, score=score))
    found = []
    for bet, later in zip_longest(early, late):
        if bet is None:
            continue
        if later in (bet, None):
            found.append(bet)
        else:
            found.append(_by_score(bet, later, rules, points))
    return tuple(found)


def _by_score(bet: BetStep, later: BetStep, rules: Rules, points: int) -> BetStep:
    """Return this bet without its worth, which depends on the score.

    `bet` was found at 0–0. `later` is the same bet, found when the side ahead had `points`. If
    `later` is worth exactly `points` less than `bet`, the worth is what the side ahead needs to
    win, plus a fixed number of points. This number is stored in `BetStep.plus`.
    """
    plus = 0
    if isinstance(bet.yes, int) and isinstance(later.yes, int) and bet.yes - later.yes == points:
        plus = bet.yes - rules.tally.target
    return replace(bet, yes=None, plus=plus)


def _find_bets(game: Game) -> list[BetStep]:
    found: list[BetStep] = []
    for tried in tries(with_calls(game)):
        if tried.topic == "bets":
            found += chain(tried, 0)
    return found


def chain(tried: Try, depth: int) -> Iterator[BetStep]:
    """Yield a step for the call `tried`, then the steps for all calls that may follow in this bet.

    The calls that may answer a call come directly after it. `depth` is the number of calls of this
    side bet before `tried`.
    """
    no = NOTHING if tried.question.if_refused is None else tried.question.if_refused
    yield BetStep(tried.offer.tap.word, depth, tried.question.if_accepted, no)
    if depth + 1 < CHAIN:
        for reply in tries(tried.asked, tried.offer.part):
            yield from chain(reply, depth + 1)
