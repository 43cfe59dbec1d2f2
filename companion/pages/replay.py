"""A match played back on the table's own page, step by step or by itself.

For htmx, as on the first page, only the replay itself, with the styles and the script it needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate

from flask import Response, make_response, render_template
from htmx_flask import request

from companion import variants
from companion.board import history, keyboard, question, ring, score, told
from companion.board.ring import Ring
from companion.board.score import Score
from companion.board.told import Told
from companion.engine import MatchLog, legal
from companion.engine.core import Game
from companion.pages.tiles import Tile
from companion.retelling.played import Played
from companion.retelling.position import ReplayPosition
from companion.retelling.telling import tell_or_leave_out
from companion.tables import LogRow, Viewer
from companion.web import root
from companion.web.forms import number
from companion.web.language import gettext
from companion.words import games, sentences
from companion.words.people import People, glyph, many

WIDE = 13  # letters on the keys of a small phone
_NEVER = datetime.min.replace(tzinfo=UTC)  # a record does not say when


@dataclass(frozen=True, slots=True)
class ReplayPhone:
    """A phone beside the table: whose it is, what was tapped for its player just now, and the keys it offers."""

    side: int
    glyph: str
    name: str
    asked: bool
    tapped: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReplayPanel:
    """The parts of a table's page after the last tap of this line."""

    line: MatchLog
    score: Score
    told: Told
    ring: Ring

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.line.game


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """The table at some place of a match. Where it `plays`, the next tap follows after `pace` milliseconds.

    `opens` is the game that a table may be opened for at its end; such a demonstration has the phones of the players.
    """

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
    opens: Tile | None
    phones: tuple[ReplayPhone, ...]


def page(
    played: Played,
    names: tuple[str, ...],
    *,
    close: str,
    pace: int,
    plays: bool | None = None,
    opens: Tile | None = None,
) -> Response:
    """The table at some place of a match, as the address says; whoever `close`s it is led there.

    With `opens` it is a demonstration: with the phones of the players, and a table of that game to open at its end.
    """
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
        opens=opens,
        phones=tuple(_phones(seen.line, people)) if opens else (),
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
        rows.append(
            LogRow(seq, step.act, _NEVER, "", step.act.seat, "", *shown, ask=step.before.hand.ask)
        )
    game, variant = line.game, variants.get(played.rules.variant)
    offers, viewer = legal(game), Viewer("watch")
    news = tell_or_leave_out(history.news, line, tuple(rows), people, instead=())
    asked = question.build(game, offers, people)
    return ReplayPanel(
        line,
        score.seen_by(score.build(game, offers, people, variant.count), 0, tap=False),
        told.build(line, offers, people, rows=tuple(rows), news=news, lines=(), question=asked),
        ring.build(game, offers, people, viewer, variant.direction),
    )


def _told(played: Played, people: People, place: ReplayPosition) -> Iterator[str]:
    """What was done in this hand so far, as sentences; just after a hand, what was done in it."""
    for step in played.steps[place.back : place.at]:
        yield sentences.done(step.act, people, step.before.hand.ask)


def _phones(line: MatchLog, people: People) -> Iterator[ReplayPhone]:
    """What was tapped for each player, and what his phone offers now."""
    game, tapped = line.game, history.undo_key(line, people)
    offers, by = legal(game), line.act.seat if line.act else None
    for seat, _ in enumerate(people.names):
        viewer, side = Viewer("player", seat, tap=True), game.rules.side(seat)
        own = keyboard.build(game, offers, people, viewer)
        asked = game.hand.ask is not None and seat in game.hand.ask.answer
        yield ReplayPhone(
            side,
            glyph(side),
            people.name(seat),
            asked,
            tapped if seat == by else "",
            _fitting(tuple(key.label for key in (*own.calls, own.yes, own.no) if key)[:2]),
        )


def _fitting(labels: tuple[str, ...]) -> tuple[str, ...]:
    """Those that fit beside each other, at least the first."""
    return labels if len("".join(labels)) <= WIDE else labels[:1]
