"""Tell the platform, the balancer or the container whether this server works."""

from __future__ import annotations

from flask import Blueprint, Response

from companion import tables

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def report_health() -> Response:
    """Answer "ok" if the database answers, otherwise 503, as any page does then."""
    tables.ping()
    return Response("ok\n", mimetype="text/plain")
