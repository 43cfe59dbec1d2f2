"""The phone that lies flat in the middle: two ends, each with what its players are asked and may tap."""

from __future__ import annotations

from typing import NamedTuple

from companion.board import keyboard
from companion.board.keys import Keys
from companion.engine import Game, Offer, Rules
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


def ends(game: Game, offers: tuple[Offer, ...], people: People, viewer: Viewer) -> tuple[End, ...]:
    """The far end and the near one, equal in all but who sits there."""
    near, far = divided(game.rules)
    ask = game.hand.ask
    return tuple(
        End(
            name,
            tuple(dict.fromkeys(map(game.rules.side, seats))),
            ask is not None and not set(seats).isdisjoint(ask.answer),
            keyboard.build(game, offers, people, Viewer("player", None, viewer.tap), seats=seats),
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
