"""The phone that lies flat in the middle: two ends, each with what its players are asked and may tap.

An end is small: what is said there is a key of its own with the word on it, and the player where several may say it.
Of partners who may all answer the first has the keys; the others' are among the rarer ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from companion.board import keys
from companion.board.keys import Key, Keys, Row
from companion.engine import Ask, Game, Offer, Rules
from companion.engine.hand import Seats
from companion.web.guests import Viewer
from companion.words.people import People

NEAR, FAR = "near", "far"


class End(NamedTuple):
    """One end of the phone: the sides whose score stands there, whether one of its players is asked, their keys."""

    name: str
    sides: tuple[int, ...]
    asked: bool
    keys: Keys


def ends(game: Game, offers: Iterable[Offer], people: People, viewer: Viewer) -> tuple[End, ...]:
    """The far end and the near one, equal in all but who sits there."""
    offers, (near, far) = tuple(offers), divided(game.rules)
    ask = game.hand.ask
    return tuple(
        End(
            name,
            tuple(dict.fromkeys(map(game.rules.side, seats))),
            ask is not None and not set(seats).isdisjoint(ask.answer),
            _keys(game, offers, people, viewer, seats),
        )
        for name, seats in ((FAR, far), (NEAR, near))
    )


def divided(rules: Rules) -> tuple[Seats, Seats]:
    """Who reads the near end and who the far one: of two sides one each, of more those who sit closer to it."""
    if rules.sides == 2:
        return rules.seats_of(0), rules.seats_of(1)
    by_distance = sorted(range(rules.seats), key=lambda seat: (min(seat, rules.seats - seat), seat))
    half = (rules.seats + 1) // 2
    return tuple(sorted(by_distance[:half])), tuple(sorted(by_distance[half:]))


def _keys(game: Game, offers: tuple[Offer, ...], people: People, viewer: Viewer, seats: Collection[int]) -> Keys:
    made, ask = keys.build(game, offers, people, Viewer("player", None, viewer.tap), seats), game.hand.ask
    said = {str(offer.act): offer for offer in offers if offer.group in keys.SPOKEN and offer.group != "declare"}
    spoken = [row for row in made.near if any(key.tap in said for key in row.keys)]
    rows = [_in_turn(row, ask, said) for row in spoken]
    shown = 1 if ask else None
    own = (_alone(key, row, said[key.tap].tone) for row in rows for key in row.keys[:shown])
    rarer = (row._replace(keys=row.keys[1:]) for row in rows if ask and row.keys[1:])
    near = (row for row in made.near if row not in spoken)
    return Keys((*(key._replace(note="") for key in made.own), *own), tuple(near), (*made.rows, *rarer))


def _in_turn(row: Row, ask: Ask | None, said: Mapping[str, Offer]) -> Row:
    """Of the row those who may say it, whoever is asked first as the first."""
    first = next(iter(ask.answer if ask else ()), None)
    able = (key for key in row.keys if not key.idle)
    return row._replace(keys=tuple(sorted(able, key=lambda key: said[key.tap].act.seat != first)))


def _alone(key: Key, row: Row, tone: str) -> Key:
    """A key of a row as it stands without it."""
    return Key(key.tap, row.label, key.label if row.keys[1:] else "", tone, key.side)
