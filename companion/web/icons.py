"""Draw our own icons (static/css/icons.css) by their names."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup


@cache
def icon(name: str) -> Markup:
    """Return an icon as HTML. Screen readers skip it, because a text beside it says the same."""
    return Markup('<i class="icon icon-{}"></i>').format(name)
