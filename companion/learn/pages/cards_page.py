"""Show which of several picked cards wins, or which number they make.

These pages belong to no match. The picked cards are in the address, so that the pages work without
scripts and their links can be sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, render_template, request

from companion.cheatsheets import turning
from companion.cheatsheets.ranking import Card
from companion.learn.cards import BETWEEN, HELD, PLAYED, Cards, has_numbers
from companion.learn.pages.asked import Asked, asked
from companion.web import language
from companion.web.error_pages import NothingHere
from companion.web.language import gettext

LONGEST = 100  # characters of the picked cards in an address
NO_CARD = "none"  # in an address: nobody knows which card is turned up

bp = Blueprint("learn_cards", __name__)


@dataclass(frozen=True, slots=True)
class TurnedKey:
    """A card that may be turned up, and the address of the page with that card turned up."""

    card: Card
    address: str


@dataclass(frozen=True)
class CardsPage:
    """A page about picked cards: which of them wins, or which number they make."""

    asked: Asked
    endpoint: str
    cards: Cards
    turned: str

    @property
    def turns_a_card(self) -> bool:
        """Return whether this game turns up a card."""
        return bool(turning.parts(self.asked.rules))

    @property
    def asks_for_turned(self) -> bool:
        """Return whether the reader is first asked which card is turned up."""
        return self.turns_a_card and not self.cards.noted and self.turned != NO_CARD

    @property
    def has_numbers(self) -> bool:
        """Return whether players of this game bet on the numbers that their cards make."""
        return has_numbers(self.asked.rules)

    @property
    def turned_word(self) -> str:
        """Return the game's word for the card turned up."""
        return self.cards.words.call(turning.parts(self.asked.rules)[0].name)

    def turned_keys(self) -> tuple[TurnedKey, ...]:
        """Return a key for each card that may be turned up."""
        texts = turning.parts(self.asked.rules)[0].cards
        card = self.cards.card
        return tuple(TurnedKey(card(text), self.with_turned(text)) for text in texts)

    @property
    def turns_any_suit(self) -> bool:
        """Return whether the card turned up is chosen with its suit, because the suit matters."""
        texts = turning.parts(self.asked.rules)[0].cards
        return all(len(self.cards.card(text).suits) == 1 for text in texts)

    def with_turned(self, turned: str) -> str:
        """Return the address of this page with this card turned up, "" for no card."""
        picked = BETWEEN.join(self.cards.picked)
        return self._address(self.endpoint, turned, picked)

    def with_cards(self, picked: str) -> str:
        """Return the address of this page with these cards picked."""
        return self._address(self.endpoint, self.turned, picked)

    def same_cards(self, endpoint: str) -> str:
        """Return the address of another page about the same cards."""
        return self._address(endpoint, self.turned, BETWEEN.join(self.cards.picked))

    def _address(self, endpoint: str, turned: str, picked: str) -> str:
        more: Mapping[str, object] = {"turned": turned or None, "cards": picked or None}
        return self.asked.address(endpoint, more)

    @property
    def notice(self) -> str:
        """Return the sentence that says what is wrong with the cards in the address, or ""."""
        if not self.cards.unknown:
            return ""
        texts = ", ".join(self.cards.unknown)
        return gettext("Not in this pack, or too many: %(cards)s. The others stay.", cards=texts)


@bp.get("/games/<variant>/winner")
def show_winner(variant: str) -> str:
    """Show which of the picked cards wins."""
    return _render("learn_cards.show_winner", asked(variant), PLAYED, "learn/winner.html")


@bp.get("/games/<variant>/number")
def show_number(variant: str) -> str:
    """Show the number that the picked cards make for an envido, envit, embit or flor."""
    subject = asked(variant)
    if not has_numbers(subject.rules):
        sentence = gettext("In this game, under these house rules, cards make no numbers.")
        raise NothingHere(sentence, subject.back, gettext("Rules in brief"))
    return _render("learn_cards.show_number", subject, HELD, "learn/number.html")


def _render(endpoint: str, subject: Asked, most: int, template: str) -> str:
    sheet = subject.sheet()
    turned = request.args.get("turned", "")[:LONGEST]
    text = request.args.get("cards", "")[:LONGEST]
    picked = tuple(card for card in text.split(BETWEEN) if card)
    cards = Cards(subject.variant, subject.rules, language.code(), turned, picked, most)
    page = CardsPage(subject, endpoint, cards, turned)
    return render_template(template, page=page, sheet=sheet, cards=cards)
