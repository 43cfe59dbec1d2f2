"""Find out how the last hands of a game ended.

This is who was paid, who won the tricks, and how many hands a side has won in a row.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from companion.engine import Event, MatchLog
from companion.engine.hand import Shared, payments
from companion.engine.table_taps import CORRECTIONS
from companion.retelling.hands import PlayedHand, ending_of
from companion.retelling.replay import PlayedTap

LONGEST = 60  # taps of a hand that are looked at to find where it began
LONGEST_RUN = 20  # hands that are looked at to find how many one side took in a row


class EndedHand(NamedTuple):
    """A hand that ended: its payments in their order, and the side that won each trick.

    If `corrects` is true, the payments are corrections that were made during a hand.
    """

    paid: tuple[Shared, ...]
    tricks: tuple[int | None, ...] = ()
    corrects: bool = False

    @property
    def sums(self) -> tuple[Shared, ...]:
        """Return the sum of the payments to each side.

        The reason of a sum is the reason of the last payment to this side.
        """
        found: dict[tuple[int, ...], Event] = {}
        for event, accounts in self.paid:
            so_far = found.get(accounts)
            points = (event.points or 0) + ((so_far and so_far.points) or 0)
            truts = event.truts + (so_far.truts if so_far else 0)
            found[accounts] = event._replace(points=points, truts=truts)
        return tuple(Shared(event, accounts) for accounts, event in found.items())


def hand_just_ended(log: MatchLog) -> EndedHand | None:
    """Return the hand that the last tap ended, with the payments of that tap.

    Return None if the last tap ended no hand.
    """
    hand = _find_event(log, "hand")
    if hand is None or log.past is None:
        return None
    tricks = log.past.game.hand.tricks
    if log.tap is not None and log.tap.word in ("won", "tied"):
        taken = log.tap.seat if log.tap.word == "won" else None
        tricks = (*tricks, taken)
    return EndedHand(payments(log.game.events), tricks)


def hands_of_game(log: MatchLog, most: int) -> tuple[EndedHand, ...]:
    """Return the last hands of this game that have ended, at most `most`, the newest last.

    Hands in which nobody was paid are left out. If a hand had corrections, they are one entry
    before the hand. Corrections whose sum is 0 are left out.
    """
    found: list[EndedHand] = []
    paid: tuple[Shared, ...] = ()
    corrected: tuple[Shared, ...] = ()
    has_ended = False  # whether the taps that are read belong to a hand that has ended
    here: MatchLog | None = log
    for _ in range(most * LONGEST):
        if here is None or len(found) > most or _find_event(here, "game") is not None:
            break
        if _find_event(here, "hand") is not None:
            _add(found, paid, corrected)
            paid = ()
            corrected = ()
            has_ended = True
        if here.tap is not None and here.tap.word in CORRECTIONS:
            corrected = (*payments(here.game.events), *corrected)
        elif has_ended:
            paid = (*payments(here.game.events), *paid)
        here = here.past
    _add(found, paid, corrected)
    return tuple(reversed(found[:most]))


class Streak(NamedTuple):
    """Hands of this game that a side won in a row, the last hand included.

    `refused` is true if the other side lost each of these hands by refusing a call. It is false if
    only the winner was tapped in one of them, because it is not known how that hand was lost.
    """

    length: int
    refused: bool


def streak(log: MatchLog, accounts: tuple[int, ...]) -> Streak | None:
    """Return how many hands in a row all these accounts won, up to the hand of the last tap.

    A hand of which only the winner was tapped counts as well. A dropped hand neither counts nor
    ends a streak. Return None for a streak of LONGEST_RUN hands or more. Older hands are not looked
    at, so the length of such a streak is not known.
    """
    length = 0
    refused = True
    for hand in reversed(_last_hands(log)):
        if hand.ending == "void":
            continue
        if not set(accounts) <= set(hand.winners):
            break
        length += 1
        refused = refused and hand.ending == "refused"
    return Streak(length, refused) if length < LONGEST_RUN else None


def _last_hands(log: MatchLog) -> tuple[PlayedHand, ...]:
    """Return the last hands of this game, the newest last. Each has only the last of its taps.

    Return () if the last tap ended no hand, or if it dropped the hand. For example, a correction
    that wins the game drops the hand.
    """
    found: list[PlayedHand] = []
    ended = _find_event(log, "hand")
    if ended is None or ended.why == "void":
        return ()
    here = log
    for _ in range(LONGEST_RUN * LONGEST):
        is_of_earlier_game = here is not log and _find_event(here, "game") is not None
        if here.past is None or here.tap is None or is_of_earlier_game:
            break
        step = PlayedTap(here.past.game, here.tap, here.game)
        if step.ended:
            number = LONGEST_RUN - len(found)
            found.append(PlayedHand(number, (step,), ending_of(step), step.winner))
        if len(found) == LONGEST_RUN:
            break
        here = here.past
    return tuple(reversed(found))


def _add(found: list[EndedHand], paid: tuple[Shared, ...], corrected: tuple[Shared, ...]) -> None:
    if paid:
        found.append(EndedHand(paid))
    if not corrected:
        return
    sums = EndedHand(corrected).sums
    changes = tuple(total for total in sums if total.event.points or total.event.truts)
    if changes:
        found.append(EndedHand(changes, corrects=True))


def _find_event(log: MatchLog, kind: Literal["hand", "game"]) -> Event | None:
    """Return the event by which the last tap ended a hand or a game, or None if it ended none."""
    for event in log.game.events:
        if event.kind == kind:
            return event
    return None
