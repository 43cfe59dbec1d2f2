"""Choose the language of each page, and translate its texts.

The language is the one that is set on this phone. If none is set, it is the one of our languages
that the browser prefers. If the browser accepts none of ours, it is English.

The messages are in `companion/translations`, with their English text as key. `N_` and `NN_` mark a
message in a constant; the message is translated where it is used. Calls are not translated: they
keep the language of their game.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache, lru_cache, wraps
from gettext import NullTranslations
from pathlib import Path
from typing import Literal, NamedTuple, ParamSpec, TypeVar

from babel.dates import format_date, format_skeleton, format_time, format_timedelta
from babel.numbers import format_decimal, format_percent
from babel.support import Translations
from flask import Flask, g, has_request_context, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.engine import N_, Sentence
from companion.web import phone
from companion.web.phone import LANGUAGES

__all__ = (
    "LANGUAGES",
    "NN_",
    "N_",
    "Language",
    "ago",
    "cached_per_language",
    "capitalized",
    "clause_of",
    "clock",
    "code",
    "day",
    "day_in_figures",
    "decimal",
    "gettext",
    "month",
    "ngettext",
    "percent",
    "pgettext",
    "reader",
    "sentence_of",
)

# Our language for the first part of a browser's tag. Readers of any Portuguese get that of Brazil.
_SPOKEN = {code.partition("_")[0]: code for code in reversed([*LANGUAGES])}
_REGIONS = {
    "ca-valencia": "ca_valencia",
    "ca-es-valencia": "ca_valencia",
    "es-ar": "es_AR",
    "es-uy": "es_AR",
}
# Readers who get the texts of a neighbouring country but play other games.
_READERS = {"es-uy": "es_UY"}
# The locale whose dates, times and numbers are used, if it is not that of the language itself.
_CALENDARS = {"en": "en_GB", "ca_valencia": "ca", "es_AR": "es"}
CATALOGS = Path(__file__).parent.parent / "translations"


class Language(NamedTuple):
    """A language with its messages. Its `code` is a key of LANGUAGES."""

    code: str
    catalog: NullTranslations


ENGLISH = Language("en", NullTranslations())


def NN_(one: str, more: str) -> tuple[str, str]:  # noqa: N802  # the sister of N_
    """Mark the singular and the plural of a message for translation, and return both."""
    return one, more


def register(app: Flask) -> None:
    """Register template globals that translate texts and write dates and numbers."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.globals |= {
        "_": gettext,
        "gettext": gettext,
        "ngettext": ngettext,
        "pgettext": pgettext,
    }
    app.jinja_env.globals |= {
        "ago": ago,
        "clock": clock,
        "day": day,
        "percent": percent,
        "language": code,
        "language_tag": tag,
        "LANGUAGES": LANGUAGES,
    }


def gettext(message: str, /, **values: object) -> str:
    """Return the message in the language of the page, with its placeholders filled by `values`."""
    text = current().catalog.gettext(message)
    return text % values if values else text


def ngettext(one: str, more: str, num: int, /, **values: object) -> str:
    """Return the singular or the plural of a message for `num` things, in the language of the page.

    `%(num)s` in the message is replaced by the number.
    """
    return current().catalog.ngettext(one, more, num) % {"num": num, **values}


def pgettext(context: str, message: str, /, **values: object) -> str:
    """Return the message in the language of the page. `context` says which meaning it has."""
    text = current().catalog.pgettext(context, message)
    return text % values if values else text


def sentence_of(error: Exception) -> str:
    """Return the message of an error as a sentence, with a capital and a full stop."""
    text = capitalized(clause_of(error))
    return f"{text.rstrip('.')}."


def capitalized(text: str) -> str:
    """Return the text with a capital at its beginning."""
    return f"{text[:1].upper()}{text[1:]}"


def clause_of(error: Exception) -> str:
    """Return the message of an error, to be shown as a part of a longer sentence.

    The message of a `Sentence` is translated to the language of the page. Other messages are
    returned as they are.
    """
    if not isinstance(error, Sentence):
        return str(error)
    values = dict[str, object](error.values)
    for name, value in error.values.items():
        if isinstance(value, tuple):
            values[name] = either(*value)
    return gettext(error.message, **values)


def negotiate() -> str:
    """Return the code of the language for the phone that asks.

    It is the language that is set on the phone, otherwise the one that its browser prefers.
    Return "en" if there is no request.
    """
    if not has_request_context():
        return "en"
    return phone.setting("lang") or _wanted(request.headers.get("Accept-Language", ""))


@lru_cache(maxsize=1000)
def _wanted(header: str) -> str:
    """Return the code of our language that this Accept-Language header prefers.

    If the header names none of our languages, return "en".
    """
    tags = parse_accept_header(header, LanguageAccept).values()
    return next(filter(None, map(_spoken, tags)), "en")


def reader() -> str:
    """Return where the reader seems to come from. This decides which games are offered first.

    The result is the language of the page, a key of LANGUAGES. If the page is in Spanish and the
    browser prefers the Spanish of Uruguay, the result is `es_UY`.
    """
    spoken = code()
    if not has_request_context() or not spoken.startswith("es"):
        return spoken
    return _reader(request.headers.get("Accept-Language", "")) or spoken


@lru_cache(maxsize=1000)
def _reader(header: str) -> str:
    """Return `es_UY` if this Accept-Language header prefers `es-UY` to all others, else ""."""
    tags = [*parse_accept_header(header, LanguageAccept).values()]
    if not tags:
        return ""
    return _READERS.get(tags[0].lower(), "")


def _spoken(tag: str) -> str:
    """Return the key of LANGUAGES for a language tag of a browser, such as "fr" for `fr-CH`.

    Return "" if we do not have this language.
    """
    return _REGIONS.get(tag.lower()) or _SPOKEN.get(tag.partition("-")[0].lower(), "")


@cache
def load(code: str) -> Language:
    """Return the language with that code, together with its messages."""
    return ENGLISH if code == "en" else Language(code, _catalog(code))


def _catalog(code: str) -> NullTranslations:
    """Return a language's messages. A regional language has those of its main language as well."""
    catalog = Translations.load(CATALOGS, [code])
    general = code.partition("_")[0]
    if general != code:
        catalog.add_fallback(Translations.load(CATALOGS, [general]))
    return catalog


def current() -> Language:
    """Return the language of the page that is being made. It is negotiated once for each page."""
    try:
        # Flask's `g` is looked up once instead of three times: a panel has a hundred texts.
        page = g._get_current_object()
    except RuntimeError:  # no page is being made
        return ENGLISH
    try:
        language: Language = page.language
    except AttributeError:
        language = page.language = load(negotiate())
    return language


def set_language(language: Language) -> None:
    """Set the language of the page that is being made, whatever the phone prefers."""
    g.language = language


P = ParamSpec("P")
T = TypeVar("T")


def cached_per_language(size: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator that caches the latest `size` results of a function, by language.

    The result of the function must depend only on its arguments and the language. The arguments
    must be values that never change.
    """

    def decorate(work: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize=size)
        def cached(_: Language, *args: P.args, **kwargs: P.kwargs) -> T:
            return work(*args, **kwargs)

        @wraps(work)
        def look_up(*args: P.args, **kwargs: P.kwargs) -> T:
            # The arguments of a cached function can be hashed.
            return cached(current(), *args, **kwargs)  # type: ignore[arg-type]

        return look_up

    return decorate


def code() -> str:
    """Return the code of the language of the page that is being made: a key of LANGUAGES."""
    return current().code


def tag() -> str:
    """Return the language of the page as HTML and HTTP write it, for example `pt-BR`."""
    return code().replace("_", "-")


def _locale() -> str:
    """Return the name by which Babel knows how the page's language writes dates and numbers."""
    return _CALENDARS.get(code(), code())


def clock(at: datetime, zone: tzinfo | None = None) -> str:
    """Return the time of day as it is written in the language of the page.

    The time is given in `zone`, None for the time zone of the server. A script then rewrites the
    times of a log in the time zone of the phone.
    """
    here = at.astimezone(zone)
    return _clock(here.hour, here.minute, _locale())


@lru_cache(maxsize=10_000)  # every minute of a day, in every language
def _clock(hour: int, minute: int, locale: str) -> str:
    return str(format_time(time(hour, minute), "short", locale=locale))


def day(at: date) -> str:
    """Return the date as it is written in the language of the page, such as `20 November 2026`.

    If `at` is a datetime, this is its date in the time zone of the server.
    """
    return _date(at, "long")


def day_in_figures(at: date) -> str:
    """Return the date in a short form, for example `20/11/2026`."""
    return _date(at, "short")


def _date(at: date, length: Literal["long", "short"]) -> str:
    day = at.astimezone().date() if isinstance(at, datetime) else at
    return str(format_date(day, length, locale=_locale()))


def month(day: date) -> str:
    """Return the month of a day in the language of the page: `November 2026`."""
    noon = datetime.combine(day, time(12), UTC)
    return str(format_skeleton("yMMMM", noon, locale=_locale()))


def decimal(number: float) -> str:
    """Return a number with one decimal, as the page's language writes it: `27.6` or `27,6`."""
    return str(format_decimal(number, "0.0", locale=_locale()))


def percent(number: float) -> str:
    """Return `number` percent as the page's language writes it: `60%` or `60 %`."""
    return str(format_percent(number / 100, locale=_locale()))


def ago(at: datetime) -> str:
    """Return in words how long ago `at` was: `5 minutes ago`. It is at least one second."""
    since = min(at - datetime.now(UTC), timedelta(seconds=-1))
    return str(format_timedelta(since, add_direction=True, locale=_locale()))


def either(*choices: object) -> str:
    """Return the choices joined by commas and "or" in the language of the page: `2, 3 or 4`."""
    *most, last = map(str, choices)
    if not most:
        return last
    return gettext("%(most)s or %(last)s", most=", ".join(most), last=last)
