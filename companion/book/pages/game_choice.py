"""The game whose figures a page of a book shows: what points, calls and strength are differs from game to game."""

from __future__ import annotations

from flask import request

from companion.book import Overview
from companion.words import games as names


def chosen(whole: Overview) -> str:
    """The game that was asked for (`?game=catalan`), else the only one of the book; empty for all of several."""
    if len(whole.games) == 1:
        return whole.games[0]
    asked = request.args.get("game", "")
    return asked if asked in whole.games else ""


def games(whole: Overview) -> tuple[tuple[str, str], ...]:
    """The games to choose from, each with its name, the one played most first; none where there is only one."""
    return tuple((game, names.name(game)) for game in whole.games) if len(whole.games) > 1 else ()
