"""Let the cards of places lead to the tables of a tournament. Nothing here runs without places."""

from __future__ import annotations

import re
from dataclasses import dataclass

from flask import Blueprint, Flask, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion import places
from companion.tournament import table_cards
from companion.tournament.pages import asked
from companion.web import device, slots

MOST_PLACES = 64  # of one phone that are offered

bp = Blueprint("tournament_places", __name__)


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A table, and the places of this phone that may be its place.

    Each choice is the number of a place, its name, and whether it is the chosen one.
    """

    number: int
    choices: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class PlacesSection:
    """The tables with their places. `tables` is empty if this phone has no places."""

    token: str
    tables: tuple[TablePlace, ...]


def register(app: Flask) -> None:
    """Register the pages and sections by which places serve a tournament."""
    app.register_blueprint(bp)
    slots.add_section(app, "tournament_cards", "tournament/_places.html", _section)
    slots.add_guide(app, "card", _address_of_card)


def _address_of_card(place_id: int) -> str:
    """Return the address of the tournament's table at this place, "" if there is none."""
    token = table_cards.card_of_place(place_id)
    return url_for("tournament_card.show_table", card=token) if token else ""


def _section(token: str) -> PlacesSection:
    mine = places.of_phone(device.phone_id(), MOST_PLACES)
    if not mine:
        return PlacesSection(token, ())
    cards = table_cards.cards(asked.require_organiser(token).tournament)
    of_phone = {place.id for place in mine}
    # Places that were deleted, or are those of another phone, are not chosen here.
    nothing_chosen = not any(card.place_id in of_phone for card in cards)
    tables = list[TablePlace]()
    for card in cards:
        chosen = card.place_id
        if nothing_chosen:
            chosen = _place_with_number(mine, card.number)
        choices = [(str(place.id), place.name, place.id == chosen) for place in mine]
        tables.append(TablePlace(card.number, tuple(choices)))
    return PlacesSection(token, tuple(tables))


def _place_with_number(mine: tuple[places.Place, ...], number: int) -> int:
    """Return the id of the place whose name ends in this number, 0 if there is none."""
    for place in mine:
        ends_in = re.search(r"(\d+)\D*$", place.name)
        if ends_in is not None and int(ends_in[1]) == number:
            return place.id
    return 0


@bp.post("/k/<token>/places")
def give_places(token: str) -> Response:
    """Make the cards of this phone's places lead to the tables that were chosen for them."""
    found = asked.require_organiser(token)
    mine = {str(place.id): place.id for place in places.of_phone(device.phone_id(), MOST_PLACES)}
    chosen = dict[int, int]()
    for card in table_cards.cards(found.tournament):
        text = request.form.get(f"place-{card.number}")
        if text is not None and text not in mine and text != "0":
            abort(400)
        if text is not None:
            chosen[card.number] = mine.get(text, 0)
    table_cards.give_places(found.tournament, chosen)
    return redirect(url_for("tournament_card.show_cards", token=token), 303)
