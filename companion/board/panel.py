"""The table page as one value: what a viewer sees of a table as it stands. Templates print it and know no rule.

Each part of the page has a value of its own, and its template is handed that value alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from companion import tables, variants
from companion.board import agreement, aloud, dock, flat, history, keyboard, question, ring, score, told
from companion.board.dock import Dock
from companion.board.flat import End
from companion.board.history import Log
from companion.board.keys import Row
from companion.board.question import Question
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
VIEWS = {IN_HAND: "tables/_panel.html", "flat": "tables/_flat.html", "tv": "tables/_tv.html"}


class Facts(NamedTuple):
    """What the page carries for scripts and other programs.

    `match` is a name that stays when the code is replaced. `stamp` names what is on the screen (`version.revision`);
    `key` belongs to this phone and version: together with the text of a tap it makes that count once. `between`:
    nothing has been tapped yet in this hand. `say` is for the phone's voice. `moved`: another table follows
    this one.
    """

    view: str
    match: str
    code: str
    version: int
    stamp: str
    key: str
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

    @property
    def template(self) -> str:
        """What prints this panel."""
        return VIEWS[self.facts.view]


@dataclass(frozen=True, slots=True)
class Seen:
    """What everybody sees at a table."""

    people: People
    offers: tuple[Offer, ...]
    score: Score
    question: Question | None
    news: tuple[history.News, ...]
    log: Log
    undo: str
    redo: str


@once(256)
def seen(state: State, count: Count) -> Seen:
    """What phones of a table have in common if they share a language and a way to draw the score; made once for all."""
    game = state.line.game
    people, offers = People(state.names, game.rules), legal(game)
    return Seen(
        people,
        offers,
        score.build(game, offers, people, state.rows, count),
        question.build(game, offers, people),
        history.news(state.line, state.rows, people),
        history.log(state, people, tuple(w for w in agreement.words(state, NOBODY, people) if w.given)),
        history.undo(state.line, people),
        history.redo(state.line, people),
    )


def build(state: State, guest: Guest, notice: str = "") -> Panel:
    """The panel of this phone; `notice` is what must be told it about its last tap."""
    game, viewer = state.line.game, guest.viewer
    variant = variants.get(state.match.variant)
    all_see = seen(state, _count(variant, guest))
    people, offers = all_see.people, all_see.offers
    phones = frozenset(member.seat for member in state.members.values() if member.seat is not None)
    taps = keyboard.build(game, offers, people, viewer, phones=phones)
    return Panel(
        _facts(state, guest, aloud.score(state, people) if guest.voice else ""),
        score.seen_by(all_see.score, game, viewer),
        told.build(
            game,
            offers,
            people,
            news=all_see.news,
            question=question.put_to(viewer.seat, all_see.question, people),
            notice=notice,
            shout=aloud.shout(state, people, viewer, fills=guest.shout, shakes=guest.buzz),
        ),
        ring.build(game, offers, people, viewer, variant.direction),
        dock.build(state, guest, people, taps, undo=all_see.undo, redo=all_see.redo),
        taps.others,
        all_see.log,
        flat.ends(game, offers, people, viewer) if guest.view == "flat" else (),
    )


def _facts(state: State, guest: Guest, say: str) -> Facts:
    match, game = state.match, state.line.game
    return Facts(
        view=guest.view,
        match=str(match.id),
        code=tables.shown(match, guest.viewer.role).address,
        version=state.version,
        stamp=state.stamp,
        key=f"{guest.phone}-{state.version}",
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
