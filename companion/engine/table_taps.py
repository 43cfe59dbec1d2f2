"""The taps that every game knows, such as corrections, misdeals and resigning (see NOTATION.md).

No part of the rules offers these taps. They are in the log like other taps, and can be undone and
redone. `FORMS` says whether a tap needs a seat or a value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.engine.core import Game, Reason, add_to_account
from companion.engine.hand import Event, Payment, Tap
from companion.engine.hand_flow import (
    blank,
    corrected,
    deal,
    end_hand,
    pay_account,
    reopen,
    win,
    win_match,
)
from companion.engine.offering import refuse

Refusal = tuple[Reason, str]
"""The reason why a tap is refused, and a sentence."""

MOST = 999  # points (truts, games) that one correction may give or take


REASONS = ("not-shown", "misdeal", "exposed", "signal", "forgotten", "other")
"""The reasons that a correction may give: an envido not shown, a card exposed, and so on."""


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a tap: with or without a `seat`, with a `number`, or with one of the `values`.

    None in `values` means that the tap may be made without a value. With `reasoned`, the tap may
    have one of the `REASONS`.
    """

    seat: bool = False
    number: bool = False
    values: tuple[str | None, ...] = (None,)
    reasoned: bool = False


FORMS: Mapping[str, Form] = MappingProxyType(
    {
        "fix": Form(seat=True, number=True, reasoned=True),
        "fix-truts": Form(seat=True, number=True, reasoned=True),
        "fix-games": Form(seat=True, number=True, reasoned=True),
        "dealer": Form(seat=True),
        "void": Form(values=(None, "pass"), reasoned=True),
        "resign": Form(seat=True),
        "end": Form(),
    }
)

CORRECTIONS = frozenset({"fix", "fix-truts", "fix-games"})


def play_table_tap(game: Game, tap: Tap) -> Game:
    """Return the game after a tap about the table: a correction, misdeal, dealer or early end.

    Raises Illegal if the tap is refused now.
    """
    if game.over:
        raise refuse(game, tap, "over", "the match is over; undo is the way back")
    refused = _wrong_form(game, tap) or why_not(game, tap)
    if refused is not None:
        raise refuse(game, tap, *refused)
    return _TAPS[tap.word](game._replace(events=()), tap)


def why_not(game: Game, tap: Tap) -> Refusal | None:
    """Return why one of the taps in `FORMS` is refused now, or None if it is possible.

    The tap must have the right form, and the match must not be over.
    """
    if tap.word not in _CHECKS:
        return None
    return _CHECKS[tap.word](game, tap)


def _wrong_form(game: Game, tap: Tap) -> Refusal | None:
    form = FORMS[tap.word]
    last = game.rules.seats - 1
    if form.seat and (tap.seat is None or tap.seat > last):
        return "seat", f"{tap.word} names a seat, 0 to {last}, as in {_example(tap.word)}"
    if not form.seat and tap.seat is not None:
        return "seat", f"{tap.word} names no seat"
    if form.number and not _has_number(tap):
        need = f"{tap.word} needs a whole number other than 0, at most {MOST} either way"
        return "value", f"{need}, as in {_example(tap.word)}"
    if not form.number and tap.value not in form.values:
        return "value", f"{tap.word} cannot be tapped with the value {tap.value!r}"
    return None if tap.reason is None else _wrong_reason(form, tap)


def _wrong_reason(form: Form, tap: Tap) -> Refusal | None:
    if not form.reasoned:
        return "value", f"{tap.word} carries no reason"
    if tap.reason not in REASONS:
        return "value", f"the reason of a correction is one of {', '.join(REASONS)}"
    return None


def _example(word: str) -> str:
    return f"{word}@0=-1" if FORMS[word].number else f"{word}@0"


def _has_number(tap: Tap) -> bool:
    """Return whether the value of this correction is a number from -MOST to MOST, but not 0."""
    try:
        return 0 < abs(int(tap.value or 0)) <= MOST
    except ValueError:
        return False


def _fix(game: Game, tap: Tap) -> Game:
    """Return the game after a correction has given points to an account, or taken them away."""
    account = game.rules.account(tap.seat or 0)
    payment = Payment(account, int(tap.value or 0), "fix", tap.reason or "")
    return corrected(pay_account(game, account, payment, at_once=True))


def _refuse_fix(game: Game, tap: Tap) -> Refusal | None:
    if game.score[game.rules.account(tap.seat or 0)] + int(tap.value or 0) < 0:
        return "value", "a correction does not take a score below 0"
    return None


def _fix_truts(game: Game, tap: Tap) -> Game:
    """Return the game after a correction of the truts of an account. Its points stay."""
    account = game.rules.account(tap.seat or 0)
    truts = int(tap.value or 0)
    paid = game._replace(truts=add_to_account(game.truts, account, truts))
    event = Event("points", account, 0, "fix", tap.reason or "", truts)
    return corrected(paid._replace(events=(event,)))


def _refuse_fix_truts(game: Game, tap: Tap) -> Refusal | None:
    if not game.truts:
        return "moment", "this game counts no truts"
    target = game.rules.tally.target
    if 0 <= game.truts[game.rules.account(tap.seat or 0)] + int(tap.value or 0) <= target:
        return None
    return "value", f"a side has 0 to {target} truts"


def _fix_games(game: Game, tap: Tap) -> Game:
    """Return the match after a correction of the games of an account. Enough games win a match."""
    account = game.rules.account(tap.seat or 0)
    game = game._replace(games=add_to_account(game.games, account, int(tap.value or 0)))
    if game.games[account] * 2 > game.rules.best_of:
        return win_match(game, account, played=not game.untouched)
    return game


def _refuse_fix_games(game: Game, tap: Tap) -> Refusal | None:
    most = game.rules.best_of // 2 + 1
    if 0 <= game.games[game.rules.account(tap.seat or 0)] + int(tap.value or 0) <= most:
        return None
    return "value", f"a side has 0 to {most} games"


def _dealer(game: Game, tap: Tap) -> Game:
    """Return the game with another dealer of this hand. The next seat deals the next hand."""
    return reopen(game._replace(hand=blank(game.rules, tap.seat or 0, game.hand.turn)))


def _refuse_dealer(game: Game, tap: Tap) -> Refusal | None:
    question = game.hand.question
    if tap.seat == game.dealer:
        return "elsewhere", f"seat {tap.seat} deals already"
    asks_about_last_hand = question is not None and game.rules.part(question.part).looks_back
    if not game.untouched or asks_about_last_hand:
        return "moment", "who deals can be said before the first tap of a hand"
    return None


def _void(game: Game, tap: Tap) -> Game:
    """Return the game after its hand was dropped.

    The same dealer deals again; with `pass`, the next seat deals. In a round of duels only the
    present duel is dropped. But if it is the first duel, and nobody has points of the round yet,
    all cards are dealt again. The score then decides again whether duels are played.
    """
    game = game._replace(before=None)
    if tap.value == "pass":
        return end_hand(game, None, "void", tap.reason or "")
    is_new_deal = not game.hand.duel and not any(game.duel_points)
    duel = None if is_new_deal else game.hand.duel
    dropped = Event("hand", why="void", word=tap.reason or "")
    return deal(game._replace(events=(dropped,)), game.dealer, duel)


def _resign(game: Game, tap: Tap) -> Game:
    """Return the match after a side gave up the game.

    Points did not decide that game, so the points of an unfinished round of duels are dropped.
    """
    winner = game.hand.other(game.hand.side(tap.seat or 0))
    return win(game._replace(duel_points=()), winner, played=not game.untouched)


def _refuse_resign(game: Game, tap: Tap) -> Refusal | None:  # noqa: ARG001 # as all of them
    if game.rules.accounts != 2:
        return "moment", "with more than two sides nobody knows who would win"
    return None


def _end(game: Game, tap: Tap) -> Game:  # noqa: ARG001 # as all of them
    """Return the match, ended without a winner."""
    hand = blank(game.rules, game.dealer, game.hand.turn)
    return game._replace(hand=hand, duel_points=(), before=None, ended=True)


_TAPS: Mapping[str, Callable[[Game, Tap], Game]] = MappingProxyType(
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

_CHECKS: Mapping[str, Callable[[Game, Tap], Refusal | None]] = MappingProxyType(
    {
        "fix": _refuse_fix,
        "fix-truts": _refuse_fix_truts,
        "fix-games": _refuse_fix_games,
        "dealer": _refuse_dealer,
        "resign": _refuse_resign,
    }
)
