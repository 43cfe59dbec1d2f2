"""Draw pages, and the regions of a table's page, with Jinja."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from typing import Any

from flask import Flask, current_app, g
from jinja2 import StrictUndefined, Template
from jinja2.runtime import Context
from markupsafe import Markup

from companion.web import language, root
from companion.web.language import Language

REGIONS = 10_000  # that are kept; most serve until the next tap of their table, some longer
ADDRESSES = 5000  # some five of each table are asked for again and again


class PlainContext(Context):
    """Call what a template names as Python does.

    Jinja first asks twice of everything that is called whether it wants the context. Nothing of
    ours does, and the panels of a tap call some hundred macros and functions.
    """

    def call(
        self,
        called: Callable[..., Any],
        /,
        *args: Any,
        _loop_vars: object = None,  # Jinja passes both for what wants the context
        _block_vars: object = None,
        **kwargs: Any,
    ) -> Any:
        """Call it with these arguments."""
        return called(*args, **kwargs)


def draw(region: str, **values: Hashable) -> Markup:
    """Return a region of a page: the macro of that name, in its file in tables/regions.

    A region of another room is named with its folder, "places/wall_tile".

    A region is drawn once for equal values, because four phones share much of what they see. What
    is kept cannot be out of date: a region depends on its values alone, and these never change.
    """
    return _drawn(region, *_page(), *values.items())


def _page() -> tuple[Language, str]:
    """Return the language of the page that is being made, and the path its addresses begin with."""
    try:
        page = g._get_current_object()  # once for both: seventy regions are drawn for a tap
        return page.language, page.root
    except (RuntimeError, AttributeError):  # no page is being made, or not all of it is known yet
        return language.current(), root.script_root()


@lru_cache(maxsize=REGIONS)
def _drawn(region: str, _language: Language, _root: str, *values: tuple[str, Hashable]) -> Markup:
    folder, _, name = region.rpartition("/")
    template = current_app.jinja_env.get_template(f"{folder or 'tables'}/regions/{name}.html")
    # A macro costs less than rendering its template: that would copy all globals each time.
    drawn: Markup = getattr(template.module, name)(**dict(values))
    return drawn


def draw_panel(view: str, panel: object) -> Markup:
    """Return the panel of a table's page; each view has a template for it in tables/panels."""
    template = current_app.jinja_env.get_template(f"tables/panels/{view}.html")
    drawn: Markup = template.module.draw_panel(panel)  # type: ignore[attr-defined]
    return drawn


def cached_url_for(endpoint: str, **values: object) -> str:
    """Return the address of a page of this server, also for a stream, which has no request."""
    address: str = current_app.extensions["paths"](endpoint, root.script_root(), **values)
    return address


def register(app: Flask) -> None:
    """Give the application the functions that its templates call."""

    @lru_cache(maxsize=ADDRESSES)
    def build_address(endpoint: str, under: str, **values: object) -> str:
        return app.url_map.bind("", script_name=under or "/").build(endpoint, values)

    app.extensions["paths"] = build_address
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.context_class = PlainContext
    # A name that does not exist is a mistake of ours, never an empty place.
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.globals["draw"] = draw
    app.jinja_env.globals["draw_panel"] = draw_panel
    app.jinja_env.globals["url_for"] = cached_url_for


def compiling(app: Flask) -> Iterator[Template]:
    """Compile all templates, bit by bit: otherwise the first phone would make all others wait."""
    yield from map(app.jinja_env.get_template, app.jinja_env.list_templates())
