"""The errors of a tournament, and the sentences that a person reads about them."""

from __future__ import annotations

from companion.engine import N_, Impossible
from companion.tables.errors import Unavailable

GONE = N_("This tournament has just been deleted.")
OUT_OF_DATE = N_("Somebody else has just changed this. Look again.")
UNKNOWN_TEAM = N_("There is no such team.")
UNKNOWN_MATCH = N_("There is no such match.")


class NoSuchTournament(Unavailable):
    """The tournament was deleted, with everything in it."""


class UnknownEntry(Impossible):
    """The tournament has no such team or match."""


class OutOfDate(Impossible):
    """Somebody else changed the tournament since the page was drawn, so nothing was written."""
