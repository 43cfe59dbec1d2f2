"""Without network, a phone shows its last state, the cheat-sheet, or a list of its tables."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.conftest import press, ready, take_seat, wait_for
from tests.proxy import Proxy
from tests.server import Server, wait_until

NEWEST = """caches.match(document.getElementById('panel').dataset.news)
  .then((found) => found?.headers.get('X-Panel'))"""
STYLES = "[...document.styleSheets].map(sheet => sheet.cssRules.length)"
ALL_LOADED = """document.styleSheets.length > 0 &&
  document.styleSheets.length === document.querySelectorAll('link[rel=stylesheet]').length"""
KEPT = """code => caches.match(`/t/${code}/sheet`).then(
  (found) => Boolean(found) && navigator.serviceWorker.controller !== null)"""


def until(page: Page, true: str, *said: str) -> None:
    """Wait until the JavaScript expression in `true` has a true value on the page.

    The expression may also be a function. Then it is called with the arguments `said`. The value
    of the expression or function may be a promise.
    """
    wait_until(lambda: page.evaluate(true, *said), true)


@pytest.fixture
def links(mortal: Server) -> dict[str, str]:
    return mortal.open_table(variant="catalan", names="Anna,Biel,Carme,Pep")


@pytest.fixture
def anna(links, phone) -> Page:
    """Return the page of a phone whose service worker has stored the files of the table."""
    page = ready(take_seat(phone(), links["join"], 0))
    until(page, KEPT, links["code"])
    return page


def test_a_reload_without_network_shows_the_last_panel_and_says_that_it_is_not_connected(
    anna, links, mortal
):
    press(anna, "won@1")
    wait_for(anna, 1)
    press(anna, "won@2")
    wait_for(anna, 2)
    mortal.kill()
    anna.reload()
    wait_for(anna, 2)  # the newest panel, although the page was stored before it
    expect(anna.locator("#contact")).to_contain_text(
        "This is the table as last seen by this phone."
    )
    expect(anna.locator("#contact")).to_contain_text(re.compile(r"No connection since \d\d:\d\d"))
    mortal.start()
    expect(anna.locator("#contact")).to_be_hidden()


def test_a_tap_waiting_to_be_sent_survives_a_reload_without_network(anna, mortal):
    mortal.kill()
    press(anna, "truc@0")
    expect(anna.locator("#strip .waits")).to_contain_text("Truc")
    anna.reload()
    expect(anna.locator("#strip .waits")).to_contain_text("Truc")
    press(anna, "won@3")
    mortal.start()
    wait_for(anna, 2)
    expect(anna.locator("#strip")).to_be_empty()


def test_without_network_a_page_that_was_not_stored_lists_the_tables_of_the_phone(anna, mortal):
    press(anna, "won@3")
    wait_for(anna, 1)
    press(anna, "won@3")
    wait_for(anna, 2)
    wait_until(
        lambda: (anna.evaluate(NEWEST) or "").startswith("2."), "the panel after two tricks is kept"
    )
    mortal.kill()
    anna.goto(f"{mortal.url}/new")
    expect(anna.get_by_role("heading", name="No network")).to_be_visible()
    kept = anna.locator("#kept a")
    expect(kept).to_contain_text("Catalan truc 0–1")
    expect(kept.locator("small")).to_have_text("Anna, Biel, Carme, Pep")
    kept.click()
    wait_for(anna, 2)


@pytest.fixture
def silenced(mortal, phone) -> Iterator[Page]:
    """Yield a phone that has stored its pages, and whose network no longer answers."""
    proxy = Proxy(mortal.port)
    links = mortal.open_table(variant="catalan", names="Anna,Biel,Carme,Pep", base_url=proxy.url)
    page = ready(take_seat(phone(), links["join"], 0))
    until(page, KEPT, links["code"])
    proxy.is_silent()
    yield page
    proxy.close()


def test_the_cheat_sheet_loads_with_its_styles_if_the_network_does_not_answer(silenced):
    silenced.get_by_role("link", name="Rules").click(no_wait_after=True)
    expect(silenced.get_by_role("heading", level=1)).to_contain_text("Catalan truc")
    silenced.wait_for_load_state()
    until(silenced, ALL_LOADED)
    assert all(silenced.evaluate(STYLES))


def test_a_page_that_was_not_stored_says_no_network_if_the_server_does_not_answer(silenced):
    silenced.locator('.bar a[href$="/seats"]').last.click(no_wait_after=True)
    expect(silenced.get_by_role("heading", name="No network")).to_be_visible()
    assert all(silenced.evaluate(STYLES))


def test_a_phone_that_is_no_longer_at_the_table_keeps_no_stored_page_of_the_table(anna, links):
    anna.context.clear_cookies()
    anna.goto(anna.url)
    expect(anna).to_have_url(re.compile(f"/c/{links['code']}"))
    assert anna.evaluate("code => caches.has(`table-${code}`)", links["code"]) is False


def test_files_of_an_older_release_that_a_phone_has_stored_are_removed(links, phone):
    page = phone()
    page.goto(links["join"])
    ready(page)
    page.evaluate("caches.open('static-000000000000')")
    until(
        page,
        """() => caches.keys().then(
          (names) => names.length === 1 && names[0] !== 'static-000000000000')""",
    )


def test_the_pages_can_be_installed_as_an_application(anna):
    told = anna.evaluate("""async () => {
      const link = document.querySelector("link[rel=manifest]").href;
      const manifest = await (await fetch(link)).json();
      const icons = await Promise.all(manifest.icons.map(async (icon) => {
        const image = new Image();
        image.src = icon.src;
        await image.decode();
        return [icon.type, icon.sizes, image.naturalWidth];
      }));
      return { manifest, icons };
    }""")
    assert told["manifest"]["display"] == "standalone"
    assert [width for kind, _, width in told["icons"] if kind == "image/png"] == [192, 512, 512]
    session = anna.context.new_cdp_session(anna)
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],
    )


def test_a_phone_without_service_workers_records_taps_like_any_other_phone(links, phone):
    """On plain http in a local network, browsers offer no service workers."""
    page = phone()
    wrong: list[Error] = []
    page.on("pageerror", lambda error: wrong.append(error))  # noqa: PLW0108
    page.add_init_script(
        "delete Navigator.prototype.serviceWorker; delete Navigator.prototype.wakeLock;"
    )
    take_seat(page, links["join"], 0)
    ready(page)
    press(page, "won@1")
    wait_for(page, 1)
    assert wrong == []
