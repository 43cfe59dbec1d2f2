"""Errors that a person reads: each has one English sentence that pages can translate."""

from __future__ import annotations


def N_(message: str) -> str:  # noqa: N802  # the name gettext tools look for
    """Return the message unchanged.

    The translation tools collect texts inside `N_(…)`; pages translate such a text when they show
    it.
    """
    return message


class Sentence(Exception):
    """An error with a sentence: `message` in English with placeholders like %(name)s, and `values`.

    A value that is a tuple is a choice: (2, 4) reads "2 or 4".
    """

    def __init__(self, message: str, **values: object) -> None:
        filled = {name: _words(value) for name, value in values.items()}
        super().__init__(message % filled)
        self.message = message
        self.values = values


def _words(value: object) -> object:
    if isinstance(value, tuple):
        return " or ".join(map(str, value))
    return value


class Impossible(Sentence, ValueError):
    """The error for a given value that is impossible, for example a score or a dealer."""
