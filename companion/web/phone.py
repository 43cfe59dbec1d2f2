"""Keep the settings of this phone, such as its language and the size of text, in a cookie.

The cookie is not signed. A value in it that is not one of the choices counts as not set.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from urllib.parse import parse_qsl, urlencode

from flask import request
from werkzeug.wrappers import Response

from companion.web import root
from companion.web.device import YEAR

COOKIE = "phone"

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "ca": "Català",
    "ca_valencia": "Valencià",
    "es": "Español",
    "es_AR": "Español (Argentina, Uruguay)",
    "fr": "Français",
    "pt_BR": "Português",
}

# Each setting with its choices. The first choice holds if the owner of the phone has chosen none.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "lang": ("", *LANGUAGES),
    "theme": ("", "light", "dark", "oled"),
    "contrast": ("", "more"),
    "text": ("", "large", "huge"),
    "hand": ("", "left"),
    "count": ("", "digits", "matches", "stones", "jetons", "cube"),
    "shout": ("", "off"),
    "buzz": ("", "off"),
    "voice": ("", "on", "all"),
    "sound": ("", "on"),
    "knock": ("", "off"),
    "learn": ("", "on", "ask"),
    "keys": ("", "on"),
}

# The colour of the browser's own bar, by the theme; `--back-deep` in tokens.css has these colours
# too.
BARS = {"": "#6d151f", "light": "#6d151f", "dark": "#7c1f2a", "oled": "#000000"}


TAUGHT = "taught"
"""The cookie that counts what was explained to the owner of this phone. A script writes it too."""
LONGEST_TAUGHT = 200  # characters of that cookie that are read


def setting(name: str) -> str:
    """Return the value of this setting of the phone.

    If the setting was never set, its value is "", which is the first choice of each setting.
    """
    return settings()[name]


def settings() -> Mapping[str, str]:
    """Return the value of every setting of this phone."""
    return _read(request.cookies.get(COOKIE, "")[:400])


@lru_cache(maxsize=1000)
def _read(cookie: str) -> Mapping[str, str]:
    return MappingProxyType(dict(_valid(dict(parse_qsl(cookie)))))


def _valid(words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name, choices in CHOICES.items():
        yield name, words[name] if words.get(name) in choices else choices[0]


def set_settings_cookie(response: Response, new: Mapping[str, str]) -> Response:
    """Set the cookie with these settings, for a year; all other settings stay as they are."""
    chosen = dict(_valid({**settings(), **new}))
    response.set_cookie(
        COOKIE,
        urlencode({name: value for name, value in chosen.items() if value}),
        max_age=YEAR,
        path=f"{root.script_root()}/",
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )
    return response


def taught() -> str:
    """Return the text of the cookie that counts the explanations. It may contain anything."""
    return request.cookies.get(TAUGHT, "")[:LONGEST_TAUGHT]


def set_taught_cookie(response: Response, counted: str) -> None:
    """Set the cookie that counts the explanations this phone has shown. "" deletes the cookie.

    The script of the page can write this cookie too, because a stream cannot set cookies.
    """
    response.set_cookie(
        TAUGHT,
        counted,
        max_age=YEAR if counted else 0,
        path=f"{root.script_root()}/",
        samesite="Lax",
        secure=request.is_secure,
    )


def page_to_return_to(page: str) -> str:
    """Return `page` if it is a path of this server, otherwise the path of the first page."""
    first = f"{root.script_root()}/"
    is_here = page.startswith(first) and not page.startswith("//")
    is_plain = "\\" not in page and page.isprintable()
    return page if is_here and is_plain else first
