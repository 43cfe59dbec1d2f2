"""Read a match as far as it counts: the taps nobody took back, with the game around each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion import variants
from companion.engine import Game, MatchLog, Rules, Tap, legal, parse, records, start


@dataclass(frozen=True, slots=True)
class PlayedTap:
    """One tap that counts, with the game before and after it."""

    before: Game
    tap: Tap
    after: Game

    @property
    def ended(self) -> bool:
        """Return whether a hand ended with this tap."""
        return any(event.kind == "hand" for event in self.after.events)

    @property
    def winner(self) -> int | None:
        """Return the side that took the hand ended by this tap, None if there is none."""
        return next((event.side for event in self.after.events if event.kind == "hand"), None)

    @property
    def offered(self) -> tuple[str, str]:
        """Return the part of the rules and the group of the offer that this tap was.

        Both are empty for taps that are always there.
        """
        for offer in legal(self.before):
            if offer.covers(self.tap):
                return offer.part, offer.group
        return "", ""


@dataclass(frozen=True, slots=True)
class Replay:
    """A match: its beginning, and the taps that count. An undone tap does not count."""

    start: Game
    steps: tuple[PlayedTap, ...]

    @classmethod
    def from_log(cls, log: MatchLog) -> Replay:
        """Return the replay of a match as far as it was played."""
        steps: list[PlayedTap] = []
        here = log
        while here.past is not None and here.tap is not None:
            steps.append(PlayedTap(here.past.game, here.tap, here.game))
            here = here.past
        return cls(here.game, tuple(reversed(steps)))

    @classmethod
    def from_record(cls, record: records.Record) -> Replay:
        """Return the replay of a record. Raises ValueError if it cannot be played."""
        taps = (parse(tap) for tap, _ in record.taps)
        return cls.from_log(MatchLog.of(start_of_record(record), taps))

    @classmethod
    def from_text(cls, text: str) -> Replay:
        """Return the replay of the only record in a text. Raises ValueError as `from_record`."""
        return cls.from_record(records.read(text)[0])

    @property
    def end(self) -> Game:
        """Return the game after the last tap."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def rules(self) -> Rules:
        """Return the rules it was played by."""
        return self.start.rules

    @property
    def hands(self) -> tuple[tuple[PlayedTap, ...], ...]:
        """Return the steps by hand, the last one perhaps not ended.

        A tap between two hands is with the one that follows.
        """
        return tuple(_hands(self.steps))


def start_of_record(record: records.Record) -> Game:
    """Return the game that the headers of a record open. Raises ValueError if they open none."""
    if record.fault:
        raise ValueError(record.fault[0])
    seats = record.header("Seats")
    dealer = record.header("Dealer")
    number = int(seats) if seats else None
    house = records.house(record.header("Rules"))
    rules = variants.build_rules(record.header("Variant"), number, house)
    return start(rules, int(dealer or 0), record.header("Score"), record.header("Games"))


def _hands(steps: tuple[PlayedTap, ...]) -> Iterator[tuple[PlayedTap, ...]]:
    hand: list[PlayedTap] = []
    for step in steps:
        hand.append(step)
        if step.ended:
            yield tuple(hand)
            hand.clear()
    if hand:
        yield tuple(hand)
