"""A page of an older release says that there is a new release, and reloads between two hands."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import press, ready, wait_for

NEWER = "newer123"
SAID = "There is a new version."


@pytest.fixture
def anna(anna: Page) -> Page:
    """Return Anna's page. Later panels name a newer release, as after an update of the server."""
    ready(anna)
    anna.evaluate("window.older = true")
    anna.evaluate(f"""() => {{
      const take = truc.panel.take;
      const newer = (html) => html.replace(/data-release="[^"]*"/, 'data-release="{NEWER}"');
      truc.panel.take = (html, stamp) => take(newer(html), stamp);
    }}""")
    return anna


def is_older(page: Page) -> bool:
    return bool(page.evaluate("window.older ?? false"))


def test_a_new_release_is_announced_during_a_hand_and_loaded_after_the_hand(anna):
    press(anna, "won@1")
    expect(anna.locator("#strip")).to_contain_text(SAID)
    press(anna, "won@2")
    wait_for(anna, 2)
    assert is_older(anna)
    with anna.expect_navigation():
        press(anna, "hand@0")
    wait_for(anna, 3)
    assert not is_older(anna)
    expect(anna.locator("#strip")).to_be_empty()


def test_a_page_of_an_older_release_stays_while_something_is_typed(anna):
    anna.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<input id=typing>')"
    )
    anna.locator("#typing").fill("3")
    press(anna, "hand@0")
    wait_for(anna, 1)
    expect(anna.locator("#strip")).to_contain_text(SAID)
    press(anna, "hand@1")
    wait_for(anna, 2)
    assert is_older(anna)


def test_a_page_reloads_itself_only_once_for_each_release(anna):
    anna.evaluate(f"truc.store.keep('release', '{NEWER}')")
    press(anna, "hand@0")
    expect(anna.locator("#strip")).to_contain_text(SAID)
    assert is_older(anna)
