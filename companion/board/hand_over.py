"""The end of a hand as everybody sees it: a band with what was paid, the last hands as coins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from companion.engine import Event, MatchLog
from companion.engine.hand import Shared, payments
from companion.retelling.last_hands import EndedHand, hands_of_game, streak
from companion.retelling.telling import tell_or_leave_out
from companion.web.language import NN_, gettext, ngettext
from companion.words import labels, sentences
from companion.words.people import People, glyph
from companion.words.widths import broken, room, wide

COINS = 8  # hands that are shown; the narrowest phones show the last six
LINE = 21.0  # em of a line on the narrowest phone
CARD = 2.4  # em of the card turned up, which follows the line
BESIDE_COINS = 15.0  # em of each of two lines on the narrowest phone, beside two coins
LONG_LINE = 40.0  # em of a line on a tablet
SHORTEST_RUN = 3  # hands in a row that are worth a word
# NOTE: after a hand: the same side has taken so many in a row, each because a call was refused
REFUSALS = NN_("%(number)s refusal in a row", "%(number)s refusals in a row")
# NOTE: after a hand: the same side has taken so many in a row
HANDS = NN_("%(number)s hand in a row", "%(number)s hands in a row")


class Band(NamedTuple):
    """The band with what the last tap paid: to whom, how much and why, and who acts next.

    Without a side it tells how a hand ended in which nobody was paid. `line` is what is below the
    title, `short` as much of it as fits the narrowest phone, and `why` the reason alone if it fits,
    or which duel follows. `follows` is about the next hand: its rule or who leads, and who deals.
    `narrow` is the reason and as much of that as fits beside two coins, in two lines.
    """

    title: str
    gain: str
    side: int | None
    glyph: str
    line: str
    short: str
    why: str
    follows: str
    narrow: str

    @property
    def wide(self) -> int:
        """The room that title and gain need."""
        return room(f"{self.title} {self.gain} M")


class CoinGain(NamedTuple):
    """The gain of a side in a hand: a number, of truts if `truts`, and all of it in words.

    `others` are the signs of the others who got the same.
    """

    gain: str
    truts: bool
    side: int
    glyph: str
    said: str
    others: tuple[str, ...] = ()


class Coin(NamedTuple):
    """A hand that ended, with what each side was paid in it.

    `corrects`: it is not a hand, but corrections of the score.
    """

    gains: tuple[CoinGain, ...]
    corrects: bool


def band(log: MatchLog, people: People, *, leads: str, deals: str, rule: str) -> Band | None:
    """Return the band for what the last tap paid, None if it paid nothing and ended no hand.

    `leads`, `deals` and `rule` are about the hand that follows; a rule goes before the others. A
    streak of hands is told after the reason. If there is no room for both, it replaces who leads.
    """
    events = log.game.events
    paid = payments(events)
    if not paid:
        return _unpaid(events, people, leads, deals)
    total = _of_winner(EndedHand(paid).sums, events)
    why = " · ".join(dict.fromkeys(_reasons(paid, total, people)))
    side = total.accounts[0]
    repeats = tell_or_leave_out(_streak, log, side, instead="")
    most = LINE - CARD if log.game.hand.turned else LINE
    return Band(
        people.brief.sides(total.accounts),
        labels.gained(total.event, people.rules),
        side,
        glyph(side),
        _all(why, repeats, rule or leads, deals),
        _fitting(why, rule or repeats or leads, most, rule=rule),
        _alone(why, most, rule=rule if log.game.hand.turned else ""),
        _joined(rule or leads, deals),
        _in_two_lines(why, rule or leads, deals),
    )


def _streak(log: MatchLog, account: int) -> str:
    """Return how many hands in a row this account has taken, empty if it is nothing special."""
    run = streak(log, account)
    if run is None or run.length < SHORTEST_RUN:
        return ""
    message = REFUSALS if run.refused else HANDS
    return ngettext(*message, run.length, number=run.length)


def _of_winner(sums: tuple[Shared, ...], events: Iterable[Event]) -> Shared:
    """Return the payment of the side that took the hand, or else the last payment."""
    winners = [event.side for event in events if event.kind == "hand"]
    for total in sums:
        if total.accounts[0] in winners:
            return total
    return sums[-1]


def _reasons(paid: Iterable[Shared], total: Shared, people: People) -> Iterator[str]:
    """Yield why that side was paid, and what other sides were paid by the same tap."""
    for event, accounts in paid:
        if accounts == total.accounts:
            yield sentences.reason(event, people)
        else:
            yield f"{people.brief.sides(accounts)} {labels.gained(event, people.rules)}"


def _unpaid(events: Iterable[Event], people: People, leads: str, deals: str) -> Band | None:
    for event in events:
        said = sentences.of_event(event, people)
        if event.kind in ("hand", "deal") and said:
            follows = _joined(leads, deals)
            return Band(said, "", None, "", follows, leads, "", follows, follows)
    return None


def _joined(*parts: str) -> str:
    return " · ".join(filter(None, parts))


def _all(why: str, repeats: str, leads: str, deals: str) -> str:
    """Return the whole line. Who deals is left out if that does not fit: the ring shows it."""
    line = _joined(why, repeats, leads, deals)
    return line if wide(line) <= LONG_LINE else _joined(why, repeats, leads)


def _fitting(why: str, after: str, most: float, *, rule: str) -> str:
    """Return reason and what comes next if both fit a line, or else one of them that does."""
    both = _joined(why, after)
    if wide(both) <= most:
        return both
    if wide(why) <= most:
        return rule or why
    return after


def _alone(why: str, most: float, *, rule: str) -> str:
    """Return the rule of the next duel, or else the reason if it fits."""
    if rule:
        return rule
    return why if wide(why) <= most else ""


def _in_two_lines(why: str, leads: str, deals: str) -> str:
    """Return the reason and what follows, or less of it. The ring shows who leads and deals."""
    told = [why, leads, deals]
    while len(told) > 1 and len(broken(_joined(*told), BESIDE_COINS)) > 2:
        told.pop()
    return _joined(*told).replace(" ·", "\u00a0·")


def coins(log: MatchLog, people: People) -> tuple[Coin, ...]:
    """Return the last hands of this game, the newest last."""
    return tuple(_coin(hand, people) for hand in hands_of_game(log, COINS))


def _coin(hand: EndedHand, people: People) -> Coin:
    gains: list[CoinGain] = []
    for event, accounts in hand.sums:
        side = accounts[0]
        why = sentences.reason(event, people)
        gained = f"{people.sides(accounts)} {labels.gained(event, people.rules)}"
        said = gettext("%(label)s: %(text)s", label=gained, text=why)
        number = labels.with_sign(event.truts or event.points or 0)
        others = tuple(map(glyph, accounts[1:]))
        gains.append(CoinGain(number, bool(event.truts), side, glyph(side), said, others))
    return Coin(tuple(gains), hand.corrects)
