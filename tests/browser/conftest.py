"""Fixtures that start real browsers, and helpers for the pages that they show.

The server that the browsers visit is a fixture of tests/conftest.py.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from flask import Flask
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Playwright,
    expect,
    sync_playwright,
)
from selenium.webdriver import WebKitGTK
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.browser import fonts
from tests.browser.phones import PATIENCE, PRESS, UNFOLD, Chromium, Counted, WebKit
from tests.browser.views import Screen
from tests.server import wait_until

NAMES = "Anna,Biel,Carme,Pep"
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 1,  # fewer dots to paint
}
QUIET = (
    "--no-sandbox",  # Chromium refuses root without it, and a build machine is often root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# A slow machine is waited for: only a failing test takes so long.
expect.set_options(timeout=PATIENCE * 1000)
BARE = {  # without these, WebKit needs a graphics card and does not run as root
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
    "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
}

# A page loads some scripts 2.5 s after the others. `hurry` loads them now; `complete` is set once
# they have run.
HURRY = """(() => {
  const usual = window.setTimeout;
  window.setTimeout = (act, ms, ...more) => {
    if (ms !== 2500 || more[0] !== "script") return usual(act, ms, ...more);
    const loadOnce = () => {
      clearTimeout(timer);
      window.hurry = null;
      act(...more);
    };
    const timer = usual(loadOnce, ms);
    window.hurry = loadOnce;
    return timer;
  };
  const note = ({ target }) => { window.complete ||= target.src?.endsWith("later.js"); };
  document.addEventListener("load", note, true);
})()"""
HURRIED = """() => {
  window.hurry?.();
  return window.complete;
}"""
SHOWS = "version => document.getElementById('table')?.dataset.version === version"


def launched(playwright: Playwright, letters: dict[str, str]) -> Browser:
    """Start Debian's headless Chromium with these additional environment variables.

    The variables `letters` select the fonts, see `fonts.environment`.
    """
    chromium = shutil.which("chromium-headless-shell")
    assert chromium, "Chromium is missing: make test installs it"
    return playwright.chromium.launch(
        executable_path=chromium, args=list(QUIET), env=dict(os.environ | letters)
    )


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Start the one Chromium that all tests share."""
    with sync_playwright() as playwright:
        browser = launched(playwright, fonts.environment(tmp_path_factory.mktemp("letters")))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def still(browser: Browser) -> Page:
    """Return a page without animations. Tests that need no server share this page."""
    page = browser.new_context(**{**PHONE, "reduced_motion": "reduce"}).new_page()
    page.set_default_timeout(PATIENCE * 1000)
    return page


@pytest.fixture
def screen(app: Flask, still: Page) -> Iterator[Screen]:
    """Yield a page that shows states of a table without a server: see tests/browser/views.py."""
    still.set_viewport_size(PHONE["viewport"])
    screen = Screen(app, still)
    yield screen
    screen.reset()


@pytest.fixture
def motion(request: pytest.FixtureRequest) -> str:
    """Return the phones' setting for animations: `MOTION` of the test's module, or "reduce"."""
    return str(getattr(request.module, "MOTION", "reduce"))


@pytest.fixture
def phone(browser: Browser, motion: str) -> Iterator[Callable[..., Page]]:
    """Yield a function that opens a page on a new phone.

    The function takes the settings of a Playwright browser context.
    """
    contexts: list[BrowserContext] = []

    def another(**settings: Any) -> Page:
        contexts.append(browser.new_context(**{**PHONE, "reduced_motion": motion, **settings}))
        contexts[-1].set_default_timeout(PATIENCE * 1000)
        contexts[-1].add_init_script(HURRY)
        return contexts[-1].new_page()

    yield another
    for context in contexts:
        context.close()


@pytest.fixture
def links(open_table: Callable[..., dict[str, str]]) -> dict[str, str]:
    """Open a table of Catalan truc for four players, and return its links."""
    return open_table(variant="catalan", names=NAMES)


@pytest.fixture
def host(links: dict[str, str], phone: Callable[..., Page]) -> Page:
    """Return the page of the phone that opened the table and has no seat."""
    page = phone()
    page.goto(links["host"])
    expect(page.locator("#table")).to_be_attached()
    return page


@pytest.fixture
def anna(links: dict[str, str], phone: Callable[..., Page]) -> Page:
    """Return the page of the phone in Anna's seat, seat 0."""
    return take_seat(phone(), links["join"], 0)


@pytest.fixture
def biel(links: dict[str, str], phone: Callable[..., Page]) -> Page:
    """Return the page of the phone in Biel's seat, seat 1."""
    return take_seat(phone(), links["join"], 1)


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """Start a virtual display for browsers that need one, and yield its name, such as ":1"."""
    end, told = os.pipe()
    command = ("Xvfb", "-displayfd", str(told), "-screen", "0", "1280x1024x24", "-nolisten", "tcp")
    xvfb = subprocess.Popen(command, pass_fds=[told], stderr=subprocess.DEVNULL)
    os.close(told)
    with os.fdopen(end) as number:
        yield f":{number.readline().strip()}"
    xvfb.terminate()
    xvfb.wait()


@pytest.fixture
def webkit(webkit_window: WebKitGTK) -> Iterator[WebKitGTK]:
    """Yield WebKit. Afterwards delete its cookies, which hold a seat and a language."""
    yield webkit_window
    webkit_window.delete_all_cookies()


@pytest.fixture(params=["chromium", "webkit"])
def counted(request: pytest.FixtureRequest) -> Counted:
    """Return a phone that counts its touches. A test that uses it runs once in each engine.

    The engine "plain" is Chromium without JavaScript.
    """
    if request.param == "webkit":
        return Counted(WebKit(request.getfixturevalue("webkit")))
    return Counted(
        Chromium(request.getfixturevalue("phone")(java_script_enabled=request.param != "plain"))
    )


@pytest.fixture(scope="session")
def webkit_window(display: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebKitGTK]:
    """Start Debian's WebKit, the engine of every iPhone, in a window of a phone's size."""
    options = Options()
    options.binary_location = str(next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")))
    options.add_argument("--automation")
    letters = fonts.environment(tmp_path_factory.mktemp("webkit"))
    bare = os.environ | BARE | letters | {"DISPLAY": display}
    driver = WebKitGTK(options, Service(shutil.which("WebKitWebDriver"), env=bare))
    driver.set_window_size(PHONE["viewport"]["width"], PHONE["viewport"]["height"])
    yield driver
    driver.quit()


def take_seat(page: Page, link: str, seat: int) -> Page:
    """Take this seat by the link, and return the page after it has loaded the table.

    The form of the link is sent without loading its page, which saves time.
    """
    answer = page.context.request.post(link, form={"seat": str(seat)}, max_redirects=0)
    page.goto(urljoin(link, answer.headers["location"]))
    expect(page.locator("#table")).to_be_attached()
    return page


def ready(page: Page) -> Page:
    """Let the page load its last scripts without its usual pause, and return it with them."""
    page.wait_for_function(HURRIED, polling=20)
    return page


def button(page: Page, tap: str) -> Locator:
    """Return the button of this tap. If the button is in a menu, open the menu first."""
    page.evaluate(f"tap => {{ ({UNFOLD})(tap); }}", tap)
    return page.locator(f'[data-tap="{tap}"]:visible').first


def press(page: Page, tap: str) -> None:
    """Press the button that records this tap, as soon as it is enabled.

    A single script finds and presses the button, so that no new panel replaces it in between.
    """
    wait_until(lambda: page.evaluate(PRESS, tap), f"{tap} cannot be pressed", PATIENCE)


def wait_for(page: Page, version: int) -> None:
    """Wait until the page shows this version: the number of taps."""
    page.wait_for_function(SHOWS, arg=str(version), polling=20)
