"""Find out how each hand of a match ended, and how many hands an account won in a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from companion.engine.table_taps import FORMS
from companion.retelling.calls import CallMade, calls_of
from companion.retelling.replay import PlayedTap, Replay
from companion.retelling.standing import Standing, score_after, standing

Ending = Literal["played", "refused", "folded", "declined", "short", "nobody", "cut", "void", ""]
"""How a hand ended.

played: a side took it by its tricks. refused: because the other side refused a call. folded:
because the other side gave it up. declined: because the other side decided not to play. short: by
the tap `hand`, so its tricks are not known. nobody: it was played, and no side took it. cut: a side
bet won the game before its end. void: it was dropped. "" if it is not over.
"""

TRICKS = ("won", "tied")
TALKED = ("refused", "folded", "declined")  # endings in which the other side did not play on


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand of a match: its number from 1, its taps, how it ended, and the side that won it.

    `winner` is None if nobody won it.
    """

    number: int
    steps: tuple[PlayedTap, ...]
    ending: Ending
    winner: int | None

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the accounts of the side that won the hand, or () if nobody won it."""
        before = self.steps[-1].before
        if self.winner is None:
            return ()
        return before.rules.accounts_of(before.hand, self.winner)

    @property
    def recorded(self) -> bool:
        """Return whether the hand is over and its play was tapped.

        Return False if the hand was dropped, or if somebody tapped only who won it.
        """
        return self.ending not in ("short", "void", "")

    @property
    def calls(self) -> tuple[CallMade, ...]:
        """Return the calls of this hand."""
        return calls_of(self.steps)

    @property
    def won_by_talking(self) -> bool:
        """Return whether the hand was won because the other side refused, folded or declined."""
        return self.ending in TALKED

    @property
    def won_before_a_trick(self) -> bool:
        """Return whether no trick was over when the other side refused, folded or declined."""
        return self.won_by_talking and not any(step.tap.word in TRICKS for step in self.steps)

    @property
    def before(self) -> Standing:
        """Return the score of the game before the first tap of the hand."""
        return standing(self.steps[0].before)

    @property
    def after(self) -> Standing:
        """Return the score of the game after the last tap of the hand."""
        return score_after(self.steps[-1])


class Run(NamedTuple):
    """How many hands in a row were won by the side to which an account belongs.

    Only hands that are `PlayedHand.recorded` count.
    """

    account: int
    length: int


def hands_of(replay: Replay) -> tuple[PlayedHand, ...]:
    """Return the hands of a match. The last hand may not be over."""
    found: list[PlayedHand] = []
    for number, steps in enumerate(replay.hands, start=1):
        last = steps[-1]
        found.append(PlayedHand(number, steps, ending_of(last), last.winner))
    return tuple(found)


def ending_of(step: PlayedTap) -> Ending:
    """Return in which way this tap ended the hand, or "" if the tap ended no hand."""
    hand = next((event for event in step.after.events if event.kind == "hand"), None)
    if hand is None:
        return ""
    if hand.why == "void" or step.tap.word in FORMS:
        return "void"
    whys = [event.why for event in step.after.events if event.kind == "points"]
    if hand.side is None:
        is_cut = bool(whys) and whys[-1] in ("bet", "bet-refused")
        return "cut" if is_cut else "nobody"
    for ending in ("refused", "folded", "declined", "short"):
        if ending in whys:
            return ending
    return "played"


def runs(hands: Iterable[PlayedHand]) -> Iterator[Run]:
    """Yield the runs of hands that an account won in a row, in the order in which the runs ended.

    * A hand that nobody won ends every run.
    * A hand of which only the winner was tapped is not counted in any run. It ends the runs of the
      accounts that did not win it.
    * A dropped hand is not counted, and ends no run.
    """
    lengths: dict[int, int] = {}
    for hand in hands:
        if hand.ending in ("void", ""):
            continue
        for account in lengths.keys() - set(hand.winners):
            yield Run(account, lengths.pop(account))
        if hand.recorded:
            for account in hand.winners:
                lengths[account] = lengths.get(account, 0) + 1
    for account, length in lengths.items():
        yield Run(account, length)
