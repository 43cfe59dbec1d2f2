"""Make the sheet of points as on paper: a line for each hand and each correction.

A line says what changed on every account, so the lines of a game add up to its score. It also says
which points a trut set to 0, and which were lost with an unfinished round of duels.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Literal

from companion.engine import Event
from companion.engine.table_taps import CORRECTIONS
from companion.retelling.hands import PlayedHand, hands_of
from companion.retelling.replay import PlayedTap, Replay
from companion.retelling.standing import Amount, Standing, score_after, standing, winner_of

Kind = Literal["hand", "correction", "ending"]
"""What a line is about: a hand, a correction, or a game that was given up or a match ended early.
"""


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """A change of the score: what each account got or lost, and the score after it.

    `event` says what the points were for. It is None if a tap changed the score without a payment.
    For example, the points of a round of duels are lost if somebody gives up the game during it.
    """

    gained: tuple[Amount, ...]
    total: Standing
    event: Event | None = None


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of the sheet: what changed in a hand, by a correction, or when somebody gave up.

    * `game` is the number of the game, from 1.
    * `hand` is the number of the hand. A correction has the number of the hand during or before
      which it was made.
    * `won` is the side that won the game or the match with this line, or None.
    * `recorded` is false if only the winner of the hand was tapped.
    """

    kind: Kind
    game: int
    hand: int
    steps: tuple[PlayedTap, ...]
    before: Standing
    changes: tuple[ScoreChange, ...]
    won: int | None
    recorded: bool

    @property
    def total(self) -> Standing:
        """Return the score after this line."""
        return self.changes[-1].total if self.changes else self.before

    @property
    def gained(self) -> tuple[Amount, ...]:
        """Return what each account got or lost in this line."""
        return self.total.change_from(self.before)


def score_lines(replay: Replay) -> tuple[ScoreLine, ...]:
    """Return the lines of a match: a line for each hand in which the score changed.

    A correction has its own line, and so has a game that was won without points. A hand in which a
    correction was made between two payments has two lines.
    """
    return tuple(_lines(replay))


def beginnings(replay: Replay) -> tuple[Standing, ...]:
    """Return the score at which each game began, in the order of the games."""
    won = (step for step in replay.steps if winner_of(step) is not None)
    later = (standing(step.after) for step in won if not step.after.over)
    return (standing(replay.start), *later)


def _lines(replay: Replay) -> Iterator[ScoreLine]:
    game = 1
    for hand in hands_of(replay):
        for steps in _parts(hand):
            line = _line(game, hand, steps)
            if line is not None:
                yield line
            game += winner_of(steps[-1]) is not None


def _parts(hand: PlayedHand) -> Iterator[tuple[PlayedTap, ...]]:
    """Yield the taps of a hand in groups, from which the lines of the score sheet are made.

    A tap that won a game is the last of its group. A correction is a group of its own.
    """
    cuts = {0, len(hand.steps)}
    for at, step in enumerate(hand.steps):
        if step.tap.word in CORRECTIONS:
            cuts |= {at, at + 1}
        elif winner_of(step) is not None:
            cuts.add(at + 1)
    for begin, end in pairwise(sorted(cuts)):
        yield hand.steps[begin:end]


def _line(game: int, hand: PlayedHand, steps: tuple[PlayedTap, ...]) -> ScoreLine | None:
    """Return the line of the score sheet for these taps.

    Return None if the taps changed no score and won no game. A correction always has a line.
    """
    changes = tuple(chain.from_iterable(_changes(step) for step in steps))
    last = steps[-1]
    won = winner_of(last)
    is_correction = last.tap.word in CORRECTIONS
    if not changes and won is None and not is_correction:
        return None
    kind: Kind = "hand"
    if is_correction:
        kind = "correction"
    elif last.tap.word in ("resign", "end"):
        kind = "ending"
    recorded = not any(change.event and change.event.why == "short" for change in changes)
    return ScoreLine(
        kind, game, hand.number, steps, standing(steps[0].before), changes, won, recorded
    )


def _changes(step: PlayedTap) -> Iterator[ScoreChange]:
    """Yield the changes of the score that a tap made, one for each payment.

    The last change is computed from the score after the tap, because a payment does not say that a
    trut set the points back to 0.
    """
    here = standing(step.before)
    end = score_after(step)
    paid = [event for event in step.after.events if event.kind == "points"]
    for event in paid[:-1]:
        gained = _paid(event, here)
        here = here.after(gained)
        yield ScoreChange(gained, here, event)
    if paid:
        yield ScoreChange(end.change_from(here), end, paid[-1])
    elif here != end:
        yield ScoreChange(end.change_from(here), end)


def _paid(event: Event, here: Standing) -> tuple[Amount, ...]:
    """Return what each account got according to the event."""
    paid: list[Amount] = []
    for account in range(len(here.amounts)):
        mine = account == event.side
        paid.append(Amount(event.truts, event.points or 0) if mine else Amount(0, 0))
    return tuple(paid)
