"""The language of a page: what this phone was set to, else what its browser asks for, else English.

Every text is a message of `companion/translations`, found by its English words; `N_` marks one that is kept
in a table and looked up where it is used. Calls are no messages: they keep the language of their game.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask, has_request_context, request
from flask_babel import Babel, get_locale

from companion.views import phone

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "ca": "Català",
    "es": "Español",
    "fr": "Français",
    "pt_BR": "Português",
}
_BY_TAG = {name.replace("_", "-"): name for name in LANGUAGES}
_TAGS = (*_BY_TAG, "pt")  # any Portuguese is better served with Brazil's than with English


def N_(message: str) -> str:  # noqa: N802  # the name gettext tools look for
    """Marks a message for the catalogs, to be looked up later."""
    return message


def register(app: Flask) -> None:
    """Let every page be in the language of its phone."""
    Babel(app, locale_selector=chosen)
    app.jinja_env.globals |= {"language": code, "language_tag": tag, "LANGUAGES": LANGUAGES}


def chosen() -> str:
    """The language of the phone that asks."""
    if not has_request_context():
        return "en"
    best = request.accept_languages.best_match(_TAGS) or "en"
    return phone.setting("lang") or _BY_TAG.get(best, "pt_BR")


def code() -> str:
    """The language of the page that is being made: a key of LANGUAGES."""
    return str(get_locale())


def tag() -> str:
    """The same as browsers write it: `pt-BR`."""
    return code().replace("_", "-")
