"""Write the lines of a match for the spreadsheet of its book."""

from __future__ import annotations

import json
from collections.abc import Iterator

from companion.retelling.replay import Replay
from companion.retelling.score_sheet import (
    ScoreChange,
    ScoreLine,
    beginnings,
    score_lines,
)

START = "start"  # why an account changed: it had something when the game began
WIPED_OUT = "wiped out"  # why points are gone: another account got a trut
NOT_FINISHED = "not finished"  # why points are gone: they were won in a round that was not finished


def hand_lines(replay: Replay) -> list[list[object]]:
    """Return a line for every change of an account. The lines of a game add up to its score.

    The lines are stored when a match is kept: replaying one match takes longer than reading a whole
    book. A line has, in this order:

    * the number of the game;
    * the number of the hand, "" for a start score and for a correction;
    * the account, and the points and truts that it got;
    * the score of each account after that;
    * the reason, the word of the call, and whether the hand was recorded.
    """
    lines = list[list[object]]()
    played = score_lines(replay)
    for game, began in enumerate(beginnings(replay), start=1):
        for account, amount in enumerate(began.amounts):
            if amount != (0, 0):
                had = (account, amount.points, amount.truts)
                lines.append([game, "", *had, list(began.texts), START, "", False])
        for line in played:
            if line.game == game:
                lines.extend(_of_line(line))
    return lines


def lines_text(replay: Replay) -> str:
    """Return the lines of `hand_lines` as JSON, as a book stores them."""
    return json.dumps(hand_lines(replay), separators=(",", ":"))


def _of_line(line: ScoreLine) -> Iterator[list[object]]:
    is_correction = line.kind == "correction"
    hand = "" if is_correction else line.hand
    recorded = line.recorded and not is_correction
    for change in line.changes:
        for account, gained in enumerate(change.gained):
            if gained != (0, 0):
                why = _why(change, account)
                got = (account, gained.points, gained.truts)
                yield [line.game, hand, *got, list(change.total.texts), *why, recorded]


def _why(change: ScoreChange, account: int) -> tuple[str, str]:
    """Return the reason of a change of this account, and the call: `("refused", "truc")`."""
    event = change.event
    if event is None:
        return NOT_FINISHED, ""
    lost = change.gained[account] < (0, 0)
    if lost and account != event.side:
        return WIPED_OUT, event.word
    return event.why, event.word
