"""Choose the explanation that a newcomer's phone shows now: in full, in short or only behind “?”.

A phone shows less of a kind of sentence that it has already shown often (`counts`).
"""

from __future__ import annotations

from companion.board.taught import Explanation, Taught
from companion.engine import Game
from companion.learn import counts, sentences
from companion.tables import State
from companion.web.guests import Guest
from companion.web.language import cached_per_language
from companion.words.people import People
from companion.words.widths import wide

# em of the lines that the narrowest phone has for a sentence: three lines, or two below the
# title of a won game, which has two lines itself.
ROOM = 50
ROOM_BELOW_A_WON_GAME = 33
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def teach(state: State, guest: Guest, people: People) -> Taught:
    """Return what the phone of this guest explains now, and the new text of its cookie."""
    line = sentence(state, guest.viewer.seat, people)
    if line is None:
        return Taught(guest.taught)
    room = room_for_a_sentence(state.log.game)
    if guest.learn == "ask":
        return Taught(guest.taught, _explanation(line, "ask", room))
    counted = counts.count(guest.taught, line.kind, mark_of(state))
    return Taught(counted.text, _explanation(line, counted.level, room))


@cached_per_language(1000)
def sentence(state: State, seat: int | None, people: People) -> sentences.NewcomersLine | None:
    """Return what is explained to the newcomer in this seat, or to a watcher if `seat` is None.

    The result is cached for each language. Return None if there is nothing to explain.
    """
    return sentences.explain(state.log, seat, people)


def room_for_a_sentence(game: Game) -> float:
    """Return the width in em of the longest sentence that fits on the narrowest phone."""
    if any(event.kind == "game" for event in game.events):
        return ROOM_BELOW_A_WON_GAME
    return ROOM


def mark_of(state: State) -> str:
    """Return a short text that identifies this state of this match."""
    return f"{in_base_36(state.match.id)}-{in_base_36(state.version)}"


def in_base_36(number: int) -> str:
    """Return a number from 0 in as few letters and digits as possible."""
    digits = ""
    while number:
        number, digit = divmod(number, len(DIGITS))
        digits = DIGITS[digit] + digits
    return digits or DIGITS[0]


def _explanation(line: sentences.NewcomersLine, level: counts.Level, room: float) -> Explanation:
    """Return the explanation at this level, or a shorter text if it is wider than `room` (em)."""
    texts: tuple[str, ...] = ()
    if level == "full":
        texts = (line.full, line.short, line.least)
    elif level == "short":
        texts = (line.short, line.least)
    fitting = [text for text in texts if wide(text) <= room]
    shown = fitting[0] if fitting else ""
    return Explanation(shown, line.full, line.answers, line.turn)
