"""The score drawn as the players of a game mark it: matches in fives, stones, jetons, the cube.

Digits are beside it.

A drawing is a list of paths of strokes, each with the class that says how thick and how dark it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.engine import Game
from companion.engine.variant import Count

# The matches of a five, each with its head: a square is four, the one across is the fifth.
MATCHES = ((3, 18, 3, 5), (5, 3, 17, 3), (19, 5, 19, 17), (17, 19, 5, 19), (6, 16, 16, 6))
FIVE = 24
STONE = 12
LONG = 19
PETIT = 12
GAP = 8
ROW = 15  # stones


class MarkDrawing(NamedTuple):
    """Paths by class, and the size of the drawing.

    The class is `made` for what is scored, `faint` for what is not scored yet, and so on.
    """

    width: int
    height: int
    paths: tuple[tuple[str, str], ...]


class ScoreMarks(NamedTuple):
    """The marks of a side's score.

    `stage` names the half of the game, such as `3 buenas`. `cube` is empty unless this side has it.
    """

    drawing: MarkDrawing | None = None
    stage: str = ""
    cube: str = ""


def side(game: Game, number: int, count: Count) -> ScoreMarks:
    """Return the marks of one side."""
    target = game.rules.tally.target
    have = min(game.deciding_score[number], target)
    stage = _stage(have, target, count)
    if count.by == "matches":
        return ScoreMarks(_matches(have, _halves(target, count)), stage)
    if count.by == "stones":
        return ScoreMarks(_stones(have, _halves(target, count)), stage)
    if count.by == "jetons":
        petits = game.score[number] if game.truts else None
        return ScoreMarks(_jetons(have, target, petits), stage)
    if count.by == "cube" and _owner(game) == number:
        return ScoreMarks(stage=stage, cube=cube(game))
    return ScoreMarks(stage=stage)


def cube(game: Game) -> str:
    """Return what the doubling cube shows: the worth of the hand, or a star for the whole game."""
    if isinstance(game.hand.worth, int):
        return str(game.hand.worth)
    return "★"


def middle(game: Game, count: Count) -> str:
    """Return what the doubling cube shows while nobody has doubled, "" after that."""
    if count.by != "cube" or game.over or _owner(game) is not None:
        return ""
    return cube(game)


def _owner(game: Game) -> int | None:
    """Return the side that owns the doubling cube: the one that accepted the last call."""
    if game.rules.accounts != 2:
        return None
    for call in reversed(game.hand.calls):
        if call.accepted and not call.bet:
            return game.hand.other(game.hand.side(call.seat))
    return None


def _halves(target: int, count: Count) -> tuple[int, ...]:
    if not count.halves:
        return (target,)
    half = target // 2
    return (half, target - half)


def _stage(have: int, target: int, count: Count) -> str:
    if not count.halves:
        return ""
    low, high = count.halves
    half = target // 2
    if have < half:
        return f"{have} {low}"
    return f"{have - half} {high}"


def _matches(have: int, halves: tuple[int, ...]) -> MarkDrawing:
    strokes: list[str] = []
    heads: list[str] = []
    faint: list[str] = []
    line: list[str] = []
    x = 0
    for number, half in enumerate(halves):
        if number:
            line.append(f"M{x + GAP // 2 - 1} 0v22")
            x += GAP
        for begun in range(0, half, 5):
            made = min(max(have - begun, 0), 5, half - begun)
            for x1, y1, x2, y2 in MATCHES[:made]:
                strokes.append(f"M{x + x1} {y1}L{x + x2} {y2}")
                heads.append(_dot(x + x2, y2))
            if not made:
                faint.append(_dot(x + 11, 11))
            x += FIVE
        have -= half
    return _drawing(x - 2, 22, made=strokes, head=heads, faint=faint, line=line)


def _stones(have: int, halves: tuple[int, ...]) -> MarkDrawing:
    rows = [*_rows(halves)]
    stones: list[str] = []
    left: list[str] = []
    for row, size in enumerate(rows):
        made = min(have, size)
        stones.append(_row_of_stones(0, row, made))
        left.append(_row_of_stones(made, row, size - made))
        have -= made
    return _drawing(STONE * max(rows), STONE * len(rows), stones=stones, left=left)


def _row_of_stones(first: int, row: int, stones: int) -> str:
    """Return a line that the styles break into dots, a STONE apart.

    It ends a little after the last stone, so that this one is drawn as well.
    """
    if not stones:
        return ""
    return f"M{STONE * first + 6} {STONE * row + 6}h{STONE * (stones - 1) + 1}"


def _rows(halves: tuple[int, ...]) -> Iterator[int]:
    """Yield the number of stones in each row. A half has rows of its own, all about as long."""
    for half in halves:
        rows = -(-half // ROW)
        yield from (half // rows + (row < half % rows) for row in range(rows))


def _jetons(have: int, target: int, petits: int | None) -> MarkDrawing:
    """Draw longs and petits.

    If only points are counted, `petits` is None and a long is five points.
    """
    if petits is None:
        longs, small = divmod(have, 5)
        most_longs = target // 5
        most_petits = 4
    else:
        longs = have
        small = petits
        most_longs = target
        most_petits = max(petits, 2)
    big = [_dot(LONG * at + 9, 9) for at in range(most_longs)]
    little = [_dot(LONG * most_longs + PETIT * at + 8, 9) for at in range(most_petits)]
    paths = {
        "long": big[:longs],
        "eye": big[:longs],
        "petit": little[:small],
        "faint": big[longs:] + little[small:],
    }
    return _drawing(LONG * most_longs + PETIT * len(little) + 4, 18, **paths)


def _dot(x: int, y: int) -> str:
    """Return a stroke without length, which its round ends make a disc."""
    return f"M{x} {y}h0"


def _drawing(width: int, height: int, **paths: list[str]) -> MarkDrawing:
    joined = {name: "".join(path) for name, path in paths.items()}
    drawn = tuple((name, path) for name, path in joined.items() if path)
    return MarkDrawing(width, height, drawn)
