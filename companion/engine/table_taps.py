"""The taps that are always there: they belong to the table, not to a game (NOTATION.md).

None of them is offered; each is a tap like any other in the log, undone and put back like any. What one of them
needs (a seat, a value) stands in `FORMS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.engine.core import Game, Reason
from companion.engine.course import anew, blank, corrected, deal, end_hand, pay, win, win_match
from companion.engine.hand import Act, Event, Payment
from companion.engine.offering import refuse

Refusal = tuple[Reason, str]
"""The reason why a tap does not fit, and a sentence."""

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
    refused = why_not(game, act)
    if refused is not None:
        raise refuse(game, act, *refused)
    return _TAPS[act.word](game._replace(events=()), act)


def why_not(game: Game, act: Act) -> Refusal | None:
    """Why one of these taps does not fit now, found without playing it; None where it does."""
    if game.over:
        return "over", "the match is over; undo is the way back"
    return _misformed(game, act) or _CHECKS.get(act.word, _always)(game, act)


def _misformed(game: Game, act: Act) -> Refusal | None:
    form, last = FORMS[act.word], game.rules.seats - 1
    if form.seat and (act.seat is None or act.seat > last):
        return "seat", f"{act.word} names a seat, 0 to {last}, as in {_example(act.word)}"
    if not form.seat and act.seat is not None:
        return "seat", f"{act.word} names no seat"
    if form.number and not 0 < abs(_number(act)) <= MOST:
        why = f"{act.word} needs a whole number other than 0, at most {MOST} either way, as in {_example(act.word)}"
        return "value", why
    if not form.number and act.value not in form.values:
        return "value", f"{act.word} cannot be tapped with the value {act.value!r}"
    return None


def _example(word: str) -> str:
    return f"{word}@0=-1" if FORMS[word].number else f"{word}@0"


def _number(act: Act) -> int:
    """The number of a correction; 0 where there is none."""
    try:
        return int(act.value or "")
    except ValueError:
        return 0


def _fix(game: Game, act: Act) -> Game:
    """Give a side points, or take them."""
    payment = Payment(game.rules.side(act.seat or 0), _number(act), "fix")
    return corrected(pay(game, payment, at_once=True))


def _no_fix(game: Game, act: Act) -> Refusal | None:
    below = game.score[game.rules.side(act.seat or 0)] + _number(act) < 0
    return ("value", "a correction does not take a score below 0") if below else None


def _fix_truts(game: Game, act: Act) -> Game:
    """Give a side truts, or take them; points stay."""
    side, truts = game.rules.side(act.seat or 0), _number(act)
    paid = game._replace(truts=_plus(game.truts, side, truts))
    return corrected(paid._replace(events=(Event("points", side, 0, "fix", truts=truts),)))


def _no_fix_truts(game: Game, act: Act) -> Refusal | None:
    if not game.truts:
        return "moment", "this game counts no truts"
    target, truts = game.rules.tally.target, game.truts[game.rules.side(act.seat or 0)] + _number(act)
    return None if 0 <= truts <= target else ("value", f"a side has 0 to {target} truts")


def _fix_games(game: Game, act: Act) -> Game:
    """Give a side games won, or take them; the number that wins the match ends it."""
    side, games = game.rules.side(act.seat or 0), _number(act)
    game = game._replace(games=_plus(game.games, side, games))
    return win_match(game, side, played=not game.untouched) if game.games[side] == _most_games(game) else game


def _no_fix_games(game: Game, act: Act) -> Refusal | None:
    most, games = _most_games(game), game.games[game.rules.side(act.seat or 0)] + _number(act)
    return None if 0 <= games <= most else ("value", f"a side has 0 to {most} games")


def _most_games(game: Game) -> int:
    return game.rules.best_of // 2 + 1


def _plus(numbers: tuple[int, ...], side: int, more: int) -> tuple[int, ...]:
    return tuple(number + more * (side == s) for s, number in enumerate(numbers))


def _dealer(game: Game, act: Act) -> Game:
    """Let somebody else deal this hand; the deal goes on from there."""
    return anew(game._replace(hand=blank(game.rules, act.seat or 0)))


def _no_dealer(game: Game, act: Act) -> Refusal | None:
    ask = game.hand.ask
    if act.seat == game.dealer:
        return "elsewhere", f"seat {act.seat} deals already"
    if not game.untouched or (ask is not None and game.rules.part(ask.part).looks_back):
        return "moment", "who deals can be said before the first tap of a hand"
    return None


def _void(game: Game, act: Act) -> Game:
    """Drop the hand: the same dealer deals again or, with `pass`, the next; of duels only this one is dropped."""
    game = game._replace(before=None)
    if act.value == "pass":
        return end_hand(game, None, "void")
    return deal(game._replace(events=(Event("hand", why="void"),)), game.dealer, game.hand.duel)


def _resign(game: Game, act: Act) -> Game:
    """Give the game up: it was not decided on points, so those of a round of duels are void."""
    side = game.rules.others(game.rules.side(act.seat or 0))
    return win(game._replace(duel_points=()), side, played=not game.untouched)


def _no_resign(game: Game, act: Act) -> Refusal | None:  # noqa: ARG001 # as all of them
    return None if game.rules.sides == 2 else ("moment", "with more than two sides nobody knows who would win")


def _always(game: Game, act: Act) -> Refusal | None:  # noqa: ARG001 # as all of them
    return None


def _end(game: Game, act: Act) -> Game:  # noqa: ARG001 # as all of them
    """End the match, won by nobody."""
    return game._replace(hand=blank(game.rules, game.dealer), duel_points=(), before=None, ended=True)


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

_CHECKS: Mapping[str, Callable[[Game, Act], Refusal | None]] = MappingProxyType(
    {
        "fix": _no_fix,
        "fix-truts": _no_fix_truts,
        "fix-games": _no_fix_games,
        "dealer": _no_dealer,
        "resign": _no_resign,
    }
)
