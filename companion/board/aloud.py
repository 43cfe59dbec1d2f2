"""What a phone makes known without being looked at: a call that fills the screen, the score said aloud."""

from __future__ import annotations

from typing import NamedTuple

from companion.board import history
from companion.engine import Ask
from companion.engine.standing import FORMS
from companion.tables import Row, State
from companion.web.guests import Viewer
from companion.words import labels
from companion.words.people import People, glyph


class Shout(NamedTuple):
    """A call the other side has just made: the word and who said it. `fills` the screen, `shakes` the phone."""

    call: str
    by: str
    side: int
    glyph: str
    fills: bool
    shakes: bool


def shout(state: State, people: People, viewer: Viewer, *, fills: bool, shakes: bool) -> Shout | None:
    """The call, if it was the last tap and is open, on a phone of somebody it was made against."""
    ask = state.line.game.hand.ask
    if ask is None or ask.by is None or not (fills or shakes) or not _just_called(state.rows, ask):
        return None
    side = people.rules.side(ask.by)
    if viewer.seat is None or people.rules.side(viewer.seat) == side:
        return None
    return Shout(
        labels.shouted(people.words.word(ask.word).full), people.seat(ask.by), side, glyph(side), fills, shakes
    )


def score(state: State, people: People) -> str:
    """What happened and the score, for a voice: after a tap that changed it or was the table's own; else empty."""
    if not state.rows or not _worth_saying(state.rows):
        return ""
    game = state.line.game
    told = history.news(state.line, state.rows, people)
    reasons = (f"{news.text}, {news.gain}" if news.gain else news.text.removesuffix(".") for news in told)
    marks = zip(game.truts, game.score, strict=True) if game.truts else ((points,) for points in game.score)
    scores = (f"{people.side(side)} {', '.join(map(str, mark))}" for side, mark in enumerate(marks))
    return ". ".join((*reasons, *scores)) + "."


def _just_called(rows: tuple[Row, ...], ask: Ask) -> bool:
    last = rows[-1] if rows else None
    return last is not None and not last.about and (last.tap.word, last.tap.seat) == (ask.word, ask.by)


def _worth_saying(rows: tuple[Row, ...]) -> bool:
    last = rows[-1]
    if last.tap.word in FORMS:
        return True
    taken_back = bool(last.about) and last.score != rows[-2].score
    return taken_back or any(event.kind == "points" for event in last.events)
