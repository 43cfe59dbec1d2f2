"""Register learn with the application: its pages, and what it adds to other pages."""

from __future__ import annotations

from flask import Blueprint, Flask

from companion.learn.pages import lesson, questions
from companion.web import slots
from companion.web.language import gettext

PAGES: tuple[Blueprint, ...] = (questions.bp, lesson.bp)


def register(app: Flask) -> None:
    """Add learn to an application whose tables work without it."""
    for page in PAGES:
        app.register_blueprint(page)
    slots.add_link(app, "sheet", _one_hand, "lesson.show_lesson")
    slots.add_link(app, "home_live", _new_here, "lesson.show_lesson")
    slots.add_link(app, "sheet", _questions, "questions.show_questions")


def _one_hand(**_: object) -> str:
    # NOTE: a link to a page that explains a hand of the game step by step
    return gettext("One hand, explained")


def _new_here(**_: object) -> str:
    # NOTE: a link on the first page, below a small picture of a table: a lesson of five steps
    return gettext("New to this? One hand, in five steps")


def _questions(**_: object) -> str:
    # NOTE: a link to a page that asks about the rules
    return gettext("Ten questions")
