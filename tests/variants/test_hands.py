"""Each line of taps in `hands/*.truc` leads to the score that is written after its semicolon.

Each line is one hand, which follows the hand of the line before. `companion replay` can play these
files too. The word `wins` after the score means that the hand wins the game, so that the score is
final. Any text after that is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from companion import variants
from companion.engine import Game, final
from companion.engine.records import Record, playing, read

HANDS = Path(__file__).parent / "hands"
FILES = sorted(HANDS.glob("*.truc"))
WRITTEN = re.compile(r"^[a-z][^;]*; (?P<score>[0-9/-]+(?: wins)?)")


def records() -> Iterator[ParameterSet]:
    for file in FILES:
        for record in read(file.read_text("utf-8")):
            yield pytest.param(file, record, id=f"{file.name}:{record.line}")


def scores_written(file: Path) -> dict[int, str]:
    written = {}
    for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
        found = WRITTEN.match(line)
        if found:
            written[number] = found["score"]
    return written


def games_after_each_line(file: Path, record: Record) -> dict[int, Game]:
    logs = playing(record, file.name, variants.build_rules)
    next(logs)
    return {line: log.game for (_, line), log in zip(record.taps, logs, strict=True)}


def score_of(game: Game) -> str:
    score = final(game.events, game.score_text)
    won = any(event.kind == "game" for event in game.events)
    if won:
        return f"{score} wins"
    return score


@pytest.mark.parametrize(("file", "record"), list(records()))
def test_every_hand_in_a_truc_file_leads_to_the_score_written_beside_it(file, record):
    written = scores_written(file)
    for line, game in games_after_each_line(file, record).items():
        where = f"{file.name}:{line}"
        assert (where, score_of(game)) == (where, written.get(line, "no score"))
        assert game.over or game.untouched, f"{where}: this hand is not over"


def test_every_file_of_hands_is_named_after_its_game():
    for file in FILES:
        games = {record.header("Variant") for record in read(file.read_text("utf-8"))}
        assert games == {file.stem}
