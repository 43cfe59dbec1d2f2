"""Build the picture of the table as one viewer sees it.

Players are where they really sit, and the tricks are in the middle.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from companion.board import outcomes
from companion.board.keyboard import in_ring
from companion.board.keys import Key
from companion.engine import Game, MatchLog, Offer, Question, Tap, legal
from companion.retelling.last_hands import hand_just_ended
from companion.tables import Viewer, sent_taps
from companion.web.language import gettext
from companion.words import labels, sentences
from companion.words.people import People, glyph, isolated
from companion.words.widths import halves, room, shortened, wide

# em of a line of a name on the narrowest phone: a wider name has two lines
LONG = 5.0
PILL = 4.95  # em of the word beside a name


class RingSeat(NamedTuple):
    """A player in the picture.

    * `at`: where the seat is drawn.
    * `wide`: the size of the name, as the number in its CSS class: 12 for the class n12.
    * `two_lines`: whether the name has two lines.
    * `brief`: a long name shortened to one line, "" if the name is not long. It is for low screens,
      on which two lines and the label would cover the middle of the picture.
    * `pill`: the label beside the name: a word that says what the player does now.
    * `hot`: whether the label is about the open question.
    * `urgent`: whether the player must answer.
    * `out`: whether the player has left this hand, or waits for a duel of their own.
    * `key`: the key that a touch on the seat taps, None if it taps nothing.
    """

    seat: int
    name: str
    at: str
    side: int
    glyph: str
    wide: int = 0
    two_lines: bool = False
    pill: str = ""
    hot: bool = False
    urgent: bool = False
    dealer: bool = False
    you: bool = False
    out: bool = False
    key: Key | None = None
    brief: str = ""

    @property
    def said(self) -> str:
        """Return what a screen reader says: what a touch records, then facts about the player."""
        if self.key is None:
            return ""
        about = [self.pill] if self.pill else []
        if self.dealer:
            about.append(gettext("deals"))
        you = gettext("you")
        if self.you and you not in about:
            about.append(you)
        if not about:
            return self.key.said
        # NOTE: a screen reader says this of a player's key: “Biel took the trick; leads, you”
        return gettext("%(action)s; %(about)s", action=self.key.said, about=", ".join(about))

    @property
    def brief_wide(self) -> int:
        """Return the width of the shortened name `brief`, in half ems (see `widths.room`)."""
        return room(self.brief)

    @property
    def pill_wide(self) -> int:
        """Return the width that the label `pill` needs, in half ems (see `widths.room`)."""
        return room(self.pill)


class Trick(NamedTuple):
    """A trick of the hand: still to be played, tied, or taken by the player `name`."""

    name: str = ""
    side: int | None = None
    glyph: str = ""
    tied: bool = False


class Ring(NamedTuple):
    """The picture of all seats.

    `hint` is the text in the middle, such as `Who took it?`, and `tied` the key for a tied trick.
    After the match there are no tricks. If `faded` is true, the tricks are those of the hand that
    has just ended.
    """

    places: tuple[RingSeat, ...]
    tricks: tuple[Trick, ...]
    hint: str
    tied: Key | None = None
    faded: bool = False


def ring_for(
    game: Game, offers: Iterable[Offer], people: People, viewer: Viewer, direction: str
) -> Ring:
    """Return the table as this viewer sees it, with their own seat at the bottom."""
    return turned_to(viewer.seat, shared_ring(game, offers, people, tap=viewer.may_tap), direction)


def shared_ring(
    game: Game,
    offers: Iterable[Offer],
    people: People,
    *,
    tap: bool,
    faded: tuple[Trick, ...] = (),
) -> Ring:
    """Return the picture of the players and the tricks, before it is turned to a viewer.

    If `tap` is true, it has keys for phones that may tap. The seats are in play order; `turned_to`
    decides where each is drawn. `faded` are the tricks of the last hand, which are shown until the
    first tap of the next hand.
    """
    taps: dict[int | None, Offer] = {}
    keys: dict[int | None, Key] = {}
    if tap:
        taps = {offer.tap.seat: offer for offer in offers if in_ring(offer)}
        keys = {seat: _took(offer, people) for seat, offer in taps.items()} or _met(game, people)
    places = tuple(_place(game, seat, people, keys.get(seat)) for seat in range(game.rules.seats))
    tied = None
    if None in taps:
        # NOTE: a button below the tricks: the trick was tied. At most 10 letters
        tied = Key(str(taps[None].tap), gettext("Tied"))
    hint = _hint(game, people, taps.values(), met=bool(keys) and not taps)
    if game.over:
        return Ring(places, (), hint, tied)
    if faded:
        return Ring(places, faded, hint, tied, faded=True)
    taken = tuple(_trick(game, seat, people) for seat in game.hand.tricks)
    to_come = (Trick(),) * (game.hand.cards - len(taken))
    return Ring(places, (*taken, *to_come), hint, tied)


def faded_tricks(log: MatchLog, people: People) -> tuple[Trick, ...]:
    """Return the tricks of the hand that the last tap ended, () if that tap ended no hand."""
    hand = hand_just_ended(log)
    if hand is None:
        return ()
    return tuple(_trick(log.game, seat, people) for seat in hand.tricks)


def turned_to(seat: int | None, ring: Ring, direction: str) -> Ring:
    """Return the picture with that seat at the bottom, or the first seat if `seat` is None."""
    first = seat or 0
    in_order = (*ring.places[first:], *ring.places[:first])
    spots = around(len(ring.places), direction)
    places: list[RingSeat] = []
    for place, at in zip(in_order, spots, strict=True):
        you = place.seat == seat
        pill = place.pill
        if you and place.urgent:
            # NOTE: beside one's own name, at most 10 letters: your answer is due
            pill = gettext("you")
        places.append(place._replace(at=at, you=you, pill=pill))
    return ring._replace(places=tuple(places))


def played_on(game: Game, offers: Iterable[Offer]) -> Question | None:
    """Return the open call that is accepted by playing on, or None if there is no such call."""
    question = game.hand.question
    if question is None or question.by is None:
        return None
    return question if any(offer.group == "trick" for offer in offers) else None


def around(seats: int, direction: str) -> tuple[str, ...]:
    """Return where the seats are drawn around the table, in play order from the bottom.

    In a game played counter-clockwise, the second seat is to the right of the first one.
    """
    near = "left"
    far = "right"
    if direction == "counter-clockwise":
        near, far = far, near
    rows = range(1, (seats - 1) // 2 + 1)
    top = ("top",) if seats % 2 == 0 else ()
    return (
        "bottom",
        *(f"{near}-{row}" for row in rows),
        *top,
        *(f"{far}-{row}" for row in reversed(rows)),
    )


def _place(game: Game, seat: int, people: People, key: Key | None) -> RingSeat:
    hand = game.hand
    side = game.rules.account(seat)
    pill, hot = _pill(game, seat, people)
    name = _name(people, seat)
    lines: tuple[str, ...] = (name,)
    if wide(name) > LONG:
        lines = tuple(name.replace("\u200b", " ").split(" "))
    is_high = bool(pill) and wide(name) > LONG
    return RingSeat(
        seat,
        name,
        "",
        side,
        glyph(side),
        room(*lines),
        len(lines) > 1,
        pill,
        hot,
        urgent=hand.question is not None and seat in hand.question.answer,
        dealer=hand.dealer == seat,
        out=seat in hand.out,
        key=key,
        brief=people.short(seat, LONG) if is_high else "",
    )


def _name(people: People, seat: int) -> str:
    """Return the name of the player in this seat. A long name may break into two lines.

    If a name of several words is too long for two lines, its first and last word are kept. A word
    that is still too long is shortened.
    """
    name = people.names[seat]
    if wide(name) <= LONG:
        return people.seat(seat)
    first, second = (half.strip() for half in halves(name))
    words = name.split()
    if len(words) > 2 and max(wide(first), wide(second)) > LONG:
        name = f"{words[0]} {words[-1]}"
        first = words[0]
        second = words[-1]
    at = " " if f"{first} {second}" == name else "\u200b"
    return f"{_half(first)}{at}{_half(second)}"


def _half(half: str) -> str:
    """Return one half of a long name, shortened to fit in one line. Its spaces do not break."""
    return isolated(shortened(half, LONG).replace(" ", "\u00a0"))


def _took(offer: Offer, people: People) -> Key:
    said = sentences.done(offer.tap, people)
    if offer.tap.word == "best":
        # NOTE: after a player's name, on a tap that waits: “Anna had the higher number”
        return Key(str(offer.tap), gettext("had the higher number"), said=said)
    # NOTE: after a player's name, on a tap that waits: “Anna took the trick”
    return Key(str(offer.tap), gettext("took the trick"), said=said)


def _met(game: Game, people: People) -> dict[int | None, Key]:
    """Return, by seat, a key that accepts the open bet and says that this seat wins the bet.

    One touch on the key records two taps: the yes, and who has the highest number. Return {} if no
    bet is open, or if the bet is not decided by the highest number.
    """
    question = game.hand.question
    if question is None or question.by is None:
        return {}
    yes = Tap("yes", question.answer[0])
    after = outcomes.simulate(game, yes)
    if after is None:
        return {}
    best = [offer.tap for offer in legal(after) if offer.tap.word == "best"]
    # NOTE: said after a player's name by a screen reader: it accepts the call and names the winner
    label = gettext("accepted, and had the higher number")
    keys: dict[int | None, Key] = {}
    for tap in best:
        said = f"{people.seat(tap.seat)} {label}"
        keys[tap.seat] = Key(sent_taps.in_a_row(yes, tap), label, said=said)
    return keys


def _pill(game: Game, seat: int, people: People) -> tuple[str, bool]:
    question = game.hand.question
    if question is not None and seat in question.answer:
        # NOTE: beside a player's name, at most 10 letters: their answer is due
        return gettext("answers"), True
    if question is not None and seat == game.hand.asker:
        word = question.word
        if question.by is None:  # the question has the name of the bet, not the word of the call
            word = game.hand.calls_of(question.word)[0].word
        shout = labels.shouted(people.words.word(word).label)
        if wide(shout) < PILL:
            return shout, True
        # NOTE: beside a player's name, at most 10 letters: the open call is theirs
        return gettext("called"), True
    return _quiet_pill(game, seat), False


def _quiet_pill(game: Game, seat: int) -> str:
    """Return the label beside a player who has neither made the open call nor must answer it.

    Return "" if nothing is to be said about the player.
    """
    if seat in game.hand.out and game.hand.duel is None:
        # NOTE: beside a player's name, at most 10 letters: they have left the hand
        return gettext("out")
    if seat in game.hand.out:
        # NOTE: beside a player's name, at most 10 letters: they wait for a duel of their own
        return gettext("waits")
    if game.hand.leader == seat and not game.over:
        # NOTE: beside a player's name, at most 10 letters: they play first in this trick
        return gettext("leads")
    if game.hand.alone == seat:
        # NOTE: beside a player's name, at most 10 letters: they play this hand without a partner
        return gettext("alone")
    return ""


def _trick(game: Game, seat: int | None, people: People) -> Trick:
    if seat is None:
        return Trick(gettext("tied"), tied=True)
    side = game.rules.account(seat)
    return Trick(people.seat(seat), side, glyph(side))


def _hint(game: Game, people: People, offers: Collection[Offer], *, met: bool) -> str:
    if game.over:
        if game.rules.best_of > 1:
            return gettext("The match is over")
        return gettext("The game is over")
    if met or any(offer.tap.word == "best" for offer in offers):
        return people.words.word("best").label
    one_card = game.hand.cards == 1
    if not offers:
        return gettext("One card each") if one_card else ""
    if one_card:
        # NOTE: in the middle of the table: tap the player who took the trick
        return gettext("One card: who took it?")
    # NOTE: in the middle of the table: tap the player who took the trick
    return gettext("Who took it?")
