"""Small drawings of our own, kept once in the page (templates/_sprite.html) and used by name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from flask import g, render_template
from markupsafe import Markup

USE = re.compile(r'<use href="#i-([\w-]+)"/>')
SYMBOL = re.compile(r'<symbol id="i-([\w-]+)".*?</symbol>', re.DOTALL)


def icon(name: str) -> Markup:
    """A drawing beside a text that says the same: hidden from screen readers."""
    used((name,))
    return _drawn(name)


def used(names: Iterable[str]) -> None:
    """These drawings stand on the page, which has to bring them."""
    g.setdefault("icons", set()).update(names)


def named(html: str) -> frozenset[str]:
    """The drawings that stand in this part of a page."""
    return frozenset(USE.findall(html))


@cache
def _drawn(name: str) -> Markup:
    return Markup('<svg class="icon" aria-hidden="true"><use href="#i-{}"/></svg>').format(name)


def sprite(*later: str) -> Markup:
    """The drawings used so far and those that may come `later`, for the end of a page: a first visit travels light."""
    used = g.get("icons", set()) | set(later)
    whole = render_template("_sprite.html")
    return Markup(SYMBOL.sub(lambda found: found[0] if found[1] in used else "", whole))  # noqa: S704  # our own template
