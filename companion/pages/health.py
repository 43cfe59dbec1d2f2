"""Whether this server works: for the platform, the balancer or the container that looks after it."""

from __future__ import annotations

from flask import Blueprint, Response

from companion import tables

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def show() -> Response:
    """Says ok where the database answers; else 503, as every page says it."""
    tables.ping()
    return Response("ok\n", mimetype="text/plain")
