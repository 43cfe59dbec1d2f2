"""The quiz and the lesson work by touch, by keyboard, and on several phones of a table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect


def test_ten_questions_are_answered_from_the_sheet_with_two_touches_each(phone, server):
    page = phone()
    page.goto(f"{server.url}/games/catalan/sheet")
    page.get_by_role("link", name="Ten questions").click()
    for number in range(1, 11):
        expect(page.locator(".progress b")).to_have_text(f"{number} of 10")
        page.locator(".choices button").first.click()
        expect(page.locator(".is-right")).to_have_count(1)
        page.get_by_role("link", name="Next").click()
    expect(page.locator("h1")).to_contain_text("of 10 right")
    expect(page.locator(".result li")).to_have_count(10)


@pytest.mark.parametrize("script", [True, False])
def test_the_lesson_is_read_from_the_first_page_in_eleven_touches(phone, server, script):
    page = phone(java_script_enabled=script)
    page.goto(server.url)
    page.locator("a.door").press("Enter")
    for _ in range(5):
        page.locator(".choices button").last.press("Enter")
        expect(page.locator(".verdict")).to_be_visible()
        page.get_by_role("link", name="Next").press("Enter")
    expect(page.locator("h1")).to_have_text("That was one hand.")


def test_a_waiting_phone_shows_without_a_reload_that_everybody_has_answered(anna, biel):
    anna.clock.install()
    for page, then in ((anna, "Waiting for the others"), (biel, "You agree on")):
        page.locator(".menu > summary").click()
        page.get_by_role("link", name="Five questions for the table").click()
        for number in range(1, 6):
            expect(page.locator(".progress b")).to_have_text(f"{number} of 5")
            page.locator(".choices button").first.click()
        expect(page.locator("h1")).to_contain_text(then)
    anna.clock.fast_forward(4_000)
    expect(anna.locator("h1")).to_contain_text("You agree on")
