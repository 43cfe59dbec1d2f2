"""Make the lines of a match for a spreadsheet."""

from __future__ import annotations

import json

from companion.engine import Event
from companion.retelling.replay import Replay
from companion.retelling.score_sheet import HandScore, hand_scores


def hand_lines(replay: Replay) -> list[list[object]]:
    """Return a line for everything that changed the score.

    A line has the number of the hand, the side, its points and truts, the score after it by side,
    the reason, the call, and whether the hand was recorded. The lines are stored when a match is
    kept: replaying one match takes longer than reading a whole book.
    """
    lines = list[list[object]]()
    for entry in hand_scores(replay):
        lines.extend(_line(entry, event) for event in entry.why)
    return lines


def lines_text(replay: Replay) -> str:
    """Return the lines as one text, as they are stored."""
    return json.dumps(hand_lines(replay), separators=(",", ":"))


def _line(entry: HandScore, event: Event) -> list[object]:
    won = (event.side or 0, event.points or 0, event.truts)
    return [entry.hand, *won, list(entry.total.texts), event.why, event.word, entry.recorded]
