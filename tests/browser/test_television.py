"""A table on a television, and a seat taken by typed digits. Tests of pairing count the touches."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import press, wait_for
from tests.browser.phones import Chromium, Counted, Phone, WebKit
from tests.browser.views import views
from tests.scanning import scanned
from tests.server import Server

NAMES = "Anna,Biel,Carme,Pep"
SHOWN = "document.querySelector('.number').textContent"
WALL = {"viewport": {"width": 1280, "height": 720}, "is_mobile": False, "has_touch": False}


@pytest.fixture
def server(mortal: Server) -> Server:
    """Return a new server for each test, because only few televisions of a network may wait."""
    return mortal


@pytest.fixture
def open_table(server: Server) -> Callable[..., dict[str, str]]:
    """Return a function that opens a table at this server."""
    return server.open_table


def waits(television: Phone, url: str) -> str:
    """Open /tv on the television, and return the number that it shows."""
    television.open(f"{url}/tv")
    television.see(".number")
    return str(television.ask(SHOWN))


def on_the_wall(television: Phone, host: Phone) -> None:
    """Check that the television shows the table and the host's next tap, and has no keys."""
    television.see('#table[data-version="0"]')
    host.tap("truc@1")
    television.see('#table[data-version="1"]')
    assert television.ask("document.querySelectorAll('[data-tap]').length") == 0


def by_the_square(television: Phone, phone: Phone, url: str, host_link: str) -> None:
    number = waits(television, url)
    phone.open(host_link)
    phone.see("#table")
    phone.open(f"{url}/on?number={number}")  # what the camera opens
    counted = Counted(phone)
    counted.press("form .button.bold")
    phone.see("#table")
    on_the_wall(television, phone)
    assert (counted.touches, counted.typed) == (1, 0)


def by_four_digits(television: Phone, phone: Phone, url: str, host_link: str) -> None:
    number = waits(television, url)
    phone.open(host_link)
    counted = Counted(phone)
    counted.press(".menu summary")
    counted.press('.menu a[href$="/on"]')
    counted.type("#number", number)
    counted.press(".code-box button")
    counted.press("form .button.bold.big")
    phone.see("#table")
    on_the_wall(television, phone)
    assert (counted.touches, counted.typed) == (5, 4)


@pytest.mark.parametrize(
    ("journey", "engine"),
    [(by_the_square, "webkit's television"), (by_four_digits, "webkit's phone")],
)
def test_a_television_is_paired_with_a_table_in_few_touches(webkit, phone, server, journey, engine):
    host = server.open_table(variant="catalan", names=NAMES)["host"]
    if engine == "webkit's phone":
        journey(Chromium(phone(**WALL)), WebKit(webkit), server.url, host)
    else:
        journey(WebKit(webkit), Chromium(phone()), server.url, host)


def test_the_qr_code_of_a_waiting_television_leads_to_its_number(phone, server):
    wall = phone(**WALL)
    wall.goto(f"{server.url}/tv")
    link = scanned(wall.locator(".qr").screenshot())
    assert link.endswith(f"/on?number={wall.locator('.number').text_content()}")


def test_an_old_television_that_cannot_run_the_scripts_reloads_the_table(phone, links, host):
    wall = phone(**WALL)
    wall.route(
        "**/assets/*.js", lambda route: route.fulfill(body="a b", content_type="text/javascript")
    )
    wall.clock.install()
    wall.goto(links["watch"] + "/tv")
    press(host, "truc@1")
    wait_for(host, 1)
    wall.clock.fast_forward(10_000)
    wait_for(wall, 1)


def test_the_first_key_on_a_waiting_television_has_the_focus(phone, server):
    wall = phone(**WALL)
    wall.goto(f"{server.url}/tv")
    number = wall.locator(".number").text_content()
    key = wall.get_by_role("button", name="Check again")
    expect(key).to_be_focused()
    assert key.evaluate("key => parseFloat(getComputedStyle(key).outlineWidth)") >= 3
    with wall.expect_navigation():
        wall.keyboard.press("Enter")
    expect(wall.locator(".number")).to_have_text(number)
    expect(key).to_be_focused()


def test_the_page_of_a_waiting_television_fits_every_screen_in_every_language(phone, server):
    wall = phone(**WALL)
    for language in ("en", "ca", "es", "fr", "pt-BR"):
        wall.set_extra_http_headers({"Accept-Language": language})
        wall.goto(f"{server.url}/tv")
        for view in views(wall, [(1280, 720), (1920, 1080), (3840, 2160), (1024, 600)]):
            root = "({ scrollWidth: w, scrollHeight: h }) => `${w}x${h}`"
            assert wall.evaluate(f"({root})(document.documentElement)") == view, language


def test_a_seat_is_taken_by_typing_eight_digits_called_across_the_bar(counted, host, server):
    host.goto(f"{host.url}/invite")
    number = host.locator(".call b").inner_text()
    assert re.fullmatch(r"\d{4} \d{4}", number)
    counted.phone.open(server.url)
    counted.press("details.code summary")
    counted.type("#code", number.replace(" ", ""))
    counted.press(".code-box button")
    counted.press('[name="seat"][value="1"]')
    counted.phone.see("#table")
    assert (counted.touches, counted.typed) == (4, 8)
