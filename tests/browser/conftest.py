"""Real browsers; the server they visit is a fixture of tests/conftest.py."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}
QUIET = (
    "--no-sandbox",  # Chromium refuses root without it, and a build machine is often root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    chromium = shutil.which("chromium")
    assert chromium, "Chromium is missing: make test installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Makes phones: each call is another phone with its own cookies. Extra arguments go to the browser's context."""
    contexts: list[BrowserContext] = []

    def another(**settings: Any) -> Page:
        contexts.append(browser.new_context(**{**PHONE, **settings}))
        contexts[-1].set_default_timeout(10_000)
        return contexts[-1].new_page()

    yield another
    for context in contexts:
        context.close()


def take_seat(page: Page, link: str, seat: int) -> Page:
    """The scanned link, and the tap on a seat; returns once the page's script is at work."""
    page.goto(link)
    page.locator(f'[name="seat"][value="{seat}"]').click()
    expect(page.locator("#table")).to_be_attached()
    page.wait_for_load_state()
    return page


def button(page: Page, tap: str) -> Locator:
    """The button that records this tap."""
    return page.locator(f'[data-tap="{tap}"]')


def wait_for(page: Page, version: int, seconds: float = 10) -> None:
    """Until the page shows that many taps."""
    expect(page.locator(f'#table[data-version="{version}"]')).to_be_attached(timeout=seconds * 1000)
