"""A match played back on the table's own page, step by step or by itself; and one to try on the first page.

For htmx, as on the first page, only the replay itself, with the styles and the script it needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import accumulate
from pathlib import Path

from flask import Blueprint, Response, make_response, render_template, url_for
from htmx_flask import request

from companion import variants
from companion.board import history, keyboard, question, ring, score, told
from companion.board.ring import Ring
from companion.board.score import Score
from companion.board.told import Told
from companion.engine import MatchLog, legal, records
from companion.engine.core import Game
from companion.retelling.played import Played, of_record
from companion.retelling.position import ReplayPosition
from companion.tables import LogRow, Viewer
from companion.web import root
from companion.web.forms import number
from companion.web.language import gettext
from companion.words import games, sentences
from companion.words.people import People, glyph, many

SECONDS = 30  # that the demonstration takes
_NEVER = datetime.min.replace(tzinfo=UTC)  # a record does not say when
TRY = Path(__file__).parent / "try.truc"

bp = Blueprint("replay", __name__)


@dataclass(frozen=True, slots=True)
class ReplayPhone:
    """A phone beside the table: whose it is, what it says, and the keys it offers."""

    side: int
    glyph: str
    name: str
    asked: bool
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReplayPanel:
    """The parts of a table's page."""

    game: Game
    score: Score
    told: Told
    ring: Ring


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """The table at some place of a match. Where it `plays`, the next tap follows after `pace` milliseconds."""

    title: str
    game: str
    many: bool
    seen: ReplayPanel
    place: ReplayPosition
    told: tuple[str, ...]
    plays: bool
    pace: int
    address: str
    close: str
    phones: tuple[ReplayPhone, ...]


@bp.get("/try")
def demonstration() -> Response:
    """A recorded match, with the four phones of its players beside it."""
    played, names = _tried()
    pace = SECONDS * 1000 // max(1, len(played.steps))
    plays = "at" not in request.args or request.args.get("play") == "1"
    return page(played, names, close=url_for("home.index"), pace=pace, plays=plays, phones=True)


@lru_cache(maxsize=1)
def _tried() -> tuple[Played, tuple[str, ...]]:
    record = records.read(TRY.read_text(encoding="utf-8"))[0]
    return of_record(record), tuple(name.strip() for name in record.header("Players").split(","))


def page(
    played: Played,
    names: tuple[str, ...],
    *,
    close: str,
    pace: int,
    plays: bool | None = None,
    phones: bool = False,
) -> Response:
    """The table at some place of a match, as the address says; whoever `close`s it is led there."""
    people, place = People(names, played.rules), _position(played)
    seen = seen_at(played, people, place.at)
    wants = request.args.get("play") == "1" if plays is None else plays
    shown = ReplayPage(
        title=gettext("Replay"),
        game=games.name(played.rules.variant),
        many=many(played.rules),
        seen=seen,
        place=place,
        told=tuple(_told(played, people, place)),
        plays=wants and place.at < place.taps,
        pace=pace,
        address=root.page_address(),
        close=close,
        phones=tuple(_phones(seen.game, people)) if phones else (),
    )
    template = "retelling/_replay.html" if request.htmx else "retelling/replay.html"
    return make_response(render_template(template, page=shown, inside=bool(request.htmx)))


def _position(played: Played) -> ReplayPosition:
    """The position the address asks for, else the end."""
    ends = tuple(accumulate(map(len, played.hands))) or (0,)
    at = number(request.args.get("at", "0"), ends[-1] + 1)
    return ReplayPosition(ends[-1] if at is None else at, ends)


def seen_at(played: Played, people: People, at: int) -> ReplayPanel:
    """The table's own page after so many taps, as somebody sees it who only looks on."""
    line, rows = MatchLog(played.start), []
    for seq, step in enumerate(played.steps[:at], start=1):
        line = MatchLog(step.after, step.act, past=line)
        shown = step.after.score_text, step.after.events
        rows.append(LogRow(seq, step.act, _NEVER, "", step.act.seat, "", *shown, ask=step.before.hand.ask))
    game, variant = line.game, variants.get(played.rules.variant)
    offers, viewer = legal(game), Viewer("watch")
    news = history.news(line, tuple(rows), people)
    asked = question.build(game, offers, people)
    return ReplayPanel(
        game,
        score.seen_by(score.build(game, offers, people, variant.count), 0, tap=False),
        told.build(line, offers, people, rows=tuple(rows), news=news, lines=(), question=asked),
        ring.build(game, offers, people, viewer, variant.direction),
    )


def _told(played: Played, people: People, place: ReplayPosition) -> Iterator[str]:
    """What was done in this hand so far, as sentences; just after a hand, what was done in it."""
    for step in played.steps[place.back : place.at]:
        yield sentences.done(step.act, people, step.before.hand.ask)


def _phones(game: Game, people: People) -> Iterator[ReplayPhone]:
    """What each player's phone offers now."""
    offers = legal(game)
    for seat, _ in enumerate(people.names):
        viewer, side = Viewer("player", seat, tap=True), game.rules.side(seat)
        own = keyboard.build(game, offers, people, viewer)
        asked = game.hand.ask is not None and seat in game.hand.ask.answer
        yield ReplayPhone(
            side,
            glyph(side),
            people.name(seat),
            asked,
            tuple(key.label for key in (*own.calls, own.yes, own.no) if key)[:2],
        )
