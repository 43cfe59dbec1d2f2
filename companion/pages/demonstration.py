"""Play a recorded match to show how the companion works, and draw the first page's small table.

The match is of the same game as this phone's newest table. If no match of this game is recorded,
the page plays a match of another game, of the same land if possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, url_for
from htmx_flask import request

from companion import variants
from companion.board.ring import RingSeat
from companion.engine import records
from companion.engine.variant import Variant
from companion.pages import replay, tiles
from companion.pages.replay import ReplayPanel
from companion.retelling.replay import Replay
from companion.web.language import cached_per_language
from companion.words.people import People

SECONDS = 30  # that the demonstration takes
RECORDS = Path(__file__).parent / "demonstrations"

bp = Blueprint("demonstration", __name__)


@dataclass(frozen=True, slots=True)
class LiveSide:
    """A side at the small table that the first page shows (`LiveTable`).

    * `glyph`: the name of the symbol of the side.
    * `points`: the points of the side in each of the three frames.
    """

    name: str
    glyph: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LiveSeat:
    """A player at the small table that the first page shows (`LiveTable`).

    `pills` has a text for each of the three frames, for example a call. It is shown beside the
    name.
    """

    name: str
    at: str
    side: int
    glyph: str
    pills: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LiveTable:
    """The small table on the first page in three frames: a call, its answer, the hand is won.

    `worth` and `sentences` have a text for each frame: what the hand is worth, and what happens.
    """

    sides: tuple[LiveSide, ...]
    seats: tuple[LiveSeat, ...]
    worth: tuple[str, ...]
    sentences: tuple[str, ...]


@bp.get("/try")
def show_demonstration() -> Response:
    """Show the recorded match with the phones of its players.

    At the end of the match, the page offers to open a table.
    """
    own = tiles.own_game()
    played, names = demonstration_for(own)
    pace = SECONDS * 1000 // max(1, len(played.steps))
    plays = "at" not in request.args or request.args.get("play") == "1"
    opens = tiles.usual(own)
    return replay.show_replay(
        played, names, close=url_for("home.index"), pace=pace, plays=plays, opens=opens
    )


def demonstration_for(game: Variant) -> tuple[Replay, tuple[str, ...]]:
    """Return a recorded match for this game, and the names of its players.

    If no match of this game is recorded, return a match of another game of the same land. If no
    match of this land is recorded, return the match of the first game for English readers.
    """
    near = (other.id for other in variants.VARIANTS.values() if other.land == game.land)
    wanted = (game.id, *near, variants.first_for("en").id)
    return _read(next(name for name in wanted if _file(name).exists()))


def _file(name: str) -> Path:
    return RECORDS / f"{name}.truc"


@cache
def _read(name: str) -> tuple[Replay, tuple[str, ...]]:
    record = records.read(_file(name).read_text(encoding="utf-8"))[0]
    names = tuple(name.strip() for name in record.header("Players").split(","))
    return Replay.from_record(record), names


@cached_per_language(32)
def live_table(game: Variant) -> LiveTable:
    """Return the small table of the first page. It shows a match of this game if one is recorded.

    Otherwise it shows a match of another game (see `demonstration_for`).
    """
    played, names = demonstration_for(game)
    people = People(names, played.rules)
    frames = tuple(replay.panel_at(played, people, at) for at in _moments(played))
    return LiveTable(
        tuple(_sides(frames)),
        tuple(_seat(frames, place) for place in frames[0].ring.places),
        tuple(frame.score.worth for frame in frames),
        tuple(map(_sentence, frames)),
    )


def _moments(played: Replay) -> Iterator[int]:
    """Yield, for each of the three frames, how many taps were made before that frame.

    The frames show the first hand that begins with a call and a yes: after the call, after the yes,
    and after the last tap of the hand.
    """
    hands = iter(played.hands)
    before = 0
    hand = next(hands)
    while hand[1].tap.word != "yes":
        before += len(hand)
        hand = next(hands)
    yield from (before + 1, before + 2, before + len(hand))


def _sides(frames: tuple[ReplayPanel, ...]) -> Iterator[LiveSide]:
    for number, side in enumerate(frames[0].score.sides):
        points = tuple(frame.score.sides[number].figure for frame in frames)
        yield LiveSide(side.name, side.glyph, points)


def _seat(frames: tuple[ReplayPanel, ...], place: RingSeat) -> LiveSeat:
    pills: list[str] = []
    for frame in frames:
        pills.extend(seat.pill for seat in frame.ring.places if seat.seat == place.seat)
    return LiveSeat(place.name, place.at, place.side, place.glyph, tuple(pills))


def _sentence(frame: ReplayPanel) -> str:
    """Return the sentence below the small table in this frame: the open question, if there is one.

    If no question is open, return the last event with its points, or "" if nothing has happened.
    """
    if asked := frame.announcements.question:
        return f"{asked.title} {asked.who}"
    if not frame.announcements.news:
        return ""
    news = frame.announcements.news[0]
    return f"{news.text} {news.gain}".strip()
