"""Real browsers; the server they visit is a fixture of tests/conftest.py."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

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
