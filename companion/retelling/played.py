"""A match as far as it counts: the taps nobody took back, each with the game before and after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion import variants
from companion.engine import Act, Game, MatchLog, Rules, legal, parse, records, start


@dataclass(frozen=True, slots=True)
class PlayedTap:
    """One tap that counts, and the game on both sides of it."""

    before: Game
    act: Act
    after: Game

    @property
    def ended(self) -> bool:
        """Whether a hand ended with it."""
        return any(event.kind == "hand" for event in self.after.events)

    @property
    def winner(self) -> int | None:
        """The side that took the hand it ended, None for nobody or where none ended."""
        return next((event.side for event in self.after.events if event.kind == "hand"), None)

    @property
    def offered(self) -> tuple[str, str]:
        """The part of the rules and the group of the offer that this tap was; empty for those that are always there."""
        found = next((offer for offer in legal(self.before) if offer.covers(self.act)), None)
        return (found.part, found.group) if found else ("", "")


@dataclass(frozen=True, slots=True)
class Played:
    """A match: how it began, and what counts of it."""

    start: Game
    steps: tuple[PlayedTap, ...]

    @property
    def end(self) -> Game:
        """How it stands after the last tap."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def rules(self) -> Rules:
        """The rules it was played by."""
        return self.start.rules

    @property
    def hands(self) -> tuple[tuple[PlayedTap, ...], ...]:
        """The steps by hand, the last one perhaps not ended; a tap between two hands is with the one that follows."""
        return tuple(_hands(self.steps))


def of_line(line: MatchLog) -> Played:
    """What counts of a line."""
    steps: list[PlayedTap] = []
    here = line
    while here.past is not None and here.act is not None:
        steps.append(PlayedTap(here.past.game, here.act, here.game))
        here = here.past
    return Played(here.game, tuple(reversed(steps)))


def of_record(record: records.Record) -> Played:
    """What counts of a record; raises ValueError where it cannot be played."""
    return of_line(MatchLog.of(beginning(record), (parse(tap) for tap, _ in record.taps)))


def beginning(record: records.Record) -> Game:
    """The game its headers open; raises ValueError."""
    if record.fault:
        raise ValueError(record.fault[0])
    seats, dealer = record.header("Seats"), record.header("Dealer")
    rules = variants.build(
        record.header("Variant"),
        int(seats) if seats else None,
        records.house(record.header("Rules")),
    )
    return start(rules, int(dealer or 0), record.header("Score"), record.header("Games"))


def of_text(text: str) -> Played:
    """What counts of the only record in a text."""
    return of_record(records.read(text)[0])


def _hands(steps: tuple[PlayedTap, ...]) -> Iterator[tuple[PlayedTap, ...]]:
    hand: list[PlayedTap] = []
    for step in steps:
        hand.append(step)
        if step.ended:
            yield tuple(hand)
            hand.clear()
    if hand:
        yield tuple(hand)
