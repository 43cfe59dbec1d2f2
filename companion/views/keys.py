"""Everything one can tap, made from what the engine offers: big keys, rows of players, pads of numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.engine import Act, Ask, Game, Offer
from companion.views import words
from companion.views.people import People


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at the page: `seat` is None for a phone without one, `tap` whether it may record."""

    role: str
    seat: int | None = None
    tap: bool = False

    @property
    def host(self) -> bool:
        """Whether this phone opened the table."""
        return self.role == "host"


@dataclass(frozen=True, slots=True)
class Key:
    """A button that records `tap` (notation). `side` colours it; `idle` shows it without letting it be tapped."""

    tap: str
    label: str
    note: str = ""
    tone: str = "plain"
    side: int | None = None
    idle: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """Keys under one label. `pad`: they are numbers; `entry`: the name of the field where any number is typed.

    `folded` rows are for others to tap and stay closed until somebody opens them.
    """

    label: str
    keys: tuple[Key, ...]
    note: str = ""
    pad: bool = False
    entry: str = ""
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Keys:
    """All keys of a panel but those of the ring: `own` in the thumb zone, `near` rows there, `rows` below it."""

    own: tuple[Key, ...] = ()
    near: tuple[Row, ...] = ()
    rows: tuple[Row, ...] = ()


SPOKEN = ("call", "answer", "declare", "deal")


def build(game: Game, offers: Iterable[Offer], people: People, viewer: Viewer) -> Keys:
    """The keys of this viewer; none for somebody who may not record."""
    if not viewer.tap:
        return Keys()
    left = [offer for offer in offers if not in_ring(offer)]
    mine = [offer for offer in left if _mine(offer, game, viewer)]
    own = tuple(_own(offer, game.hand.ask) for offer in mine if not _typed(offer))
    pads = tuple(_pad(offer, people) for offer in mine if _typed(offer))
    spoken, rest = _split(offer for offer in left if offer not in mine)
    others = _rows(spoken, game.hand.ask, people, viewer)
    below = (*_rows(rest, game.hand.ask, people, viewer), *_fixes(game, people))
    if viewer.seat is None:
        return Keys(own, (*pads, *(row for row in others if not row.pad)), (*(r for r in others if r.pad), *below))
    return Keys(own, pads, (*others, *below))


def in_ring(offer: Offer) -> bool:
    """Whether the tap has its place in the picture of the table: a player took the trick, or it was tied."""
    return offer.group == "trick" and (offer.act.word == "won" or offer.act.seat is None)


def _mine(offer: Offer, game: Game, viewer: Viewer) -> bool:
    """Whether it belongs under this viewer's thumb; without a seat, what the one player asked may answer."""
    if offer.group not in SPOKEN:
        return False
    if offer.act.seat is None:
        return True
    if viewer.seat is None:
        ask = game.hand.ask
        return ask is not None and ask.answer == (offer.act.seat,) and offer.group in ("answer", "call")
    return offer.act.seat == viewer.seat


def _split(offers: Iterable[Offer]) -> tuple[list[Offer], list[Offer]]:
    left = list(offers)
    return [o for o in left if o.group in SPOKEN], [o for o in left if o.group not in SPOKEN]


def _typed(offer: Offer) -> bool:
    return bool(offer.values or offer.endless)


def _own(offer: Offer, ask: Ask | None) -> Key:
    word = offer.act.word
    label = words.answer(word, ask) if offer.group == "answer" else words.own(word)
    return Key(str(offer.act), label, words.raising(offer.yes, offer.no), offer.tone)


def _rows(offers: Iterable[Offer], ask: Ask | None, people: People, viewer: Viewer) -> tuple[Row, ...]:
    by_word: dict[str, list[Offer]] = {}
    pads: list[Row] = []
    for offer in offers:
        if _typed(offer):
            pads.append(replace(_pad(offer, people), folded=not viewer.host))
        else:
            by_word.setdefault(offer.act.word, []).append(offer)
    return (*(_row(word, group, ask, people) for word, group in by_word.items()), *pads)


def _row(word: str, offers: list[Offer], ask: Ask | None, people: People) -> Row:
    label = words.answer(word, ask) if offers[0].group == "answer" else words.row(word)
    keys = tuple(_player(offer.act, people) for offer in offers)
    return Row(label, keys, words.raising(offers[0].yes, offers[0].no))


def _player(act: Act, people: People) -> Key:
    side = None if act.seat is None else people.rules.side(act.seat)
    return Key(str(act), people.seat(act.seat), side=side)


def _pad(offer: Offer, people: People) -> Row:
    label = f"{people.seat(offer.act.seat)}: {words.row(offer.act.word).lower()}"
    if offer.endless:
        return Row(label, (Key(f"{offer.act}=*", label),), entry=f"n-{offer.act.word}")
    return Row(label, tuple(Key(str(act), act.value or "") for act in offer.taps()), pad=True)


def _fixes(game: Game, people: People) -> tuple[Row, ...]:
    """One point more or less a side, and a field for any number."""
    if game.winner is not None:
        return ()
    sides = tuple((people.rules.seats_of(side)[0], side) for side in range(people.rules.sides))
    ones = (Row(f"Correct {people.side(side)}", _fix(seat, side, game.score[side])) for seat, side in sides)
    typed = (Key(f"fix@{seat}=*", people.side(side), side=side) for seat, side in sides)
    return (*ones, Row("Correct by another number", tuple(typed), entry="n-fix"))


def _fix(seat: int, side: int, score: int) -> tuple[Key, Key]:
    return (
        Key(f"fix@{seat}=-1", words.signed(-1), side=side, idle=score < 1),
        Key(f"fix@{seat}=1", words.signed(1), side=side),
    )
