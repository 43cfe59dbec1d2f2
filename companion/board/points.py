"""The points of a side, one touch from its score: the hand taken or given up, points more or less, and what is rare."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from companion.board import typed
from companion.board.keys import Key, KeyRow
from companion.engine import Act, Game, Offer, Rules
from companion.engine.play import pays
from companion.engine.table_taps import why_not
from companion.web.language import gettext
from companion.words import labels
from companion.words.people import People

STEPS = (1, 2, 3, -1)
BOTH = (-1, 1)


class Corrections(NamedTuple):
    """The corrections that are always there, `entry` for any number: from tap to tap only what is idle changes."""

    steps: tuple[Key, ...]
    entry: Key
    rare: tuple[KeyRow, ...]
    last: KeyRow


class PointsKeys(NamedTuple):
    """`took` and `gives` end the hand, and stand where they are also while they are idle.

    `dealers` may be named before the first tap of a hand. `idle` are the taps of `standing` that do not fit now.
    `standing` is drawn with the page only; a panel that follows leaves it where it is (over.js).
    """

    side: int
    took: Key
    gives: Key
    dealers: KeyRow | None
    idle: tuple[str, ...]
    standing: Corrections | None = None


def build(game: Game, offers: Iterable[Offer], people: People, side: int) -> PointsKeys | None:
    """The points of that side as a panel has them, None when the match is over."""
    if game.over:
        return None
    known = {it.act: it for it in offers if it.group in ("hand", "fold")}
    return PointsKeys(
        side,
        _end(game, people, "hand", side, known)._replace(
            label=people.words.word("hand").own, tone="good"
        ),
        _end(game, people, "fold", side, known)._replace(
            label=people.words.word("fold").label, tone="bad"
        ),
        _dealers(game, people),
        tuple(
            str(act)
            for acts in _standing_acts(game, side)
            for act in acts
            if why_not(game, act) is not None
        ),
    )


def standing(game: Game, people: People, points: PointsKeys) -> Corrections:
    """All corrections of that side."""
    side, idle = points.side, points.idle
    steps, truts, games, void, last = _standing_acts(game, side)
    # NOTE: label above two buttons, −1 and +1: truts, a counter of the game
    counter = gettext("Longs") if labels.in_longs(people.rules) else gettext("Truts")
    rare = (
        KeyRow(counter, _more_or_less(truts, idle)),
        KeyRow(people.words.word("fix-games").label, _more_or_less(games, idle)),
        # NOTE: label above two buttons: the hand does not count and is dealt again, by the same dealer or the next one
        KeyRow(gettext("The hand is void"), _keys(void, _after_void(people.rules), idle)),
    )
    ends = gettext("this side gives up"), gettext("nobody wins")
    # NOTE: button beside a field with a number of points: writes them down
    entry = Key(
        typed.tap(Act("fix", people.rules.seats_of(side)[0])), gettext("Record"), tone="bold"
    )
    return Corrections(
        _more_or_less(steps, idle, side),
        entry,
        tuple(row for row in rare if row.keys),
        # NOTE: label above two buttons: this side gives up, nobody wins (the match is stopped)
        KeyRow(gettext("End it here"), _keys(last, ends, idle)),
    )


def _after_void(rules: Rules) -> tuple[str, str]:
    """What follows a hand that is void: of a round of duels there is one deal."""
    if rules.rounds:
        # NOTE: button below "The hand is void", for a hand of six and for a duel: it is played again, or left out
        return gettext("play it again"), gettext("go on to the next")
    return gettext("same dealer"), gettext("next dealer")


def _end(game: Game, people: People, word: str, side: int, known: Mapping[Act, Offer]) -> Key:
    """The first of its players who may say so says it for his side; with what it pays, whoever gets it."""
    acts = [Act(word, seat) for seat in game.rules.seats_of(side)]
    offer = next((known[act] for act in acts if act in known), None)
    paid, act = (pays(game, offer), offer.act) if offer else (None, acts[0])
    key = Key(
        str(act), "", idle=offer is None, worth=labels.gained(paid, people.rules) if paid else ""
    )
    return (
        key if paid is None or paid.side == side else key._replace(who=people.side(paid.side or 0))
    )


def _dealers(game: Game, people: People) -> KeyRow | None:
    """The players of whom one may still be made the dealer of this hand."""
    seats = range(game.rules.seats)
    idle = {seat for seat in seats if why_not(game, Act("dealer", seat)) is not None}
    if len(idle) == len(seats):
        return None
    keys = (
        Key(
            str(Act("dealer", seat)),
            people.seat(seat),
            side=people.rules.side(seat),
            idle=seat in idle,
        )
        for seat in seats
    )
    # NOTE: label above the players' names
    return KeyRow(gettext("Who deals?"), tuple(keys))


def _standing_acts(game: Game, side: int) -> tuple[tuple[Act, ...], ...]:
    """The taps of `Corrections`, row by row, but for the one that is typed."""
    seat = game.rules.seats_of(side)[0]
    steps, truts, games = (
        tuple(Act(word, seat, str(by)) for by in numbers)
        for word, numbers in (
            ("fix", STEPS),
            ("fix-truts", BOTH if game.truts else ()),
            ("fix-games", BOTH),
        )
    )
    return (
        steps,
        truts,
        games,
        (Act("void"), Act("void", value="pass")),
        (Act("resign", seat), Act("end")),
    )


def _more_or_less(
    acts: Iterable[Act], idle: Collection[str], side: int | None = None
) -> tuple[Key, ...]:
    return _keys(acts, (labels.signed(int(act.value or 0)) for act in acts), idle, side)


def _keys(
    acts: Iterable[Act], said: Iterable[str], idle: Collection[str], side: int | None = None
) -> tuple[Key, ...]:
    both = zip(acts, said, strict=True)
    return tuple(Key(str(act), label, side=side, idle=str(act) in idle) for act, label in both)
