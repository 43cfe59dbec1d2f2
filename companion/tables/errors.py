"""What can be refused, each with the sentence a person should read."""

from __future__ import annotations

from companion.engine import Act, Sentence


class NotAllowed(Sentence, RuntimeError):
    """A phone may not do that at this table."""


class SeatTaken(NotAllowed):
    """The seat belongs to another phone; `over=True` takes it over on purpose."""


class SeatAsked(NotAllowed):
    """Raised if the phone in that seat is awake and cannot be asked for it now.

    Another phone is asking for the seat, or its phone has just said no.
    """


class Full(Sentence, RuntimeError):
    """The log of a table is as long as it may be."""


class Stale(RuntimeError):
    """Somebody was quicker: the tap was meant for a table that has moved on. Pages put it in words.

    `version` is the present one. `who`, on the phone of `seat`, recorded `act` (the first tap this phone had
    not seen), `mine` says that it was this very phone, `missed` how many taps it had not seen. `act` is None
    when there is none: the number the phone sent was never a version of this table.
    """

    def __init__(
        self,
        version: int,
        who: str = "",
        act: Act | None = None,
        *,
        seat: int | None = None,
        mine: bool = False,
        missed: int = 0,
    ):
        self.version, self.who, self.act, self.seat, self.mine, self.missed = (
            version,
            who,
            act,
            seat,
            mine,
            missed,
        )
        super().__init__(
            f"{who} recorded {act}: version {version}" if act else f"no such version, but {version}"
        )


class BrokenLog(RuntimeError):
    """A stored row cannot be read at all; one that only the rules of today refuse is no reason to stop."""


class Behind(RuntimeError):
    """A long log has still to be followed in this process; it has gone on by some rows, ask again."""


class Unavailable(Sentence, OSError):
    """The database cannot be used just now. The sentence says why; what was asked for has left nothing behind."""


class Gone(Unavailable):
    """The match was deleted, with everything in it."""


class Lost(Unavailable):
    """The database is out of reach, and it is not known whether the last thing asked for was done."""
