"""Draw pages, and the regions of a table's page, with Jinja.

If a function that tells about a match raises an error, the page is shown without the result of this
function (see `tell_or_leave_out`).
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from typing import Any, TypeVar

from flask import Flask, current_app, g
from jinja2 import StrictUndefined, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from markupsafe import Markup, escape

from companion.web import language, root
from companion.web.language import Language

REGIONS = 10_000  # drawn regions that are kept; most are used until the next tap of their table
ADDRESSES = 5000  # addresses that are kept; some five of each table are used again and again

T = TypeVar("T")
U = TypeVar("U")

_log = logging.getLogger(__name__)
_indentation = re.compile("^[ \\t]+", re.MULTILINE)
_needs_escaping = re.compile("[&<>\"']").search


class WithoutIndentation(Extension):
    """A Jinja extension that removes the indentation of templates when they are compiled.

    No browser shows the indentation. Without it, the first visit of a phone is 265 bytes smaller
    (0.8 %). Blanks in values stay. But blanks at the beginning of a line of a template are removed
    even in `<pre>` and `<textarea>`. So a text in these elements has to be a value.
    """

    def preprocess(
        self,
        source: str,
        name: str | None,  # noqa: ARG002  # Jinja gives it, as it gives the next one
        filename: str | None = None,  # noqa: ARG002
    ) -> str:
        """Return the source of this template without the blanks at the beginning of its lines."""
        return _indentation.sub("", source)


class PlainCode(CodeGenerator):
    """A compiler of templates that compiles three kinds of expressions as plain Python.

    Jinja's own code does more than our templates need:

    * For a call, it checks whether the function wants the context, which no function of ours does.
    * For an attribute, it calls a function that tries keys and indices as well.
    * For `{{ "over" if won }}`, it makes an undefined value if nothing is to be printed.

    The panels that are drawn after a tap have 200 calls, 700 attributes and 80 such conditions.
    With Jinja's own code, these took a tenth of the time of a tap. Text that is HTML already, such
    as a drawn region, is printed without a copy.
    """

    def visit_Call(  # noqa: N802  # Jinja's name, as are the next two
        self,
        node: nodes.Call,
        frame: Frame,
        forward_caller: bool = False,  # noqa: FBT001, FBT002
    ) -> None:
        """Write the Python code of this call."""
        if forward_caller or node.dyn_args is not None or node.dyn_kwargs is not None:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write(")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """Write the code that reads this attribute.

        No value in the templates of a table's page is a dictionary, so plain Python is enough. In
        other templates, Jinja looks for the key of a dictionary as well.
        """
        if self.name is None or not self.name.startswith("tables/"):
            super().visit_Getattr(node, frame)
            return
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:  # noqa: N802
        """Write the code of this conditional expression."""
        if node.expr2 is None:
            node.expr2 = nodes.Const("")
        super().visit_CondExpr(node, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if not frame.eval_ctx.autoescape or frame.eval_ctx.volatile or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
            return
        self.write("environment.escaped(")


def _escaped(value: object) -> str:
    """Return the value as HTML.

    A value that is HTML already, or a text without a character to escape, is returned unchanged.
    This saves time: a panel prints a hundred texts, and Jinja's `escape` takes four calls for each.
    """
    if type(value) is Markup:
        return value
    if type(value) is str and not _needs_escaping(value):
        return value
    return escape(value)


def draw(region: str, **values: Hashable) -> Markup:
    """Return a region of a page, drawn by the macro with the region's name.

    The macro is in a file with this name in the folder tables/regions. For another folder, such as
    places/regions, put its name before that of the region: "places/wall_tile".

    The four phones of a table show many equal regions. So a region is drawn once for equal `values`
    and then cached, separately for each language and for each path under which the server answers.
    A region must depend on nothing else, and its values must be immutable.
    """
    try:
        page = g._get_current_object()  # once for both: seventy regions are drawn for a tap
        of_page: Language = page.language
        path: str = page.root
    except (RuntimeError, AttributeError):  # no page is being made, or not all of it is known yet
        of_page = language.current()
        path = root.script_root()
    return _drawn(region, of_page, path, *values.items())


@lru_cache(maxsize=REGIONS)
def _drawn(region: str, _language: Language, _root: str, *values: tuple[str, Hashable]) -> Markup:
    folder, _, name = region.rpartition("/")
    drawn: Markup = _macro(f"{folder or 'tables'}/regions/{name}.html", name)(**dict(values))
    return drawn


def begin_page(of_language: Language, path: str) -> None:
    """Set the language and the path (see `root`) with which everything is drawn from now on.

    A stream calls this, because it draws panels after the request that opened the stream.
    """
    g.language = of_language
    g.root = path


def draw_panel(view: str, panel: object) -> Markup:
    """Return the panel of a table's page, drawn by the template of `view` in tables/panels.

    The HTML has no line breaks, because an event of a stream must not have any.
    """
    drawn = _macro(f"tables/panels/{view}.html", "draw_panel")(panel)
    return drawn.replace("\r", " ").replace("\n", " ")


def _macro(template: str, name: str) -> Callable[..., Markup]:
    """Return a macro of a template.

    Calling the macro costs less than rendering its template, which copies all globals each time.
    """
    macro: Callable[..., Markup] = getattr(
        current_app.jinja_env.get_template(template).module, name
    )
    return macro


def tell_or_leave_out(tell: Callable[..., T], *about: Any, instead: U) -> T | U:
    """Call `tell` with the values `about` and return its result.

    If `tell` raises an error, log the error and return `instead`. A log may hold taps in any order,
    so code that tells about a match may meet a case that nobody has thought of. The page must then
    still show its keys, above all Undo. Use this only if `tell` does not read the database: if the
    database fails, the request must fail.
    """
    try:
        return tell(*about)
    except Exception:
        _log.exception("%s.%s: left out of the page", tell.__module__, tell.__qualname__)
        return instead


def cached_url_for(endpoint: str, **values: object) -> str:
    """Return the path of a page, like `url_for` but from a cache. It works without a request."""
    address: str = current_app.extensions["paths"](endpoint, root.script_root(), **values)
    return address


def register(app: Flask) -> None:
    """Set up Jinja for this application, and register template globals."""

    @lru_cache(maxsize=ADDRESSES)
    def build_address(endpoint: str, under: str, **values: object) -> str:
        return app.url_map.bind("", script_name=under or "/").build(endpoint, values)

    app.extensions["paths"] = build_address
    app.jinja_env.add_extension(WithoutIndentation)
    # Jinja's own cache forgets unused templates, and for that searches all entries at each look-up.
    app.jinja_env.cache = {}
    app.jinja_env.code_generator_class = PlainCode
    app.jinja_env.escaped = _escaped  # type: ignore[attr-defined]  # for the code of PlainCode
    # A name that does not exist is a mistake of ours: it raises an error and is not printed as "".
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.globals["draw"] = draw
    app.jinja_env.globals["draw_panel"] = draw_panel
    app.jinja_env.globals["url_for"] = cached_url_for


def compiling(app: Flask) -> Iterator[Template]:
    """Compile all templates, one at each step of the iterator.

    This is done when the server starts. Otherwise the first request for a page would compile the
    template of the page, and all other requests would wait.
    """
    yield from map(app.jinja_env.get_template, app.jinja_env.list_templates())
