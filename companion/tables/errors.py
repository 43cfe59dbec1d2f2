"""Exceptions for what is refused, each with a sentence for a person to read."""

from __future__ import annotations

from companion.engine import Sentence, Tap


class NotAllowed(Sentence, RuntimeError):
    """Raised if a phone may not do that at this table."""


class SeatTaken(NotAllowed):
    """Raised if the seat belongs to another phone. With `over=True` it is taken over on purpose."""


class SeatAsked(NotAllowed):
    """Raised if the phone in that seat is awake and cannot be asked for it now.

    Another phone is asking for the seat, or its phone has just said no.
    """


class Full(Sentence, RuntimeError):
    """Raised if the log of a table is as long as it may be."""


class Stale(RuntimeError):
    """Raised if somebody was quicker: the tap was meant for a table that has moved on.

    Pages put it in words. `version` is the present one. `who`, on the phone of `seat`, recorded
    `tap`, the first tap that this phone had not seen. `mine` says that it was this very phone,
    `missed` how many taps this phone had not seen. `tap` is None if there is no such tap, because
    the number that the phone sent was never a version of this table.
    """

    def __init__(
        self,
        version: int,
        who: str = "",
        tap: Tap | None = None,
        *,
        seat: int | None = None,
        mine: bool = False,
        missed: int = 0,
    ):
        self.version = version
        self.who = who
        self.tap = tap
        self.seat = seat
        self.mine = mine
        self.missed = missed
        if tap:
            super().__init__(f"{who} recorded {tap}: version {version}")
        else:
            super().__init__(f"no such version, but {version}")


class BrokenLog(RuntimeError):
    """Raised if a stored row cannot be read at all.

    It is not raised for a row that can be read but that the present rules refuse.
    """


class Behind(RuntimeError):
    """Raised if this process has not yet followed all of a long log.

    It has followed some more rows; the caller asks again.
    """


class Unavailable(Sentence, OSError):
    """Raised if the database cannot be used just now.

    The sentence says why. What was asked for has left nothing behind.
    """


class Gone(Unavailable):
    """Raised if the match was deleted, with everything in it."""


class Lost(Unavailable):
    """Raised if the database is out of reach.

    It is not known whether the last thing asked for was done.
    """
