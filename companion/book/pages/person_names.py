"""The people of a book by their numbers, for sentences."""

from __future__ import annotations

from collections.abc import Mapping

from companion.web.language import gettext
from companion.words import labels
from companion.words.people import isolated


def somebody() -> str:
    """Stands where a name does that was taken out of a book, or was never in it."""
    # NOTE: stands where else a player's name does, for one whose name is not known any more
    return gettext("somebody")


def named(people: Mapping[int, str], number: int) -> str:
    """A name as it stands in a sentence."""
    return isolated(people.get(number) or somebody())


def together(people: Mapping[int, str], numbers: tuple[int, ...]) -> str:
    """The names of those who play together."""
    return labels.joined(tuple(named(people, number) for number in numbers))
