"""Play a match back on the table's own page, step by step or automatically.

The answer to a request of htmx has only the replay with its styles and its script. So the first
page can show the replay inside itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate

from flask import Response, make_response, render_template
from htmx_flask import request

from companion import variants
from companion.board import announcements, history, keyboard, question, ring, score
from companion.board.announcements import Announcements
from companion.board.ring import Ring
from companion.board.score import Score
from companion.engine import MatchLog, legal
from companion.engine.core import Game
from companion.pages.tiles import Tile
from companion.retelling.position import ReplayPosition
from companion.retelling.replay import Replay
from companion.tables import LogRow, Viewer
from companion.web import root
from companion.web.forms import number
from companion.web.language import gettext
from companion.web.templates import tell_or_leave_out
from companion.words import games, sentences
from companion.words.people import People, glyph, many

WIDE = 13  # how many letters two keys beside each other have room for
_NEVER = datetime.min.replace(tzinfo=UTC)  # the time of each tap, because a record has no times


@dataclass(frozen=True, slots=True)
class ReplayPhone:
    """A phone that a demonstration shows beside the table.

    * `asked` is true if the player of the phone must answer.
    * `tapped` is the text of the last tap if it was made on this phone, else "".
    * `keys` are the labels of the keys on the phone.
    """

    side: int
    glyph: str
    name: str
    asked: bool
    tapped: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReplayPanel:
    """The parts of a table's page that a replay shows, as they are after the last tap of `log`."""

    log: MatchLog
    score: Score
    announcements: Announcements
    ring: Ring

    @property
    def game(self) -> Game:
        """Return the game after the last tap of `log`."""
        return self.log.game


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """The page of a replay: the table at one position of a match.

    If `plays` is true, the page goes on to the next tap after `pace` milliseconds. A demonstration
    has the `phones` of its players, and ends with the offer to open a table for the game `opens`.
    """

    title: str
    game: str
    many: bool
    panel: ReplayPanel
    place: ReplayPosition
    sentences: tuple[str, ...]
    plays: bool
    pace: int
    address: str
    close: str
    opens: Tile | None
    phones: tuple[ReplayPhone, ...]


def show_replay(
    played: Replay,
    names: tuple[str, ...],
    *,
    close: str,
    pace: int,
    plays: bool | None = None,
    opens: Tile | None = None,
) -> Response:
    """Show the table at the position that the address names. `close` is the address to go back to.

    If `plays` is true, the page goes on to the next tap after `pace` milliseconds. If `plays` is
    None, the address decides: `?play=1` means true.

    If `opens` is given, the replay is a demonstration: it shows the phones of the players, and
    offers at its end to open a table of this game.
    """
    people = People(names, played.rules)
    place = _position(played)
    panel = panel_at(played, people, place.at)
    if plays is None:
        plays = request.args.get("play") == "1"
    shown = ReplayPage(
        title=gettext("Replay"),
        game=games.name(played.rules.variant),
        many=many(played.rules),
        panel=panel,
        place=place,
        sentences=tuple(_sentences(played, people, panel.log, place)),
        plays=plays and place.at < place.taps,
        pace=pace,
        address=root.page_address(),
        close=close,
        opens=opens,
        phones=tuple(_phones(panel.log, people)) if opens else (),
    )
    template = "retelling/_replay.html" if request.htmx else "retelling/replay.html"
    return make_response(render_template(template, page=shown, inside=bool(request.htmx)))


def _position(played: Replay) -> ReplayPosition:
    """Return the position that the parameter `at` names.

    Return the start if the parameter is missing, and the end if the match has no such position.
    """
    ends = tuple(accumulate(map(len, played.hands))) or (0,)
    at = number(request.args.get("at", "0"), ends[-1] + 1)
    return ReplayPosition(ends[-1] if at is None else at, ends)


def panel_at(played: Replay, people: People, at: int) -> ReplayPanel:
    """Return the parts of the table's page after the first `at` taps of the match.

    They are shown as a phone that watches sees them.
    """
    log = MatchLog(played.start)
    rows: list[LogRow] = []
    for seq, step in enumerate(played.steps[:at], start=1):
        log = MatchLog(step.after, step.tap, past=log)
        rows.append(
            LogRow(
                seq=seq,
                tap=step.tap,
                at=_NEVER,
                device="",
                seat=step.tap.seat,
                phone="",
                score=step.after.score_text,
                events=step.after.events,
                question=step.before.hand.question,
            )
        )
    game = log.game
    variant = variants.get(played.rules.variant)
    offers = legal(game)
    viewer = Viewer("watch")
    news = tell_or_leave_out(history.news, log, tuple(rows), people, instead=())
    asked = question.open_question(game, offers, people)
    return ReplayPanel(
        log,
        score.own_side_first(score.score_board(game, offers, people, variant.count), 0, tap=False),
        announcements.announce(
            log, offers, people, rows=tuple(rows), news=news, lines=(), question=asked
        ),
        ring.ring_for(game, offers, people, viewer, variant.direction),
    )


def _sentences(
    played: Replay, people: People, log: MatchLog, place: ReplayPosition
) -> Iterator[str]:
    """Yield a sentence for each tap that was made in this hand so far.

    Before the first tap of the hand, yield the sentence about who deals and leads.
    """
    if place.at == place.back:
        yield history.who_begins(log, people)
    for step in played.steps[place.back : place.at]:
        yield sentences.done(step.tap, people, step.before.hand.question)


def _phones(log: MatchLog, people: People) -> Iterator[ReplayPhone]:
    """Yield each player's phone, with the tap just made on it and with its keys."""
    game = log.game
    tapped = history.tapped(log, people)
    offers = legal(game)
    by = log.tap.seat if log.tap else None
    for seat, _ in enumerate(people.names):
        viewer = Viewer("player", seat, may_tap=True)
        side = game.rules.account(seat)
        own = keyboard.lay_out_keys(game, offers, people, viewer)
        labels = tuple(key.label for key in (*own.calls, own.yes, own.no) if key)
        yield ReplayPhone(
            side,
            glyph(side),
            people.seat(seat),
            asked=game.hand.question is not None and seat in game.hand.question.answer,
            tapped=tapped if seat == by else "",
            keys=_fitting(labels[:2]),
        )


def _fitting(labels: tuple[str, ...]) -> tuple[str, ...]:
    """Return the labels if they fit beside each other, otherwise only the first label."""
    return labels if len("".join(labels)) <= WIDE else labels[:1]
