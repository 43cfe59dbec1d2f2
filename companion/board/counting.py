"""The score drawn as the players of a game mark it: matches in fives, stones, jetons, the cube. Digits stand beside it.

A drawing is a list of paths of strokes, each with the class that says how thick and how dark it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.engine import Game
from companion.engine.variant import Count

# The matches of a five, each with its head: a square is four, the one across is the fifth.
MATCHES = ((3, 18, 3, 5), (5, 3, 17, 3), (19, 5, 19, 17), (17, 19, 5, 19), (6, 16, 16, 6))
FIVE, STONE, LONG, PETIT, GAP = 24, 12, 19, 12, 8
ROW = 15  # stones


class MarkDrawing(NamedTuple):
    """Paths by class, such as `made` for what is scored and `faint` for what is not yet, and the size of it all."""

    width: int
    height: int
    paths: tuple[tuple[str, str], ...]


class ScoreMarks(NamedTuple):
    """How a side's score is marked: drawn; in a half of the game, `3 buenas`; by the cube, if this side has it."""

    drawing: MarkDrawing | None = None
    stage: str = ""
    cube: str = ""


def side(game: Game, number: int, count: Count) -> ScoreMarks:
    """The marks of one side."""
    target = game.rules.tally.target
    have = min((game.truts or game.score)[number], target)
    stage = _stage(have, target, count)
    if count.by == "matches":
        return ScoreMarks(_matches(have, _halves(target, count)), stage)
    if count.by == "stones":
        return ScoreMarks(_stones(have, _halves(target, count)), stage)
    if count.by == "jetons":
        return ScoreMarks(_jetons(have, target, game.score[number] if game.truts else None), stage)
    return ScoreMarks(
        stage=stage, cube=cube(game) if count.by == "cube" and _owner(game) == number else ""
    )


def cube(game: Game) -> str:
    """What the cube shows: what the hand is worth, a star for the whole game."""
    return str(game.hand.stake) if isinstance(game.hand.stake, int) else "★"


def middle(game: Game, count: Count) -> str:
    """The cube while it lies in the middle: nobody has doubled yet."""
    return cube(game) if count.by == "cube" and not game.over and _owner(game) is None else ""


def _owner(game: Game) -> int | None:
    """Who has the cube: of two sides the one that met the last call."""
    met = next((call for call in reversed(game.hand.calls) if call.met and not call.bet), None)
    return game.rules.others(game.rules.side(met.seat)) if met and game.rules.sides == 2 else None


def _halves(target: int, count: Count) -> tuple[int, ...]:
    return (target // 2, target - target // 2) if count.halves else (target,)


def _stage(have: int, target: int, count: Count) -> str:
    if not count.halves:
        return ""
    low, high = count.halves
    return f"{have} {low}" if have < target // 2 else f"{have - target // 2} {high}"


def _matches(have: int, halves: tuple[int, ...]) -> MarkDrawing:
    strokes, heads, faint, line, x = [], [], [], [], 0
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
    stones, left = [], []
    for row, size in enumerate(rows):
        made = min(have, size)
        stones.append(_row_of_stones(0, row, made))
        left.append(_row_of_stones(made, row, size - made))
        have -= made
    return _drawing(STONE * max(rows), STONE * len(rows), stones=stones, left=left)


def _row_of_stones(first: int, row: int, stones: int) -> str:
    """A line a little longer than to the last of them: the styles break it into dots, a STONE apart."""
    return f"M{STONE * first + 6} {STONE * row + 6}h{STONE * (stones - 1) + 1}" if stones else ""


def _rows(halves: tuple[int, ...]) -> Iterator[int]:
    """How many stones lie in each row: a half has rows of its own, all about as long."""
    for half in halves:
        rows = -(-half // ROW)
        yield from (half // rows + (row < half % rows) for row in range(rows))


def _jetons(have: int, target: int, petits: int | None) -> MarkDrawing:
    """Longs and petits; where only points are counted, a long stands for five of them."""
    longs, of = (have, target) if petits is not None else (have // 5, target // 5)
    small = have % 5 if petits is None else petits
    big = [_dot(LONG * at + 9, 9) for at in range(of)]
    little = [
        _dot(LONG * of + PETIT * at + 8, 9) for at in range(4 if petits is None else max(petits, 2))
    ]
    paths = {
        "long": big[:longs],
        "eye": big[:longs],
        "petit": little[:small],
        "faint": big[longs:] + little[small:],
    }
    return _drawing(LONG * of + PETIT * len(little) + 4, 18, **paths)


def _dot(x: int, y: int) -> str:
    """A stroke without length: its round ends make it a disc."""
    return f"M{x} {y}h0"


def _drawing(width: int, height: int, **paths: list[str]) -> MarkDrawing:
    return MarkDrawing(
        width,
        height,
        tuple((name, drawn) for name, path in paths.items() if (drawn := "".join(path))),
    )
