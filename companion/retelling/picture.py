"""Draw the result of a match as a picture to share: names, score, course and one sentence.

The picture is wide (1200×630 pixels) or square.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from math import cos, floor, pi, sin
from typing import Literal, NamedTuple

from companion.retelling import letters
from companion.retelling.canvas import Canvas, Colour
from companion.retelling.curve import Course
from companion.retelling.felt import ground
from companion.retelling.key_figures import KeyFigure
from companion.retelling.lettering import fitting_size, write, write_centred, write_to_right
from companion.retelling.plot import XY, Box, plot_of

Shape = Literal["wide", "square"]
SIZES: dict[Shape, tuple[int, int]] = {"wide": (1200, 630), "square": (1080, 1080)}

INK = (250, 243, 224)
SOFT = (222, 214, 186)
FAINT = (120, 150, 125)
SIDES: tuple[Colour, ...] = (
    (255, 209, 102),
    (169, 210, 255),
    (255, 159, 138),
    (200, 230, 160),
    (225, 190, 255),
    (255, 236, 200),
    (255, 179, 71),
    (140, 225, 215),
)
EDGE = 60
OWN = "Truc Companion"
LEAVES = 7  # leaves of each branch of the laurel


class ShownSide(NamedTuple):
    """A side in the picture: the names of its players, its score, and the index of its colour."""

    names: tuple[str, ...]
    score: str
    number: int


@dataclass(frozen=True, slots=True)
class ResultPicture:
    """Everything that the picture says, in the language of the person who shares it.

    * `game` and `day` are the texts at the top.
    * `sides` has the best side first if more than two sides play.
    * `games` has the score of each game of the match, and the side that won the game. The side is
      None if the game is not over.
    * `story` is the sentence at the bottom.

    If one of two sides won, the picture is a victory with three more texts:

    * `cry` says who won.
    * `against` says against whom, and how many points win.
    * `facts` are figures of the match, such as how many hands it had.
    """

    game: str
    day: str
    sides: tuple[ShownSide, ...]
    winner: int | None
    games: tuple[tuple[str, int | None], ...] = ()
    story: str = ""
    cry: str = ""
    against: str = ""
    facts: tuple[KeyFigure, ...] = ()


class Victory(NamedTuple):
    """Where texts and the course are in a picture of who won, in pixels.

    Each pair of numbers is the size of the letters, and the distance of their baseline from the
    top. `story` is for the sentences about the match. They should fit into `lines` lines.
    """

    cry: tuple[float, float]
    figures: tuple[float, float]
    against: tuple[float, float]
    series: float
    course: Box
    facts: tuple[float, float]
    story: tuple[float, float]
    lines: int


VICTORIES: dict[Shape, Victory] = {
    "square": Victory(
        cry=(96, 216),
        figures=(230, 420),
        against=(38, 486),
        series=540,
        course=Box(EDGE + 30, 570, 900, 130),
        facts=(62, 792),
        story=(40, 892),
        lines=2,
    ),
    "wide": Victory(
        cry=(64, 154),
        figures=(128, 262),
        against=(28, 302),
        series=338,
        course=Box(EDGE + 90, 352, 900, 70),
        facts=(42, 466),
        story=(27, 524),
        lines=1,
    ),
}


class Layout(NamedTuple):
    """Where things are in a picture of one shape, in pixels: boxes, and distances from the top."""

    score: Box
    course: Box
    story: int
    told_lines: int
    told_size: float


def canvas(shape: Shape) -> Canvas:
    """Return an empty canvas of that shape."""
    return Canvas(*SIZES[shape])


def drawing(on: Canvas, shown: ResultPicture, course: Course, address: str = "") -> Iterator[None]:
    """Draw the picture in small steps. Between two steps the caller may do something else.

    `address` is the address of the server, which is written at the bottom.
    """
    if shown.cry:
        yield from _victory(on, shown, course)
    else:
        yield from _standing(on, shown, course)
    own = " · ".join(filter(None, (OWN, letters.known(address))))
    size = fitting_size((own,), 28, on.wide - 2 * EDGE)
    write_centred(on, own, (on.wide / 2, on.high - 44), size, SOFT)
    yield


def _victory(on: Canvas, shown: ResultPicture, course: Course) -> Iterator[None]:
    """Draw the picture of a victory: everything centred, the winners at the top."""
    lay = VICTORIES["square" if on.wide == on.high else "wide"]
    middle = on.wide / 2
    first, last = shown.sides
    room = on.wide - 2 * EDGE
    if shown.winner == last.number:
        first, last = last, first
    yield from ground(on)
    yield from _head(on, shown)
    size, foot = lay.cry
    size = fitting_size((shown.cry,), size, room)
    write_centred(on, shown.cry, (middle, foot), size, SIDES[first.number])
    yield
    ordered = replace(shown, sides=(first, last))
    size, foot = lay.figures
    size = min(size, _figures_size(ordered, room - 2 * size))
    yield from _figures(on, ordered, (middle, foot), size)
    half = size * (letters.width(f"{first.score}–{last.score}", 1) / 2 + 0.45)
    yield from _laurel(on, (middle, foot - size * 0.28), half, size * 0.42)
    size, foot = lay.against
    size = fitting_size((shown.against,), size, room)
    write_centred(on, shown.against, (middle, foot), size, SOFT)
    yield
    yield from _series(on, shown, (middle, lay.series))
    yield from _course(on, shown, course, lay.course)
    yield from _facts(on, shown, *lay.facts)
    yield from _story(on, shown, lay)


def _laurel(on: Canvas, xy: XY, half: float, high: float) -> Iterator[None]:
    """Draw two branches of laurel, `half` pixels to the left and to the right of `xy`.

    They reach about `high` pixels above and below `xy`.
    """
    for side in (-1, 1):
        for leaf in range(LEAVES):
            part = leaf / (LEAVES - 1)
            angle = pi * (0.75 * part - 0.35)
            x = xy[0] + side * (half - high * 0.35 + high * 0.5 * cos(angle))
            y = xy[1] - high * sin(angle) * 0.9
            turn = angle + pi / 2 + (0.6 if leaf % 2 else -0.6)
            on.shape([_leaf((x, y), high * 0.34, side, turn)], INK, 0.85)
        yield


def _leaf(xy: XY, long: float, side: int, turn: float) -> list[XY]:
    """Return the outline of a leaf that begins at `xy` and is `long` pixels long.

    `turn` is its direction as an angle in radians: 0 is to the right, pi / 2 is upwards. A `side`
    of -1 mirrors the leaf.
    """
    points: list[XY] = []
    for along, across in ((0, 0), (0.3, 0.17), (0.65, 0.15), (1, 0), (0.65, -0.15), (0.3, -0.17)):
        dx = long * (along * cos(turn) - across * sin(turn))
        dy = long * (along * sin(turn) + across * cos(turn))
        points.append((xy[0] + side * dx, xy[1] - dy))
    return points


def _facts(on: Canvas, shown: ResultPicture, size: float, foot: float) -> Iterator[None]:
    """Draw the numbers of the match beside each other, each above the word for what it counts.

    `size` is the size of the numbers, and `foot` the distance of their baseline from the top.
    """
    if not shown.facts:
        return
    wide = min(280.0, (on.wide - 2 * EDGE) / len(shown.facts))
    left = on.wide / 2 - wide * len(shown.facts) / 2
    for fact in shown.facts:
        middle = left + wide / 2
        figure = fitting_size((fact.figure,), size, wide - 20)
        label = fitting_size((fact.label,), size * 0.55, wide - 20)
        write_centred(on, fact.figure, (middle, foot), figure, INK)
        write_centred(on, fact.label, (middle, foot + size * 0.62), label, SOFT)
        left += wide
        yield


def _story(on: Canvas, shown: ResultPicture, lay: Victory) -> Iterator[None]:
    size, foot = lay.story
    room = on.wide - 2 * EDGE
    lines = letters.wrapped(shown.story, size, room)
    while len(lines) > lay.lines and size > 22:
        size -= 2
        lines = letters.wrapped(shown.story, size, room)
    for at, line in enumerate(lines[: lay.lines + 1]):
        write_centred(on, line, (on.wide / 2, foot + at * size * 1.22), size, INK)
        yield


def _standing(on: Canvas, shown: ResultPicture, course: Course) -> Iterator[None]:
    """Draw the score of a match of more than two sides, or of a match that nobody has won."""
    square = on.wide == on.high
    many = len(shown.sides) > 2
    lay = _layout(square=square, many=many, games=bool(shown.games))
    yield from ground(on)
    yield from _head(on, shown)
    if many:
        yield from _list(on, shown, lay.score)
    else:
        yield from _duel(on, shown, lay.score, square=square)
    yield from _course(on, shown, course, lay.course)
    yield from _foot(on, shown, lay)


def _layout(*, square: bool, many: bool, games: bool) -> Layout:
    if square:
        score = Box(EDGE + 10, 150, 940, 480 if many else 500)
        return Layout(score, Box(EDGE + 10, 690, 940, 115), 868, 3, 46)
    score = Box(EDGE, 110, 1080, 210 if many else 170)
    course = Box(EDGE, 315, 1080, 130)
    if many or games:
        course = Box(EDGE, 345, 1080, 100)
    return Layout(score, course, 510, 2, 42)


def _head(on: Canvas, shown: ResultPicture) -> Iterator[None]:
    size = fitting_size((f"{shown.game}    {shown.day}",), 36, on.wide - 2 * EDGE)
    write(on, shown.game, (EDGE, 84), size, INK)
    yield
    write_to_right(on, shown.day, (on.wide - EDGE, 84), size, SOFT)
    yield


def _duel(on: Canvas, shown: ResultPicture, box: Box, *, square: bool) -> Iterator[None]:
    """Draw two sides with their scores: beside each other or, if `square`, above each other."""
    if square:
        yield from _tower(on, shown, box)
    else:
        yield from _row(on, shown, box)


def _row(on: Canvas, shown: ResultPicture, box: Box) -> Iterator[None]:
    middle = on.wide / 2
    top = box.top
    yield from _figures(on, shown, (middle, top + 152), min(180.0, _figures_size(shown, 420)))
    lines = tuple(_lines(side.names) for side in shown.sides)
    most = 60 if len(lines[0]) < 3 else 46
    size = fitting_size(tuple(chain.from_iterable(lines)), most, 315)
    for side, names in zip(shown.sides, lines, strict=True):
        base = top + 92 + size * 0.36 - (len(names) - 1) * size * 0.6
        for at, name in enumerate(names):
            y = base + at * size * 1.2
            if side is shown.sides[0]:
                write(on, name, (box.left, y), size, SIDES[side.number])
            else:
                write_to_right(on, name, (box.left + box.width, y), size, SIDES[side.number])
            yield
    yield from _series(on, shown, (middle, top + 205))


def _tower(on: Canvas, shown: ResultPicture, box: Box) -> Iterator[None]:
    middle = on.wide / 2
    names = tuple(" ".join(_lines(side.names)) for side in shown.sides)
    size = fitting_size(names, 72, box.width)
    write_centred(on, names[0], (middle, box.top + 80), size, SIDES[shown.sides[0].number])
    yield
    figures_size = min(250.0, _figures_size(shown, box.width))
    yield from _figures(on, shown, (middle, box.top + 300), figures_size)
    write_centred(on, names[1], (middle, box.top + 410), size, SIDES[shown.sides[1].number])
    yield
    yield from _series(on, shown, (middle, box.top + 490))


def _lines(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names as lines below each other: `Anna,`, `Biel &`, `Carme`."""
    first = (f"{name}," for name in names[:-2])
    last_but_one = (f"{name} &" for name in names[-2:-1])
    return (*first, *last_but_one, *names[-1:])


def _figures_size(shown: ResultPicture, room: float) -> float:
    text = "–".join(side.score for side in shown.sides)
    return room / (letters.width(text, 1) + 0.3)


def _figures(on: Canvas, shown: ResultPicture, xy: XY, size: float) -> Iterator[None]:
    """Draw both scores with a dash between them; the middle of their baseline is at `xy`."""
    x, y = xy
    first, last = shown.sides
    dash = letters.width("–", size) * 0.6
    gap = size * 0.13
    whole = letters.width(first.score, size) + letters.width(last.score, size) + dash + 2 * gap
    left = x - whole / 2
    write(on, first.score, (left, y), size, SIDES[first.number])
    yield
    left += letters.width(first.score, size) + gap
    on.fill(left, y - size * 0.3, dash, size * 0.045, SOFT)
    write(on, last.score, (left + dash + gap, y), size, SIDES[last.number])
    yield


def _series(on: Canvas, shown: ResultPicture, xy: XY) -> Iterator[None]:
    """Draw the score of every game, in the colour of the side that won it."""
    size = fitting_size(("   ".join(text for text, _ in shown.games),), 38, on.wide - 4 * EDGE)
    gap = size * 0.9
    whole = sum(letters.width(text, size) + gap for text, _ in shown.games) - gap
    x = xy[0] - whole / 2
    for text, side in shown.games:
        write(on, text, (x, xy[1]), size, SOFT if side is None else SIDES[side])
        x += letters.width(text, size) + gap
        yield


def _list(on: Canvas, shown: ResultPicture, box: Box) -> Iterator[None]:
    """Draw every side with its score, the best first, in columns."""
    columns = 1 if on.wide == on.high and len(shown.sides) < 6 else 2
    rows = -(-len(shown.sides) // columns)
    wide = (box.width - 60 * (columns - 1)) / columns
    high = box.height / rows
    names = tuple(" ".join(_lines(side.names)) for side in shown.sides)
    size = fitting_size(names, min(72, high * 0.72), wide - 150)
    for at, (side, name) in enumerate(zip(shown.sides, names, strict=True)):
        column, row = divmod(at, rows)
        left = box.left + column * (wide + 60)
        base = box.top + (row + 0.72) * high
        write(on, name, (left, base), size, SIDES[side.number])
        write_to_right(on, side.score, (left + wide, base), min(high * 0.9, 72), SIDES[side.number])
        yield


def _course(on: Canvas, shown: ResultPicture, course: Course, box: Box) -> Iterator[None]:
    """Draw the score as steps.

    The line of the winner is thicker, and the area below it is filled. All other lines are dashed.
    """
    for x in range(round(box.left), round(box.left + box.width), 9):
        on.fill(x, box.top - 2, 4, 2, FAINT)
    yield
    lines = plot_of(course, box).lines
    order = sorted(range(len(lines)), key=lambda side: side == shown.winner)
    for side in order:
        for line in lines[side]:
            if side == shown.winner:
                foot = box.top + box.height
                area = [*line, (line[-1][0], foot), (line[0][0], foot)]
                on.shape([area], SIDES[side], 0.14)
            for start, end in pairwise(line):
                _stroke(on, start, end, SIDES[side], won=side == shown.winner)
            yield


def _stroke(on: Canvas, start: XY, end: XY, colour: Colour, *, won: bool) -> None:
    """Draw a horizontal or vertical stroke. The strokes of the side that `won` are thicker."""
    thick = 7 if won else 5
    x, to_x = sorted((start[0], end[0]))
    y, to_y = sorted((start[1], end[1]))
    if won or y != to_y:
        on.fill(x - thick / 2, y - thick / 2, to_x - x + thick, to_y - y + thick, colour)
        return
    for at in range(floor(x), floor(to_x), 18):
        on.fill(at, y - thick / 2, min(11, to_x - at), thick, colour)


def _foot(on: Canvas, shown: ResultPicture, lay: Layout) -> Iterator[None]:
    """Write the sentence at the bottom, in smaller letters if it is long."""
    size = lay.told_size
    room: float = on.wide - 2 * EDGE
    lines = letters.wrapped(shown.story, size, room)
    while len(lines) > lay.told_lines and size > 30:
        size -= 2
        lines = letters.wrapped(shown.story, size, room)
    for at, line in enumerate(lines[: lay.told_lines + 1]):
        write(on, line, (EDGE, lay.story + at * size * 1.25), size, INK)
        yield
