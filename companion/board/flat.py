"""The phone that lies flat in the middle: two ends, each with what its players are asked and may tap."""

from __future__ import annotations

from typing import NamedTuple

from companion.board import keyboard
from companion.board.keys import Keys
from companion.engine import Game, Offer, Rules
from companion.engine.hand import Seats
from companion.tables import Viewer
from companion.web.language import gettext
from companion.words.people import People

NEAR, FAR = "near", "far"


class End(NamedTuple):
    """One end of the phone: the sides whose score stands there, whether one of its players is asked, their keys.

    `elsewhere` says who answers at the other end.
    """

    name: str
    sides: tuple[int, ...]
    asked: bool
    keys: Keys
    elsewhere: str = ""


def ends(game: Game, offers: tuple[Offer, ...], people: People, viewer: Viewer) -> tuple[End, ...]:
    """The far end and the near one, equal in all but who sits there."""
    near, far = divided(game.rules)
    host = Viewer("player", None, viewer.tap)
    return tuple(
        _end(
            name,
            seats,
            game,
            people,
            keyboard.build(game, offers, people, host, seats=seats, flat=True),
        )
        for name, seats in ((FAR, far), (NEAR, near))
    )


def _end(name: str, seats: Seats, game: Game, people: People, keys: Keys) -> End:
    ask, sides = game.hand.ask, tuple(dict.fromkeys(map(game.rules.side, seats)))
    asked = ask is not None and not set(seats).isdisjoint(ask.answer)
    other = people.brief.seats(ask.answer) if ask is not None and not asked else ""
    # NOTE: on a phone that lies in the middle of the table, to those at its one end
    elsewhere = gettext("%(names)s: at the other end", names=other) if other else ""
    return End(name, sides, asked, keys, elsewhere)


def divided(rules: Rules) -> tuple[Seats, Seats]:
    """Who reads the near end and who the far one.

    Of two sides of several all but who sits right behind the other end; else each seat is at the end it is closer to.
    """
    seats = range(rules.seats)
    if rules.sides == 2 and rules.seats > 2:
        return tuple(seat for seat in seats if seat != rules.seats // 2), tuple(seats[1:])
    by_distance = sorted(seats, key=lambda seat: (min(seat, rules.seats - seat), seat))
    half = (rules.seats + 1) // 2
    return tuple(sorted(by_distance[:half])), tuple(sorted(by_distance[half:]))
