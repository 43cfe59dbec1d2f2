"""Read a match without its undone taps, with the game before and after each tap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion import variants
from companion.engine import Game, MatchLog, Rules, Tap, legal, parse, records, start


@dataclass(frozen=True, slots=True)
class PlayedTap:
    """A tap that was not undone, with the game before and after it."""

    before: Game
    tap: Tap
    after: Game

    @property
    def ended(self) -> bool:
        """Return whether a hand ended with this tap."""
        return any(event.kind == "hand" for event in self.after.events)

    @property
    def winner(self) -> int | None:
        """Return the side that won a hand with this tap, or None if none did."""
        return next((event.side for event in self.after.events if event.kind == "hand"), None)

    @property
    def offered(self) -> tuple[str, str]:
        """Return the part of the rules that offered this tap, and the group of the offer.

        The group is "call", "answer" or "trick", for example. Both texts are "" for taps that are
        always possible, such as corrections.
        """
        for offer in legal(self.before):
            if offer.covers(self.tap):
                return offer.part, offer.group
        return "", ""


@dataclass(frozen=True, slots=True)
class Replay:
    """A match: the game at its start, and the taps that were not undone."""

    start: Game
    steps: tuple[PlayedTap, ...]

    @classmethod
    def from_log(cls, log: MatchLog) -> Replay:
        """Return the replay of a match up to its last tap."""
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
        """Return the replay of the first record in a text.

        Raises ValueError if the text has no record, or if the record cannot be played.
        """
        found = records.read(text)
        if not found:
            raise ValueError(records.NO_RECORD)
        return cls.from_record(found[0])

    @property
    def end(self) -> Game:
        """Return the game after the last tap."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def rules(self) -> Rules:
        """Return the rules of the match."""
        return self.start.rules

    @property
    def hands(self) -> tuple[tuple[PlayedTap, ...], ...]:
        """Return the taps of each hand. The last hand may not have ended.

        A tap between two hands belongs to the later hand.
        """
        return tuple(_hands(self.steps))


def start_of_record(record: records.Record) -> Game:
    """Return the game that a record's headers describe.

    Raises ValueError if they describe no game.
    """
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
