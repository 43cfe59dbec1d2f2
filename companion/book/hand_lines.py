"""The lines of a match for a spreadsheet."""

from __future__ import annotations

import json

from companion.engine import Event
from companion.retelling.played import Played
from companion.retelling.score_sheet import HandScore, paper


def hand_lines(played: Played) -> list[list[object]]:
    """By hand: its number, side, points, truts, the score after it by side, why, call, whether it was recorded.

    Written when a match is kept: to play it again would take longer than to read all of its book.
    """
    return [_line(entry, event) for entry in paper(played) for event in entry.why]


def lines_text(played: Played) -> str:
    """The lines as one text, as they are stored."""
    return json.dumps(hand_lines(played), separators=(",", ":"))


def _line(entry: HandScore, event: Event) -> list[object]:
    won = event.side or 0, event.points or 0, event.truts
    return [entry.hand, *won, list(entry.total.texts), event.why, event.word, entry.recorded]
