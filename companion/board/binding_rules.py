"""Say what binds the players before a tap: who must act, who may look, what cannot be tied."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine import Game, Offer, Seats
from companion.engine.binding import bound_seats, may_look, may_tie
from companion.web.language import NN_, gettext, ngettext
from companion.words import labels, sentences
from companion.words.people import People

# NOTE: %(names)s, one or several, must do one of these now, nobody else may do anything:
# “Biel must choose: put or resign”
MUST_CHOOSE = NN_("%(names)s must choose: %(choices)s", "%(names)s must choose: %(choices)s")
# NOTE: until they have answered, nobody else looks at their cards
ONLY_THEY_LOOK = NN_("Only %(names)s may look at the cards", "Only %(names)s may look at the cards")


class TurnedCard(NamedTuple):
    """The card that was turned up for this deal: its rank, the drawing of its suit, in words."""

    rank: str
    sign: str
    said: str


def who_must_act(game: Game, offers: tuple[Offer, ...], people: People) -> str:
    """Return who must act and what they may do, empty if others may act as well."""
    seats = bound_seats(game, offers)
    if not seats or game.hand.question is not None:
        return ""
    choices = _choices(seats, offers, people)
    return ngettext(*MUST_CHOOSE, len(seats), names=people.seats(seats), choices=choices)


def you_must_act(game: Game, offers: tuple[Offer, ...], people: People, seat: int | None) -> str:
    """Return to the player in this seat what they must do, empty unless they alone must act."""
    if seat is None or bound_seats(game, offers) != (seat,) or game.hand.question is not None:
        return ""
    # NOTE: to the reader, who must do one of these now: “You must choose: put or resign”
    return gettext("You must choose: %(choices)s", choices=_choices((seat,), offers, people))


def _choices(seats: Seats, offers: tuple[Offer, ...], people: People) -> str:
    """Return what these players may do, joined by "or"."""
    words = dict.fromkeys(offer.tap.word for offer in offers if offer.tap.seat in seats)
    choices = [people.words.word(word).own for word in words]
    return labels.joined(tuple(choice[:1].lower() + choice[1:] for choice in choices), labels.OR)


def rule_of_hand(game: Game, people: People) -> str:
    """Return the rule of this hand that no other hand has, empty if it has none."""
    if game.over:
        return ""
    seats = may_look(game)
    if seats is not None and not seats:
        return gettext("Nobody looks at their cards")
    if seats is not None:
        return ngettext(*ONLY_THEY_LOOK, len(seats), names=people.seats(seats))
    if not may_tie(game):
        # NOTE: in this hand a trick cannot be tied: the one of equal cards that was played first
        # takes it. At most 32 letters
        return gettext("Equal cards: the first one wins")
    return ""


def turned_card(game: Game, people: People) -> TurnedCard | None:
    """Return the card turned up for this deal, None if it was not named."""
    turned = game.hand.turned
    if turned is None or game.over:
        return None
    card = turned.value or ""
    sign, _ = labels.suit(card)
    return TurnedCard(labels.rank(card), sign, sentences.done(turned, people))
