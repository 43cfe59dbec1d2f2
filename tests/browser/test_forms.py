"""Pages other than the table change in place: a part is replaced, and the page is not reloaded."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import press, ready, take_seat, wait_for


def mark(page: Page) -> None:
    """Mark the page, so that `same` can check that the page was not reloaded."""
    page.evaluate("window.still = true")


def same(page: Page) -> None:
    assert page.evaluate("window.still") is True


def test_the_invitation_shows_who_joins_and_is_replaced_by_the_table_at_the_first_tap(
    server, phone
):
    host = phone()
    biel = phone()
    host.clock.install()
    host.goto(server.url)
    host.get_by_role("button", name="Open a table now").click()
    expect(host).to_have_url(re.compile("/invite$"))
    assert host.locator(".qr").bounding_box()["width"] >= 240
    mark(host)
    link = host.locator(".link").text_content()
    biel.goto(link)
    biel.get_by_label("Your name").fill("Biel")
    biel.locator('[name="seat"][value="1"]').click()
    wait_for(biel, 0)
    host.clock.fast_forward(3_000)
    expect(host.locator("#come")).to_contain_text("Biel")
    same(host)
    press(biel, "truc@1")
    wait_for(biel, 1)
    host.clock.fast_forward(3_000)
    expect(host.locator("#table")).to_be_attached()
    expect(host.locator("#panel")).to_contain_text("Biel")


def test_pressing_enter_in_a_name_field_takes_no_seat(phone, links):
    page = phone()
    page.goto(links["join"])
    page.get_by_label("Your name").fill("Quim")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Where do you sit?")).to_be_visible()


def test_a_changed_setting_of_the_phone_takes_effect_at_once(phone, server):
    page = phone(color_scheme="light")
    page.goto(f"{server.url}/phone")
    mark(page)
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.locator("#theme").get_by_role("button", name="Dark").click()
    expect(page.locator('#theme [aria-current="true"]')).to_have_text("Dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != before
    same(page)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_name_is_changed_in_place_and_an_invalid_name_is_explained(phone, links):
    page = take_seat(phone(), links["join"], 1)
    page.goto(page.url + "/seats")
    mark(page)
    field = page.get_by_label("Your name")
    field.click()
    page.keyboard.type("Bernat")  # the old name is selected, so this replaces it
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Your name")).to_have_attribute("placeholder", "Bernat")  # saved
    expect(page.get_by_label("Your name")).to_have_value("Bernat")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_label("Your name").fill("\u2060")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("at least one")
    same(page)


def test_a_link_is_shared_or_copied_instead_of_followed(phone, links):
    host = phone(permissions=["clipboard-read", "clipboard-write"])
    host.goto(links["host"])
    expect(host.locator("#table")).to_be_attached()
    host.goto(host.url + "/invite")
    host.evaluate("delete Navigator.prototype.share")
    host.get_by_role("button", name="Share").click()
    expect(host.locator("[data-share]")).to_contain_text("Copied")
    assert host.evaluate("navigator.clipboard.readText()") == links["join"]


def test_a_game_is_found_while_its_name_is_typed(phone, server):
    page = phone()
    page.goto(f"{server.url}/games")
    mark(page)
    page.get_by_label("Find a game").press_sequentially("truka")
    expect(page.locator("#found a")).to_have_count(2)
    same(page)


def test_fields_of_seats_appear_when_the_number_of_players_is_chosen(phone, server):
    page = phone()
    page.goto(f"{server.url}/new?game=catalan")
    mark(page)
    page.get_by_label("Name of player 1").fill("Ot")
    page.locator('[name="seats"][value="2"]').check(force=True)
    expect(page.get_by_label("Name of player 3")).to_have_count(0)
    expect(page.get_by_label("Name of player 1")).to_have_value("Ot")
    same(page)


def test_changing_the_language_keeps_what_was_typed_on_any_page(phone, server):
    page = phone()
    page.goto(server.url)
    page.locator("#title").evaluate("field => { field.closest('details').open = true; }")
    page.locator("#title").fill("Divendres al bar")
    page.locator(".languages summary").click()
    page.get_by_role("button", name="Català").click()
    expect(page.locator('html[lang="ca"]')).to_be_attached()
    expect(page.locator("#title")).to_have_value("Divendres al bar")


@pytest.mark.parametrize("workers", ["allow", "block"])
def test_what_was_typed_is_there_again_after_a_form_was_changed_without_network(
    phone, server, workers
):
    page = phone(service_workers=workers)
    page.goto(f"{server.url}/new?game=catalan")
    page.get_by_label("Name of player 1").fill("Ot")
    ready(page)
    page.context.set_offline(True)
    page.locator('[name="seats"][value="2"]').dispatch_event("click")
    expect(page.get_by_label("Name of player 1")).to_have_count(0)  # a page says why
    page.context.set_offline(False)
    page.reload()
    expect(page.get_by_label("Name of player 1")).to_have_value("Ot")
    # The new number of players did not reach the server: the form has the fields of four.
    expect(page.locator('[name="seats"][value="4"]')).to_be_checked()
    expect(page.get_by_label("Name of player 4")).to_be_attached()


def test_what_is_typed_before_the_slow_scripts_are_loaded_stays(phone, server):
    page = phone(service_workers="block")
    page.goto(f"{server.url}/new?game=catalan")
    ready(page)
    page.get_by_label("Name of player 1").fill("Ot")
    page.get_by_label("Name of player 2").fill("Pau")
    page.evaluate("truc.keepTyped()")
    page.route("**/*.later.js", lambda route: route.abort(), times=1)  # five seconds later
    page.reload()
    page.get_by_label("Name of player 1").fill("Quim")
    expect(page.get_by_label("Name of player 2")).to_have_value("Pau")
    expect(page.get_by_label("Name of player 1")).to_have_value("Quim")


def test_over_plain_http_a_page_without_a_line_for_its_link_shows_the_link_to_copy(phone, server):
    """A browser shares by its own list, and has a clipboard for pages, only over https."""
    page = phone()
    page.add_init_script("delete Navigator.prototype.share; delete Navigator.prototype.clipboard;")
    page.goto(f"{server.url}/resume#ABC")
    ready(page)
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator(".elsewhere")).to_contain_text(page.url)
    assert page.evaluate("getSelection().toString()") == page.url
