"""Register `learn` with the application: its pages, and its additions to other pages."""

from __future__ import annotations

from flask import Blueprint, Flask

from companion.learn import teaching
from companion.learn.pages import cards_page, lesson, questions, signals_page, table_questions
from companion.web import phone, slots
from companion.web.language import gettext

PAGES: tuple[Blueprint, ...] = (
    questions.bp,
    lesson.bp,
    table_questions.bp,
    cards_page.bp,
    signals_page.bp,
)


def register(app: Flask) -> None:
    """Add the pages of `learn` to the application, and add links and sections to other pages."""
    for page in PAGES:
        app.register_blueprint(page)
    slots.add_explainer(app, teaching.teach)
    slots.add_section(app, "newcomer", "learn/_newcomer.html", _is_offered)
    slots.add_section(app, "privacy_phone", "learn/_privacy.html")
    slots.add_link(app, "sheet", _one_hand, "lesson.show_lesson")
    slots.add_link(app, "first_hand", _before, "table_questions.show_table_questions")
    slots.add_section(app, "privacy", "learn/_stored.html")
    slots.add_link(app, "home_live", _new_here, "lesson.show_lesson")
    slots.add_link(app, "sheet", _questions, "questions.show_questions")
    slots.add_link(app, "sheet_ranking", _which_wins, "learn_cards.show_winner")
    slots.add_link(app, "sheet_bets", _how_many, "learn_cards.show_number")
    slots.add_link(app, "sheet_announced", _how_many, "learn_cards.show_number")
    slots.add_link(app, "sheet_signals", _in_pictures, "learn_signals.show_signals")
    slots.add_section(app, "privacy_phone", "learn/_privacy_signals.html")


def _is_offered() -> bool:
    """Return whether the form for joining asks if the owner of this phone is new to the game.

    It does not ask if this phone already explains games.
    """
    return not phone.setting("learn")


def _one_hand(**_: object) -> str:
    # NOTE: a link to a page that explains a hand of the game step by step
    return gettext("One hand, explained")


def _before(**_: object) -> str:
    # NOTE: in the menu of a table, before its first hand: everybody answers five questions
    return gettext("Five questions for the table")


def _new_here(**_: object) -> str:
    # NOTE: a link on the first page, below a small picture of a table: a lesson of five steps
    return gettext("New to this? One hand, in five steps")


def _questions(**_: object) -> str:
    # NOTE: a link to a page that asks about the rules
    return gettext("Ten questions")


def _which_wins(**_: object) -> str:
    return gettext("Which card wins?")


def _how_many(**_: object) -> str:
    return gettext("How many have I?")


def _in_pictures(**_: object) -> str:
    return gettext("The signals in pictures")
