"""Let the cards of places lead to the tables of a tournament.

This module is not loaded if places are switched off.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Flask, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion import places
from companion.tournament import table_cards
from companion.tournament.errors import OUT_OF_DATE, OutOfDate
from companion.tournament.models import TableCard
from companion.tournament.pages import asked
from companion.web import device, slots
from companion.web.language import gettext
from companion.words.wrong import sentence_of

MOST_PLACES = 64  # places of one phone that are offered
OWN_CARD = "0"  # for a table without a place
ELSEWHERE = "other"

bp = Blueprint("tournament_places", __name__)


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A physical table, and the places that a form offers for it.

    * `number` is the number of the table.
    * `shown` is the id of the place that the table has now. It is `OWN_CARD` if the table has no
      place, and `ELSEWHERE` if the place belongs to another phone.
    * `choices` has a tuple for each place of this phone: its id, its name, and whether it is
      selected.
    """

    number: int
    shown: str
    choices: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class PlacesSection:
    """The section of a page on which an organiser chooses which place is which table.

    `tables` is empty if this phone has no places.
    """

    token: str
    tables: tuple[TablePlace, ...]


def register(app: Flask) -> None:
    """Register the pages that join tournaments with places, and what they add to other pages."""
    app.register_blueprint(bp)
    slots.add_section(app, "tournament_cards", "tournament/_places.html", _section)
    slots.add_guide(app, "card", _address_of_card)


def _address_of_card(place_id: int) -> str:
    """Return the address to which the card of this place leads, or "" if no tournament uses it."""
    token = table_cards.card_of_place(place_id)
    return url_for("tournament_card.show_table", card=token) if token else ""


def _section(token: str) -> PlacesSection:
    mine = places.of_phone(device.phone_id(), MOST_PLACES)
    if not mine:
        return PlacesSection(token, ())
    cards = table_cards.cards(asked.require_organiser(token).tournament)
    shown = _shown_places(cards, mine)
    nothing_chosen = set(shown.values()) == {OWN_CARD}
    tables = list[TablePlace]()
    for card in cards:
        chosen = shown[card.number]
        if nothing_chosen:
            chosen = str(_place_with_number(mine, card.number))
        choices = [(str(place.id), place.name, str(place.id) == chosen) for place in mine]
        if chosen == ELSEWHERE:
            choices.append((ELSEWHERE, gettext("a place of another phone"), True))
        tables.append(TablePlace(card.number, shown[card.number], tuple(choices)))
    return PlacesSection(token, tuple(tables))


def _shown_places(cards: Sequence[TableCard], mine: Sequence[places.Place]) -> dict[int, str]:
    """Return which place each table has now, by the number of the table.

    The places are given as in `TablePlace.shown`. `mine` are the places of this phone.
    """
    of_phone = {place.id for place in mine}
    of_others = places.existing(card.place_id for card in cards) - of_phone
    shown = dict[int, str]()
    for card in cards:
        shown[card.number] = OWN_CARD
        if card.place_id in of_phone:
            shown[card.number] = str(card.place_id)
        elif card.place_id in of_others:
            shown[card.number] = ELSEWHERE
    return shown


def _place_with_number(mine: Sequence[places.Place], number: int) -> int:
    """Return the id of the place whose name ends in this number, or 0 if there is none."""
    for place in mine:
        ends_in = re.search(r"(\d+)\D*$", place.name)
        if ends_in is not None and int(ends_in[1]) == number:
            return place.id
    return 0


@bp.post("/k/<token>/places")
def give_places(token: str) -> Response:
    """Link the tables to the places that were chosen for them in the form.

    If the field of a table was not changed, the table keeps its place. So two phones that choose at
    the same time do not undo each other's choices. Answers 409 if another phone has just chosen a
    place for the same table.
    """
    found = asked.require_organiser(token)
    mine = places.of_phone(device.phone_id(), MOST_PLACES)
    numbers = {OWN_CARD: 0} | {str(place.id): place.id for place in mine}
    cards = table_cards.cards(found.tournament)
    shown = _shown_places(cards, mine)
    chosen = dict[int, int]()
    for number, now in shown.items():
        was = request.form.get(f"was-{number}", now)
        text = request.form.get(f"place-{number}", was)
        if text == was:
            continue
        if text not in numbers:
            abort(400)
        if was != now:
            abort(409, gettext(OUT_OF_DATE))
        chosen[number] = numbers[text]
    before = {card.number: card.place_id for card in cards}
    try:
        table_cards.give_places(found.tournament, before, chosen)
    except OutOfDate as error:
        abort(409, sentence_of(error))
    return redirect(url_for("tournament_card.show_cards", token=token), 303)
