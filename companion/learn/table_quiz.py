"""Choose the questions for a table before its first hand, and find where its players differ.

All phones get the same questions, made under the house rules of their table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.engine import Rules
from companion.learn.models import QUESTIONS
from companion.learn.questions import ROUND, Kind, Puzzle, puzzle_of
from companion.tables import Match, State

# The kinds on which tables differ most come first.
WANTED: tuple[Kind, ...] = ("ends", "refused", "answers", "accepted", "may", "bet", "replies")


class Difference(NamedTuple):
    """A question to which some player gave another answer than the rules of the table.

    `chosen` has the number of the chosen answer, by seat.
    """

    puzzle: Puzzle
    chosen: Mapping[int, int]


def puzzles_for(match: Match, rules: Rules) -> tuple[Puzzle, ...]:
    """Return the questions of this table: QUESTIONS of them, if possible of different kinds."""
    made = [*make_puzzles(match, rules)]
    chosen: dict[Kind, Puzzle] = {}
    for kind in WANTED:
        for puzzle in made:
            if puzzle.kind == kind and kind not in chosen:
                chosen[kind] = puzzle
    others = [puzzle for puzzle in made if puzzle not in chosen.values()]
    return tuple((*chosen.values(), *others)[:QUESTIONS])


def make_puzzles(match: Match, rules: Rules) -> Iterator[Puzzle]:
    """Yield more questions than the table gets; `puzzles_for` chooses among them."""
    for number in range(2 * ROUND):
        yield puzzle_of(rules, f"{match.id % 10**9}", number)


def are_answers(said: str, puzzles: tuple[Puzzle, ...]) -> bool:
    """Return whether this text has one valid answer for each of the questions."""
    if len(said) != len(puzzles) or not (said.isascii() and said.isdigit()):
        return False
    both = zip(said, puzzles, strict=True)
    return all(int(sign) < len(puzzle.choices) for sign, puzzle in both)


def seated(state: State) -> dict[str, int]:
    """Return the seat of each phone that has a seat, by the id of the phone."""
    seats: dict[str, int] = {}
    for device, member in state.members.items():
        if member.seat is not None:
            seats[device] = member.seat
    return seats


def differences(puzzles: tuple[Puzzle, ...], said: Mapping[int, str]) -> Iterator[Difference]:
    """Yield the questions to which some player gave another answer than this table's rules.

    `said` has the answers of each seat, one digit for each question.
    """
    for place, puzzle in enumerate(puzzles):
        chosen = {seat: int(answers[place]) for seat, answers in said.items()}
        if any(answer != puzzle.right for answer in chosen.values()):
            yield Difference(puzzle, chosen)
