"""Templates compiled once for each language: what they say without values is written into them, their lines are not.

A panel says some thirty messages, and most of them are the same at every tap. Looked up at every tap they and the
stripping of indents were a fifth of its drawing. Here both are done when a template is compiled, by the two steps that
Jinja offers extensions: `preprocess` sees the source, `filter_stream` its tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from gettext import NullTranslations

from flask import Flask, current_app
from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import escape

from companion.web import icons, language
from companion.web.language import Language
from companion.web.parts import Parts

_BLOCKS_ONLY = re.compile(r"(?:{%(?!-?\s*include\b)(?:(?!%}).)*%}|{#(?:(?!#}).)*#}|\s)+")
_BLANKS = re.compile("  +")
# {{ _("Undo") }} and {{ icon("undo") }}: the tokens between the braces, but for the text.
_CALL = ("variable_begin", "name", "lparen", "string", "rparen", "variable_end")


class Folding(Extension):
    """Messages and drawings that need no value become text of the template, which is one line."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002  # Jinja asks so
        """The source with one blank between its lines, and none after a line of blocks alone."""
        lines = filter(None, map(str.strip, source.split("\n")))
        return "".join(line if _BLOCKS_ONLY.fullmatch(line) else f"{line} " for line in lines)

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        """The tokens, with a text in the place of every call that is one."""
        window: list[Token] = []
        for token in stream:
            window.append(token)
            if len(window) == len(_CALL):
                yield from self._folded(window)
        yield from window

    def _folded(self, window: list[Token]) -> Iterator[Token]:
        """Takes from the window what can be passed on: the text of a whole call, else its first token."""
        if tuple(token.type for token in window) == _CALL and window[1].value in ("_", "icon"):
            text = self._text(window[1].value, window[3].value)
            yield Token(window[0].lineno, "data", text)
            window.clear()
        else:
            yield window.pop(0)

    def _text(self, function: str, text: str) -> str:
        if function == "icon":
            return str(icons.icon(text))
        catalog: NullTranslations = self.environment.catalog  # type: ignore[attr-defined] # see Templates.of
        return str(escape(catalog.gettext(text)))


class Lean(CodeGenerator):
    """Writes what a template of ours needs, and no more: a value has the names it is asked for, a part is markup.

    Jinja would ask for every name in a way that also finds items and what is not there, and would look once more at
    every part whether it has to be escaped: a tenth of the drawing of a panel.
    """

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802  # Jinja calls it so
        """`key.label` as Python has it; AttributeError where there is none."""
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:  # noqa: N802
        """`"out" if place.out`, nothing where he is not: Jinja would make an error of that and print it as nothing."""
        node.expr2 = node.expr2 or nodes.Const("")
        super().visit_CondExpr(node, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if isinstance(node, nodes.Filter) and node.name in Parts.FILTERS:
            self.write("(")
        else:
            super()._output_child_pre(node, frame, finalize)


def printed(name: str, **values: object) -> str:
    """A page in the language it is made in, without what only those who write it need.

    So none of these pages may hold a text that keeps its blanks.
    """
    current_app.update_template_context(values)
    return _BLANKS.sub(" ", _template(name).render(values))


def parts() -> Parts:
    """The parts of a table's page, in the language it is made in."""
    return _templates().parts(language.now())


def path(endpoint: str, **values: object) -> str:
    """The address of a page of this server, also where no request is answered: a stream draws between two."""
    return _templates().path(endpoint, **values)


class Templates:
    """What an application has compiled, by language, and the addresses of its pages."""

    def __init__(self, app: Flask) -> None:
        self.plain, self.compiled = app.jinja_env, dict[str, Parts]()
        addresses = app.url_map.bind("", script_name=app.config["APPLICATION_ROOT"])
        # Some five of each table are asked for again and again.
        self.path = lru_cache(maxsize=5000)(lambda endpoint, **values: addresses.build(endpoint, values))

    def of(self, language: Language) -> Environment:
        """The environment of that language."""
        return self.parts(language).environment

    def parts(self, language: Language) -> Parts:
        """Its parts; made when they are asked for first, when the application has its filters."""
        made = self.compiled.get(language.code)
        if made is None:
            made = self.compiled[language.code] = Parts(self.plain.overlay(extensions=[Folding]))
            made.environment.globals = self.plain.globals | {"url_for": path}
            made.environment.filters = self.plain.filters | made.filters
            made.environment.extend(catalog=language.catalog)
            made.environment.code_generator_class = Lean
        return made


def register(app: Flask) -> None:
    """Let this application's pages be drawn; it must have its languages by then."""
    app.extensions["templates"] = Templates(app)
    app.jinja_env.filters |= {
        name: lambda *values, name=name: getattr(parts(), name)(*values) for name in Parts.FILTERS
    }


def compiling(app: Flask) -> Iterator[Template]:
    """Compiles all there is, those that `printed` and `draw` show for each language: bit by bit a work of some seconds.

    Otherwise the first phone of each language would keep everybody else waiting for a fifth of a second.
    """
    names = app.jinja_env.list_templates()
    for code in language.LANGUAGES:
        folded = app.extensions["templates"].of(language.spoken(code))
        yield from (folded.get_template(name) for name in names if name.startswith(("tables/", "joining/")))
    yield from map(app.jinja_env.get_template, names)


def _templates() -> Templates:
    found: Templates = current_app.extensions["templates"]
    return found


def _template(name: str) -> Template:
    return _templates().of(language.now()).get_template(name)
