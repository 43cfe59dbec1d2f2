"""The table page as one value: what a viewer sees of a table as it stands. Templates print it and know no rule.

Each part of the page has a value of its own, and its template is handed that value alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from companion import tables, variants
from companion.board import agreement, aloud, dock, flat, history, keyboard, question, ring, score, told
from companion.board.dock import Dock
from companion.board.flat import End
from companion.board.history import Log
from companion.board.keys import Row
from companion.board.ring import Ring
from companion.board.score import Score
from companion.board.told import Told
from companion.engine import Offer, legal
from companion.engine.variant import Count, Variant
from companion.tables import State
from companion.web.guests import IN_HAND, Guest, Viewer
from companion.web.once import once
from companion.words.people import People

NOBODY = Viewer("watch")
VIEWS = (IN_HAND, "flat", "tv")  # each with a part of that name that prints it


class Facts(NamedTuple):
    """What the page carries for scripts and other programs.

    `match` is a name that stays when the code is replaced. `stamp` names what is on the screen (`version.revision`).
    `between`: nothing has been tapped yet in this hand. `say` is for the phone's voice. `moved`: another table
    follows this one.
    """

    view: str
    match: str
    code: str
    version: int
    stamp: str
    score: str
    stake: str
    dealer: int
    leader: int
    say: str
    between: bool
    locked: bool
    over: bool
    moved: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """Everything of the table page that changes. `ends` are those of a phone that lies flat."""

    facts: Facts
    score: Score
    told: Told
    ring: Ring
    dock: Dock
    rows: tuple[Row, ...]
    log: Log
    ends: tuple[End, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What everybody sees at a table, equal to nothing but itself; a phone picks from it."""

    state: State
    people: People
    offers: tuple[Offer, ...]
    score: Score
    told: Told
    log: Log
    undo: str
    redo: str
    phones: frozenset[int]


@once(256)
def seen(state: State, count: Count) -> Seen:
    """What phones of a table have in common if they share a language and a way to draw the score; made once for all."""
    game = state.line.game
    people, offers = People(state.names, game.rules), legal(game)
    news, asked = history.news(state.line, state.rows, people), question.build(game, offers, people)
    return Seen(
        state,
        people,
        offers,
        score.build(game, offers, people, state.rows, count),
        told.build(game, offers, people, news=news, question=asked),
        history.log(state, people, tuple(w for w in agreement.words(state, NOBODY, people) if w.given)),
        history.undo(state.line, people),
        history.redo(state.line, people),
        frozenset(member.seat for member in state.members.values() if member.seat is not None),
    )


def build(state: State, guest: Guest, notice: str = "") -> Panel:
    """The panel of this phone; `notice` is what must be told it about its last tap."""
    game, viewer = state.line.game, guest.viewer
    variant = variants.get(state.match.variant)
    all_see = seen(state, _count(variant, guest))
    people, offers = all_see.people, all_see.offers
    taps = keyboard.build(game, offers, people, viewer, phones=all_see.phones)
    return Panel(
        _facts(state, guest, aloud.score(state, people) if guest.voice else ""),
        _score(all_see, 0 if viewer.seat is None else game.rules.side(viewer.seat), viewer.tap),
        _told(all_see, guest, notice),
        ring.seen_from(viewer.seat, _ring(all_see, viewer.tap), variant.direction),
        dock.build(state, guest, people, taps, undo=all_see.undo, redo=all_see.redo),
        taps.others,
        all_see.log,
        flat.ends(game, offers, people, viewer) if guest.view == "flat" else (),
    )


@lru_cache(maxsize=256)
def _score(all_see: Seen, own: int, tap: bool) -> Score:  # noqa: FBT001 # remembered by its place
    return score.seen_by(all_see.score, own, tap=tap)


@lru_cache(maxsize=256)
def _ring(all_see: Seen, tap: bool) -> Ring:  # noqa: FBT001 # remembered by its place
    return ring.common(all_see.state.line.game, all_see.offers, all_see.people, tap=tap)


def _told(all_see: Seen, guest: Guest, notice: str) -> Told:
    """What this phone is told: what everybody is, unless there is more, or it is asked in person."""
    viewer, people, told = guest.viewer, all_see.people, all_see.told
    asked = question.put_to(viewer.seat, told.question, people)
    shout = aloud.shout(all_see.state, people, viewer, fills=guest.shout, shakes=guest.buzz)
    if asked is told.question and not notice and shout is None:
        return told
    return told._replace(question=asked, notice=notice, shout=shout)


def _facts(state: State, guest: Guest, say: str) -> Facts:
    match, game = state.match, state.line.game
    return Facts(
        view=guest.view,
        match=str(match.id),
        code=tables.shown(match, guest.viewer.role).address,
        version=state.version,
        stamp=state.stamp,
        score=game.score_text,
        stake=str(game.hand.stake),
        dealer=game.dealer,
        leader=game.hand.leader,
        say=say,
        between=game.winner is not None or not game.hand.taps,
        locked=match.locked,
        over=game.over,
        moved=match.rematch_id is not None,
    )


def _count(variant: Variant, guest: Guest) -> Count:
    """How the score is drawn: as this phone was set to, else as the game counts."""
    return replace(variant.count, by=guest.marks) if guest.marks else variant.count  # type: ignore[arg-type] # one of phone.CHOICES
