"""Phones play at a server under a path of another site, and reload a page without network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import press, take_seat, wait_for
from tests.server import Server, wait_until

KEPT = """code => caches.match(`/truc/t/${code}/sheet`).then(
  (found) => Boolean(found) && navigator.serviceWorker.controller !== null)"""


@pytest.fixture
def under(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.environment["SCRIPT_NAME"] = "/truc"
    server.start()
    yield server
    server.kill()


def test_two_phones_play_at_a_server_under_a_path_and_one_reloads_without_network(under, phone):
    links = under.open_table(base_url=f"{under.url}/truc", names="Anna,Biel,Carme,Pep")
    anna, biel = (take_seat(phone(), links["join"], seat) for seat in (0, 1))
    seen: list[str] = []
    anna.on("request", lambda request: seen.append(request.url))
    assert anna.url == f"{under.url}/truc/t/{links['code']}"
    press(biel, "truc@1")
    wait_for(anna, 1)
    press(anna, "yes@2")
    wait_for(biel, 2)
    wait_until(lambda: anna.evaluate(KEPT, links["code"]), "nothing was kept")
    assert anna.locator("link[rel=manifest]").get_attribute("href") == "/truc/manifest.webmanifest"
    assert [url for url in seen if not url.startswith((f"{under.url}/truc/", "data:"))] == []
    under.kill()
    anna.reload()
    wait_for(anna, 2)
    anna.goto(f"{under.url}/truc/new")
    expect(anna.get_by_role("heading", name="No network")).to_be_visible()
    anna.get_by_role("link", name="Anna").click()
    wait_for(anna, 2)
