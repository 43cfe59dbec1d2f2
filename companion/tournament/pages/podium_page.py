"""Serve the picture of how a tournament ended, for people to share."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from flask import Blueprint, Response, abort, request, url_for

from companion import tables
from companion.pages.result import SharedPicture
from companion.retelling import picture
from companion.retelling.picture import Shape
from companion.tournament import ending, podium, results
from companion.tournament.pages import asked
from companion.tournament.podium import Podium
from companion.tournament.rounds import Snapshot
from companion.web import language
from companion.web.guests import shared_link
from companion.web.language import LANGUAGES, gettext
from companion.web.templates import tell_or_leave_out

PICTURE = "tournament_podium.serve_picture"

bp = Blueprint("tournament_podium", __name__)


@bp.get("/k/<token>/picture/<version>/<any(wide, square):shape>.png")
def serve_picture(token: str, version: str, shape: Shape) -> Response:
    """Serve the picture. Answers 404 if `version` is old, for example after a name was removed."""
    wanted = request.args.get("lang", "")
    if wanted in LANGUAGES:
        language.set_language(language.load(wanted))
    shown = ending.podium(results.follow(asked.require(token).tournament))
    if shown is None or version != picture_version(shown):
        abort(404, gettext("This picture has changed: open the page of the result."))
    png = tell_or_leave_out(draw_png, shown, shape, instead=b"")
    if not png:
        abort(404, gettext("This picture cannot be shown."))
    response = Response(png, mimetype="image/png")
    response.headers["Cache-Control"] = "no-store"
    return response


def shared_picture(snapshot: Snapshot) -> SharedPicture | None:
    """Return the addresses of the picture, or None if the tournament is not over or nobody won."""
    shown = ending.podium(snapshot)
    if shown is None:
        return None
    token = snapshot.tournament.watch_token
    version = picture_version(shown)
    lang = language.code()
    return SharedPicture(
        wide=url_for(PICTURE, token=token, version=version, shape="wide", lang=lang),
        square=url_for(PICTURE, token=token, version=version, shape="square", lang=lang),
        image=shared_link(PICTURE, token=token, version=version, shape="wide", lang=lang),
        link=shared_link("tournament_standings.show_standings", token=token),
        words=gettext("%(label)s: %(text)s", label=shown.title, text=shown.cry),
    )


def picture_version(shown: Podium) -> str:
    """Return a hash of the texts in the picture, so that a changed picture has another address."""
    return sha256(repr(shown).encode()).hexdigest()[:12]


@lru_cache(maxsize=16)
def draw_png(shown: Podium, shape: Shape) -> bytes:
    """Return the picture as a PNG. Other requests are answered while it is drawn."""
    canvas = picture.canvas(shape)
    tables.run_in_steps(podium.drawing(canvas, shown))
    return canvas.png()
