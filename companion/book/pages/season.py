"""Choose which matches the page of a book shows: by game, and by month or year."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from flask import request

from companion import book
from companion.book import MatchEntry, Overview
from companion.book.pages import game_choice
from companion.tables.models import now
from companion.web.language import gettext, month


@dataclass(frozen=True, slots=True)
class Season:
    """The chosen game and the chosen year (`2026`) or month (`2026-11`), "" for all.

    `games` and `choices` (years and months) are what can be chosen, each with its text. `entries`
    are the matches of the season.
    """

    game: str
    games: tuple[tuple[str, str], ...]
    chosen: str
    choices: tuple[tuple[str, str], ...]
    entries: tuple[MatchEntry, ...]


def chosen_season(whole: Overview) -> Season:
    """Return the season that the address names, such as `?game=catalan&season=2026`.

    If the book has no matches of that game or season, all games or seasons are chosen.
    """
    game = game_choice.chosen(whole)
    choices = tuple(_choices(whole.entries, book.day_of(now(), whole.zone)))
    asked = request.args.get("season", "")
    chosen = asked if asked in dict(choices) else ""
    entries = list[MatchEntry]()
    for entry in whole.entries:
        if game in ("", entry.variant) and _month(entry.day).startswith(chosen):
            entries.append(entry)
    return Season(game, game_choice.games(whole), chosen, choices, tuple(entries))


def _choices(entries: Sequence[MatchEntry], today: date) -> Iterator[tuple[str, str]]:
    """Yield the choices of a season, each as its value and its text.

    The first choice is all time. This month comes next, if a match was played in it. Then come the
    years with matches, newest first. Yield nothing if all matches were played in one month.
    """
    months = dict.fromkeys(_month(entry.day) for entry in entries)
    if len(months) < 2:
        return
    # NOTE: matches of any time, beside those of a month and of a year
    yield "", gettext("All time")
    this_month = _month(today)
    if this_month in months:
        yield this_month, month(today)
    yield from ((year, year) for year in dict.fromkeys(one[:4] for one in months))


def _month(day: date) -> str:
    return f"{day:%Y-%m}"
