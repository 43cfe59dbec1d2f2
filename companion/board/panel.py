"""The table page as one value: what a viewer sees of a table as it stands. Templates print it and know no rule."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from companion import tables, variants
from companion.board import agreement, aloud, counting, ending, flat, history, keys, question, ring
from companion.board.aloud import Shout
from companion.board.counting import Counted
from companion.board.ending import Rematch, Winner
from companion.board.flat import End
from companion.board.history import LogLine, News
from companion.board.keys import Keys
from companion.board.question import Question
from companion.board.ring import Ring
from companion.engine import Game, Offer, legal
from companion.engine.variant import Count, Variant
from companion.tables import State
from companion.web.guests import IN_HAND, Guest, Viewer
from companion.web.once import once
from companion.words.people import People, glyph

NOBODY = Viewer("watch")
VIEWS = {IN_HAND: "tables/_panel.html", "flat": "tables/_flat.html", "tv": "tables/_tv.html"}


class Side(NamedTuple):
    """One side's part of the score board.

    `figure` is what wins: points, or truts, beside which stand `petits`, the points that are not one yet.
    `games` has one entry a game that wins the match: won or not yet. `counted` is the score as it is drawn.
    """

    number: int
    glyph: str
    name: str
    figure: int
    petits: int | None
    games: tuple[bool, ...]
    counted: Counted

    @property
    def turns(self) -> bool:
        """Whether the figure reads as another one upside down: a phone that lies flat underlines it."""
        return not {"6", "9"}.isdisjoint(str(self.figure))


class Round(NamedTuple):
    """A round of duels: which of them this is, and the points that are kept until it is over."""

    duel: int
    kept: tuple[News, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """Everything of the table page that changes.

    `match` is a name that stays when the code is replaced. `between`: nothing has been tapped yet in this hand.
    `stamp` names what is on the screen (`version.revision`); `key` belongs to this phone and version: together with
    the text of a tap it makes that count once. `silent` says that nobody may call in this hand. `lost` is the seat this
    phone had until another took it; `seatless` says that it may take one. `words`: what each side says of the last
    result. `full`: the log can hold no more taps. `cube` is what it shows while it lies in the middle; `ends` are those
    of a phone that lies flat; `shout` fills its screen, `say` is for its voice.
    """

    view: str
    match: str
    code: str
    version: int
    stamp: str
    key: str
    notice: str
    viewer: Viewer
    locked: bool
    score: str
    stake: str
    dealer: int
    leader: int
    target: int
    cube: str
    sides: tuple[Side, ...]
    news: tuple[News, ...]
    shout: Shout | None
    say: str
    round: Round | None
    ring: Ring
    question: Question | None
    keys: Keys
    ends: tuple[End, ...]
    silent: bool
    between: bool
    undo: str
    redo: str
    winner: Winner | None
    full: bool
    rematch: Rematch | None
    log: tuple[LogLine, ...]
    more_log: bool
    words: tuple[agreement.Word, ...]
    lost: int | None
    lost_name: str
    seatless: bool

    @property
    def template(self) -> str:
        """What prints this panel."""
        return VIEWS[self.view]


@dataclass(frozen=True, slots=True)
class Seen:
    """What everybody sees at a table. `words` are those given: which side agrees to the last result."""

    people: People
    offers: tuple[Offer, ...]
    sides: tuple[Side, ...]
    question: Question | None
    news: tuple[News, ...]
    log: tuple[LogLine, ...]
    words: tuple[agreement.Word, ...]
    undo: str
    redo: str


@once(256)
def seen(state: State, count: Count) -> Seen:
    """The same for all phones of a table that have one language and draw the score alike."""
    game = state.line.game
    people, offers = People(state.names, game.rules), legal(game)
    return Seen(
        people,
        offers,
        tuple(_side(game, people, side, count) for side in range(game.rules.sides)),
        question.build(game, offers, people),
        history.news(state.line, state.rows, people),
        history.lines(state, people),
        tuple(word for word in agreement.words(state, NOBODY, people) if word.given),
        history.undo(state.line, people),
        history.redo(state.line, people),
    )


def build(state: State, guest: Guest, notice: str = "") -> Panel:
    """The panel of this phone; `notice` is what must be told it about its last tap."""
    match, game, viewer = state.match, state.line.game, guest.viewer
    variant = variants.get(match.variant)
    count = _count(variant, guest)
    all_see = seen(state, count)
    people, offers = all_see.people, all_see.offers
    lost = guest.lost_seat
    return Panel(
        view=guest.view,
        match=str(match.id),
        code=tables.shown(match, viewer.role).address,
        version=state.version,
        stamp=state.stamp,
        key=f"{guest.phone}-{state.version}",
        notice=notice,
        viewer=viewer,
        locked=match.locked,
        score=game.score_text,
        stake=str(game.hand.stake),
        dealer=game.dealer,
        leader=game.hand.leader,
        target=game.rules.tally.target,
        cube=counting.middle(game, count),
        sides=_own_first(all_see.sides, game, viewer),
        news=all_see.news,
        shout=aloud.shout(state, people, viewer, fills=guest.shout, shakes=guest.buzz),
        say=aloud.score(state, people) if guest.voice else "",
        round=_round(game, people),
        ring=ring.build(game, offers, people, viewer, variant.direction),
        question=question.put_to(viewer.seat, all_see.question, people),
        keys=keys.build(game, offers, people, viewer),
        ends=flat.ends(game, offers, people, viewer) if guest.view == "flat" else (),
        silent=_silent(game, offers),
        between=game.winner is not None or not game.hand.taps,
        undo=all_see.undo if viewer.tap else "",
        redo=all_see.redo if viewer.tap else "",
        winner=ending.winner(game, people),
        full=state.full,
        rematch=ending.rematch(state, viewer),
        log=all_see.log,
        more_log=len(state.rows) > history.SHORT,
        words=all_see.words,
        lost=lost,
        lost_name="" if lost is None else people.seat(lost),
        seatless=viewer.role == "player" and viewer.seat is None and not viewer.tap,
    )


def _count(variant: Variant, guest: Guest) -> Count:
    """How the score is drawn: as this phone was set to, else as the game counts."""
    return replace(variant.count, by=guest.marks) if guest.marks else variant.count  # type: ignore[arg-type] # one of phone.CHOICES


def _own_first(sides: tuple[Side, ...], game: Game, viewer: Viewer) -> tuple[Side, ...]:
    """The halves of the score board as this viewer sees them."""
    own = 0 if viewer.seat is None else game.rules.side(viewer.seat)
    return (sides[own], *sides[:own], *sides[own + 1 :])


def _side(game: Game, people: People, side: int, count: Count) -> Side:
    best = game.rules.best_of
    games = tuple(won < game.games[side] for won in range(best // 2 + 1)) if best > 1 else ()
    score = game.score[side]
    figure, petits = (game.truts[side], score) if game.truts else (score, None)
    return Side(side, glyph(side), people.side(side), figure, petits, games, counting.side(game, side, count))


def _round(game: Game, people: People) -> Round | None:
    if game.hand.duel is None:
        return None
    kept = (News(people.side(side), str(points), side, glyph(side)) for side, points in enumerate(game.kept))
    return Round(game.hand.duel + 1, tuple(kept))


def _silent(game: Game, offers: tuple[Offer, ...]) -> bool:
    """Whether a hand is played without calls: none was made and none is offered."""
    hand = game.hand
    return bool(offers) and not hand.said and not hand.asks and all(offer.group != "call" for offer in offers)
