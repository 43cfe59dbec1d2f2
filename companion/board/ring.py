"""The picture of the table: everybody at the true place, seen from this viewer, and the tricks in the middle."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from companion.board import outcomes, typed
from companion.board.keyboard import in_ring
from companion.board.keys import Key
from companion.engine import Act, Ask, Game, Offer, legal
from companion.tables import Viewer
from companion.web.language import gettext
from companion.words import labels
from companion.words.people import People, glyph, isolated
from companion.words.widths import halves, room, shortened, wide

LONG = 5.0  # em of a line of a name on the narrowest phone: a wider name has two, each as much of it as fits
PILL = 4.95  # em of what is said beside it


class RingSeat(NamedTuple):
    """A player: `at` is where the seat is drawn, `pill` what is to be said of him now, `key` what a tap on him says.

    `hot`: the pill is about the open call.
    """

    seat: int
    name: str
    at: str
    side: int
    glyph: str
    pill: str = ""
    hot: bool = False
    urgent: bool = False
    dealer: bool = False
    you: bool = False
    out: bool = False
    key: Key | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        """The name as it is broken."""
        return (
            tuple(self.name.replace("\u200b", " ").split(" "))
            if wide(self.name) > LONG
            else (self.name,)
        )

    @property
    def wide(self) -> int:
        """How much room the name wants."""
        return room(*self.lines)


class Trick(NamedTuple):
    """A trick of the hand: still to be played, tied, or taken by somebody, for whose name `initial` stands."""

    name: str = ""
    side: int | None = None
    glyph: str = ""
    tied: bool = False
    initial: str = ""


class Ring(NamedTuple):
    """The seat picture. `hint` says what the middle is waiting for; no tricks once the match is over."""

    places: tuple[RingSeat, ...]
    tricks: tuple[Trick, ...]
    hint: str
    tied: Key | None = None


def build(
    game: Game, offers: Iterable[Offer], people: People, viewer: Viewer, direction: str
) -> Ring:
    """The table as this viewer sees it, himself at the bottom."""
    return seen_from(viewer.seat, common(game, offers, people, tap=viewer.tap), direction)


def common(game: Game, offers: Iterable[Offer], people: People, *, tap: bool) -> Ring:
    """What is the same for all who may tap, or for all who may not: the seats in play order, not placed yet."""
    taps = {offer.act.seat: offer for offer in offers if in_ring(offer)} if tap else {}
    keys = {seat: _took(offer) for seat, offer in taps.items()} or (_met(game) if tap else {})
    places = tuple(_place(game, seat, people, keys.get(seat)) for seat in range(game.rules.seats))
    # NOTE: a button below the tricks: the trick was tied. At most 10 letters
    tied = Key(str(taps[None].act), gettext("Tied")) if None in taps else None
    hint = _hint(game, people, taps.values(), met=bool(keys) and not taps)
    return Ring(places, () if game.over else _tricks(game, people), hint, tied)


def seen_from(seat: int | None, ring: Ring, direction: str) -> Ring:
    """The same with that seat at the bottom, the first one for who has none."""
    first, spots = seat or 0, around(len(ring.places), direction)
    places = zip((*ring.places[first:], *ring.places[:first]), spots, strict=True)
    return ring._replace(
        places=tuple(_at(place, at, you=place.seat == seat) for place, at in places)
    )


def _at(place: RingSeat, at: str, *, you: bool) -> RingSeat:
    # NOTE: beside one's own name, at most 10 letters: your answer is due
    return place._replace(
        at=at, you=you, pill=gettext("you") if you and place.urgent else place.pill
    )


def played_on(game: Game, offers: Iterable[Offer]) -> Ask | None:
    """The open call that is accepted by playing on, if there is one."""
    ask = game.hand.ask
    met = ask is not None and ask.by is not None and any(offer.group == "trick" for offer in offers)
    return ask if met else None


def around(seats: int, direction: str) -> tuple[str, ...]:
    """Where the seats stand in play order from the bottom: up the right hand side where play goes that way."""
    near, far = ("right", "left") if direction == "counter-clockwise" else ("left", "right")
    rows = range(1, (seats - 1) // 2 + 1)
    top = ("top",) if seats % 2 == 0 else ()
    return (
        "bottom",
        *(f"{near}-{row}" for row in rows),
        *top,
        *(f"{far}-{row}" for row in reversed(rows)),
    )


def _place(game: Game, seat: int, people: People, key: Key | None) -> RingSeat:
    hand, side = game.hand, game.rules.side(seat)
    (pill, hot), ask = _pill(game, seat, people), hand.ask
    return RingSeat(
        seat,
        _name(people, seat),
        "",
        side,
        glyph(side),
        pill,
        hot,
        urgent=ask is not None and seat in ask.answer,
        dealer=hand.dealer == seat,
        out=seat in hand.out,
        key=key,
    )


def _name(people: People, seat: int) -> str:
    """The name, with the one place where it may be broken if it is long; of a very long one as much as can be read."""
    name = people.names[seat]
    if wide(name) <= LONG:
        return people.seat(seat)
    first, second = (half.strip() for half in halves(name))
    at = " " if f"{first} {second}" == name else "\u200b"
    return at.join(
        isolated(shortened(half, LONG).replace(" ", "\u00a0")) for half in (first, second)
    )


def _took(offer: Offer) -> Key:
    # NOTE: said after a player's name by a screen reader: the button “Anna took the trick”, “Anna had the best”
    return Key(
        str(offer.act),
        gettext("had the higher number") if offer.act.word == "best" else gettext("took the trick"),
    )


def _met(game: Game) -> dict[int | None, Key]:
    """The open bet accepted and won in one touch, which is two taps: where accepting it asks who was higher."""
    ask = game.hand.ask
    if ask is None or ask.by is None:
        return {}
    yes = Act("yes", ask.answer[0])
    after = outcomes.tried(game, yes)
    best = [offer.act for offer in legal(after) if offer.act.word == "best"] if after else []
    # NOTE: said after a player's name by a screen reader: it accepts the call and names the winner
    label = gettext("accepted, and had the higher number")
    return {act.seat: Key(typed.both(yes, act), label) for act in best}


def _pill(game: Game, seat: int, people: People) -> tuple[str, bool]:
    ask = game.hand.ask
    if ask is not None and seat in ask.answer:
        # NOTE: beside a player's name, at most 10 letters: his answer is due
        return gettext("answers"), True
    if ask is not None and seat == ask.by:
        shout = labels.shouted(people.words.word(ask.word).label)
        # NOTE: beside a player's name, at most 10 letters: the open call is his
        return shout if wide(shout) < PILL else gettext("called"), True
    if seat in game.hand.out:
        # NOTE: beside a player's name, at most 10 letters: he has left the hand; he waits for his own
        return gettext("out") if game.hand.duel is None else gettext("waits"), False
    # NOTE: beside a player's name, at most 10 letters: he plays first in this trick
    return (gettext("leads") if game.hand.leader == seat and not game.over else ""), False


def _tricks(game: Game, people: People) -> tuple[Trick, ...]:
    taken = tuple(_trick(game, seat, people) for seat in game.hand.tricks)
    return (*taken, *(Trick(),) * (game.hand.cards - len(taken)))


def _trick(game: Game, seat: int | None, people: People) -> Trick:
    if seat is None:
        return Trick(gettext("tied"), tied=True)
    side = game.rules.side(seat)
    return Trick(people.seat(seat), side, glyph(side), initial=people.initial(seat))


def _hint(game: Game, people: People, offers: Collection[Offer], *, met: bool) -> str:
    if game.over:
        return (
            gettext("The match is over") if game.rules.best_of > 1 else gettext("The game is over")
        )
    if met or any(offer.act.word == "best" for offer in offers):
        return people.words.word("best").label
    if not offers:
        return gettext("One card each") if game.hand.cards == 1 else ""
    # NOTE: in the middle of the table: tap the player who took the trick
    return gettext("One card: who took it?") if game.hand.cards == 1 else gettext("Who took it?")
