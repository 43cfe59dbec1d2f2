"""Styles and script: many small files on disk, one request each for the browser, cached for good by their hash."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, url_for

from companion.views.language import gettext

STYLES = "tokens base bar buttons forms home join score count ring dock rows log foot wide shout hand contrast".split()
SCRIPTS = ("vendor/htmx.min.js", "vendor/htmx-ext-sse.min.js", "js/table.js", "js/shout.js", "js/voice.js")
LAYERS = "@layer tokens, base, components;\n"
COLOUR = r"((?:[^(),]|\([^()]*\))+)"
DUAL = re.compile(rf"light-dark\({COLOUR}, {COLOUR}\)")
MIXED = re.compile(rf"color-mix\([^,]+, [^,]+, {COLOUR}\)")
FOR_GOOD = "public, max-age=31536000, immutable"

bp = Blueprint("assets", __name__)


@dataclass(frozen=True, slots=True)
class Bundle:
    """Files joined: their text, kind, and the name that changes with them."""

    text: str
    kind: str

    @property
    def name(self) -> str:
        """The file's name in its address."""
        return f"{sha256(self.text.encode()).hexdigest()[:12]}.{self.kind}"


def load(app: Flask) -> None:
    """Read the files once, when the server starts."""
    static = Path(app.static_folder or "static")
    files = [_bare((static / "css" / f"{name}.css").read_text("utf-8")) for name in STYLES]
    css = LAYERS + "".join((*files, _older(files[0])))
    js = ";\n".join((static / name).read_text("utf-8") for name in SCRIPTS)
    app.extensions["bundles"] = {bundle.kind: bundle for bundle in (Bundle(css, "css"), Bundle(js, "js"))}


def link(kind: str) -> str:
    """The address of the styles (css) or the script (js)."""
    bundle: Bundle = current_app.extensions["bundles"][kind]
    return url_for("assets.file", name=bundle.name)


@bp.get("/assets/<name>")
def file(name: str) -> Response:
    """A bundle; a page older than the server still gets the present one, but not for good."""
    bundle = current_app.extensions["bundles"].get(name.rpartition(".")[2])
    if bundle is None:
        abort(404, gettext("There is no such file."))
    kind = {"css": "text/css", "js": "text/javascript"}[bundle.kind]
    response = Response(bundle.text, mimetype=kind)
    response.headers["Cache-Control"] = FOR_GOOD if name == bundle.name else "no-cache"
    return response


def _older(tokens: str) -> str:
    """The colours again, worked out for browsers that cannot choose by day and by night themselves."""
    day, night = (MIXED.sub(r"\1", DUAL.sub(which, tokens)) for which in (r"\1", r"\2"))
    return f"@supports not (color:light-dark(red,red)){{{day}@media (prefers-color-scheme:dark){{{night}}}}}\n"


def _bare(css: str) -> str:
    """Styles without their comments and indents."""
    return re.sub(r"\s*\n\s*", "\n", re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)).strip() + "\n"
