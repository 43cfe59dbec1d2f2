"""The end of a hand as everybody sees it: a band with what was paid, the last hands as coins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.engine import Event, MatchLog
from companion.retelling.last_hands import EndedHand, hands_of_game
from companion.words import labels, sentences
from companion.words.people import People, glyph
from companion.words.widths import room, wide

COINS = 8  # hands that are shown; the narrowest phones show the last six
LINE = 21.0  # em of a line on the narrowest phone


class Band(NamedTuple):
    """What the last tap paid: to whom, how much and why, and who acts next.

    Without a side it tells how a hand ended in which nobody was paid. `line` is what is below the
    title, `short` as much of it as fits the narrowest phone, and `why` the reason alone if it fits.
    """

    title: str
    gain: str
    side: int | None
    glyph: str
    line: str
    short: str
    why: str

    @property
    def wide(self) -> int:
        """The room that title and gain need."""
        return room(f"{self.title} {self.gain} M")


class Gain(NamedTuple):
    """What a side was paid in a hand: a number, of truts if `truts`, and all of it in words."""

    gain: str
    truts: bool
    side: int
    glyph: str
    said: str


class Coin(NamedTuple):
    """A hand that ended, with what each side was paid in it."""

    gains: tuple[Gain, ...]


def band(line: MatchLog, people: People, *, leads: str, deals: str, rule: str) -> Band | None:
    """Return the band for what the last tap paid, None if it paid nothing and ended no hand.

    `leads`, `deals` and `rule` are about the hand that follows; a rule goes before the others.
    """
    events = line.game.events
    paid = [event for event in events if event.kind == "points" and event.side is not None]
    if not paid:
        return _unpaid(events, people, leads, deals)
    hand = next((event.side for event in events if event.kind == "hand"), None)
    sides = [event.side for event in paid]
    side = hand if hand in sides else sides[-1]
    if side is None:
        return None
    total = EndedHand(tuple(paid), hand, ()).sum_for(side)
    why = " · ".join(dict.fromkeys(_reasons(paid, side, people)))
    return Band(
        people.brief.side(side),
        labels.gained(total, people.rules),
        side,
        glyph(side),
        _joined(why, rule or leads, deals),
        _fitting(why, rule or leads, rule=rule),
        why if wide(why) <= LINE else "",
    )


def _reasons(paid: Iterable[Event], side: int, people: People) -> Iterable[str]:
    """Yield why this side was paid, and what the other sides were paid by the same tap."""
    for event in paid:
        if event.side == side:
            yield sentences.reason(event, people)
        else:
            gain = labels.gained(event, people.rules)
            yield f"{people.brief.side(event.side or 0)} {gain}"


def _unpaid(events: Iterable[Event], people: People, leads: str, deals: str) -> Band | None:
    for event in events:
        said = sentences.of_event(event, people)
        if event.kind in ("hand", "deal") and said:
            return Band(said, "", None, "", _joined(leads, deals), leads, "")
    return None


def _joined(*parts: str) -> str:
    return " · ".join(filter(None, parts))


def _fitting(why: str, after: str, *, rule: str) -> str:
    """Return reason and what comes next if both fit a line, or else the more important of them."""
    both = _joined(why, after)
    if wide(both) <= LINE:
        return both
    return rule or why


def coins(line: MatchLog, people: People) -> tuple[Coin, ...]:
    """Return the last hands of this game, the newest last."""
    return tuple(_coin(hand, people) for hand in hands_of_game(line, COINS))


def _coin(hand: EndedHand, people: People) -> Coin:
    gains: list[Gain] = []
    for side in hand.sides:
        event = hand.sum_for(side)
        said = f"{labels.gained(event, people.rules)} {sentences.of_event(event, people)}"
        number = labels.signed(event.truts or event.points or 0)
        gains.append(Gain(number, bool(event.truts), side, glyph(side), said))
    return Coin(tuple(gains))
