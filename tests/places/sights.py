"""The pages of places that are looked at and photographed (tests/browser/pages.py): name, address, who sees it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext

SIGHTS = (
    ("place-new", "/place", "stranger"),
    ("place", "/place/{places[keep]}", "host"),
    ("place-free", "/p/{places[token]}", "stranger"),
    ("place-join", "/j/{played[token]}?place={places[token]}", "stranger"),
)
NOT_PAGES: dict[str, str] = {}
TABLES = {"places": {"keep": "keep", "token": "token"}}  # whatever stands in their place


def prepare(host: BrowserContext, _tables: dict[str, dict[str, str]], post: Callable[..., str]) -> dict[str, str]:
    """A place where nobody plays."""
    made = post(host, "/place", name="Bar Pepe, table 4")
    page = host.request.get(made).text()
    token = page.partition('<p class="link">')[2].partition("<")[0].rpartition("/")[2]
    return {"keep": made.rpartition("/")[2], "token": token}
