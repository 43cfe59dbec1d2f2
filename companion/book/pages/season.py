"""The matches a page of a book is about: of one game or all, of one season or all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import request

from companion.book import MatchEntry, Overview
from companion.book.pages import game_choice
from companion.tables.models import now
from companion.web.language import gettext, month


@dataclass(frozen=True, slots=True)
class Season:
    """What was chosen: the game and the year (`2026`) or month (`2026-11`), empty for all; and what there is to choose.

    `entries` are the matches of it.
    """

    game: str
    games: tuple[tuple[str, str], ...]
    chosen: str
    choices: tuple[tuple[str, str], ...]
    entries: tuple[MatchEntry, ...]


def of(whole: Overview) -> Season:
    """As the address asks: `?game=catalan&season=2026`; whatever there is not is all."""
    game, choices = game_choice.chosen(whole), tuple(_choices(whole.entries))
    asked = request.args.get("season", "")
    chosen = asked if asked in dict(choices) else ""
    entries = tuple(
        e
        for e in whole.entries
        if e.variant == (game or e.variant) and _month(e.played_at).startswith(chosen)
    )
    return Season(game, game_choice.games(whole), chosen, choices, entries)


def _choices(entries: Sequence[MatchEntry]) -> Iterator[tuple[str, str]]:
    """All, this month, every year, the last first; none where that is no choice."""
    months = dict.fromkeys(_month(entry.played_at) for entry in entries)
    if len(months) < 2:
        return
    # NOTE: matches of any time, beside those of a month and of a year
    yield "", gettext("All time")
    if (this := _month(now())) in months:
        yield this, month(now())
    yield from ((year, year) for year in dict.fromkeys(one[:4] for one in months))


def _month(at: datetime) -> str:
    return f"{at.astimezone():%Y-%m}"
