"""Register places with the application: their pages, and what they add to other pages."""

from __future__ import annotations

from flask import Flask

from companion import places
from companion.places import Place, arriving, card_switch, place_page, wall_page
from companion.web import device, slots

OWN = 8  # how many places of a phone its first page lists


def register(app: Flask) -> None:
    """Register the pages of places, and what they add to other pages."""
    app.register_blueprint(arriving.bp)
    app.register_blueprint(place_page.bp)
    app.register_blueprint(card_switch.bp)
    app.register_blueprint(wall_page.bp)
    slots.add_section(app, "home", "places/_home.html", _mine)
    slots.add_section(app, "joining", "places/_joining.html", arriving.another)
    slots.add_section(app, "hosting", "places/_hosting.html", card_switch.cards)
    slots.add_section(app, "privacy", "places/_privacy.html")


def _mine() -> tuple[Place, ...]:
    """Return the newest places that this phone has opened."""
    name = device.phone_id()
    return places.of_phone(name, OWN) if name else ()
