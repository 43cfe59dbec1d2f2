"""The pages of learn that are looked at and photographed (tests/browser/pages.py)."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext

SIGHTS = (
    ("questions", "/games/catalan/questions?seed=x1&said=0&on=1", "stranger"),
    ("questions-many", "/games/put-many/questions?seats=8&seed=x1", "stranger"),
    ("questions-wrong", "/games/trut-gatine/questions?seed=x1&said=0", "stranger"),
    ("questions-row", "/games/argentine/questions?seed=x1&said=0s10s0", "stranger"),
    ("questions-score", "/games/catalan/questions?seed=x1&said=0123012s01&on=1", "stranger"),
)
NOT_PAGES: dict[str, str] = {}
TABLES: dict[str, dict[str, str]] = {}


def prepare(
    _host: BrowserContext, _tables: dict[str, dict[str, str]], _post: Callable[..., str]
) -> dict[str, str]:
    """These pages need no table."""
    return {}
