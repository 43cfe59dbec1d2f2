"""Tell how the last hands of the game ended: who was paid for what, and who took the tricks."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine import Event, MatchLog

LONGEST = 60  # taps of a hand that are looked at to find where it began


class EndedHand(NamedTuple):
    """A hand that ended: the points paid in it, in their order, and who took its tricks.

    `winner` is the side that took it, None if nobody did. `is_void`: it was dropped.
    """

    paid: tuple[Event, ...]
    winner: int | None
    tricks: tuple[int | None, ...]
    is_void: bool = False

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides that were paid, each once."""
        return tuple(dict.fromkeys(event.side for event in self.paid if event.side is not None))

    def sum_for(self, side: int) -> Event:
        """Return all that this side was paid, as one event; its reason is the last one."""
        events = [event for event in self.paid if event.side == side]
        points = sum(event.points or 0 for event in events)
        return events[-1]._replace(points=points, truts=sum(event.truts for event in events))


def hand_just_ended(line: MatchLog) -> EndedHand | None:
    """Return the hand that the last tap ended, with what that tap paid, or None."""
    hand = _end(line)
    if hand is None or line.past is None:
        return None
    tricks = line.past.game.hand.tricks
    if line.tap is not None and line.tap.word in ("won", "tied"):
        taken = line.tap.seat if line.tap.word == "won" else None
        tricks = (*tricks, taken)
    return EndedHand(_paid(line), hand.side, tricks, is_void=hand.why == "void")


def hands_of_game(line: MatchLog, most: int) -> tuple[EndedHand, ...]:
    """Return the last hands of this game that have ended, at most so many, the newest last.

    Hands in which nobody was paid are left out. Corrections count with the hand they were made in.
    """
    found: list[EndedHand] = []
    paid: tuple[Event, ...] = ()
    ended: Event | None = None
    here: MatchLog | None = line
    for _ in range(most * LONGEST):
        if here is None or len(found) > most or _wins_game(here):
            break
        end = _end(here)
        if end is not None:
            _add(found, paid, ended)
            paid = ()
            ended = end
        if ended is not None:
            paid = (*_paid(here), *paid)
        here = here.past
    _add(found, paid, ended)
    return tuple(reversed(found[:most]))


def _add(found: list[EndedHand], paid: tuple[Event, ...], ended: Event | None) -> None:
    if ended is not None and paid:
        found.append(EndedHand(paid, ended.side, ()))


def _end(line: MatchLog) -> Event | None:
    """Return the event of the end of a hand that the last tap brought, None if it brought none."""
    for event in line.game.events:
        if event.kind == "hand":
            return event
    return None


def _paid(line: MatchLog) -> tuple[Event, ...]:
    return tuple(event for event in line.game.events if event.kind == "points")


def _wins_game(line: MatchLog) -> bool:
    return any(event.kind == "game" for event in line.game.events)
