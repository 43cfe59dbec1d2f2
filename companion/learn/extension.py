"""Register learn with the application: its pages, and what it adds to other pages."""

from __future__ import annotations

from flask import Blueprint, Flask

from companion.learn import teaching
from companion.web import phone, slots

PAGES: tuple[Blueprint, ...] = ()


def register(app: Flask) -> None:
    """Add learn to an application whose tables work without it."""
    for page in PAGES:
        app.register_blueprint(page)
    slots.add_explainer(app, teaching.teach)
    slots.add_section(app, "newcomer", "learn/_newcomer.html", _is_offered)
    slots.add_section(app, "privacy_phone", "learn/_privacy.html")


def _is_offered() -> bool:
    """Return whether this phone is asked if its owner is new to the game."""
    return not phone.setting("learn")
