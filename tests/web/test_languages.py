"""A page is in the language of the browser, or in the language that was chosen on the phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextvars import Context
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import tables
from companion.cheatsheets import prose
from companion.pages import stream
from companion.web import language
from companion.web.language import LANGUAGES, Language
from tests.plain_phones import words
from tests.pseudo import Catalog, texts

FOUR = ("ca", "es", "fr", "pt_BR")


class Apart(FlaskClient):
    """A test client. The language that a test has set does not apply to its requests."""

    def open(self, *args: Any, **more: Any) -> Any:
        return Context().run(super().open, *args, **more)


@pytest.fixture
def app(app: Flask) -> Flask:
    app.test_client_class = Apart
    return app


def heard(stream: Iterator[bytes], pieces: int = 1) -> str:
    """Return the next `pieces` chunks of a stream.

    The chunks are drawn without the context of the request, as on the server.
    """
    return b"".join(Context().run(next, stream) for _ in range(pieces)).decode()


@pytest.fixture
def signed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "load", lambda code: Language(code, Catalog(f"{code}: ")))


def choose(client: FlaskClient, code: str) -> None:
    assert client.post("/phone", data={"lang": code}).status_code == 303


def tag(page: str) -> str:
    return re.search(r'<html lang="([^"]*)"', page)[1]


def languages(text: str) -> set[str]:
    return set(re.findall(r"⟦(\w+): ", text))


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("pt-PT", "pt-BR"),
        ("pt-BR", "pt-BR"),
        ("pt", "pt-BR"),
        ("ca-ES, es;q=0.8", "ca"),
        ("ca-ES-valencia, es;q=0.8", "ca-valencia"),
        ("ca-valencia", "ca-valencia"),
        ("es-ES", "es"),
        ("es-AR", "es-AR"),
        ("es-UY, es;q=0.8", "es-AR"),
        ("de", "en"),
        ("de, es;q=0.5", "es"),
        ("*", "en"),
        ("", "en"),
    ],
)
def test_the_language_of_a_page_is_the_one_that_the_browser_asks_for(app, asked, answered):
    with app.test_request_context(headers={"Accept-Language": asked}):
        assert language.negotiate() == answered.replace("-", "_")


def test_a_page_is_in_the_language_that_its_tag_names(client):
    page = client.get("/", headers={"Accept-Language": "pt-PT"}).text
    assert tag(page) == "pt-BR"
    assert "Este celular" in words(page)


@pytest.mark.parametrize("code", LANGUAGES)
def test_one_touch_changes_the_language_of_a_phone_for_good(client, code):
    page = client.get("/new?game=put", headers={"Accept-Language": "de"}).text
    assert f'name="lang" value="{code}" lang="{code.replace("_", "-")}"' in page
    answer = client.post(re.search(r'formaction="(/phone[^"]+)"', page)[1], data={"lang": code})
    assert answer.headers["Location"] == "/new?game=put"
    for address in ("/", "/new?game=put", "/nowhere"):
        later = client.get(address, headers={"Accept-Language": "it"}).text
        assert tag(later) == code.replace("_", "-")
        assert re.search(rf'value="{code}"[^>]* aria-current="true"', later)


@pytest.mark.usefixtures("signed")
def test_four_phones_at_one_table_can_read_four_languages(phone, monkeypatch):
    monkeypatch.setattr(stream, "BEAT_SECONDS", 0.05)
    phones = [phone(seat) for seat in range(4)]
    streams = []
    for one, code in zip(phones, FOUR, strict=True):
        choose(one.client, code)
        streams.append(answer := one.client.get(f"{one.home}/stream", buffered=False))
        assert languages(heard(answer.response)) == {code}
        page = one.page()
        assert (languages(page), tag(page)) == ({code}, code.replace("_", "-"))
    old = phones[0].page()
    told = phones[1].tap("truc@1", htmx=True)
    assert languages(told.text) == {"es"}
    for one, answer, code in zip(phones, streams, FOUR, strict=True):
        assert languages(heard(answer.response)) == {code}
        answer.close()
        assert languages(one.client.get(f"{one.home}/panel").text) == {code}
        assert languages(one.client.get(f"{one.home}/log").text) == {code}
    late = phones[0].tap("truc@3", old, htmx=True)
    assert (late.status_code, languages(late.text)) == (409, {"ca"})
    wrong = phones[2].tap("redo", htmx=True)
    assert (wrong.status_code, languages(wrong.text)) == (422, {"fr"})
    away = phones[3].client.post(f"{phones[3].home}/host/lock")
    assert (away.status_code, languages(away.text)) == (403, {"pt_BR"})


@pytest.mark.usefixtures("signed")
@pytest.mark.parametrize("code", LANGUAGES)
def test_calls_keep_their_own_language(biel, carme, code):
    choose(biel.client, code)
    choose(carme.client, code)
    assert "Truc" in [text.strip() for text in texts(biel.page())]
    biel.play("truc@1")
    assert "Retruc" in [text.strip() for text in texts(carme.page())]


@pytest.mark.parametrize("code", FOUR)
def test_an_error_about_the_settings_of_a_new_table_is_translated(client, signed, code):
    choose(client, code)
    for form in (
        {"score-0": "x"},
        {"score-0": "99"},
        {"house-target": "1"},
        {"seats": "3"},
        {"name-0": "\u200b"},
    ):
        answer = client.post("/tables", data={"game": "catalan", "me": "0", **form})
        notice = re.search(r'<p class="notice" role="alert">(.*?)</p>', answer.text)
        assert answer.status_code == 422
        assert languages(notice[1]) == {code}


def test_an_error_of_the_operating_system_is_shown_as_a_sentence():
    assert language.sentence_of(OSError("disk full.")) == "Disk full."


@pytest.mark.parametrize("code", FOUR)
def test_the_name_of_a_game_is_translated_on_every_page(client, code):
    choose(client, code)
    for variant in ("catalan", "argentine", "put-pass"):
        name = prose.load(variant, code, {}).name("")
        assert name
        assert name in words(client.get("/games").text)
        assert f"<h1>{name}</h1>" in client.get(f"/new?game={variant}").text.replace("&#39;", "'")
        assert name in words(client.get(f"/games/{variant}/sheet").text)


@pytest.mark.parametrize(
    ("choices", "said"), [((2,), "2"), ((2, 3), "2 or 3"), ((2, 3, 4), "2, 3 or 4")]
)
def test_choices_are_joined_by_commas_and_the_last_by_the_word_or(app, choices, said):
    with app.test_request_context():
        assert language.either(*choices) == said


@pytest.mark.parametrize(
    ("language_set", "browser", "come_from"),
    [
        ("es", "es-UY, es;q=0.8", "es_UY"),
        ("es_AR", "es-uy", "es_UY"),
        ("es", "es-ES, es-UY;q=0.8", "es"),
        ("es_AR", "", "es_AR"),
        ("fr", "es-UY", "fr"),
        ("en", "", "en"),
    ],
)
def test_readers_of_spanish_whose_browser_prefers_uruguay_come_from_there(
    app, language_set, browser, come_from
):
    with app.test_request_context(headers={"Accept-Language": browser}):
        language.set_language(language.load(language_set))
        assert language.reader() == come_from


def test_without_a_request_a_reader_comes_from_where_the_language_is_spoken(app):
    with app.app_context():
        language.set_language(language.load("es_AR"))
        assert language.reader() == "es_AR"


@pytest.mark.parametrize(
    ("regional", "text", "said"),
    [
        ("ca_valencia", "No hand has ended yet.", "Encara no s’ha acabat cap mà."),
        ("es_AR", "This is right", "Es correcto"),
    ],
)
def test_a_text_that_a_regional_language_lacks_is_in_its_main_language(app, regional, text, said):
    with app.test_request_context():
        language.set_language(language.load(regional))
        assert language.gettext(text) == said


def test_a_text_that_is_needed_while_no_page_is_made_is_in_english():
    assert Context().run(language.current).code == "en"
    assert Context().run(language.negotiate) == "en"
    assert Context().run(language.gettext, "Type a code.") == "Type a code."


@pytest.mark.parametrize(
    ("code", "decimal", "percent", "clock", "day", "figures", "month"),
    [
        ("en", "27.6", "60%", "09:05", "1 February 2026", "01/02/2026", "February 2026"),
        ("ca", "27,6", "60\xa0%", "9:05", "1 de febrer del 2026", "1/2/26", "febrer del 2026"),
        (
            "ca_valencia",
            "27,6",
            "60\xa0%",
            "9:05",
            "1 de febrer del 2026",
            "1/2/26",
            "febrer del 2026",
        ),
        ("es", "27,6", "60\xa0%", "9:05", "1 de febrero de 2026", "1/2/26", "febrero de 2026"),
        ("es_AR", "27,6", "60\xa0%", "9:05", "1 de febrero de 2026", "1/2/26", "febrero de 2026"),
        ("fr", "27,6", "60\xa0%", "09:05", "1 février 2026", "01/02/2026", "février 2026"),
        (
            "pt_BR",
            "27,6",
            "60%",
            "09:05",
            "1 de fevereiro de 2026",
            "01/02/2026",
            "fevereiro de 2026",
        ),
    ],
)
def test_numbers_times_and_dates_are_written_as_usual_in_each_language(
    app, code, decimal, percent, clock, day, figures, month
):
    february = date(2026, 2, 1)
    with app.test_request_context():
        language.set_language(language.load(code))
        assert language.decimal(27.55) == decimal
        assert language.percent(60) == percent
        assert language.clock(datetime(2026, 2, 1, 9, 5).astimezone()) == clock
        assert language.day(february) == day
        assert language.day_in_figures(february) == figures
        assert language.month(february) == month


def test_the_log_on_the_page_has_the_time_of_each_tap_in_the_language_of_the_page(
    biel, monkeypatch
):
    local = datetime(2026, 11, 21, 9, 5).astimezone()
    monkeypatch.setattr(tables.taps, "now", lambda: local)
    choose(biel.client, "ca")
    biel.play("truc@1")
    assert ">9:05</time>" in biel.page()


def test_a_time_is_written_as_the_day_in_the_time_zone_of_the_server(app):
    noon = datetime(2026, 2, 1, 12).astimezone()
    with app.test_request_context():
        assert language.day(noon) == "1 February 2026"


@pytest.mark.parametrize(
    ("code", "said"), [("en", "5 minutes ago"), ("es_AR", "hace 5 minutos"), ("ca", "fa 5 minuts")]
)
def test_the_time_since_a_moment_is_written_in_words(app, code, said):
    before = datetime.now(UTC) - timedelta(minutes=5)
    with app.test_request_context():
        language.set_language(language.load(code))
        assert language.ago(before) == said


def test_a_time_that_is_still_to_come_for_the_server_was_a_second_ago(app):
    with app.test_request_context():
        assert language.ago(datetime.now(UTC) + timedelta(minutes=5)) == "1 second ago"


@pytest.mark.parametrize(
    ("code", "one", "more"), [("en", "1 point", "2 points"), ("es", "1 punto", "2 puntos")]
)
def test_a_number_of_things_is_told_in_the_singular_or_plural(app, code, one, more):
    with app.test_request_context():
        language.set_language(language.load(code))
        said = [language.ngettext("%(num)s point", "%(num)s points", number) for number in (1, 2)]
    assert said == [one, more]


def test_a_result_that_is_cached_by_language_is_made_once_for_each_language(app):
    asked = []

    @language.cached_per_language(10)
    def name_of(thing: str) -> str:
        asked.append(thing)
        return f"{thing} in {language.code()}"

    with app.test_request_context():
        said = []
        for code in ("en", "fr", "en"):
            language.set_language(language.load(code))
            said.append(name_of("bread"))
    assert said == ["bread in en", "bread in fr", "bread in en"]
    assert len(asked) == 2
