"""Scores at which a hand is played differently, found by dealing a hand at every score."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cheatsheets import probe
from companion.engine import Game, Rules, Worth


@dataclass(frozen=True, slots=True)
class Special:
    """A score with rules of its own: `at` points for one side, or for both.

    `asked` is the word of the decision it opens ("" for none), `answer` says whose it is: that_side,
    other_side or all. `yes` is what the hand is then worth, `no` what turning it down pays the others.
    """

    at: int
    both: bool
    asked: str
    answer: str
    yes: Worth
    no: int | None
    calls: bool
    decides: bool


def specials(rules: Rules) -> tuple[Special, ...]:
    """The special scores of a game, one side alone first; none where points are not simply counted."""
    if probe.fresh(rules).truts or rules.sides != 2:
        return ()
    found = (_first(rules, both=both) for both in (False, True))
    return tuple(special for special in found if special is not None)


def _first(rules: Rules, *, both: bool) -> Special | None:
    for points in range(1, rules.tally.target):
        game = probe.fresh(rules, score=f"{points}-{points if both else 0}")
        if game.hand.ask is not None or not probe.calls(game):
            return _special(game, points, both=both)
    return None


def _special(game: Game, at: int, *, both: bool) -> Special:
    ask = game.hand.ask
    played = game if ask is None else probe.accept(game)
    stake = played.hand.stake
    decides = not isinstance(stake, int) or at + stake >= game.rules.tally.target
    word = ask.word if ask else ""
    return Special(at, both, word, _answer(game), stake, _declined(game), bool(probe.calls(played)), decides)


def _answer(game: Game) -> str:
    if game.hand.ask is None:
        return ""
    sides = {game.rules.side(seat) for seat in game.hand.ask.answer}
    return "all" if len(sides) > 1 else "that_side" if sides == {0} else "other_side"


def _declined(game: Game) -> int | None:
    if game.hand.ask is None:
        return None
    events = probe.refuse(game).events
    return next((event.points for event in events if event.kind == "points"), None)
