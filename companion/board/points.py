"""The points of a side, one touch from its score.

A hand is taken or given up, points are added or removed, and rare corrections are made.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from companion.board.keys import Key, KeyRow
from companion.engine import Game, Offer, Rules, Tap
from companion.engine.play import pays
from companion.engine.table_taps import why_not
from companion.tables import sent_taps
from companion.web.language import gettext
from companion.words import labels
from companion.words.people import People

STEPS = (-1, 1, 2, 3)
BOTH = (-1, 1)


class Corrections(NamedTuple):
    """The corrections that are always there, with `entry` for any number.

    From tap to tap only the keys that are disabled change. `reasons` may be chosen for any of them,
    each with its word in records and its label.
    """

    steps: tuple[Key, ...]
    entry: Key
    rare: tuple[KeyRow, ...]
    last: KeyRow
    reasons: tuple[tuple[str, str], ...]


class PointsKeys(NamedTuple):
    """The keys about the points of one side, whose players are the `name`.

    `took` and `gives` end the hand, and keep their places while they are disabled. `dealers` may be
    named before the first tap of a hand. `disabled` are the taps of `corrections` that are not
    possible now. `corrections` are drawn with the page only: a panel that follows leaves them where
    they are (over.js).
    """

    side: int
    name: str
    took: Key
    gives: Key
    dealers: KeyRow | None
    disabled: tuple[str, ...]
    corrections: Corrections | None = None


def points_keys(
    game: Game, offers: Iterable[Offer], people: People
) -> tuple[PointsKeys | None, ...]:
    """Return for each side the keys about its points in a panel, None if the match is over."""
    if game.over:
        return (None,) * game.rules.accounts
    known = {offer.tap: offer for offer in offers if offer.group in ("hand", "fold")}
    dealers = _dealers(game, people)
    keys: list[PointsKeys] = []
    for side in range(game.rules.accounts):
        took = _end(game, people, "hand", side, known)
        gives = _end(game, people, "fold", side, known)
        taps = chain.from_iterable(_correction_taps(game, side))
        keys.append(
            PointsKeys(
                side,
                people.brief.side(side),
                took._replace(label=people.words.word("hand").own, tone="good"),
                gives._replace(label=people.words.word("fold").label, tone="bad"),
                dealers,
                tuple(str(tap) for tap in taps if why_not(game, tap) is not None),
            )
        )
    return tuple(keys)


def static_corrections(game: Game, people: People, points: PointsKeys) -> Corrections:
    """Return all corrections of that side."""
    side = points.side
    disabled = points.disabled
    steps, truts, games, void, last = _correction_taps(game, side)
    # NOTE: label above two buttons, −1 and +1: truts, a counter of the game
    counter = gettext("Longs") if labels.in_longs(people.rules) else gettext("Truts")
    rare = (
        KeyRow(counter, _more_or_less(truts, disabled)),
        KeyRow(people.words.word("fix-games").label, _more_or_less(games, disabled)),
        # NOTE: label above two buttons: the hand does not count and is dealt again, by the same
        # dealer or the next one
        KeyRow(gettext("The hand is void"), _keys(void, _after_void(people.rules), disabled)),
    )
    ends = gettext("this side gives up"), gettext("nobody wins")
    # NOTE: button beside a field with a number of points: writes them down
    record = gettext("Record")
    seat = people.rules.seats_of(side)[0]
    entry = Key(sent_taps.with_number(Tap("fix", seat)), record, tone="bold")
    return Corrections(
        _more_or_less(steps, disabled, side),
        entry,
        tuple(row for row in rare if row.keys),
        # NOTE: label above two buttons: this side gives up, nobody wins (the match is stopped)
        KeyRow(gettext("End it here"), _keys(last, ends, disabled)),
        tuple((word, gettext(label)) for word, label in labels.REASONS.items()),
    )


def _after_void(rules: Rules) -> tuple[str, str]:
    """Return the labels of the two ways to go on after a void hand.

    All duels of a round have one deal, so that nobody deals again.
    """
    if rules.rounds:
        # NOTE: button below "The hand is void", for a hand of six and for a duel: it is played
        # again, or left out
        return gettext("play it again"), gettext("go on to the next")
    return gettext("same dealer"), gettext("next dealer")


def _end(game: Game, people: People, word: str, side: int, known: Mapping[Tap, Offer]) -> Key:
    """Return the key that ends the hand for this side, with what that pays.

    The key records the tap of the first player of the side who may make it. If another side is
    paid, `who` names it.
    """
    taps = [Tap(word, seat) for seat in game.rules.seats_of(side)]
    offer = next((known[tap] for tap in taps if tap in known), None)
    if offer is None:
        return Key(str(taps[0]), "", disabled=True)
    key = Key(str(offer.tap), "")
    paid = {event.side: event for event in pays(game, offer) if event.side is not None}
    if not paid:
        return key
    if side in paid:
        return key._replace(worth=labels.gained(paid[side], people.rules))
    key = key._replace(worth=labels.gained(min(paid.values()), people.rules))
    return key._replace(who=people.brief.sides(tuple(paid)))


def _dealers(game: Game, people: People) -> KeyRow | None:
    """Return the keys that choose the dealer of this hand, or None if no player can be chosen."""
    seats = range(game.rules.seats)
    disabled = {seat for seat in seats if why_not(game, Tap("dealer", seat)) is not None}
    if len(disabled) == len(seats):
        return None
    keys: list[Key] = []
    for seat in seats:
        tap = str(Tap("dealer", seat))
        side = people.rules.account(seat)
        keys.append(Key(tap, people.seat(seat), side=side, disabled=seat in disabled))
    # NOTE: label above the players' names
    return KeyRow(gettext("Who deals?"), tuple(keys))


def _correction_taps(game: Game, side: int) -> tuple[tuple[Tap, ...], ...]:
    """Return the taps of `Corrections`, row by row, without the one that is typed."""
    seat = game.rules.seats_of(side)[0]
    return (
        tuple(Tap("fix", seat, str(by)) for by in STEPS),
        tuple(Tap("fix-truts", seat, str(by)) for by in BOTH if game.truts),
        tuple(Tap("fix-games", seat, str(by)) for by in BOTH),
        (Tap("void"), Tap("void", value="pass")),
        (Tap("resign", seat), Tap("end")),
    )


def _more_or_less(
    taps: Iterable[Tap], disabled: Collection[str], side: int | None = None
) -> tuple[Key, ...]:
    return _keys(taps, (labels.with_sign(int(tap.value or 0)) for tap in taps), disabled, side)


def _keys(
    taps: Iterable[Tap], said: Iterable[str], disabled: Collection[str], side: int | None = None
) -> tuple[Key, ...]:
    keys: list[Key] = []
    for tap, label in zip(taps, said, strict=True):
        keys.append(Key(str(tap), label, side=side, disabled=str(tap) in disabled))
    return tuple(keys)
