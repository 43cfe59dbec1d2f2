"""What can be refused, each with the sentence a person should read."""

from __future__ import annotations

from companion.engine import N_, Impossible
from companion.tables.errors import Unavailable

GONE = N_("This book has just been deleted.")
UNKNOWN_PERSON = N_("There is nobody like that in this book.")
UNKNOWN_MATCH = N_("There is no such match in this book.")


class NoSuchBook(Unavailable):
    """The book was deleted, with everything in it."""


class Unknown(Impossible):
    """The book has no such person or match."""
