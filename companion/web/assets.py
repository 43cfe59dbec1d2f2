"""Serve styles and scripts. Many small files are joined into a few bundles.

The address of a bundle contains a hash of its text, so browsers may cache a bundle for a year.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, url_for

from companion.web import answers
from companion.web.language import gettext

STYLES = """
    tokens base icons bar buttons notice join screen fit told score ring dock
""".split()
# Styles that are fetched once the page has been drawn, or with the page if scripts are off.
LATER_STYLES = """
    contact count log foot icons-later ring-later told-later score-later score-many dock-later steps
    pad points drawer wait decides victory rematch bar-later screen-wide strip shout asked contrast
""".split()
# The later styles that the first page needs. At the first click it fetches all later styles.
FEW_STYLES = "icons-later foot bar-later contrast".split()
# The styles of a phone that lies flat in the middle of the table.
FLAT_STYLES = """
    flat flat-line flat-keys flat-score flat-coins flat-ring flat-pad flat-won
""".split()
VENDORED = "vendor/htmx.min.js"
SCRIPTS = "settings words store panel contact queue strip bounce table".split()
# Scripts that are fetched after all others, because the page is usable without them.
LATER = """
    share age held guard follow over asked notes waiting release offline wakelock shout voice feel
    typed
""".split()
LAYERS = "@layer tokens, base, components;\n"
FOR_GOOD = "public, max-age=31536000, immutable"

bp = Blueprint("assets", __name__)


@dataclass(frozen=True, slots=True)
class Bundle:
    """Several files joined into one text. `name` is the file name in its address, with a hash."""

    text: bytes
    name: str

    @property
    def style(self) -> bool:
        """Return whether the bundle holds styles and not a script."""
        return self.name.endswith(".css")


def bundle(kind: str, text: str) -> Bundle:
    """Return the text as a bundle of this kind.

    * "css" and "js": the styles and scripts that a page needs to be shown.
    * "later.css" and "later.js": those that can be loaded after the page is shown.
    * "few.css": the styles of "later.css" that the first page needs.
    * "flat.css": the styles of a flat phone.
    """
    data = text.encode()
    return Bundle(data, f"{sha256(data).hexdigest()[:12]}.{kind}")


def load(app: Flask) -> None:
    """Join the style sheets and the scripts into bundles. This is done when the server starts."""
    static = folder(app)
    theirs = (static / VENDORED).read_text("utf-8")
    texts = {
        "css": LAYERS + _styles(static, STYLES),
        "later.css": _styles(static, LATER_STYLES),
        "few.css": _styles(static, FEW_STYLES),
        "flat.css": _styles(static, FLAT_STYLES),
        "js": f"{theirs};\n{_ours(static, SCRIPTS)}",
        "later.js": _ours(static, LATER),
    }
    bundles = {kind: bundle(kind, text) for kind, text in texts.items()}
    app.extensions["bundles"] = bundles
    app.jinja_env.globals["release"] = release(bundles)


def _styles(static: Path, names: list[str]) -> str:
    return "".join(_bare((static / "css" / f"{name}.css").read_text("utf-8")) for name in names)


def _ours(static: Path, names: list[str]) -> str:
    return ";\n".join(_short((static / "js" / f"{name}.js").read_text("utf-8")) for name in names)


def _short(script: str) -> str:
    """Return the script without comments and needless blanks.

    If rjsmin is not installed, return the script unchanged.
    """
    if find_spec("rjsmin") is None:
        return script
    from rjsmin import jsmin

    return str(jsmin(script))


def folder(app: Flask) -> Path:
    """Return the folder that holds the styles and scripts."""
    return Path(app.static_folder or "static")


def link(kind: str) -> str:
    """Return the address of the bundle of this kind, for example "css" or "later.js"."""
    bundle: Bundle = current_app.extensions["bundles"][kind]
    return url_for("assets.file", name=bundle.name)


def release(bundles: Mapping[str, Bundle]) -> str:
    """Return a hash of the bundles. It changes if the text of any bundle changes."""
    names = "".join(bundle.name for bundle in bundles.values())
    return sha256(names.encode()).hexdigest()[:8]


@bp.get("/assets/<name>")
def file(name: str) -> Response:
    """Serve a bundle. If the address has an old hash, serve the present bundle without caching."""
    bundle: Bundle | None = current_app.extensions["bundles"].get(name.partition(".")[2])
    if bundle is None:
        abort(404, gettext("This file does not exist."))
    response = _packed(bundle)
    response.headers["Cache-Control"] = FOR_GOOD if name == bundle.name else "no-cache"
    response.headers["Vary"] = "Accept-Encoding"
    return response


def _packed(bundle: Bundle) -> Response:
    kind = "text/css" if bundle.style else "text/javascript"
    encoding = answers.wanted()
    if not encoding:
        return Response(bundle.text, mimetype=kind)
    packed = _smallest(encoding, bundle.text)
    return Response(packed, mimetype=kind, headers={"Content-Encoding": encoding})


@cache
def _smallest(encoding: str, text: bytes) -> bytes:
    """Return the text of a bundle, compressed as far as possible.

    This takes 0.1 s. The result is cached for each bundle and encoding.
    """
    return answers.SMALL[encoding](text)


def _bare(css: str) -> str:
    """Return styles without comments and indentation. Other blanks stay: they compress well."""
    return re.sub(r"/\*.*?\*/|^\s+", "", css, flags=re.DOTALL | re.MULTILINE)
