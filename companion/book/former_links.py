"""Store the former links of a book for the days in which they can be put back.

`Book.former` has a word for each link, `role=token@moment`, with the moment at which the link was
replaced. `Book.replaced_at` is the earliest of these moments. Earlier releases wrote words without
a moment, `role=token`: these links were replaced at `Book.replaced_at`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from companion.book.models import Book


class FormerLink(NamedTuple):
    """A link that was replaced: its role ("keep", "write" or "read") and its token."""

    role: str
    token: str
    replaced_at: datetime


def former_links(book: Book) -> tuple[FormerLink, ...]:
    """Return the replaced links of a book that can be put back: at most one for each role.

    If the link of a role was replaced several times, only the link replaced last is returned.
    """
    return tuple(_read(word, book) for word in book.former.split())


def set_former_links(book: Book, links: Iterable[FormerLink]) -> None:
    """Store these links as the former links of the book. They replace all former links so far."""
    links = tuple(links)
    words = [f"{link.role}={link.token}@{link.replaced_at.isoformat()}" for link in links]
    book.former = " ".join(words)
    book.replaced_at = min((link.replaced_at for link in links), default=None)


def _read(word: str, book: Book) -> FormerLink:
    role, _, rest = word.partition("=")
    token, _, moment = rest.partition("@")
    if moment:
        return FormerLink(role, token, datetime.fromisoformat(moment))
    if book.replaced_at is None:
        raise ValueError(word)
    return FormerLink(role, token, book.replaced_at)
