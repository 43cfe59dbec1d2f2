"""The score board: each side with its figure, what wins, and the marks of the game."""

from __future__ import annotations

from typing import NamedTuple

from companion.board import counting, points
from companion.board.counting import ScoreMarks
from companion.board.points import PointsKeys
from companion.engine import Game, Offer
from companion.engine.giving import can_be_won
from companion.engine.variant import Count
from companion.web.language import gettext
from companion.words import labels
from companion.words.people import People, glyph
from companion.words.widths import broken, shortened, wide

ROOM = 7.9  # em of a side's names in one line, on the narrowest phone
CROWDED = 4.2  # the same where there are more sides
LIMITS = (24, 5.6, 4.6, 3.2, 2.4)  # em of each name, tried until two lines are enough


class SideScore(NamedTuple):
    """One side's part of the score board; `wide` is how many digits the longest figure of all sides has.

    `name` may be shortened, in one line or two. `figure` is what wins, at `target`: points, or truts, beside which
    stand `petits`: 2 points, which are not one yet. `games` has one entry a game that wins the match: won or not yet,
    `won` says how many are.
    `counted` is the score as it is drawn, `points` what may be tapped about its points.
    """

    number: int
    glyph: str
    name: str
    figure: int
    wide: int
    target: int
    petits: str
    games: tuple[bool, ...]
    won: str
    counted: ScoreMarks
    points: PointsKeys | None = None

    @property
    def face(self) -> SideScore:
        """The figure alone, without what may be tapped about it: that changes more often."""
        return self._replace(points=None)

    @property
    def turns(self) -> bool:
        """Whether the figure reads as another one upside down: a phone that lies flat underlines it."""
        return not {"6", "9"}.isdisjoint(str(self.figure))

    @property
    def way(self) -> int:
        """How far it is, at most to the target."""
        return min(self.figure, self.target)


class Score(NamedTuple):
    """All sides, the points (or truts) that win, what the hand is worth, the cube while it lies in the middle.

    `word`: the worth is none of points. No worth once the match is over, nor where only a call wins.
    """

    sides: tuple[SideScore, ...]
    target: int
    cube: str
    worth: str
    word: bool


def build(game: Game, offers: tuple[Offer, ...], people: People, count: Count) -> Score:
    """The score board as everybody sees it who has no side."""
    stake = game.hand.stake
    sides = (
        _side(game, people, side, count, points.build(game, offers, people, side))
        for side in range(game.rules.sides)
    )
    shown = not game.over and can_be_won(game)
    worth = people.worth(stake if shown else None)
    return Score(
        tuple(sides),
        game.rules.tally.target,
        counting.middle(game, count),
        worth,
        isinstance(stake, str),
    )


def seen_by(score: Score, own: int, *, tap: bool) -> Score:
    """The score board for the players of a side: theirs first, and points only where they may record."""
    sides = (score.sides[own], *score.sides[:own], *score.sides[own + 1 :])
    return score._replace(
        sides=sides if tap else tuple(side._replace(points=None) for side in sides)
    )


def whole(score: Score, game: Game, people: People) -> Score:
    """The same with all corrections: as a page has it, and the panels that follow do not."""
    sides = (side._replace(points=_whole(side.points, game, people)) for side in score.sides)
    return score._replace(sides=tuple(sides))


def _whole(had: PointsKeys | None, game: Game, people: People) -> PointsKeys | None:
    return had and had._replace(standing=points.standing(game, people, had))


def _side(
    game: Game, people: People, side: int, count: Count, points: PointsKeys | None
) -> SideScore:
    best, target = game.rules.best_of, game.rules.tally.target
    games = tuple(won < game.games[side] for won in range(best // 2 + 1)) if best > 1 else ()
    score = game.score[side]
    figures, petits = (
        (game.truts, labels.petits(score, game.rules)) if game.truts else (game.score, "")
    )
    most = max(len(str(figure)) for figure in figures)
    counted = counting.side(game, side, count)
    # NOTE: %(label)s is “Games won”, %(games)s how many of them win the match
    label = people.words.word("fix-games").label
    won = gettext("%(label)s: %(won)s of %(games)s", label=label, won=sum(games), games=len(games))
    name, figure = _shown(people, side), figures[side]
    return SideScore(
        side, glyph(side), name, figure, most, target, petits, games, won, counted, points
    )


def _shown(people: People, side: int) -> str:
    """The names of a side, short enough for two lines of its part; of more than two sides for one."""
    most, lines = (ROOM, 2) if people.rules.sides == 2 else (CROWDED, 1)
    for limit in LIMITS:
        names = labels.joined(
            tuple(shortened(people.name(seat), limit) for seat in people.rules.seats_of(side))
        )
        shown = broken(names, most)
        if len(shown) <= lines and max(map(wide, shown)) <= most:
            break
    return names
