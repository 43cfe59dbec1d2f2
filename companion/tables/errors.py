"""Define the exceptions of this package. Most of them have a sentence for people to read."""

from __future__ import annotations

from companion.engine import Sentence, Tap


class NotAllowed(Sentence, RuntimeError):
    """Raised if a phone may not do something at this table."""


class SeatTaken(NotAllowed):
    """Raised if a phone wants a seat that another phone has."""


class SeatAsked(NotAllowed):
    """Raised if the phone in the seat is awake and cannot be asked for the seat now.

    This has one of three reasons:

    * another phone is asking for this seat already;
    * the phone in the seat has just said no;
    * the phone that wants the seat is asking for another seat already.
    """


class Full(Sentence, RuntimeError):
    """Raised if the log of a table has as many taps as it may have."""


class MovedOn(Sentence, RuntimeError):
    """Raised if a tap would continue a match that others have left for its rematch.

    The tap may have waited on a phone without network. Nobody would see it at the old table.
    """


class Stale(RuntimeError):
    """Raised if a tap was made on an outdated screen, because somebody else was quicker.

    Pages turn this error into a sentence with these values:

    * `version`: the present version of the match.
    * `missed`: how many taps this phone had not seen.
    * `tap`: the first tap that this phone had not seen. It is None if the match never had the
      version that the phone sent.
    * `who` and `seat`: the name and the seat of the player whose phone recorded `tap`.
    * `mine`: whether this phone itself recorded `tap`.
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

    If a row can be read but the present rules refuse it, the log restarts at the score of that row.
    """


class Behind(RuntimeError):
    """Raised if this process has loaded only a part of a long log.

    Each call of `states.load_state` loads some more rows, so its caller must call it again.
    """


class Unavailable(Sentence, OSError):
    """Raised if the database cannot be used at the moment. The message says why.

    Nothing of the request was written, with one exception: if the connection was lost during a
    commit, the change may have been written.
    """


class Gone(Unavailable):
    """Raised if the match was deleted, with everything in it."""


class Lost(Unavailable):
    """Raised if a failure of the database is temporary, for example if the connection is lost.

    Nobody knows whether the last statement was carried out.
    """
