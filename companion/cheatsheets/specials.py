"""Scores at which a hand is played differently, found by dealing a hand at every score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from companion.cheatsheets import probe, scoring
from companion.engine import Ask, Game, Rules, Worth


@dataclass(frozen=True, slots=True)
class Special:
    """A score with rules of its own: `at` points (and `truts` truts, where those matter) of one side, or of both.

    `asked` is the word of the decision it opens, or of the call that stands when `called`; "" for
    neither. `answer` says whose it is: that_side, other_side or all; `in_turn` and `quorum` how they
    settle it. `yes` is what the hand is then worth, `no` what turning it down pays the others, `otherwise`
    what the hand is worth if it is turned down and still played. `clears` is as in `scoring.Gain`.
    """

    at: int
    truts: int | None
    both: bool
    asked: str
    called: bool
    answer: str
    in_turn: bool
    quorum: str
    yes: Worth
    no: int | None
    otherwise: Worth | None
    calls: bool
    decides: bool
    clears: str

    def stands(self, game: Game) -> bool:
        """Whether one side has that score, or both have."""
        truts = game.truts or (None,) * len(game.score)
        on = [p == self.at and self.truts in (None, t) for p, t in zip(game.score, truts, strict=True)]
        return all(on) if self.both else any(on)


Mark = tuple[int, int]  # truts, points
AT_ONCE = 8  # scores looked at in one piece of work


@lru_cache(maxsize=probe.KEPT)
def specials(rules: Rules) -> tuple[Special, ...]:
    """The special scores of a game, those of one side alone first."""
    found = (_first(rules, both=both) for both in (False, True))
    return tuple(special for special in found if special is not None)


def _first(rules: Rules, *, both: bool) -> Special | None:
    """The lowest score at which a hand begins differently; truts are kept only where they make a difference."""
    mark = next(filter(None, _searched(rules, both=both)), None)
    game = _at(rules, mark, both=both) if mark else None
    return _special(game, mark, both=both) if game and mark else None


def steps(rules: Rules) -> Iterator[object]:
    """Looks for the special scores in pieces, whose results are remembered."""
    for both in (False, True):
        yield from _searched(rules, both=both)


def _searched(rules: Rules, *, both: bool) -> Iterator[Mark | None]:
    """None for some scores at which hands begin as usual, and so on, at last the first where they do not, if any."""
    marks, found = _marks(rules), None
    while found is None and (some := tuple(islice(marks, AT_ONCE))):
        yield (found := _different(rules, some, both=both))


@lru_cache(maxsize=4096)
def _different(rules: Rules, marks: tuple[Mark, ...], *, both: bool) -> Mark | None:
    """The first of these scores at which a hand begins differently."""
    usual = _opening(probe.fresh(rules))
    hands = ((mark, _at(rules, mark, both=both)) for mark in marks)
    return next((mark for mark, game in hands if game is not None and _opening(game) != usual), None)


def _marks(rules: Rules) -> Iterator[Mark]:
    """The scores of one side, lowest first."""
    if not scoring.has_truts(rules):
        yield from ((0, points) for points in range(1, rules.tally.target))
        return
    for truts in range(rules.tally.target):
        yield from ((truts, points) for points in range(scoring.MOST_POINTS))


def _at(rules: Rules, mark: Mark, *, both: bool) -> Game | None:
    """A hand dealt at that score, None where the score cannot stand."""
    score = [mark] * rules.sides if both else [mark, *((0, 0),) * (rules.sides - 1)]
    return scoring.at(rules, score)


def _opening(game: Game) -> tuple[str, bool]:
    """How a hand begins: what is asked, and whether there are calls."""
    return game.hand.ask.word if game.hand.ask else "", bool(probe.calls(game))


def _special(game: Game, mark: Mark, *, both: bool) -> Special:
    ask, rules = game.hand.ask, game.rules
    played = probe.settle(game)
    stake = played.hand.stake
    paid = rules.tally.pay(game, 0, stake)
    truts, points = mark
    return Special(
        at=points,
        truts=truts if truts else None,
        both=both,
        asked=ask.word if ask else "",
        called=ask is not None and ask.by is not None,
        answer=_answer(game),
        in_turn=bool(ask and ask.waiting),
        quorum=probe.quorum(game),
        yes=stake,
        no=_declined(game),
        otherwise=_otherwise(game),
        calls=bool(probe.calls(played)),
        decides=rules.tally.winner(paid) == 0,
        clears=scoring.cleared(game, paid) if both else "",
    )


def _asked(ask: Ask) -> tuple[int, ...]:
    return ask.answer + ask.waiting


def _answer(game: Game) -> str:
    if game.hand.ask is None:
        return ""
    sides = {game.rules.side(seat) for seat in _asked(game.hand.ask)}
    return "all" if len(sides) > 1 else "that_side" if sides == {0} else "other_side"


def _declined(game: Game) -> int | None:
    if game.hand.ask is None:
        return None
    events = probe.refuse(game).events
    return next((event.points for event in events if event.kind == "points"), None)


def _otherwise(game: Game) -> Worth | None:
    if game.hand.ask is None:
        return None
    refused = probe.refuse(game)
    return None if probe.ended(refused) else refused.hand.stake
