"""Register learn with the application: its pages, and what it adds to other pages."""

from __future__ import annotations

from flask import Blueprint, Flask

PAGES: tuple[Blueprint, ...] = ()


def register(app: Flask) -> None:
    """Add learn to an application whose tables work without it."""
    for page in PAGES:
        app.register_blueprint(page)
