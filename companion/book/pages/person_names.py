"""Return the names of people of a book for use in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from companion.web.language import gettext
from companion.words import labels
from companion.words.people import isolated


def somebody() -> str:
    """Return the word for a person whose name was removed from a book, or was never in it."""
    # NOTE: stands where else a player's name does, for one whose name is not known any more
    return gettext("somebody")


def name_of(people: Mapping[int, str], number: int) -> str:
    """Return the name of a person as it is written in a sentence, "somebody" if it is not known."""
    return isolated(people.get(number) or somebody())


def names_of_side(people: Mapping[int, str], numbers: tuple[int, ...]) -> str:
    """Return the names of people who play together, as one text: "Anna and Biel"."""
    return labels.joined(tuple(name_of(people, number) for number in numbers))
