"""A match played back on the table's own page, step by step or by itself; and one to try on the first page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, make_response, render_template, request, url_for

from companion import book, variants
from companion.board import history, keyboard, question, ring, score, told
from companion.board.ring import Ring
from companion.board.score import Score
from companion.board.told import Told
from companion.book.played import Played, of_record
from companion.engine import Line, legal, records
from companion.engine.core import Game
from companion.pages.matches import match_at
from companion.tables import Row
from companion.web.forms import number
from companion.web.guests import Viewer
from companion.web.language import gettext
from companion.words import games, sentences
from companion.words.people import People, glyph, many
from companion.words.persons import somebody

SECONDS = 30  # that the demonstration takes
PACE = 1500  # milliseconds between two taps of a match that plays itself
_NEVER = datetime.min.replace(tzinfo=UTC)  # a record does not say when
TRY = Path(__file__).parent / "try.truc"

bp = Blueprint("replay", __name__)


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone beside the table: whose it is, what it says, and the keys it offers."""

    side: int
    glyph: str
    name: str
    asked: bool
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """The parts of a table's page."""

    game: Game
    score: Score
    told: Told
    ring: Ring


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """The table after `at` of `taps` taps. Where `plays`, the next one follows after `pace` milliseconds.

    `before`, `after`, `back` and `on` are the taps to go to: one back, one on, a hand back, a hand on.
    """

    title: str
    game: str
    many: bool
    seen: Seen
    at: int
    taps: int
    hand: int
    hands: tuple[tuple[int, int], ...]
    before: int
    after: int
    back: int
    on: int
    told: tuple[str, ...]
    plays: bool
    pace: int
    address: str
    close: str
    phones: tuple[Phone, ...]


@bp.get("/m/<token>/replay")
def show(token: str) -> Response:
    """A match of a book."""
    found, kept = match_at(token)
    played = book.played_of(kept)
    seated = book.names_of(kept, book.people(found), somebody())
    close = url_for("matches.show", token=token)
    if played is None:
        return make_response(render_template("books/unplayable.html", close=close), 410)
    return _page(played, seated, close=close, pace=PACE)


@bp.get("/try")
def demonstration() -> Response:
    """A recorded match, with the four phones of its players beside it."""
    played, names = _tried()
    pace = SECONDS * 1000 // max(1, len(played.steps))
    plays = "at" not in request.args or request.args.get("play") == "1"
    return _page(played, names, close=url_for("home.index"), pace=pace, plays=plays, phones=True)


@lru_cache(maxsize=1)
def _tried() -> tuple[Played, tuple[str, ...]]:
    record = records.read(TRY.read_text(encoding="utf-8"))[0]
    return of_record(record), tuple(name.strip() for name in record.header("Players").split(","))


def _page(
    played: Played,
    names: tuple[str, ...],
    *,
    close: str,
    pace: int,
    plays: bool | None = None,
    phones: bool = False,
) -> Response:
    taps = len(played.steps)
    asked = number(request.args.get("at", "0"), taps + 1)
    at = taps if asked is None else asked
    people, ends = People(names, played.rules), _ends(played)
    seen = seen_at(played, people, at)
    wants = request.args.get("play") == "1" if plays is None else plays
    page = ReplayPage(
        title=gettext("Replay"),
        game=games.name(played.rules.variant),
        many=many(played.rules),
        seen=seen,
        at=at,
        taps=taps,
        hand=1 + sum(end <= at for end in ends[:-1]),
        hands=tuple(enumerate((0, *ends[:-1]), start=1)),
        before=max(0, at - 1),
        after=min(taps, at + 1),
        back=max((end for end in (0, *ends) if end < at), default=0),
        on=min((end for end in ends if end > at), default=taps),
        told=tuple(_told(played, people, at, ends)),
        plays=wants and at < taps,
        pace=pace,
        address=request.path,
        close=close,
        phones=tuple(_phones(seen.game, people)) if phones else (),
    )
    return make_response(render_template("books/replay.html", page=page))


def seen_at(played: Played, people: People, at: int) -> Seen:
    """The table's own page after so many taps, as somebody sees it who only looks on."""
    line, rows = Line(played.start), []
    for seq, step in enumerate(played.steps[:at], start=1):
        line = Line(step.after, step.act, past=line)
        rows.append(Row(seq, step.act, _NEVER, "", step.act.seat, "", step.after.score_text, step.after.events))
    game, variant = line.game, variants.get(played.rules.variant)
    offers, viewer = legal(game), Viewer("watch")
    news = history.news(line, tuple(rows), people)
    asked = question.build(game, offers, people)
    return Seen(
        game,
        score.seen_by(score.build(game, offers, people, tuple(rows), variant.count), game, viewer),
        told.build(game, offers, people, news=news, question=asked, notice="", shout=None),
        ring.build(game, offers, people, viewer, variant.direction),
    )


def _ends(played: Played) -> tuple[int, ...]:
    """The taps that ended each hand, by their number; the last tap of all ends the last one."""
    ends, tap = [], 0
    for hand in played.hands:
        tap += len(hand)
        ends.append(tap)
    return tuple(ends) or (0,)


def _told(played: Played, people: People, at: int, ends: tuple[int, ...]) -> Iterator[str]:
    """What was done in this hand so far, as sentences; just after a hand, what was done in it."""
    begun = max((end for end in (0, *ends) if end < at), default=0)
    for step in played.steps[begun:at]:
        yield sentences.done(step.act, people, step.before.hand.ask)


def _phones(game: Game, people: People) -> Iterator[Phone]:
    """What each player's phone offers now."""
    offers = legal(game)
    for seat, _ in enumerate(people.names):
        viewer, side = Viewer("player", seat, tap=True), game.rules.side(seat)
        own = keyboard.build(game, offers, people, viewer)
        asked = game.hand.ask is not None and seat in game.hand.ask.answer
        yield Phone(
            side,
            glyph(side),
            people.name(seat),
            asked,
            tuple(key.label for key in (*own.calls, own.yes, own.no) if key)[:3],
        )
