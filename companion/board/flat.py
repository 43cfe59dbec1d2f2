"""The two ends of a phone that lies flat in the middle of the table.

Each end has what its players are asked and may tap.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.board import keyboard
from companion.board.keys import Keys
from companion.engine import Game, Offer, Rules
from companion.engine.hand import Seats
from companion.tables import Viewer
from companion.web.language import gettext
from companion.words.people import People

NEAR = "near"
FAR = "far"


class End(NamedTuple):
    """One end of the phone.

    `sides` are the sides whose score it shows, `keys` the keys of the players there. `asked`: one
    of them is asked. `elsewhere` says who answers at the other end.
    """

    name: str
    sides: tuple[int, ...]
    asked: bool
    keys: Keys
    elsewhere: str = ""


def ends(game: Game, offers: tuple[Offer, ...], people: People, viewer: Viewer) -> tuple[End, ...]:
    """Return the far end and the near one, which differ only in who sits there."""
    near, far = divided(game.rules)
    host = Viewer("player", None, viewer.may_tap)
    found: list[End] = []
    for name, seats in ((FAR, far), (NEAR, near)):
        keys = keyboard.lay_out_keys(game, offers, people, host, seats=seats, flat=True)
        found.append(_end(name, seats, game, people, keys))
    return tuple(found)


def _end(name: str, seats: Seats, game: Game, people: People, keys: Keys) -> End:
    question = game.hand.question
    sides = tuple(dict.fromkeys(map(game.rules.side, seats)))
    if question is None:
        return End(name, sides, asked=False, keys=keys)
    if not set(seats).isdisjoint(question.answer):
        return End(name, sides, asked=True, keys=keys)
    other = people.brief.seats(question.answer)
    elsewhere = ""
    if other:
        # NOTE: on a phone that lies in the middle of the table, to those at its one end
        elsewhere = gettext("%(names)s: at the other end", names=other)
    return End(name, sides, asked=False, keys=keys, elsewhere=elsewhere)


def divided(rules: Rules) -> tuple[Seats, Seats]:
    """Return the seats that read the near end, and those that read the far end.

    If there are two sides of several players, an end is read by everybody but the player right
    behind the other end. Otherwise each seat belongs to the end it is closer to.
    """
    seats = range(rules.seats)
    if rules.sides == 2 and rules.seats > 2:
        near = tuple(seat for seat in seats if seat != rules.seats // 2)
        far = tuple(seats[1:])
        return near, far
    by_distance = sorted(seats, key=lambda seat: (min(seat, rules.seats - seat), seat))
    half = (rules.seats + 1) // 2
    return tuple(sorted(by_distance[:half])), tuple(sorted(by_distance[half:]))
