"""The score board: each side with its figure, what wins, and the marks of the game."""

from __future__ import annotations

from typing import NamedTuple

from companion.board import counting, points
from companion.board.counting import ScoreMarks
from companion.board.points import PointsKeys
from companion.engine import Game, Offer
from companion.engine.decision import special_score
from companion.engine.fold_and_claim import can_be_won
from companion.engine.variant import Count
from companion.web.language import cached_per_language, gettext
from companion.words import labels
from companion.words.people import People, glyph
from companion.words.widths import broken, wide

ROOM = 7.9  # em of a side's names in one line, on the narrowest phone
WRAPS = 9.0  # em of names that need two lines on the narrowest phones, in the widest letters
CROWDED = 4.2  # the same where there are more sides
PIPS = 15  # points of a target that are shown one by one
NAMES = 4000  # of sides that are kept: two for each table (`tables.state_cache`)
LIMITS = (24, 5.6, 4.6, 3.2, 2.4, 1.6)  # em of each name, tried until two lines are enough


class SideScore(NamedTuple):
    """One side's part of the score board.

    `name` may be shortened, in one line or two. `figure` is the number that wins at `target`:
    points, or truts. Beside truts are `petits`, the points that are not a trut yet. `wide` is the
    number of digits of the longest figure of all sides. `games` has an entry for each game that
    wins the match, True if it is won, and `won` says how many are. `counted` is the score as it is
    drawn, `points` what may be tapped about its points. `mark` is where on the way to the target
    its last part begins: the second half (buenas), or the special hand; 0 if nothing does.
    `initials` are the names in one line, for a low screen, if `name` needs two.
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
    mark: int = 0
    initials: str = ""

    @property
    def has_pips(self) -> bool:
        """Return whether the way to the target is short enough to show each point of it."""
        return self.target <= PIPS

    @property
    def digits(self) -> int:
        """The number of digits that the figure has room for: the styles know up to three."""
        return min(self.wide, 3)

    @property
    def games_below(self) -> bool:
        """Return whether the games won are below the figure, since something is beside it."""
        return bool(self.petits or self.counted.cube)

    @property
    def turns(self) -> bool:
        """Return whether the figure has a 6 or a 9, which a flat phone underlines."""
        return not {"6", "9"}.isdisjoint(str(self.figure))

    @property
    def way(self) -> int:
        """The figure, at most the target."""
        return min(self.figure, self.target)


class Score(NamedTuple):
    """The score board: all sides, the points (or truts) that win, and what the hand is worth.

    `cube` is there while the cube is in the middle. `word`: the worth is not a number of points.
    `worth` is empty if the match is over, or if only a call wins anything.
    """

    sides: tuple[SideScore, ...]
    target: int
    cube: str
    worth: str
    word: bool

    @property
    def many(self) -> bool:
        """Return whether there are more sides than fit left and right of the stake."""
        return len(self.sides) > 2

    @property
    def two_lines(self) -> bool:
        """Return whether the names of a side need two lines. Then all sides get the room for it."""
        return not self.many and any(wide(side.name) > WRAPS for side in self.sides)

    @property
    def stake_after(self) -> int:
        """Return how many sides are drawn before the stake: the first of two, or all of several."""
        if self.many:
            return len(self.sides)
        return 1


def score_board(game: Game, offers: tuple[Offer, ...], people: People, count: Count) -> Score:
    """Return the score board as anyone without a side sees it."""
    sides: list[SideScore] = []
    for side in range(game.rules.accounts):
        keys = points.points_keys(game, offers, people, side)
        sides.append(_side(game, people, side, count, keys))
    worth = ""
    if not game.over and can_be_won(game):
        worth = people.worth(game.hand.worth)
    return Score(
        tuple(sides),
        game.rules.tally.target,
        counting.middle(game, count),
        worth,
        isinstance(game.hand.worth, str),
    )


def own_side_first(score: Score, own: int, *, tap: bool) -> Score:
    """Return the score board for the players of a side: their own first.

    The points can be tapped only if the player may record.
    """
    sides = (score.sides[own], *score.sides[:own], *score.sides[own + 1 :])
    if not tap:
        sides = tuple(side._replace(points=None) for side in sides)
    return score._replace(sides=sides)


def with_corrections(score: Score, game: Game, people: People) -> Score:
    """Return the score board for a whole page, which includes all corrections; panels do not."""
    sides = (side._replace(points=_whole(side.points, game, people)) for side in score.sides)
    return score._replace(sides=tuple(sides))


def _whole(had: PointsKeys | None, game: Game, people: People) -> PointsKeys | None:
    return had and had._replace(corrections=points.static_corrections(game, people, had))


def _side(
    game: Game, people: People, side: int, count: Count, points: PointsKeys | None
) -> SideScore:
    games = _games(game, side)
    figures = game.deciding_score
    petits = labels.petits(game.score[side], game.rules) if game.truts else ""
    label = people.words.word("fix-games").label
    # NOTE: %(label)s is “Games won”, %(games)s how many of them win the match
    won = gettext("%(label)s: %(won)s of %(games)s", label=label, won=sum(games), games=len(games))
    name, initials = _names(people, side)
    return SideScore(
        side,
        glyph(side),
        name,
        figures[side],
        max(len(str(figure)) for figure in figures),
        game.rules.tally.target,
        petits,
        games,
        won,
        counting.side(game, side, count),
        points,
        _mark(game, count),
        initials,
    )


def _mark(game: Game, count: Count) -> int:
    """Return where the last part of the way to the target begins, 0 if the rules name none."""
    if count.halves:
        return game.rules.tally.target // 2
    if game.truts:
        return 0
    return special_score(game.rules)


def _games(game: Game, side: int) -> tuple[bool, ...]:
    """Return an entry for each game that wins the match, True if this side has won it."""
    best_of = game.rules.best_of
    if best_of <= 1:
        return ()
    return tuple(number < game.games[side] for number in range(best_of // 2 + 1))


@cached_per_language(NAMES)
def _names(people: People, side: int) -> tuple[str, str]:
    """Return the names of a side, and the same for a low screen, empty if they fit a line there."""
    name = _shown(people, side, lines=2)
    if people.rules.accounts > 2 or wide(name) <= WRAPS:
        return name, ""
    return name, _shown(people, side, lines=1)


def _shown(people: People, side: int, lines: int) -> str:
    """Return the names of a side, short enough for so many lines; one if there are more sides."""
    most = ROOM
    if people.rules.accounts > 2:
        most = CROWDED
        lines = 1
    seats = people.rules.seats_of(side)
    for limit in LIMITS:
        names = labels.joined(tuple(people.short(seat, limit) for seat in seats))
        shown = broken(names, most)
        if len(shown) <= lines and max(map(wide, shown)) <= most:
            break
    return names
