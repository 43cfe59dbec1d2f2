"""Show the style page to anyone who works on the looks: components, and many states of a table.

The page exists only if the setting STYLE_PAGE is on (COMPANION_STYLE=1). A state is a game and its
taps. It is drawn by the templates and view-models of the real pages, without a database and
without scripts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Literal

from flask import Blueprint, abort, current_app, render_template

from companion import tables, variants
from companion.engine import MatchLog, Tap, legal, parse, start
from companion.engine.records import house
from companion.pages import table
from companion.tables import LogRow, Match, Member, Request, State, Viewer
from companion.tables.match_state import Rows, phone_label, with_more_rows
from companion.tables.models import now
from companion.web import device
from companion.web.guests import IN_HAND, Guest

NAMES = ("Anna", "Biel", "Carme", "Pep", "Elna", "Ferran", "Gemma", "Hug")
EVENING = datetime(2026, 1, 30, 21, 14, tzinfo=UTC)
HOST = Viewer("player", None, may_tap=True, host="full")
FRIEND = Viewer("watch")
GUEST = Viewer("player")

bp = Blueprint("gallery", __name__, url_prefix="/style")


@dataclass(frozen=True, slots=True)
class GalleryState:
    """A state of a table's page: a game, its taps, and who looks at it.

    `seen_by` is the seat or the viewer that looks at the page. `learn` is the setting that decides
    whether the phone explains the game. `asks` is what another phone asks for: to become host, or
    to get a seat. `agreed` are the sides that have said that the result is right.
    """

    name: str
    variant: str
    taps: str = ""
    seen_by: int | Viewer = 0
    seats: int | None = None
    score: str = ""
    games: str = ""
    rules: str = ""
    dealer: int = 0
    notice: str = ""
    locked: bool = False
    agreed: tuple[int, ...] = ()
    lost_seat: int | None = None
    names: tuple[str, ...] = ()
    asks: Literal["", "host", "seat"] = ""
    learn: Literal["", "on", "ask"] = ""

    @property
    def viewer(self) -> Viewer:
        """Return who sees the table in this state."""
        if isinstance(self.seen_by, Viewer):
            return self.seen_by
        return Viewer("player", self.seen_by, may_tap=True)


def first_call(name: str) -> GalleryState:
    """Return the state of the game `name` after its first call, as a host without a seat sees it.

    The style page shows this state for a game that is not in CHOSEN.
    """
    offers = legal(start(variants.get(name).rules()))
    taps = next((str(offer.tap) for offer in offers if offer.group == "call"), "")
    return GalleryState(name, name, taps, seen_by=HOST)


# A game from 3-6 to its end, with enough hands for a course of the score.
LAST_HANDS = "hand@1 hand@0 hand@1 truc@1 yes@2 hand@1 hand@1 yes@1 hand@1"
NAMES_TO_FIT = ("مُحَمَّد", "W" * 24, "María del Carmen Ruiz", "龍之介")
CHOSEN = (
    GalleryState("first-tap", "catalan"),
    GalleryState("table-phone", "catalan", seen_by=HOST),
    GalleryState("watching", "catalan", "truc@1 yes@2 won@3", seen_by=FRIEND),
    GalleryState("seat-lost", "catalan", "truc@1", seen_by=GUEST, lost_seat=2),
    GalleryState("my-answer", "catalan", "won@1 truc@1", seen_by=2, score="4-6"),
    GalleryState("their-answer", "catalan", "won@1 truc@1", seen_by=0, score="4-6"),
    GalleryState("both-answers", "catalan", "truc@1 retruc@2", seen_by=HOST, score="9-8"),
    GalleryState("met", "catalan", "truc@1 yes@2 won@3", seen_by=2),
    GalleryState("refused", "catalan", "truc@1 no@2", seen_by=1, agreed=(0,)),
    GalleryState("tied-trick", "catalan", "tied won@1", seen_by=1),
    GalleryState("eleven-mine", "catalan", seen_by=0, score="11-9"),
    GalleryState("eleven-theirs", "catalan", seen_by=1, score="11-9"),
    GalleryState("silent-hand", "catalan", seen_by=0, score="11-11"),
    GalleryState("one-card", "catalan", "one@0", seen_by=1),
    GalleryState("undone", "catalan", "truc@1 no@2 undo", seen_by=1),
    GalleryState(
        "quicker", "catalan", "truc@1", seen_by=0, notice="Biel was quicker: Biel called truc."
    ),
    GalleryState("closed", "catalan", seen_by=HOST, locked=True),
    GalleryState("game-won", "catalan", "truc@1 yes@2 hand@2", seen_by=0, score="10-4"),
    GalleryState(
        "match-lost", "catalan", LAST_HANDS, score="3-6", games="1-1", rules="best_of=3"
    ),
    GalleryState("match-won", "catalan", LAST_HANDS, seen_by=1, score="3-6"),
    GalleryState("long-names", "catalan", "truc@1", seen_by=2, names=NAMES_TO_FIT),
    GalleryState("two-players", "catalan", "truc@1", seen_by=0, seats=2),
    GalleryState("mon-reste", "french", seen_by=0, score="8-3"),
    GalleryState("cube", "doubling", "double@1", seen_by=2, score="5-7"),
    GalleryState("free-raise", "french-free", seen_by=1),
    GalleryState("petits-longs", "trut", "trut@1", seen_by=0, score="3/1-5/1"),
    GalleryState("duel", "trut-gatine", "trut@1 no@2 no@0", seen_by=HOST),
    GalleryState("deux-sevres", "trut-deux-sevres", seen_by=0),
    GalleryState("put", "put", "put@1", seen_by=0),
    GalleryState("six-players", "put-many", "put@1", seen_by=HOST, seats=6),
    GalleryState("eight-players", "put-many", seen_by=HOST, seats=8),
    GalleryState("captain", "north-catalan", "truc@4", seen_by=1),
    GalleryState("burn", "mineiro", seen_by=1),
    GalleryState("vira", "paulista", seen_by=HOST),
    GalleryState("envido-first", "argentine", "envido@3", seen_by=0, score="13-12"),
    GalleryState("truco-waits", "argentine", "truco@1 envido@0", seen_by=1),
    GalleryState("shared-envido", "argentine", seen_by=HOST),
    GalleryState("shared-second-trick", "argentine", "won@2", seen_by=HOST),
    GalleryState("numbers", "argentine", "envido@3 yes@0", seen_by=1),
    GalleryState("numbers-host", "argentine", "envido@3 yes@0", seen_by=HOST),
    GalleryState(
        "not-shown",
        "argentine",
        "envido@3 yes@0 best@3 hand@0",
        seen_by=1,
        score="13-12",
        rules="envido_shown=must_show",
    ),
    GalleryState("three-players", "argentine", "truco@1", seen_by=0, score="12-9-14", seats=3),
    GalleryState("three-at-one", "argentine", "won@2", seen_by=HOST, score="12-9-14", seats=3),
    GalleryState("flor", "argentine", "flor@1", seen_by=2, rules="flor=on"),
    GalleryState("muestra", "uruguayan", seen_by=HOST),
    GalleryState("stones", "valencian", "envit@1", seen_by=0, score="11-20"),
    GalleryState("arriba-o-abajo", "arriba-o-abajo", seen_by=0, score="29-26"),
    GalleryState("falta", "venezuelan", "falta-envido@3", seen_by=0, score="20-17"),
)  # fmt: skip
NOT_CHOSEN = sorted({*variants.VARIANTS} - {shown.variant for shown in CHOSEN})
STATES = (*CHOSEN, *map(first_call, NOT_CHOSEN))
LONG_NAME = ("Anna", "W" * 24, "Carme", "Pep")
# Biel's phone asks to become host, or for the seat of the phone that shows the state.
ASKED = (
    GalleryState("host-is-asked", "catalan", "truc@1", seen_by=HOST, asks="host"),
    GalleryState("another-asks", "catalan", "truc@1", seen_by=2, asks="host"),
    GalleryState("seat-is-asked-for", "catalan", "truc@1", seen_by=2, asks="seat", names=LONG_NAME),
)
BY_NAME = {shown.name: shown for shown in (*STATES, *ASKED)}


@bp.before_request
def only_where_asked_for() -> None:
    """Answer 404 if the setting STYLE_PAGE is off."""
    if not current_app.config["STYLE_PAGE"]:
        abort(404)


@bp.get("")
def list_states() -> str:
    """Show the style page: the components of pages, and a link to each state of the gallery."""
    return render_template("gallery/index.html", states=BY_NAME.values())


@bp.get("/<name>", defaults={"view": IN_HAND})
@bp.get("/<name>/<any(flat, tv):view>")
def show_state(name: str, view: str) -> str:
    """Show the table page in one state, as a player's phone, a flat phone or a television shows it.

    The page has no scripts, so it does not change.
    """
    if name not in BY_NAME:
        abort(404)
    return drawn(BY_NAME[name], view)


def drawn(shown: GalleryState, view: str = IN_HAND) -> str:
    """Return the page of that state as HTML. A television shows the page of a watching phone."""
    viewer = FRIEND if view == "tv" else shown.viewer
    phone = device.public_phone_id(f"seat {viewer.seat}")
    seated = viewer._replace(lost_seat=shown.lost_seat)
    guest = Guest(seated, view=view, phone=phone, learn=shown.learn)
    page = table.table_page(build_state(shown), guest, shown.notice)
    return render_template("gallery/state.html", page=page, panel=page.panel)


def build_state(shown: GalleryState) -> State:
    """Return the state that `shown` describes. Its match is not in the database."""
    game = variants.get(shown.variant)
    rules = game.rules(shown.seats, dict(house(shown.rules)))
    names = shown.names or NAMES[: rules.seats]
    beginning = MatchLog(start(rules, shown.dealer, shown.score, shown.games))
    log, rows = _played(beginning, shown.taps, names)
    match = Match(
        id=1,
        code="K7NQ4XMPT9RW",
        # These open nothing: the match is in no database.
        **dict.fromkeys(("join_token", "watch_token", "tv_token"), "style"),
        variant=shown.variant,
        seats=rules.seats,
        house=" ".join(f"{key}={value}" for key, value in rules.house),
        locked=shown.locked,
    )
    last = next(tables.hand_ends(rows), None)
    agreed: frozenset[tuple[int, int]] = frozenset()
    if last is not None:
        agreed = frozenset((last, side) for side in shown.agreed)
    phones: dict[str, Member] = {}
    if shown.viewer.seat is not None and not log.game.over:
        phones = {f"seat {seat}": _phone(seat) for seat in range(rules.seats)}
    asked = _requests(shown, names)
    return State(match, len(rows), 0, phones, log, names, rows, agreed, requests=asked)


def _requests(shown: GalleryState, names: tuple[str, ...]) -> tuple[Request, ...]:
    """Return the request that the phone of seat 1 made a moment ago, () if it made none."""
    asked = Request(
        number=1,
        device="seat 1",
        name=names[1],
        asked_at=now(),
        asked_after=0,
        outcome="open",
    )
    if shown.asks == "host":
        asked.kind = "host"
        asked.seat = 1
        asked.holder = ""
    elif shown.asks == "seat":
        asked.kind = "seat"
        asked.seat = shown.viewer.seat
        asked.holder = f"seat {shown.viewer.seat}"
    return (asked,) if shown.asks else ()


def _phone(seat: int) -> Member:
    return Member(match_id=1, device=f"seat {seat}", role="player", seat=seat, host="")


def _played(log: MatchLog, taps: str, names: tuple[str, ...]) -> tuple[MatchLog, Rows]:
    rows: Rows = ()
    for seq, text in enumerate(taps.split(), start=1):
        tap = parse(text)
        question = log.game.hand.question
        log = log.play(tap)
        rows = with_more_rows(rows, (replace(_row(seq, tap, log, names), question=question),))
    return log, rows


def _row(seq: int, tap: Tap, log: MatchLog, names: tuple[str, ...]) -> LogRow:
    at = EVENING + seq * timedelta(seconds=40)
    game = log.game
    name = phone_label(tap.seat, names)
    return LogRow(seq, tap, at, "style", tap.seat, name, game.score_text, game.events)
