"""Return a match as a record (NOTATION.md), which `companion replay` plays to the same end."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from flask import Flask

from companion import variants
from companion.tables.match_state import Rows, State
from companion.tables.models import Match
from companion.tables.names import name_in_record
from companion.tables.states import state


def add_export(app: Flask, work: Callable[[str], str]) -> None:
    """Let an extension, such as the book, export its data under a name that is not a table's code.

    `work` returns the text for a name, "" if it does not know the name.
    """
    app.extensions.setdefault("exports", []).append(work)


def exported(app: Flask, name: str) -> str:
    """Return the text that an extension exports under a name, "" if no extension knows the name."""
    texts = (work(name) for work in app.extensions.get("exports", ()))
    return next((text for text in texts if text), "")


def to_record(match: Match) -> str:
    """Return the match as a record, undo and redo included.

    The headers come first, then one line for each hand with the score after it. If the present
    rules refuse a tap of the log, or give another score after it, the record begins after the last
    such tap.
    """
    now = state(match)
    return "\n".join([*_headers(match, now), "", *_lines(now.rows[now.restarted_at :]), ""])


def _headers(match: Match, now: State) -> Iterator[str]:
    headers = {
        "Variant": match.variant,
        "Seats": str(match.seats),
        "Players": ", ".join(map(name_in_record, now.names)),
        "Date": match.created_at.date().isoformat(),
        **_beginning(match, now),
        "Rules": _unusual(match),
    }
    return (f'[{name} "{text}"]' for name, text in headers.items() if text)


def _beginning(match: Match, now: State) -> dict[str, str]:
    if not now.restarted_at:
        return {"Dealer": str(match.dealer), "Score": match.score, "Games": match.games}
    log = now.log
    while log.past is not None:
        log = log.past
    games = "-".join(map(str, log.game.games))
    return {"Dealer": str(log.game.dealer), "Score": log.game.score_text, "Games": games}


def _unusual(match: Match) -> str:
    """Return the house rules of this match that differ from the defaults: `key=value key=value`."""
    usual = {option.key: option.default for option in variants.get(match.variant).options}
    unusual = []
    for key, value in match.house_rules.items():
        if usual.get(key) != value:
            unusual.append(f"{key}={value}")
    return " ".join(unusual)


def _lines(rows: Rows) -> Iterator[str]:
    hand: list[str] = []
    for row in rows:
        hand.append(str(row.tap))
        if any(event.kind == "hand" for event in row.events):
            yield f"{' '.join(hand)}  ; {row.result}"
            hand.clear()
    if hand:
        yield " ".join(hand)
