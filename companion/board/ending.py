"""The end of a game or a match: who won, and playing again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion import tables
from companion.board import history
from companion.engine import Game, MatchLog, Rules
from companion.retelling import result, story
from companion.retelling.played import Played, of_line
from companion.retelling.telling import tell_or_leave_out
from companion.tables import LogRow, State, Viewer
from companion.web.language import NN_, gettext, ngettext
from companion.words.people import People, glyph
from companion.words.widths import room

# NOTE: to the player, or the players, of the side that won, in large letters
YOU_WON = NN_("You won!", "You won!")
# NOTE: to the side that lost, in large letters, above the names of the winners
THEY_WON = NN_("They won", "They won")
WON = NN_("%(side)s won", "%(side)s won")
# NOTE: %(game)s is what a game is called in this game: “Anna & Biel win the game!”
WINS = {
    "game": NN_("%(side)s wins %(game)s!", "%(side)s win %(game)s!"),
    "match": NN_("%(side)s wins the match!", "%(side)s win the match!"),
}

# NOTE: %(side)s lost, %(what)s is what the match was for: “Anna & Biel pay: the coffees”
PAYS = NN_("%(side)s pays: %(what)s", "%(side)s pay: %(what)s")


class Winner(NamedTuple):
    """Who has just won: the match, or a game of it; number -1 where the match was stopped and nobody did.

    `final`: the match is over; then `score` is how it ended, the winner first, `games` that of a series, `each` every
    game of it, `last` the reason of the last points, `story` what is told of the whole, `stake` who pays what it was
    for. `cry` is what this phone says to whoever holds it, whose side won if it is `mine`, and lost if it has `lost`.
    """

    number: int
    glyph: str
    title: str
    final: bool
    names: str = ""
    score: str = ""
    games: str = ""
    each: str = ""
    last: str = ""
    story: tuple[str, ...] = ()
    stake: str = ""
    cry: str = ""
    mine: bool = False
    lost: bool = False

    @property
    def figures(self) -> str:
        """What tells who won: games in a match of several, else the score."""
        return self.games or self.score

    @property
    def wide(self) -> int:
        """How much room the names want."""
        return room(self.names)

    @property
    def named(self) -> bool:
        """Whether the cry names the winners, and bears their sign."""
        return bool(self.names) and self.names in self.cry

    @property
    def cry_wide(self) -> int:
        """How much room the cry wants, with the sign."""
        return room(f"M {self.cry}" if self.named else self.cry)


class Rematch(NamedTuple):
    """A new table for the same people: whether there is one, whether this phone may ask, who would play whom instead.

    `over`: the match is, and another one begins; else this one goes on there at its score. `series` are the matches
    won so far, as `2–1`; `result` leads to the result, to be shared.
    """

    on: bool
    may: bool
    turn: str
    over: bool
    series: str = ""
    result: str = ""


def winner(line: MatchLog, rows: tuple[LogRow, ...], people: People) -> Winner | None:
    """Who won with the last tap, or has won the match."""
    game = line.game
    if game.over:
        return _final(game, rows, people, of_line(line))
    side = next((event.side for event in game.events if event.kind == "game"), None)
    if side is None:
        return None
    return Winner(
        side, glyph(side), people.brief.do(side, WINS["game"], game=people.game), final=False
    )


def _final(game: Game, rows: tuple[LogRow, ...], people: People, played: Played) -> Winner:
    side, best_of = game.winner, game.rules.best_of
    figures = _figures(game.truts or game.score, side or 0)
    series = _figures(game.games, side or 0) if best_of > 1 else ""
    if side is None or game.ended:
        stopped = gettext("Stopped: nobody wins.")
        return Winner(-1, "none", stopped, final=True, score=figures, games=series, cry=stopped)
    last = next((news.why for news in history.paid(rows, people.brief) if news.side == side), "")
    title = people.do(side, WINS["match" if best_of > 1 else "game"], game=people.game)
    won, names = people.brief.do(side, WON), people.brief.side(side)
    said = Winner(
        side,
        glyph(side),
        title,
        final=True,
        names=names,
        score=figures,
        games=series,
        last=last,
        cry=won,
    )
    games = tell_or_leave_out(result.game_scores, played, instead=())
    each = " · ".join(score for score, _ in games)
    return said._replace(each=each, story=tell_or_leave_out(story.told, played, people, instead=()))


def settled(winner: Winner, people: People, stake: str) -> Winner:
    """The same, and what the match was for: of two sides the one that lost pays it."""
    if not stake or not winner.final:
        return winner
    if winner.number < 0 or people.rules.sides != 2:
        return winner._replace(stake=gettext("Played for: %(what)s", what=stake))
    return winner._replace(stake=people.do(1 - winner.number, PAYS, what=stake))


def _figures(scores: Sequence[int], first: int) -> str:
    """Theirs before the others': `12–9`; of many sides theirs and the next best."""
    others = sorted((score for side, score in enumerate(scores) if side != first), reverse=True)
    return "–".join(map(str, (scores[first], *others[:2])))


def told_to(winner: Winner | None, side: int | None, rules: Rules) -> Winner | None:
    """The same in the words for a phone of that side."""
    if winner is None or not winner.final or side is None or winner.number < 0:
        return winner
    if side == winner.number:
        return winner._replace(cry=ngettext(*YOU_WON, len(rules.seats_of(side))), mine=True)
    return winner._replace(
        cry=ngettext(*THEY_WON, len(rules.seats_of(winner.number)), side=winner.names), lost=True
    )


def rematch(state: State, viewer: Viewer) -> Rematch | None:
    """What a phone may do about playing again, or on; nothing before the match is over, full, or gone on elsewhere."""
    match, over = state.match, state.line.game.over
    if not over and not state.full and match.rematch_id is None:
        return None
    on = match.rematch_id is not None
    if not over:
        return Rematch(on, viewer.tap, "", over=False)
    so_far, token = series(state, least=2), tables.result_token(match)
    return Rematch(on, viewer.tap, _turned(state), over=True, series=so_far, result=token)


def _turned(state: State) -> str:
    """Who would play whom with other partners; empty where there are none."""
    if not tables.can_turn(state.match):
        return ""
    return People(tables.turned_names(state.names), state.line.game.rules).brief.against()


def series(state: State, least: int = 1) -> str:
    """The matches these people have won so far, `2–1`; empty while they are fewer than `least`."""
    won = tables.series(state)
    return "–".join(map(str, won)) if sum(won) >= least else ""
