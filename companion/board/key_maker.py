"""What an offer of the engine looks like on a key.

A phone speaks for its own player; one without a seat for whoever is to speak, of each side one.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.board import typed
from companion.board.keys import FEW, HALF, Key, KeyFold, KeyRow, Pad
from companion.engine import Act, Game, Offer, Rules
from companion.engine.declare import Declare
from companion.web.language import gettext
from companion.words import labels
from companion.words.people import People

LIKELY = 20  # numbers from here on are usual in an envido
PAGE = 14  # numbers on one page of a pad


class KeyMaker:
    """The keys of offers as they are seen by who sits in that seat, or by nobody in particular."""

    def __init__(self, game: Game, people: People, seat: int | None) -> None:
        self.game, self.people, self.seat, self.ask = game, people, seat, game.hand.ask

    def calls(
        self, offers: Sequence[Offer], name: str, most: int = FEW
    ) -> tuple[Key | KeyFold, ...]:
        """A row of calls: the game's own first, of each kind one before the rest; the last stand as one that opens."""
        parts: dict[str, list[Offer]] = {}
        for offer in sorted(offers, key=self._rank):
            parts.setdefault(offer.part, []).append(offer)
        groups = [self._group(part, name, most) for part in parts.values()]
        slots = [slot for group in groups for slot in group]
        if len(slots) <= most:
            return tuple(slots)
        slots = [*(group[0] for group in groups), *(slot for group in groups for slot in group[1:])]
        rest = tuple(
            key
            for slot in slots[most - 1 :]
            for key in (slot.keys if isinstance(slot, KeyFold) else (slot,))
        )
        return (*slots[: most - 1], KeyFold(f"{name}-more", gettext("More"), "", rest))

    def _group(self, offers: Sequence[Offer], name: str, most: int) -> list[Key | KeyFold]:
        """The keys of one kind: beside each other, or as one that opens: names of three players, or a number too.

        In half a row, where such a one would go on to "More" and its names alone say too little, they are beside.
        """
        keys, word = (
            [key for offer in offers for key in self.each(offer)],
            self.people.words.word(offers[0].act.word),
        )
        if word.value_is == "player" and len(keys) > 2 and most > HALF:
            aimed = tuple(self._valued(act) for offer in offers for act in offer.taps())
            return [KeyFold(f"{name}-{offers[0].act.word}", _opening(word.label), "", aimed)]
        return self._folded(keys, name) if any(key.entry for key in keys) else [*keys]

    def _rank(self, offer: Offer) -> int:
        """The calls that raise the hand first, what is about cards and what opens names last."""
        return (
            0
            if raises_hand(self.game.rules, offer)
            else 1 + (offer.group == "deal" or bool(offer.values))
        )

    def _folded(self, keys: list[Key], name: str) -> list[Key | KeyFold]:
        if len(keys) == 1 and not keys[0].entry:
            return [*keys]
        first, last = keys[0], keys[-1]
        note = "–".join(dict.fromkeys((first.worth, last.worth))) if first.worth else ""
        return [
            KeyFold(
                f"{name}-{first.tap.partition('@')[0]}", _opening(first.label), note, tuple(keys)
            )
        ]

    def key(self, offer: Offer) -> Key:
        """A call or an answer; whose it is is said where it is not this phone's own."""
        act, mine = offer.act, offer.act.seat in (self.seat, None)
        label, means = self._called(offer)
        side = None if mine or act.seat is None else self.people.rules.side(act.seat)
        worth = offer.no if offer.tone == "bad" else offer.yes
        return Key(
            _sent(offer),
            label,
            self._raising(offer) or means,
            offer.tone,
            side,
            worth=self.people.worth(worth),
            who="" if mine else self.people.seat(act.seat),
        )

    def _raising(self, offer: Offer) -> str:
        yes, no = map(self.people.worth, (offer.yes, offer.no))
        return labels.raising(yes, no) if yes and no else ""

    def _called(self, offer: Offer) -> tuple[str, str]:
        """What one's own button says, and what that means to readers of another language."""
        if self.ask is not None and offer.group == "answer":
            return labels.answer(offer.act.word, self.ask, self.people.words)
        word = self.people.words.word(offer.act.word)
        return word.own, word.means

    def each(self, offer: Offer) -> tuple[Key, ...]:
        """The key of an offer, or one a value."""
        if not offer.values:
            return (self.key(offer),)
        label, valued = (
            labels.pad(self.people.words.word(offer.act.word), ""),
            map(self._valued, offer.taps()),
        )
        if not self._seated(offer):
            return tuple(valued)
        return tuple(key._replace(label=label, who=key.label) for key in valued)

    def _seated(self, offer: Offer) -> bool:
        """Whether its values are players."""
        return self.people.words.word(offer.act.word).value_is == "player"

    def pad(self, offer: Offer, good: Offer | None) -> Pad:
        """Numbers, the likely ones first."""
        mine = offer.act.seat in (self.seat, None)
        label = labels.pad(
            self.people.words.word(offer.act.word), "" if mine else self.people.seat(offer.act.seat)
        )
        keys, word = [self._valued(act) for act in offer.taps()], offer.act.word
        numbers = [key for key in keys if int(key.label) >= LIKELY] or keys
        first = self._placed(offer, numbers)[:PAGE]
        rest = [key for key in keys if key not in first]
        pages = tuple(_page(word, rest[at : at + PAGE]) for at in range(0, len(rest), PAGE))
        return Pad(label, tuple(first), pages, self.key(good) if good else None)

    def _placed(self, offer: Offer, keys: list[Key]) -> list[Key]:
        """These numbers, each where it always is: those that are not possible now leave their places empty."""
        part = self.game.rules.part(offer.part)
        if not isinstance(part, Declare):
            return keys
        legal = {key.label: key for key in keys}
        numbers = map(str, filter(lambda number: number >= LIKELY, part.numbers))
        return [legal.get(number, Key("", number, idle=True)) for number in numbers]

    def others(self, offers: Sequence[Offer]) -> tuple[KeyRow, ...]:
        """A row a word, with a key for each player who may say it; his numbers folded."""
        by_word: dict[str, list[Offer]] = {}
        for offer in offers:
            if not offer.values:
                by_word.setdefault(offer.act.word, []).append(offer)
        return (
            *(self._row(word, group) for word, group in by_word.items()),
            *map(self._values, filter(_valued, offers)),
        )

    def _row(self, word: str, offers: list[Offer]) -> KeyRow:
        said = self.people.words.word(word)
        label, means = said.label, said.means
        if self.ask is not None and offers[0].group == "answer":
            label, means = labels.answer(word, self.ask, self.people.words)
        return KeyRow(label, tuple(map(self._player, offers)), self._raising(offers[0]) or means)

    def _values(self, offer: Offer) -> KeyRow:
        label = labels.pad(self.people.words.word(offer.act.word), self.people.seat(offer.act.seat))
        return KeyRow(label, tuple(map(self._valued, offer.taps())), folded=len(offer.values) > FEW)

    def _player(self, offer: Offer) -> Key:
        act = offer.act
        side = None if act.seat is None else self.people.rules.side(act.seat)
        return Key(_sent(offer), self.people.seat(act.seat), side=side)

    def _valued(self, act: Act) -> Key:
        """A value: a player by name, a card with its suit, a number."""
        value, kind = act.value or "", self.people.words.word(act.word).value_is
        if kind == "player":
            return Key(str(act), self.people.value(act), side=self.people.rules.side(int(value)))
        if kind != "card":
            return Key(str(act), value)
        drawing, said = labels.suit(value)
        return Key(str(act), labels.rank(value), sign=drawing, said=said)


def raises_hand(rules: Rules, offer: Offer) -> bool:
    """Whether it is a call that raises what the hand is worth: neither a side bet nor about cards."""
    return offer.group == "call" and rules.part(offer.part).topic == "ladder"


def _opening(call: str) -> str:
    # NOTE: a key that opens others, the first of which is %(call)s
    return gettext("%(call)s…", call=call)


def _sent(offer: Offer) -> str:
    return typed.tap(offer.act) if offer.endless else str(offer.act)


def _valued(offer: Offer) -> bool:
    return bool(offer.values)


def _page(word: str, keys: Sequence[Key]) -> KeyFold:
    return KeyFold(f"{word}-{keys[0].label}", f"{keys[0].label}–{keys[-1].label}", "", tuple(keys))
