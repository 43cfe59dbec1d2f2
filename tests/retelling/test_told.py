"""Every match in `told.truc` is retold with the texts in that file.

The texts are those of the sheet, the curve, the marks, the calls and the story.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from companion.retelling import report, result, story
from companion.retelling.calls import calls_of
from companion.retelling.replay import Replay
from companion.words.people import People

FILE = Path(__file__).with_name("told.truc")
NAMES = ("Anna", "Biel", "Carme", "Dídac", "Emma", "Ferran")
LINE = re.compile(r"^; (sheet|curve|hand|mark|calls|story|result) +(.*)$", re.MULTILINE)


def sheet(match: Replay, people: People) -> list[str]:
    """Return each line of the sheet as one text: hand, gains, totals, reasons."""
    found = []
    for line in report.points_sheet(match, people).lines:
        gained = ", ".join(gain or "." for gain in line.gained)
        said = ". ".join(filter(None, (*line.why, line.won)))
        mark = "±" if line.corrects else line.hand
        found.append(f"{mark}: {gained} = {' – '.join(line.total)} {said}")
    return found


def curve(match: Replay, people: People) -> list[str]:
    return list(report.points_sheet(match, people).sentences)


def hands(match: Replay, people: People) -> list[str]:
    return [f"{hand.number}: {hand.text}" for hand in report.points_sheet(match, people).hands]


def marks(match: Replay, people: People) -> list[str]:
    plot = str(report.points_sheet(match, people).plot)
    return re.findall("<title>(.*?)</title>", plot)


def calls(match: Replay, people: People) -> list[str]:
    made = chain.from_iterable(map(calls_of, match.hands))
    return [", ".join(f"{call.word} {call.fate or 'unanswered'}" for call in made)]


def figures(match: Replay, people: People) -> list[str]:
    """Return the scores in the result picture: "2 – 1 (12–0, 3–13, 12–0)" for several games."""
    shown = result.result_picture(match, people, "")
    text = " – ".join(side.score for side in shown.sides)
    games = ", ".join(score for score, _ in shown.games)
    return [f"{text} ({games})" if games else text]


def stories(match: Replay, people: People) -> list[str]:
    return list(story.tell_story(match, people))


TELLERS: dict[str, Callable[[Replay, People], list[str]]] = {
    "sheet": sheet,
    "curve": curve,
    "hand": hands,
    "mark": marks,
    "calls": calls,
    "story": stories,
    "result": figures,
}


def records() -> Iterator[ParameterSet]:
    text = FILE.read_text("utf-8")
    for found in re.finditer(r"^\[Variant (?:.+\n)+(?:\n(?:[^\[\n].*\n)+)?", text, re.MULTILINE):
        number = text.count("\n", 0, found.start()) + 1
        yield pytest.param(found[0], id=f"{FILE.name}:{number}")


@pytest.mark.parametrize("record", list(records()))
def test_every_match_in_told_truc_is_retold_with_the_texts_in_that_file(record: str) -> None:
    match = Replay.from_text(record)
    people = People(NAMES[: match.rules.seats], match.rules)
    written: dict[str, list[str]] = {}
    for kind, line in LINE.findall(record):
        written.setdefault(kind, []).append(line)
    assert written
    for kind, lines in written.items():
        assert (TELLERS[kind](match, people) or ["none"]) == lines


def test_the_text_of_a_hand_begins_with_a_capital_even_if_the_first_player_has_no_name():
    match = Replay.from_text('[Variant "catalan"]\ntruc@0 no@1')
    people = People(("somebody", "Biel", "Carme", "Pep"), match.rules)
    assert hands(match, people) == ["1: Somebody called truc. Biel: no vull (truc refused)"]
