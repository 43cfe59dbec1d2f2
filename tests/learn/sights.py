"""The pages of `learn` that the browser tests open and photograph (tests/browser/pages.py)."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext

SIGHTS = (
    ("winner-tied", "/games/put-many/winner?seats=8&cards=3s.3d.2h.As.Ks.Kd.Kh.Kc", "stranger"),
    ("winner-turned", "/games/uruguayan/winner", "stranger"),
    ("number", "/games/argentine/number?cards=7o.6o.12e", "stranger"),
    ("signals", "/games/arriba-o-abajo/signals", "stranger"),
    ("signals-answered", "/games/mineiro/signals/practise?seed=3&at=3&answer=1", "stranger"),
    ("signals-own", "/games/amostra/signals/own", "stranger"),
    ("questions", "/games/catalan/questions?seed=x1&said=0&on=1", "stranger"),
    ("questions-many", "/games/put-many/questions?seats=8&seed=x1", "stranger"),
    ("questions-wrong", "/games/trut-gatine/questions?seed=x1&said=0", "stranger"),
    ("questions-row", "/games/argentine/questions?seed=x1&said=0s10s0", "stranger"),
    ("questions-score", "/games/catalan/questions?seed=x1&said=0123012s01&on=1", "stranger"),
    ("table-questions", "/t/{eight[code]}/questions?said=0", "host"),
    ("table-questions-end", "/t/{fresh[code]}/questions", "host"),
    ("lesson", "/games/catalan/lesson", "stranger"),
    ("lesson-turned", "/games/paulista/lesson?said=1", "stranger"),
    ("lesson-many", "/games/put-many/lesson?seats=8", "stranger"),
    ("lesson-row", "/games/argentine/lesson?said=ss1", "stranger"),
    ("lesson-end", "/games/catalan/lesson?said=01231&on=1", "stranger"),
)
NOT_PAGES: dict[str, str] = {}
TABLES: dict[str, dict[str, str]] = {}


def prepare(
    host: BrowserContext, tables: dict[str, dict[str, str]], post: Callable[..., str]
) -> dict[str, str]:
    """Answer the questions before the first hand at the table "fresh", each with the first answer.

    Return {}, because the addresses of the pages in this module need no more values.
    """
    post(host, f"/t/{tables['fresh']['code']}/questions", said="00000")
    return {}
