"""Small drawings of our own, kept once in the page (templates/_sprite.html) and used by name."""

from __future__ import annotations

from markupsafe import Markup


def icon(name: str) -> Markup:
    """A drawing beside a text that says the same: hidden from screen readers."""
    return Markup('<svg class="icon" aria-hidden="true"><use href="#i-{}"/></svg>').format(name)
