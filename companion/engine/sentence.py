"""Errors that a person reads: one English sentence each, kept so that a page can say it in another language."""

from __future__ import annotations


def N_(message: str) -> str:  # noqa: N802  # the name gettext tools look for
    """Marks a sentence for the catalogs that is kept in a table and looked up where it is shown."""
    return message


class Sentence(Exception):
    """An error with a sentence: `message` in English with places like %(name)s, and the `values` that fill them.

    A value that is a tuple is a choice: (2, 4) reads "2 or 4".
    """

    def __init__(self, message: str, **values: object) -> None:
        filled = {name: " or ".join(map(str, v)) if isinstance(v, tuple) else v for name, v in values.items()}
        super().__init__(message % filled)
        self.message, self.values = message, values


class Impossible(Sentence, ValueError):
    """Something that was given cannot be: a score, a dealer, a name."""
