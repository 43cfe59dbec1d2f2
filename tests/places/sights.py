"""List the pages of places, which `tests/browser/pages.py` checks and photographs.

Each page has a name, an address, and the phone that opens it.
"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext

SIGHTS = (
    ("place-new", "/place", "stranger"),
    ("place", "/place/{places[keep]}", "host"),
    ("place-free", "/p/{places[token]}", "stranger"),
    ("place-choice", "/p/{places[busy]}", "stranger"),
    ("place-wall-none", "/place/wall", "stranger"),
    ("place-wall-link", "/place/wall", "host"),
    ("place-wall", "/p/{places[wall]}/wall", "host"),
    ("place-join", "/j/{played[token]}?place={places[token]}", "stranger"),
)
NOT_PAGES: dict[str, str] = {}
TABLES = {
    "places": {"keep": "keep", "token": "token", "busy": "busy", "wall": "token"}
}  # values for the addresses above, for a test that opens none of them


def prepare(
    host: BrowserContext, _tables: dict[str, dict[str, str]], post: Callable[..., str]
) -> dict[str, str]:
    free = post(host, "/place", name="Bar Pepe, table 4")
    busy = card_of(host, post(host, "/place", name="Bar Pepe, table 5"))
    for _ in range(2):
        post(host, f"/p/{busy}", game="catalan", other="1")
    wall = post(host, "/place/wall", title="Bar Pepe", do="open")
    return {
        "wall": host.request.get(wall).text().partition("/wall<")[0].rpartition("/")[2],
        "keep": free.rpartition("/")[2].partition("?")[0],
        "token": card_of(host, free),
        "busy": busy,
    }


def card_of(host: BrowserContext, page: str) -> str:
    return (
        host.request.get(page)
        .text()
        .partition('<p class="link">')[2]
        .partition("<")[0]
        .rpartition("/")[2]
    )
