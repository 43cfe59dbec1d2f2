"""What a phone makes known without being looked at: a call that fills the screen, the score said aloud."""

from __future__ import annotations

from typing import NamedTuple

from companion.board import history
from companion.engine import Ask
from companion.engine.table_taps import FORMS
from companion.tables import LogRow, State
from companion.web.guests import Guest
from companion.words import labels
from companion.words.people import People, glyph
from companion.words.widths import room


class Shout(NamedTuple):
    """A call that was just made: the word, who said it and to whom. `fills` the screen, `shakes` the phone."""

    call: str
    by: str
    to: str
    side: int
    glyph: str
    fills: bool
    shakes: bool

    @property
    def wide(self) -> int:
        """How much room the word wants."""
        return room(self.call)


def shout(state: State, people: People, guest: Guest) -> Shout | None:
    """The call, if it was the last tap and is open, on a phone of somebody it was made against, and on a wall."""
    ask, wall = state.line.game.hand.ask, guest.view == "tv"
    if (
        ask is None
        or ask.by is None
        or not (guest.shout or guest.buzz or wall)
        or not _just_called(state.rows, ask)
    ):
        return None
    side, seat = people.rules.side(ask.by), guest.viewer.seat
    if not wall and (seat is None or people.rules.side(seat) == side):
        return None
    call, brief = labels.shouted(people.words.word(ask.word).full), people.brief
    by, to = brief.seat(ask.by), brief.seats(ask.answer)
    return Shout(call, by, to, side, glyph(side), guest.shout or wall, guest.buzz)


def score(state: State, people: People) -> str:
    """What happened and the score, for a voice: after a tap that changed it or was the table's own; else empty."""
    if not state.rows or not _worth_saying(state.rows):
        return ""
    game = state.line.game
    told = history.news(state.line, state.rows, people)
    reasons = (
        f"{news.text}, {news.gain}" if news.gain else news.text.removesuffix(".") for news in told
    )
    marks = (
        zip(game.truts, game.score, strict=True)
        if game.truts
        else ((points,) for points in game.score)
    )
    scores = (f"{people.side(side)} {', '.join(map(str, mark))}" for side, mark in enumerate(marks))
    return ". ".join((*reasons, *scores)) + "."


def _just_called(rows: tuple[LogRow, ...], ask: Ask) -> bool:
    last = rows[-1] if rows else None
    return (
        last is not None and not last.about and (last.tap.word, last.tap.seat) == (ask.word, ask.by)
    )


def _worth_saying(rows: tuple[LogRow, ...]) -> bool:
    last = rows[-1]
    if last.tap.word in FORMS:
        return True
    taken_back = bool(last.about) and last.score != rows[-2].score
    return taken_back or any(event.kind == "points" for event in last.events)
