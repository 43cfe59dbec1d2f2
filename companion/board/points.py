"""The points of a side, one touch from its score: the hand taken or given up, points more or less, and what is rare."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from companion.board import typed
from companion.board.keys import Key, Row
from companion.engine import Act, Game, Offer
from companion.engine.play import pays
from companion.engine.standing import why_not
from companion.web.language import gettext
from companion.web.once import once
from companion.words import labels
from companion.words.people import People

STEPS = (1, 2, 3, -1)

Keyed = tuple[tuple[Act, Key], ...]
Labelled = tuple[str, Keyed]


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
    seat, known = people.rules.seats_of(side)[0], {it.act: it for it in offers if it.group in ("hand", "fold")}
    steps, *rare = _rows(people, side, _idle(game, people, side))
    return Points(
        _end(game, people, "hand", side, known)._replace(label=people.words.word("hand").own, tone="good"),
        _end(game, people, "fold", side, known)._replace(label=people.words.word("fold").label, tone="bad"),
        steps.keys,
        # NOTE: button beside a field with a number of points: writes them down
        Key(typed.tap(Act("fix", seat)), gettext("Record"), tone="bold"),
        tuple(rare),
    )


def _end(game: Game, people: People, word: str, side: int, known: Mapping[Act, Offer]) -> Key:
    """The first of its players who may say so says it for his side; with what it pays, whoever gets it."""
    acts = [Act(word, seat) for seat in game.rules.seats_of(side)]
    offer = next((known[act] for act in acts if act in known), None)
    paid, act = (pays(game, offer), offer.act) if offer else (None, acts[0])
    key = Key(str(act), "", idle=offer is None, worth=labels.gained(paid, people.rules) if paid else "")
    return key if paid is None or paid.side == side else key._replace(who=people.side(paid.side or 0))


def _idle(game: Game, people: People, side: int) -> frozenset[Act]:
    """Which of the taps that are always there do not fit now."""
    acts = (act for _, keys in _standing(people, side) for act, _ in keys)
    return frozenset(act for act in acts if why_not(game, act) is not None)


@once(5000)  # as many as are drawn: web/parts.py
def _rows(people: People, side: int, idle: Collection[Act]) -> tuple[Row, ...]:
    """Points more or less, then what is rare as far as anything of it fits now."""
    more, *rare = (
        Row(label, tuple(key._replace(idle=act in idle) for act, key in keys))
        for label, keys in _standing(people, side)
    )
    return more, *(row for row in rare if not all(key.idle for key in row.keys))


@once(1000)
def _standing(people: People, side: int) -> tuple[Labelled, ...]:
    return tuple(_labelled(people, side))


def _labelled(people: People, side: int) -> Iterator[Labelled]:
    """The taps that are always there (engine/standing.py): points more or less, then the rare ones."""
    seat = people.rules.seats_of(side)[0]
    yield "", _more_or_less("fix", seat, STEPS, side)
    # NOTE: label above two buttons, −1 and +1: truts, a counter of the game
    yield gettext("Longs") if labels.in_longs(people.rules) else gettext("Truts"), _more_or_less("fix-truts", seat)
    # NOTE: label above two buttons, −1 and +1: games won in this match
    yield gettext("Games"), _more_or_less("fix-games", seat)
    again = _key(Act("void"), gettext("same dealer")), _key(Act("void", value="pass"), gettext("next dealer"))
    # NOTE: label above two buttons: the hand does not count and is dealt again, by the same dealer or the next one
    yield gettext("The hand is void"), again
    dealers = (_key(Act("dealer", s), people.seat(s), people.rules.side(s)) for s in range(people.rules.seats))
    # NOTE: label above the players' names
    yield gettext("Who deals?"), tuple(dealers)
    ends = _key(Act("resign", seat), gettext("this side gives up")), _key(Act("end"), gettext("nobody wins"))
    # NOTE: label above two buttons: this side gives up, nobody wins (the match is stopped)
    yield gettext("End the game"), ends


def _more_or_less(word: str, seat: int, steps: Iterable[int] = (-1, 1), side: int | None = None) -> Keyed:
    return tuple(_key(Act(word, seat, str(by)), labels.signed(by), side) for by in steps)


def _key(act: Act, label: str, side: int | None = None) -> tuple[Act, Key]:
    return act, Key(str(act), label, side=side)
