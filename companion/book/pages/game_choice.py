"""Choose the game whose figures a page of a book shows.

Points, calls and ratings of different games cannot be compared.
"""

from __future__ import annotations

from flask import request

from companion.book import Overview
from companion.words import games as names


def chosen(whole: Overview) -> str:
    """Return the only game of the book, or the one that was asked for (`?game=catalan`).

    Return an empty text for all games.
    """
    if len(whole.games) == 1:
        return whole.games[0]
    asked = request.args.get("game", "")
    return asked if asked in whole.games else ""


def games(whole: Overview) -> tuple[tuple[str, str], ...]:
    """Return the games to choose from, each with its name, the one played most first.

    The result is empty if the book has only one game.
    """
    if len(whole.games) <= 1:
        return ()
    return tuple((game, names.name(game)) for game in whole.games)
