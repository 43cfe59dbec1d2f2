"""The points of a side, one touch from its score: the hand taken or given up, points more or less, and what is rare."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from companion.board import typed
from companion.board.keys import Key, Row
from companion.engine import Act, Game, Offer
from companion.engine.play import pays
from companion.engine.standing import why_not
from companion.web.language import gettext
from companion.words import labels
from companion.words.people import People

STEPS = (1, 2, 3, -1)


class Points(NamedTuple):
    """`took` and `gives` end the hand, and stand where they are also while they are idle; `entry` is for any number."""

    took: Key
    gives: Key
    steps: tuple[Key, ...]
    entry: Key
    rare: tuple[Row, ...]


def build(game: Game, offers: Iterable[Offer], people: People, side: int) -> Points | None:
    """The points of that side, None when the match is over."""
    if game.over:
        return None
    known, seat = {offer.act for offer in offers}, people.rules.seats_of(side)[0]
    return Points(
        _end(game, people, "hand", side, known)._replace(label=people.words.word("hand").own, tone="good"),
        _end(game, people, "fold", side, known)._replace(label=people.words.word("fold").label, tone="bad"),
        tuple(_may(game, Act("fix", seat, str(points)), labels.signed(points), side) for points in STEPS),
        # NOTE: button beside a field with a number of points: writes them down
        Key(typed.tap(Act("fix", seat)), gettext("Record"), tone="bold"),
        tuple(row for row in _rare(game, people, side) if not all(key.idle for key in row.keys)),
    )


def _end(game: Game, people: People, word: str, side: int, known: Collection[Act]) -> Key:
    """The first of its players who may say so says it for his side; with what it pays, whoever gets it."""
    acts = [Act(word, seat) for seat in game.rules.seats_of(side)]
    act = next((act for act in acts if act in known), None)
    paid = pays(game, act) if act else None
    key = Key(str(act or acts[0]), "", idle=act is None, worth=labels.gained(paid, people.rules) if paid else "")
    return key if paid is None or paid.side == side else key._replace(who=people.side(paid.side or 0))


def _may(game: Game, act: Act, label: str, side: int | None = None) -> Key:
    return Key(str(act), label, side=side, idle=why_not(game, act) is not None)


def _rare(game: Game, people: People, side: int) -> Iterable[Row]:
    """The other taps that are always there (engine/standing.py)."""
    seat = people.rules.seats_of(side)[0]
    # NOTE: label above two buttons, −1 and +1: truts, a counter of the game
    truts = gettext("Longs") if labels.in_longs(game.rules) else gettext("Truts")
    yield Row(truts, _more_or_less(game, "fix-truts", seat))
    # NOTE: label above two buttons, −1 and +1: games won in this match
    yield Row(gettext("Games"), _more_or_less(game, "fix-games", seat))
    passed = _may(game, Act("void", value="pass"), gettext("next dealer"))
    again = (_may(game, Act("void"), gettext("same dealer")), passed)
    # NOTE: label above two buttons: the hand does not count and is dealt again, by the same dealer or the next one
    yield Row(gettext("The hand is void"), again)
    dealers = (_may(game, Act("dealer", s), people.seat(s), people.rules.side(s)) for s in range(people.rules.seats))
    # NOTE: label above the players' names
    yield Row(gettext("Who deals?"), tuple(dealers))
    given_up = _may(game, Act("resign", seat), gettext("this side gives up"))
    ends = (given_up, _may(game, Act("end"), gettext("nobody wins")))
    # NOTE: label above two buttons: this side gives up, nobody wins (the match is stopped)
    yield Row(gettext("End the game"), ends)


def _more_or_less(game: Game, word: str, seat: int) -> tuple[Key, ...]:
    return tuple(_may(game, Act(word, seat, str(by)), labels.signed(by)) for by in (-1, 1))
