"""The errors of books, with the sentences that people read."""

from __future__ import annotations

from companion.engine import N_, Impossible
from companion.tables.errors import Unavailable

NO_BOOK = N_("This book does not exist. It may have been deleted, or its link replaced.")
GONE = N_("This book has just been deleted.")
UNKNOWN_PERSON = N_("That person is not in this book.")
UNKNOWN_LINK = N_("This link can no longer be restored.")
UNKNOWN_MATCH = N_("This match is not in this book.")


class NoSuchBook(Unavailable):
    """Raised if the book was deleted for good, with everything in it."""


class Unknown(Impossible):
    """Raised if the book has no such person, match or former link."""
