"""Register learn with the application: its pages, and what it adds to other pages."""

from __future__ import annotations

from flask import Blueprint, Flask

from companion.learn.pages import questions
from companion.web import slots
from companion.web.language import gettext

PAGES: tuple[Blueprint, ...] = (questions.bp,)


def register(app: Flask) -> None:
    """Add learn to an application whose tables work without it."""
    for page in PAGES:
        app.register_blueprint(page)
    slots.add_link(app, "sheet", _questions, "questions.show_questions")


def _questions(**_: object) -> str:
    # NOTE: a link to a page that asks about the rules
    return gettext("Ten questions")
