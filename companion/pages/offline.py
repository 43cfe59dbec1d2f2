"""Let a phone install the pages and read them without a network.

The module serves the service worker, the manifest, and the page that a browser shows if it cannot
fetch a page.
"""

from __future__ import annotations

from hashlib import sha256

from flask import Blueprint, Response, current_app, json, render_template, url_for

from companion.web import assets, phone

SHEETS = (
    *("css/cards.css", "css/sheet.css", "css/many.css", "css/invite.css", "css/hand.css"),
    *("css/print.css", "css/print-sheet.css", "js/print.js", "js/kept.js"),
)
ICONS = (
    ("icon.svg", "any", "any"),
    ("192.png", "192x192", "any"),
    ("512.png", "512x512", "any"),
    ("maskable.png", "512x512", "maskable"),
)

bp = Blueprint("offline", __name__)


@bp.get("/sw.js")
def serve_worker() -> Response:
    """Serve the service worker. Its text changes whenever a cached file changes."""
    sheets = [url_for("static", filename=name) for name in SHEETS]
    files = [url_for("offline.show_offline"), *_bundles(), *sheets]
    text = render_template(
        "offline/sw.js", files=files, version=_version(), home=url_for("home.index")
    )
    return _fresh(Response(text, mimetype="text/javascript"))


@bp.get("/manifest.webmanifest")
def serve_manifest() -> Response:
    """Serve the manifest, which says how the pages look as an installed application."""
    description = {
        "name": "Truc Companion",
        "short_name": "Truc",
        "id": url_for("home.index"),
        "start_url": url_for("home.index"),
        "scope": url_for("home.index"),
        "display": "standalone",
        "background_color": phone.BARS[""],
        "theme_color": phone.BARS[""],
        "icons": [_icon(*icon) for icon in ICONS],
    }
    return _fresh(Response(json.dumps(description), mimetype="application/manifest+json"))


@bp.get("/offline")
def show_offline() -> str:
    """Show the page that browsers show if they cannot fetch another page."""
    return render_template("offline/offline.html")


def _icon(name: str, sizes: str, purpose: str) -> dict[str, str]:
    kind = "image/svg+xml" if name.endswith(".svg") else "image/png"
    return {
        "src": url_for("static", filename=f"icons/{name}"),
        "sizes": sizes,
        "type": kind,
        "purpose": purpose,
    }


def _bundles() -> list[str]:
    return [assets.link(kind) for kind in ("css", "js", "few.css", "later.js")]


def _version() -> str:
    """Return a hash that changes whenever a cached file changes: a style, a script or `/offline`.

    Of a bundle, only the address is hashed, because the address contains a hash of the bundle's
    text.
    """
    static = assets.folder(current_app)
    sheets = ((static / name).read_text("utf-8") for name in SHEETS)
    texts = [show_offline(), *_bundles(), *sheets]
    return sha256("".join(texts).encode()).hexdigest()[:12]


def _fresh(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-cache"
    return response
