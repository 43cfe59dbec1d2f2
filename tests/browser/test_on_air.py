"""A table in a video stream: the scoreboard shows each tap, and other sites read the state.

The scoreboard shows no score any more after the host has replaced the link to watch.
"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import button
from tests.browser.pages import post

READ = """async address => {
  const answer = await fetch(address);
  const source = new EventSource(address.replace("state.json", "events"));
  const event = await new Promise(found => source.addEventListener("state", found));
  source.close();
  const state = await answer.json();
  return [state.question, JSON.parse(event.data).question, answer.headers.get("ETag")];
}"""


def test_the_scoreboard_shows_each_tap_and_another_site_reads_the_state(
    links: dict[str, str], host: Page, biel: Page, phone: Callable[..., Page]
):
    scoreboard = phone(viewport={"width": 900, "height": 60}, is_mobile=False)
    scoreboard.goto(f"{links['watch']}/strip")
    expect(scoreboard.locator(".side-0")).to_contain_text("0")
    button(biel, "truc@1").click()
    expect(scoreboard.locator(".line")).to_contain_text("Truc")
    expect(scoreboard.locator(".line")).to_have_css("white-space", "nowrap")
    assert (
        scoreboard.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    )
    assert scoreboard.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
    club = phone()
    site = links["watch"].partition("/w/")[0].replace("127.0.0.1", "localhost")
    club.goto(f"{site}/static/css/base.css")  # a page of another site, without rules of ours
    asked, heard, tag = club.evaluate(READ, f"{links['watch']}/state.json")
    assert asked["word"] == heard["word"] == "truc"
    assert tag
    post(host.context, f"{host.url}/host/revoke", link="watch")
    expect(scoreboard.locator(".side-0")).to_be_hidden()
