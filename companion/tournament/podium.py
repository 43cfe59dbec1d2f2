"""Draw a picture of how a tournament ended: the winner, the next teams, how much was played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.retelling import letters
from companion.retelling.canvas import Canvas
from companion.retelling.felt import ground
from companion.retelling.lettering import fitting_size, write, write_centred, write_to_right
from companion.retelling.picture import EDGE, INK, SOFT
from companion.retelling.plot import Box

GOLD = (255, 209, 102)
PLACES = 4  # shown behind the winner
SMALLEST = 26.0  # size in pixels of a name on one line; a longer name gets two lines
CUP = (
    *((-50, 0), (50, 0), (50, 12), (78, 12), (78, 40), (46, 78), (18, 92), (18, 112)),
    *((42, 112), (42, 136), (-42, 136), (-42, 112), (-18, 112), (-18, 92), (-46, 78)),
    *((-78, 40), (-78, 12), (-50, 12)),
)


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """A team below the winner in the picture. `sums` has its wins and its difference of points."""

    rank: str
    name: str
    sums: str


@dataclass(frozen=True, slots=True)
class Podium:
    """All texts of the picture, in the language of the person who shares it.

    `cry` is the sentence below the winner's name. `facts` say how much was played, for example
    "16 teams".
    """

    title: str
    day: str
    winner: str
    cry: str
    places: tuple[PodiumPlace, ...]
    facts: tuple[str, ...]


def drawing(on: Canvas, shown: Podium) -> Iterator[None]:
    """Draw the picture in small steps. The caller may do other work after each `yield`."""
    yield from ground(on)
    yield from _head(on, shown)
    if on.wide == on.high:
        yield from _winner(on, shown, Box(EDGE, 130, on.wide - 2 * EDGE, 370))
        yield from _places(on, shown, Box(EDGE + 20, 520, on.wide - 2 * EDGE - 40, 320))
        yield from _facts(on, shown, Box(EDGE, 880, on.wide - 2 * EDGE, 120))
    else:
        half = on.wide / 2 - EDGE - 20
        yield from _winner(on, shown, Box(EDGE, 110, half, 340))
        yield from _places(on, shown, Box(on.wide / 2 + 20, 120, half, 330))
        yield from _facts(on, shown, Box(EDGE, 470, on.wide - 2 * EDGE, 100))


def _head(on: Canvas, shown: Podium) -> Iterator[None]:
    size = fitting_size((f"{shown.title}    {shown.day}",), 40, on.wide - 2 * EDGE)
    write(on, shown.title, (EDGE, 84), size, INK)
    yield
    write_to_right(on, shown.day, (on.wide - EDGE, 84), size, SOFT)
    yield


def _winner(on: Canvas, shown: Podium, box: Box) -> Iterator[None]:
    """Draw the cup, below it the winner's name, and below that a sentence about the victory."""
    middle = box.left + box.width / 2
    on.shape([[(middle + x, box.top + 10 + y) for x, y in CUP]], GOLD)
    yield
    lines, size = _in_two_lines(shown.winner, 78.0, 56.0, box.width)
    base = box.top + 160 + size
    for line in lines:
        write_centred(on, line, (middle, base), size, GOLD)
        base += size * 1.1
        yield
    cry = fitting_size((shown.cry,), 34, box.width)
    write_centred(on, shown.cry, (middle, base - size * 1.1 + 52), cry, INK)
    yield


def _places(on: Canvas, shown: Podium, box: Box) -> Iterator[None]:
    """Draw the teams after the winner, each in a row of its own."""
    if not shown.places:
        return
    high = min(box.height / len(shown.places), 82)
    sums_size = 26.0
    for at, place in enumerate(shown.places):
        top = box.top + at * high
        on.fill(box.left, top, box.width, 2, SOFT)
        base = top + high * 0.65
        write_to_right(on, place.rank, (box.left + 50, base), 40, GOLD)
        room = box.width - 80 - letters.width(place.sums, sums_size) - 20
        _write_name(on, place.name, Box(box.left + 70, base, room, high))
        write_to_right(on, place.sums, (box.left + box.width, base), sums_size, SOFT)
        yield


def _write_name(on: Canvas, name: str, box: Box) -> None:
    """Write a name on one line, or on two if its letters would be too small.

    The baseline of a name on one line is at the height `box.top`.
    """
    lines, size = _in_two_lines(name, 36.0, SMALLEST, box.width)
    base = box.top - (len(lines) - 1) * size * 0.55
    for line in lines:
        write(on, line, (box.left, base), size, INK)
        base += size * 1.1


def _in_two_lines(text: str, most: float, least: float, room: float) -> tuple[list[str], float]:
    """Return the lines of a text, one or two, and the size of its letters.

    There are two lines if the letters of one line would be smaller than `least`. The letters are
    not larger than `most`, and no line is wider than `room`. All sizes are in pixels.
    """
    size = fitting_size((text,), most, room)
    if size >= least:
        return [text], size
    size = least
    lines = letters.wrapped(text, size, room)
    while len(lines) > 2:
        size -= 2
        lines = letters.wrapped(text, size, room)
    return lines, fitting_size(tuple(lines), size, room)


def _facts(on: Canvas, shown: Podium, box: Box) -> Iterator[None]:
    """Write the facts about how much was played, side by side, and the name of this program."""
    wide = box.width / len(shown.facts)
    size = fitting_size(shown.facts, 38, wide - 20)
    for at, fact in enumerate(shown.facts):
        write_centred(on, fact, (box.left + (at + 0.5) * wide, box.top + 50), size, INK)
        yield
    write_to_right(on, "Truc Companion", (on.wide - EDGE, on.high - 40), 28, SOFT)
    yield
