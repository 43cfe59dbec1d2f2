"""Tell the platform, the load balancer or the container whether this server works."""

from __future__ import annotations

from flask import Blueprint, Response

from companion import tables

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def report_health() -> Response:
    """Answer "ok" if the database answers, and 503 otherwise."""
    tables.ping()
    return Response("ok\n", mimetype="text/plain")
