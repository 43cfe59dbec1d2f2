"""Small drawings of our own (static/css/icons.css), used by name."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup


@cache
def icon(name: str) -> Markup:
    """Return a drawing beside a text that says the same; screen readers do not see it."""
    return Markup('<i class="icon icon-{}"></i>').format(name)
