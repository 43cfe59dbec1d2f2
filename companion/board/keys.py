"""Everything one can tap, made from what the engine offers: big keys, rows of players, pads of numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from companion.board import typed
from companion.engine import Act, Ask, Game, Offer
from companion.web.guests import Viewer
from companion.web.language import gettext
from companion.words import labels
from companion.words.people import People


class Key(NamedTuple):
    """A button that records `tap` (notation). `side` colours it; `idle` shows it without letting it be tapped.

    `sign` is a drawing beside the label, the suit of a card, and `said` what it shows.
    """

    tap: str
    label: str
    note: str = ""
    tone: str = "plain"
    side: int | None = None
    idle: bool = False
    sign: str = ""
    said: str = ""


class Row(NamedTuple):
    """Keys under one label. `pad`: they are numbers; `entry`: the name of the field where any number is typed.

    `plus`: that number has no sign. `folded` rows stay closed until somebody opens them. `half`: they are answers of
    one kind, and have one half of the thumb zone for their own, `yes` the first and `no` the second.
    """

    label: str
    keys: tuple[Key, ...]
    note: str = ""
    pad: bool = False
    entry: str = ""
    plus: bool = False
    folded: bool = False
    half: str = ""


class Keys(NamedTuple):
    """All keys of a panel but those of the ring: `own` in the thumb zone, `near` rows there, `rows` below it.

    Each keeps its place, so that a thumb that has learnt it never meets the opposite there: the answers are the last of
    `own` and `near`, which stand at the bottom edge; in `rows` what there is in every hand comes first.
    """

    own: tuple[Key, ...] = ()
    near: tuple[Row, ...] = ()
    rows: tuple[Row, ...] = ()


FEW = 4  # values that fit one line of the thumb zone
SPOKEN = ("call", "answer", "declare", "deal")
ENDS = ("hand", "fold")  # how a hand may end at any time: these two rows are always there


def build(
    game: Game, offers: Iterable[Offer], people: People, viewer: Viewer, seats: Collection[int] | None = None
) -> Keys:
    """The keys of this viewer; none for somebody who may not record. `seats`: only what these may tap."""
    if not viewer.tap:
        return Keys()
    seats = range(game.rules.seats) if seats is None else seats
    left = [offer for offer in offers if not in_ring(offer) and (offer.act.seat is None or offer.act.seat in seats)]
    best = _rows((offer for offer in left if _for_all(offer)), game.hand.ask, people, seats)
    left = [offer for offer in left if not _for_all(offer)]
    mine = [offer for offer in left if _mine(offer, game, viewer) and not _typed(offer)]
    own = tuple(_own(offer, game.hand.ask, people) for offer in sorted(mine, key=_answers_last))
    spoken, rest = _split(offer for offer in left if offer not in mine and not _typed(offer))
    others = _rows(sorted(spoken, key=_answers_last), game.hand.ask, people, [s for s in seats if s != viewer.seat])
    near, far = _pads(left, game, people, viewer)
    always = (*_ends_of_hands(game, rest, people, seats), *_fixes(game, people, seats))
    rare = (*_rows((o for o in rest if o.act.word not in ENDS), game.hand.ask, people, seats), *far)
    if viewer.seat is None:
        return Keys(own, (*best, *near, *others), (*always, *rare))
    return Keys(own, (*best, *near), (*always, *others, *rare))


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


def _own(offer: Offer, ask: Ask | None, people: People) -> Key:
    label, means = _called(offer, ask, people)
    return Key(str(offer.act), label, labels.raising(offer.yes, offer.no) or means, offer.tone)


def _called(offer: Offer, ask: Ask | None, people: People) -> tuple[str, str]:
    """What one's own button says, and what that means to readers of another language."""
    if ask is not None and offer.group == "answer":
        return labels.answer(offer.act.word, ask, people.words)
    word = people.words.word(offer.act.word)
    return word.own, word.means


def _for_all(offer: Offer) -> bool:
    """Whether any phone may say it of any player: who had the best."""
    return offer.group == "declare" and not _typed(offer)


def _answers_last(offer: Offer) -> int:
    """The order of keys: whatever raises first, then what accepts, then what refuses."""
    return {"": 0, "yes": 1, "no": 2}[_side_of(offer)]


def _side_of(offer: Offer) -> str:
    """The half of the thumb zone an answer has for its own, `yes` or `no`; a call, also as an answer, has none."""
    if offer.group != "answer":
        return ""
    return {"good": "yes", "bad": "no"}.get(offer.tone, offer.act.word if offer.act.word in ("yes", "no") else "")


def _rows(offers: Iterable[Offer], ask: Ask | None, people: People, seats: Collection[int]) -> tuple[Row, ...]:
    by_word: dict[str, list[Offer]] = {}
    for offer in offers:
        by_word.setdefault(offer.act.word, []).append(offer)
    return tuple(_row(word, group, ask, people, seats) for word, group in by_word.items())


def _row(word: str, offers: list[Offer], ask: Ask | None, people: People, seats: Collection[int]) -> Row:
    label, means = people.words.word(word).label, people.words.word(word).means
    note = labels.raising(offers[0].yes, offers[0].no)
    if offers[0].group in ("answer", "deal"):  # of a few, and soon gone
        if ask is not None and offers[0].group == "answer":
            label, means = labels.answer(word, ask, people.words)
        keys = tuple(_player(offer.act, people) for offer in offers)
        return Row(label, keys, note or means, half=_side_of(offers[0]))
    return Row(label, _places(word, offers, people, seats), note or means)


def _places(word: str, offers: Iterable[Offer], people: People, seats: Collection[int]) -> tuple[Key, ...]:
    """A key for every seat, always at the same place: idle where there is nothing to tap now."""
    may = {offer.act.seat for offer in offers}
    return tuple(_player(Act(word, seat), people)._replace(idle=seat not in may) for seat in seats)


def _ends_of_hands(game: Game, offers: Iterable[Offer], people: People, seats: Collection[int]) -> Iterable[Row]:
    """Who took the hand, who gives it up: two rows that stay where they are, also while nobody may tap them."""
    left, known = tuple(offers), {part.name for part in game.rules.parts}
    for word in ENDS if game.winner is None else ():
        if word in known:
            said = people.words.word(word)
            places = _places(word, (o for o in left if o.act.word == word), people, seats)
            yield Row(said.label, places, said.means)


def _player(act: Act, people: People) -> Key:
    side = None if act.seat is None else people.rules.side(act.seat)
    return Key(str(act), people.seat(act.seat), side=side)


def _pads(offers: Iterable[Offer], game: Game, people: People, viewer: Viewer) -> tuple[tuple[Row, ...], ...]:
    """The taps with a value, in the thumb zone and below: the table's cards and others' numbers are below.

    A pad of many numbers would push the table out of sight: a player unfolds it, the host finds it below.
    """
    valued = [offer for offer in offers if _typed(offer)]
    fields = _typing([offer for offer in valued if offer.endless], people, viewer)
    chosen = [offer for offer in valued if not offer.endless]
    near = [offer for offer in chosen if _close(offer, game, viewer)]
    far = [offer for offer in chosen if offer not in near]
    return (*fields, *_each(near, people, viewer)), _each(far, people, viewer)


def _close(offer: Offer, game: Game, viewer: Viewer) -> bool:
    """Whether these values belong in this viewer's thumb zone."""
    if offer.group == "deal":
        return offer.act.seat is not None and viewer.seat in (None, offer.act.seat)
    return offer.act.seat == viewer.seat and not viewer.host and game.hand.ask is not None


def _each(offers: list[Offer], people: People, viewer: Viewer) -> tuple[Row, ...]:
    return tuple(_pad(offer, people, viewer) for offer in offers)


def _typing(offers: list[Offer], people: People, viewer: Viewer) -> Iterable[Row]:
    """One field a word for any number, with a button for everybody who may say it; one's own is the first."""
    for word in dict.fromkeys(offer.act.word for offer in offers):
        said = people.words.word(word)
        acts = [offer.act for offer in offers if offer.act.word == word]
        mine = tuple(Key(typed.tap(act), said.label, tone="bold") for act in acts if act.seat == viewer.seat)
        others = (_player(act, people)._replace(tap=typed.tap(act)) for act in acts if act.seat != viewer.seat)
        yield Row(said.own_pad, (*mine, *others), entry=typed.field(word), plus=True)


def _pad(offer: Offer, people: People, viewer: Viewer) -> Row:
    mine = offer.act.seat == viewer.seat
    label = labels.pad(people.words.word(offer.act.word), "" if mine else people.seat(offer.act.seat))
    keys = tuple(_valued(act, people) for act in sorted(offer.taps(), key=_suit))
    numbers = all(key.side is None for key in keys)
    return Row(label, keys, pad=numbers, folded=not viewer.host and len(keys) > FEW)


def _suit(act: Act) -> str:
    return labels.suit(act.value or "")[0]


def _valued(act: Act, people: People) -> Key:
    """A value: a player by name, a card with its suit, a number."""
    value, kind = act.value or "", people.words.word(act.word).value_is
    if kind == "player":
        return Key(str(act), people.value(act), side=people.rules.side(int(value)))
    if kind != "card":
        return Key(str(act), value)
    drawing, said = labels.suit(value)
    return Key(str(act), labels.rank(value), sign=drawing, said=said)


def _fixes(game: Game, people: People, seats: Collection[int]) -> tuple[Row, ...]:
    """One point more or less a side, and a field for any number."""
    if game.over:
        return ()
    firsts = ((people.rules.seats_of(side)[0], side) for side in range(people.rules.sides))
    sides = tuple((seat, side) for seat, side in firsts if seat in seats)
    ones = (
        # NOTE: label above two buttons, −1 and +1; %(side)s are the names of a side
        Row(gettext("Correct %(side)s", side=people.side(side)), _fix(seat, side, game.score[side]))
        for seat, side in sides
    )
    others = tuple(Key(typed.tap(Act("fix", seat)), people.side(side), side=side) for seat, side in sides)
    return (*ones, Row(gettext("Correct by a different amount"), others, entry=typed.field("fix")))


def _fix(seat: int, side: int, score: int) -> tuple[Key, Key]:
    return (
        Key(f"fix@{seat}=-1", labels.signed(-1), side=side, idle=score < 1),
        Key(f"fix@{seat}=1", labels.signed(1), side=side),
    )
