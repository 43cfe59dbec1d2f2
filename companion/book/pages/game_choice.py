"""Choose the game whose figures a page of a book shows.

Points, calls and ratings of different games cannot be compared.
"""

from __future__ import annotations

from flask import request

from companion.book import Overview
from companion.words import games as names


def chosen(whole: Overview) -> str:
    """Return the game that the address names (`?game=catalan`), or the only game of the book.

    Return "", which means all games, if the book has several and the address names none of them.
    """
    if len(whole.games) == 1:
        return whole.games[0]
    asked = request.args.get("game", "")
    return asked if asked in whole.games else ""


def games(whole: Overview) -> tuple[tuple[str, str], ...]:
    """Return the games that can be chosen, each as its id and its name, the most played first.

    Return no games if the book has only one.
    """
    if len(whole.games) <= 1:
        return ()
    return tuple((game, names.name(game)) for game in whole.games)
