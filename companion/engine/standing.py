"""The taps that are always there: they belong to the table, not to a game (NOTATION.md).

None of them is offered; each is a tap like any other in the log, undone and put back like any. What one of them
needs (a seat, a value) stands in `FORMS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.engine.core import Game
from companion.engine.course import anew, blank, corrected, deal, end_hand, pay, win, win_match
from companion.engine.hand import Act, Event, Payment
from companion.engine.offering import refuse

MOST = 999  # points in one correction, either way


@dataclass(frozen=True, slots=True)
class Form:
    """How a tap is written: with a `seat` or without, with a `number`, one of the `values`, or none."""

    seat: bool = False
    number: bool = False
    values: tuple[str | None, ...] = (None,)


FORMS: Mapping[str, Form] = MappingProxyType(
    {
        "fix": Form(seat=True, number=True),
        "fix-truts": Form(seat=True, number=True),
        "fix-games": Form(seat=True, number=True),
        "dealer": Form(seat=True),
        "void": Form(values=(None, "pass")),
        "resign": Form(seat=True),
        "end": Form(),
    }
)


def tap(game: Game, act: Act) -> Game:
    """The game after one of these taps; raises Illegal."""
    if game.over:
        raise refuse(game, act, "over", "the match is over; undo is the way back")
    _check_form(game, act)
    return _TAPS[act.word](replace(game, events=()), act)


def _check_form(game: Game, act: Act) -> None:
    form, last = FORMS[act.word], game.rules.seats - 1
    if form.seat and (act.seat is None or act.seat > last):
        raise refuse(game, act, "seat", f"{act.word} names a seat, 0 to {last}, as in {_example(act.word)}")
    if not form.seat and act.seat is not None:
        raise refuse(game, act, "seat", f"{act.word} names no seat")
    if form.number and not 0 < abs(_number(act)) <= MOST:
        why = f"{act.word} needs a whole number other than 0, at most {MOST} either way, as in {_example(act.word)}"
        raise refuse(game, act, "value", why)
    if not form.number and act.value not in form.values:
        raise refuse(game, act, "value", f"{act.word} cannot be tapped with the value {act.value!r}")


def _example(word: str) -> str:
    return f"{word}@0=-1" if FORMS[word].number else f"{word}@0"


def _number(act: Act) -> int:
    """The number of a correction; 0 where there is none."""
    try:
        return int(act.value or "")
    except ValueError:
        return 0


def _fix(game: Game, act: Act) -> Game:
    """Points for a side, or taken from it."""
    side, points = game.rules.side(act.seat or 0), _number(act)
    if game.score[side] + points < 0:
        raise refuse(game, act, "value", "a correction does not take a score below 0")
    return corrected(pay(game, Payment(side, points, "fix"), at_once=True))


def _fix_truts(game: Game, act: Act) -> Game:
    """Truts for a side, or taken from it; points stay."""
    side, truts, target = game.rules.side(act.seat or 0), _number(act), game.rules.tally.target
    if not game.truts:
        raise refuse(game, act, "moment", "this game counts no truts")
    if not 0 <= game.truts[side] + truts <= target:
        raise refuse(game, act, "value", f"a side has 0 to {target} truts")
    paid = replace(game, truts=_plus(game.truts, side, truts))
    return corrected(replace(paid, events=(Event("points", side, 0, "fix", truts=truts),)))


def _fix_games(game: Game, act: Act) -> Game:
    """Games won for a side, or taken from it; the number that wins the match ends it."""
    side, games, most = game.rules.side(act.seat or 0), _number(act), game.rules.best_of // 2 + 1
    if not 0 <= game.games[side] + games <= most:
        raise refuse(game, act, "value", f"a side has 0 to {most} games")
    game = replace(game, games=_plus(game.games, side, games))
    return win_match(game, side, played=not game.untouched) if game.games[side] == most else game


def _plus(numbers: tuple[int, ...], side: int, more: int) -> tuple[int, ...]:
    return tuple(number + more * (side == s) for s, number in enumerate(numbers))


def _dealer(game: Game, act: Act) -> Game:
    """Somebody else deals this hand; the deal goes on from there."""
    seat, ask = act.seat or 0, game.hand.ask
    if seat == game.dealer:
        raise refuse(game, act, "elsewhere", f"seat {seat} deals already")
    if not game.untouched or (ask is not None and game.rules.part(ask.part).looks_back):
        raise refuse(game, act, "moment", "who deals can be said before the first tap of a hand")
    return anew(replace(game, hand=blank(game.rules, seat)))


def _void(game: Game, act: Act) -> Game:
    """The hand does not count: the same dealer deals again or, with `pass`, the next; of duels only this one."""
    game = replace(game, before=None)
    if act.value == "pass":
        return end_hand(game, None, "void")
    return deal(replace(game, events=(Event("hand", why="void"),)), game.dealer, game.hand.duel)


def _resign(game: Game, act: Act) -> Game:
    """A side gives the game up: it was not decided on points, so those of a round of duels are void."""
    if game.rules.sides != 2:
        raise refuse(game, act, "moment", "with more than two sides nobody knows who would win")
    side = game.rules.others(game.rules.side(act.seat or 0))
    return win(replace(game, kept=()), side, played=not game.untouched)


def _end(game: Game, act: Act) -> Game:  # noqa: ARG001 # as all of them
    """The match stops here, won by nobody."""
    return replace(game, hand=blank(game.rules, game.dealer), kept=(), before=None, ended=True)


_TAPS: Mapping[str, Callable[[Game, Act], Game]] = MappingProxyType(
    {
        "fix": _fix,
        "fix-truts": _fix_truts,
        "fix-games": _fix_games,
        "dealer": _dealer,
        "void": _void,
        "resign": _resign,
        "end": _end,
    }
)
