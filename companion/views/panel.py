"""The table page as one value: what a viewer sees of a table as it stands. Templates print it and know no rule."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_urlsafe

from companion import tables, variants
from companion.engine import Game, Offer, legal
from companion.tables import Match, State
from companion.views import keys, log, question, ring
from companion.views.keys import Keys, Viewer
from companion.views.log import LogLine, News
from companion.views.people import People, glyph
from companion.views.question import Question
from companion.views.ring import Ring


@dataclass(frozen=True, slots=True)
class Side:
    """One side's part of the score board.

    `figure` is what wins: points, or truts, beside which stand `petits`, the points that are not one yet.
    `games` has one entry a game that wins the match: won or not yet.
    """

    number: int
    glyph: str
    name: str
    figure: int
    petits: int | None
    games: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """A round of duels: which of them this is, and the points that are kept until it is over."""

    duel: int
    kept: tuple[News, ...]


@dataclass(frozen=True, slots=True)
class Winner:
    """Who has just won: the match, or a game of it."""

    number: int
    glyph: str
    title: str
    final: bool


@dataclass(frozen=True, slots=True)
class Rematch:
    """After the match: whether a rematch is on, whether this phone may ask for one, whether partners can change."""

    on: bool
    may: bool
    turn: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """Everything of the table page that changes.

    `stamp` names what is on the screen (`version.revision`); `key` is fresh for every panel and makes a tap
    count once. `silent` says that nobody may call in this hand. `lost` is the seat this phone had until
    another took it; `seatless` says that it may take one.
    """

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
    sides: tuple[Side, ...]
    news: tuple[News, ...]
    round: Round | None
    ring: Ring
    question: Question | None
    keys: Keys
    silent: bool
    undo: str
    redo: str
    winner: Winner | None
    rematch: Rematch | None
    log: tuple[LogLine, ...]
    more_log: bool
    lost: int | None
    lost_name: str
    seatless: bool


@dataclass(frozen=True, slots=True)
class Guest:
    """The phone that looks: as what it is in, and what it remembers of the seat it once took here."""

    viewer: Viewer
    remembered: str = ""

    @property
    def uninvited(self) -> bool:
        """Whether it has only ever come by the watch link: nobody has asked it to play, nobody has told it the code."""
        return self.viewer.role == "watch" and not self.remembered


def build(match: Match, state: State, guest: Guest, notice: str = "") -> Panel:
    """The panel of this phone; `notice` is what must be told it about its last tap."""
    game, viewer = state.line.game, guest.viewer
    people = People(state.names, game.rules)
    offers = legal(game)
    lost = _lost(guest, game)
    return Panel(
        code=match.code,
        version=state.version,
        stamp=state.stamp,
        key=token_urlsafe(9),
        notice=notice,
        viewer=viewer,
        locked=match.locked,
        score=game.score_text,
        stake=str(game.hand.stake),
        dealer=game.dealer,
        leader=game.hand.leader,
        target=game.rules.tally.target,
        sides=sides(game, people, viewer),
        news=log.news(state.line, state.rows, people),
        round=_round(game, people),
        ring=ring.build(game, offers, people, viewer, variants.get(match.variant).direction),
        question=question.build(game, offers, people, viewer),
        keys=keys.build(game, offers, people, viewer),
        silent=_silent(game, offers),
        undo=log.undo(state.line, people) if viewer.tap else "",
        redo=log.redo(state.line, people) if viewer.tap else "",
        winner=_winner(game, people),
        rematch=_rematch(match, game, viewer),
        log=log.lines(state, people),
        more_log=len(state.rows) > log.SHORT,
        lost=lost,
        lost_name="" if lost is None else people.seat(lost),
        seatless=viewer.seat is None and not viewer.tap and not guest.uninvited,
    )


def sides(game: Game, people: People, viewer: Viewer) -> tuple[Side, ...]:
    """The halves of the score board, the viewer's own side first."""
    rules = game.rules
    own = 0 if viewer.seat is None else rules.side(viewer.seat)
    order = sorted(range(rules.sides), key=lambda side: side != own)
    return tuple(_side(game, people, side) for side in order)


def _side(game: Game, people: People, side: int) -> Side:
    best = game.rules.best_of
    games = tuple(won < game.games[side] for won in range(best // 2 + 1)) if best > 1 else ()
    score = game.score[side]
    figure, petits = (game.truts[side], score) if game.truts else (score, None)
    return Side(side, glyph(side), people.side(side), figure, petits, games)


def _round(game: Game, people: People) -> Round | None:
    if game.hand.duel is None or game.winner is not None:
        return None
    kept = (News(people.side(side), str(points), side, glyph(side)) for side, points in enumerate(game.kept))
    return Round(game.hand.duel + 1, tuple(kept))


def _winner(game: Game, people: People) -> Winner | None:
    won = {event.kind: event.side for event in game.events}
    if game.winner is not None:
        what = "the match" if game.rules.best_of > 1 else "the game"
        return Winner(game.winner, glyph(game.winner), f"{people.do(game.winner, 'win')} {what}!", final=True)
    side = won.get("game")
    if side is None:
        return None
    return Winner(side, glyph(side), f"{people.do(side, 'win')} the game!", final=False)


def _rematch(match: Match, game: Game, viewer: Viewer) -> Rematch | None:
    if game.winner is None:
        return None
    return Rematch(on=match.rematch_id is not None, may=viewer.tap, turn=tables.can_turn(match))


def _silent(game: Game, offers: tuple[Offer, ...]) -> bool:
    """Whether a hand is played without calls: none was made and none is offered."""
    hand = game.hand
    return bool(offers) and not hand.said and not hand.asks and all(offer.group != "call" for offer in offers)


def _lost(guest: Guest, game: Game) -> int | None:
    """The seat this phone took once, if it has none now."""
    seat = guest.remembered
    if guest.viewer.seat is not None or guest.viewer.role != "watch" or not seat.isdigit():
        return None
    return int(seat) if int(seat) < game.rules.seats else None
