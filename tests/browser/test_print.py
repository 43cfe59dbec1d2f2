"""Test pages that a browser prints as PDF: rules on one page, a score to sign, a card to scan."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask
from hypothesis import settings
from playwright.sync_api import Page, Route, expect

from companion import variants
from companion.web.language import LANGUAGES
from tests import parsed
from tests.browser.conftest import take_seat
from tests.server import Server

HOUSE = "http://sheet.test"
DEEP = settings.get_current_profile_name() == "deep"
LONG = ("uruguayan", "amostra", "paulista", "mineiro", "gauderio", "menorcan", "truc-y-flou")
A4 = (595, 842)
A6 = (298, 420)


def printed(page: Page) -> tuple[int, tuple[int, int]]:
    """Print the page as a PDF.

    Return its number of pages, and the size of its first page in points.
    """
    page.wait_for_load_state()
    pdf = page.pdf(prefer_css_page_size=True)
    box = re.search(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert box
    return len(re.findall(rb"/Type\s*/Page\b", pdf)), (round(float(box[1])), round(float(box[2])))


def on_paper(page: Page) -> str:
    """Wait until all style sheets of the page are loaded, and return the text that is printed."""
    page.wait_for_load_state()
    page.wait_for_function(
        "[...document.querySelectorAll('[rel=stylesheet]')].every(link => link.sheet)"
    )
    page.emulate_media(media="print")
    text = page.inner_text("body")
    page.emulate_media(media="null")
    return text


@pytest.fixture
def sheets(app: Flask, phone: Callable[..., Page]) -> Callable[[str, str], Page]:
    """Return a function that shows the cheat-sheet of a game in a language, without a server."""
    page = phone()
    client = app.test_client()
    kept = {}

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(HOUSE)
        lang = route.request.headers.get("accept-language", "")
        if (path, lang) not in kept:
            with client.get(path, headers={"Accept-Language": lang}) as served:
                kept[path, lang] = {"body": served.data, "content_type": served.mimetype}
        route.fulfill(**kept[path, lang])

    page.route("**/*", answer)

    def show(game: str, lang: str) -> Page:
        page.set_extra_http_headers(asked(lang))
        page.goto(f"{HOUSE}/games/{game}/sheet")
        return page

    return show


def longest(app: Flask, game: str) -> str:
    """Return the code of the language in which the cheat-sheet of this game is longest."""
    client = app.test_client()
    address = f"/games/{game}/sheet"

    def length(code: str) -> int:
        page = parsed.Page(client.get(address, headers=asked(code)).text)
        return len(" ".join("".join(page.text).split()))

    return max(LANGUAGES, key=length)


def asked(code: str) -> dict[str, str]:
    """Return the headers of a browser that asks for pages in this language."""
    return {"Accept-Language": code.replace("_", "-")}


@pytest.mark.parametrize("game", variants.VARIANTS if DEEP else LONG)
def test_the_rules_of_a_game_are_printed_on_one_page(app, sheets, game):
    lang = longest(app, game)
    assert printed(sheets(game, lang)) == (1, A4), lang


def test_the_signals_of_a_game_are_printed_on_one_page(sheets):
    page = sheets("arriba-o-abajo", "fr")
    page.goto(f"{HOUSE}/games/arriba-o-abajo/signals")
    assert printed(page) == (1, A4)
    assert "S’entraîner" not in on_paper(page)


def test_a_printed_sheet_of_rules_shows_no_keys_and_no_sources(sheets):
    page = sheets("catalan", "en")
    key = page.get_by_role("button", name="Print")
    expect(key).to_be_visible()
    assert key.bounding_box()["height"] >= 48
    text = on_paper(page)
    assert "Calls" in text
    assert "Retruc" in text
    assert not {"Print", "This phone", "Sources"} & set(text.splitlines())


def test_the_print_key_of_a_sheet_opens_the_browsers_print_dialog(sheets):
    page = sheets("put", "en")
    page.evaluate("window.print = () => { document.title = 'printed'; }")
    page.get_by_role("button", name="Print").click()
    expect(page).to_have_title("printed")


def test_a_sheet_has_no_print_key_without_javascript(phone, server):
    page = phone(java_script_enabled=False)
    page.goto(f"{server.url}/games/put/sheet")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    assert printed(page) == (1, A4)


@pytest.fixture
def host(server: Server, phone: Callable[..., Page]) -> Page:
    """Return the page of a phone that has opened a table: the invitation with the table's code."""
    page = phone()
    page.goto(server.url)
    page.get_by_role("button", name="Open a table now").click()
    expect(page).to_have_url(re.compile("/invite$"))
    return page


def test_the_printed_invitation_is_a_card_with_the_address_and_the_code(host, server):
    code = host.locator(".code").inner_text()
    assert re.fullmatch(r"\w{4}-\w{4}-\w{4}", code)
    text = on_paper(host)
    assert text.index("Scan this") < text.index(
        f"Open {server.url.partition('//')[2]} and type this code:"
    )
    assert text.index("this code:") < text.index(code)
    assert "To the table" not in text
    assert (
        host.locator(".call b").inner_text() not in text
    )  # the number is valid for ten minutes, the card for longer
    assert printed(host) == (1, A6)


def test_a_phone_with_dark_colours_prints_black_on_white(host):
    host.evaluate("document.documentElement.dataset.theme = 'dark'")
    host.emulate_media(media="print", color_scheme="dark")
    expect(host.locator("body")).to_have_css(
        "color", "rgb(0, 0, 0)"
    )  # once the styles for printing are loaded
    expect(host.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")


def test_a_printed_score_has_a_line_to_sign_for_each_side(phone, open_table):
    links = open_table(variant="catalan", names="Anna,Biel,Carme,Pep", score="4-6")
    page = take_seat(phone(), links["join"], 1)
    page.goto(f"{page.url}/paper")
    expect(page.get_by_text("Signatures")).to_be_hidden()
    text = on_paper(page)
    assert text.index("Signatures") < text.index("Place and date")
    assert text.count("Anna & Carme") == text.count("Biel & Pep") == 2
    assert printed(page) == (1, A4)
