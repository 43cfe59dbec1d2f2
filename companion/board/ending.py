"""The end of a game or a match: who won, and playing again."""

from __future__ import annotations

from typing import NamedTuple

from companion import tables
from companion.engine import Game
from companion.tables import State
from companion.web.guests import Viewer
from companion.web.language import NN_, gettext
from companion.words.people import People, glyph

WINS = {
    "game": NN_("%(side)s wins the game!", "%(side)s win the game!"),
    "match": NN_("%(side)s wins the match!", "%(side)s win the match!"),
}


class Winner(NamedTuple):
    """Who has just won: the match, or a game of it; number -1 where the match was stopped and nobody did."""

    number: int
    glyph: str
    title: str
    final: bool


class Rematch(NamedTuple):
    """A new table for the same people: whether there is one, whether this phone may ask, whether partners can change.

    `over`: the match is, and another one begins; else this one goes on there at its score. `series` are the matches
    won so far, as `2–1`.
    """

    on: bool
    may: bool
    turn: bool
    over: bool
    series: str = ""


def winner(game: Game, people: People) -> Winner | None:
    """Who won with the last tap, or has won the match."""
    won = {event.kind: event.side for event in game.events}
    if game.ended:
        return Winner(-1, "none", gettext("The match was stopped: nobody wins it."), final=True)
    if game.winner is not None:
        what = "match" if game.rules.best_of > 1 else "game"
        return Winner(game.winner, glyph(game.winner), people.do(game.winner, WINS[what]), final=True)
    side = won.get("game")
    if side is None:
        return None
    return Winner(side, glyph(side), people.do(side, WINS["game"]), final=False)


def rematch(state: State, viewer: Viewer) -> Rematch | None:
    """What a phone may do about playing again, or on; nothing before the match is over, full, or gone on elsewhere."""
    match, over = state.match, state.line.game.over
    if not over and not state.full and match.rematch_id is None:
        return None
    on, turn = match.rematch_id is not None, over and tables.can_turn(match)
    return Rematch(on, viewer.tap, turn=turn, over=over, series=series(state, least=2) if over else "")


def series(state: State, least: int = 1) -> str:
    """The matches these people have won so far, `2–1`; empty while they are fewer than `least`."""
    won = tables.series(state)
    return "–".join(map(str, won)) if sum(won) >= least else ""
