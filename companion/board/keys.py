"""Make the keys that record taps, arrange them in rows, and sort them by their place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from companion.board import outcomes
from companion.engine import Game, Offer, Rules, Tap
from companion.engine.declare import Declare
from companion.tables import sent_taps
from companion.web.language import gettext
from companion.words import labels
from companion.words.people import People, glyph
from companion.words.widths import room

FEW = 4  # keys in one row
ROOMY = 3  # keys in one row at an end of a phone that lies flat
HALF = 2  # keys in half a row
LIKELY = 20  # this number and higher ones are usual in an envido
PAGE = 14  # numbers on one page of a pad


class Key(NamedTuple):
    """A button that records the tap `tap`, in notation.

    * `side`, `who`: the side and the name of the player whose tap it is.
    * `disabled`: whether the key cannot be tapped now.
    * `worth`: what the tap makes the hand or bet worth, or what it pays.
    * `note`: small text below the label: what each answer to the call is worth, or what the label
      means in the language of the page.
    * `sign`: a drawing beside the label, such as the suit of a card.
    * `said`: what a screen reader says for the key.
    * `entry`: the name of the field for a typed number, "" if the key needs no number.
    """

    tap: str
    label: str
    note: str = ""
    tone: str = "plain"
    side: int | None = None
    disabled: bool = False
    sign: str = ""
    said: str = ""
    worth: str = ""
    who: str = ""
    entry: str = ""

    @property
    def spoken(self) -> str:
        """Return what a screen reader says for a key with a worth: `Truc, for 2`.

        Return "" if the text on the key says enough.
        """
        if not self.worth or self.tone == "bad":
            return ""
        label = self.label
        if self.who:
            label = f"{label}, {self.who}"
        # NOTE: a screen reader says this of a key: %(worth)s is a number of points, a trut, a game
        return gettext("%(label)s, for %(worth)s", label=label, worth=self.worth)

    @property
    def wide(self) -> int:
        """Return the width that the longest word of the label needs, in half em (`widths.room`)."""
        return room(*self.label.split())

    @property
    def glyph(self) -> str:
        """Return the glyph of the key's side, "" if the key has no side."""
        if self.side is None:
            return ""
        return glyph(self.side)

    @property
    def worth_is_word(self) -> bool:
        """Return whether the worth is a word instead of a number of points."""
        return not self.worth[-1:].isdigit()

    @property
    def keys(self) -> tuple[Key, ...]:
        """Return (), because this key opens no other keys, unlike a `KeyMenu` in the same row."""
        return ()


class KeyMenu(NamedTuple):
    """A key that opens other keys, its `keys`, in the same row.

    `name` is the `id` of the menu's element on the page. `note` is the lowest and the highest worth
    of the keys in the menu, as `2–4`.
    """

    name: str
    label: str
    note: str
    keys: tuple[Key, ...]

    @property
    def tone(self) -> str:
        """Return the `tone` (style) of the first key, so that the menu looks like this key."""
        return self.keys[0].tone

    @property
    def glyph(self) -> str:
        """Return the glyph of the side to which the keys belong.

        Return "" if they are the keys of this phone's own player.
        """
        first = self.keys[0]
        if not first.who:
            return ""
        return first.glyph

    @property
    def wide(self) -> int:
        """Return the width that the longest word of the label needs, in half em (`widths.room`)."""
        return room(*self.label.split())


class Pad(NamedTuple):
    """The values that a player may choose from.

    * `keys`: the likely values.
    * `pages`: menus with the other values. An open menu covers `keys`.
    * `end`: a key beside the numbers, for a player who says no number; None if there is none.
    """

    label: str
    keys: tuple[Key, ...]
    pages: tuple[KeyMenu, ...] = ()
    end: Key | None = None


class KeyRow(NamedTuple):
    """Keys under one label, in the list of what other players may say.

    `folded` is true if the keys are hidden until somebody opens them, `disabled` if none of them
    can be tapped now.
    """

    label: str
    keys: tuple[Key, ...]
    note: str = ""
    folded: bool = False
    disabled: bool = False


class Keys(NamedTuple):
    """The keys of a phone, each in its slot in the action bar.

    The rows, from top to bottom:

    * `calls`: the calls that raise the hand. If one phone serves two sides, each side has its calls
      in half of that row, `left` and `right`.
    * `bets`: other calls. If a hand of this game begins with such calls, `two_call_rows` is true,
      and the row of the bets is always there.
    * `yes`, `no`: the two halves of the last row. While nothing is asked, the row has the keys of
      `second` instead: calls of the second side.

    Beside the rows:

    * `fold`: beside the key to undo.
    * `pad`: shown instead of all rows, if there is one.
    * `others`: taps of other players, behind a key that opens them.
    """

    calls: tuple[Key | KeyMenu, ...] = ()
    left: tuple[Key | KeyMenu, ...] = ()
    right: tuple[Key | KeyMenu, ...] = ()
    bets: tuple[Key | KeyMenu, ...] = ()
    second: tuple[Key | KeyMenu, ...] = ()
    yes: Key | None = None
    no: Key | None = None
    fold: Key | None = None
    pad: Pad | None = None
    others: tuple[KeyRow, ...] = ()
    two_call_rows: bool = False

    @property
    def has_calls(self) -> bool:
        """Return whether there is a call in the upper row of the action bar."""
        return bool(self.calls or self.left or self.right)


@dataclass(frozen=True, slots=True)
class KeyMaker:
    """A maker of keys for the phone of the player in `seat`, or for a phone without a seat."""

    game: Game
    people: People
    seat: int | None

    def calls(
        self, offers: Sequence[Offer], name: str, most: int = FEW
    ) -> tuple[Key | KeyMenu, ...]:
        """Return a row of calls with at most `most` keys.

        The calls that raise the hand come first. If there are too many keys, the row begins with
        one key of each part of the rules (truc, envido), and its last key, "More", opens the rest.
        """
        if not offers:
            return ()
        parts: dict[str, list[Offer]] = {}
        for offer in sorted(offers, key=self._rank):
            parts.setdefault(offer.part, []).append(offer)
        groups = [self._group(part, name) for part in parts.values()]
        slots = list(chain.from_iterable(groups))
        if len(slots) <= most:
            return tuple(slots)
        slots = [group[0] for group in groups]
        for group in groups:
            slots += group[1:]
        rest: list[Key] = []
        for slot in slots[most - 1 :]:
            if isinstance(slot, KeyMenu):
                rest += slot.keys
            else:
                rest.append(slot)
        return (*slots[: most - 1], KeyMenu(f"{name}-more", gettext("More"), "", tuple(rest)))

    def _group(self, offers: Sequence[Offer], name: str) -> list[Key | KeyMenu]:
        """Return the keys of one kind of call: beside each other, or behind a key that opens them.

        Several keys with names of players are behind one key. All keys are behind one key, too, if
        one of them needs a typed number.
        """
        keys = list(chain.from_iterable(map(self.each, offers)))
        word = self.people.words.word(offers[0].tap.word)
        if word.value_is == "player" and len(keys) > 1:
            taps = chain.from_iterable(offer.all_taps() for offer in offers)
            aimed = tuple(map(self._valued, taps))
            return [KeyMenu(f"{name}-{offers[0].tap.word}", _opening(word.label), "", aimed)]
        if any(key.entry for key in keys):
            return self._folded(keys, name)
        return [*keys]

    def _rank(self, offer: Offer) -> int:
        """Return a number by which the offers in a row are sorted, the lowest first.

        It is 0 for a call that raises the hand, 2 for a call about cards or with values, and 1 for
        any other call.
        """
        if raises_hand(self.game.rules, offer):
            return 0
        if offer.group == "deal" or offer.values:
            return 2
        return 1

    def _folded(self, keys: list[Key], name: str) -> list[Key | KeyMenu]:
        first = keys[0]
        note = ""
        if first.worth:
            note = "–".join(dict.fromkeys((first.worth, keys[-1].worth)))
        word = first.tap.partition("@")[0]
        return [KeyMenu(f"{name}-{word}", _opening(first.label), note, tuple(keys))]

    def key(self, offer: Offer) -> Key:
        """Return the key of a call or an answer.

        The key has the player's name, except on this player's own phone.
        """
        word = self.people.words.word(offer.tap.word)
        label = word.own
        means = word.means
        question = self.game.hand.question
        if question is not None and offer.group == "answer":
            label, means = labels.answer(offer.tap.word, question, self.people.words)
        sent, entry = _sent(offer)
        worth = offer.if_refused if offer.tone == "bad" else offer.if_accepted
        key = Key(
            sent,
            label,
            self._raising(offer) or means,
            offer.tone,
            worth=self.people.worth(worth),
            entry=entry,
        )
        seat = offer.tap.seat
        if seat is None or seat == self.seat:
            return key
        side = self.people.rules.account(seat)
        return key._replace(side=side, who=self.people.brief.seat(seat))

    def nobody_else(self) -> Key | None:
        """Return the key that says no for all other players: nobody else has what was announced.

        Return None if no announcement waits for the answers of several players.
        """
        question = self.game.hand.question
        if question is None:
            return None
        taps = outcomes.refused_by_all(self.game)
        if not taps:
            return None
        call = self.people.words.word(question.word).said
        paid = outcomes.paid(outcomes.simulate_answers(self.game, yes=False), self.people)
        # NOTE: a key: %(call)s is what a player has announced (flor): all the others have none
        label = gettext("Nobody else has %(call)s", call=call)
        worth = paid[0].gain if paid else ""
        return Key(sent_taps.in_a_row(*taps), label, worth=worth)

    def _raising(self, offer: Offer) -> str:
        """Return the small text on the key of a call: what each answer is worth, `yes 2 · no 1`."""
        yes = self.people.worth(offer.if_accepted)
        no = self.people.worth(offer.if_refused)
        if not yes or not no:
            return ""
        # NOTE: small print on the button of a call: its worth if it is accepted, and what a refusal
        # pays. About 20 letters
        return gettext("yes %(yes)s · no %(no)s", yes=yes, no=no)

    def each(self, offer: Offer) -> tuple[Key, ...]:
        """Return the key of an offer, or a key for each value if the offer has values."""
        if not offer.values:
            return (self.key(offer),)
        word = self.people.words.word(offer.tap.word)
        keys = tuple(map(self._valued, offer.all_taps()))
        if word.value_is != "player":
            return keys
        # If several players may be named, their names are behind one key (see `_group`). A single
        # player needs no name.
        return tuple(key._replace(label=word.own) for key in keys)

    def pad(self, offer: Offer, good: Offer | None) -> Pad:
        """Return a pad of the possible numbers.

        `good` is the offer for a player who says no number. If it is not None, its key is beside
        the numbers.
        """
        word = offer.tap.word
        mine = offer.tap.seat in (self.seat, None)
        name = "" if mine else self.people.seat(offer.tap.seat)
        label = labels.pad(self.people.words.word(word), name)
        keys = [self._valued(tap) for tap in offer.all_taps()]
        numbers = [key for key in keys if int(key.label) >= LIKELY] or keys
        first = self._placed(offer, numbers)[:PAGE]
        rest = [key for key in keys if key not in first]
        pages = tuple(_page(word, rest[at : at + PAGE]) for at in range(0, len(rest), PAGE))
        return Pad(label, tuple(first), pages, self.key(good) if good else None)

    def _placed(self, offer: Offer, keys: list[Key]) -> list[Key]:
        """Return a key for each likely number of a side bet, disabled if it is not possible now.

        So each number always has the same place. `keys` are the keys of the possible numbers. They
        are returned unchanged if it is not known which numbers are likely in this bet.
        """
        part = self.game.rules.part(offer.part)
        if not isinstance(part, Declare):
            return keys
        legal = {key.label: key for key in keys}
        numbers = [str(number) for number in part.numbers if number >= LIKELY]
        return [legal.get(number, Key("", number, disabled=True)) for number in numbers]

    def others(self, offers: Sequence[Offer]) -> tuple[KeyRow, ...]:
        """Return a row for each word, with a key for each player who may say it.

        If the word has values, each player has a row with the keys of these values. The keys of a
        long row are hidden until somebody opens the row.
        """
        by_word: dict[str, list[Offer]] = {}
        for offer in offers:
            if not offer.values:
                by_word.setdefault(offer.tap.word, []).append(offer)
        rows = [self._row(word, group) for word, group in by_word.items()]
        rows += [self._values(offer) for offer in offers if offer.values]
        return tuple(rows)

    def _row(self, word: str, offers: list[Offer]) -> KeyRow:
        question = self.game.hand.question
        if question is not None and offers[0].group == "answer":
            label, means = labels.answer(word, question, self.people.words)
        else:
            said = self.people.words.word(word)
            label = said.label
            means = said.means
        keys: list[Key] = []
        for offer in offers:
            seat = offer.tap.seat
            side = None if seat is None else self.people.rules.account(seat)
            sent, entry = _sent(offer)
            keys.append(Key(sent, self.people.seat(seat), side=side, entry=entry))
        return KeyRow(label, tuple(keys), self._raising(offers[0]) or means)

    def _values(self, offer: Offer) -> KeyRow:
        label = labels.pad(self.people.words.word(offer.tap.word), self.people.seat(offer.tap.seat))
        return KeyRow(
            label, tuple(map(self._valued, offer.all_taps())), folded=len(offer.values) > FEW
        )

    def _valued(self, tap: Tap) -> Key:
        """Return the key of a tap with a value. The key shows the value: a name, card or number."""
        value = tap.value or ""
        kind = self.people.words.word(tap.word).value_is
        if kind == "player":
            return Key(str(tap), self.people.value(tap), side=self.people.rules.account(int(value)))
        if kind != "card":
            return Key(str(tap), value)
        drawing, said = labels.suit(value)
        return Key(str(tap), labels.rank(value), sign=drawing, said=said)


def raises_hand(rules: Rules, offer: Offer) -> bool:
    """Return whether this call raises what the hand is worth.

    Side bets and calls about cards do not raise it.
    """
    return offer.group == "call" and rules.part(offer.part).topic == "ladder"


def _opening(call: str) -> str:
    # NOTE: a key that opens others, the first of which is %(call)s
    return gettext("%(call)s…", call=call)


def _sent(offer: Offer) -> tuple[str, str]:
    """Return what the key of this offer sends, and the name of the field for a typed number.

    The name is "" if no number is typed.
    """
    if not offer.endless:
        return str(offer.tap), ""
    sent = sent_taps.with_number(offer.tap)
    return sent, sent_taps.field(sent)


def _page(word: str, keys: Sequence[Key]) -> KeyMenu:
    return KeyMenu(f"{word}-{keys[0].label}", f"{keys[0].label}–{keys[-1].label}", "", tuple(keys))
