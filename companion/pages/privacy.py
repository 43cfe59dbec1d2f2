"""Say what is stored about those who play, and delete a table with everything in it."""

from __future__ import annotations

from flask import Blueprint, current_app, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion import tables
from companion.tables import codes
from companion.web.guests import require_host_in_charge, table_at

bp = Blueprint("privacy", __name__)


@bp.get("/privacy")
def show_privacy() -> str:
    """Show what is stored, for how long, and how to delete it."""
    return render_template("privacy/privacy.html", days=int(current_app.config["KEEP_DAYS"]))


@bp.get("/t/<code>/host/delete")
def ask_to_delete(code: str) -> str:
    """Show the host the page to delete the table. It warns that nobody can undo this."""
    table = table_at(code)
    require_host_in_charge(table)
    shown = codes.format_code(table.match.code)
    return render_template("privacy/delete.html", code=table.match.code, shown=shown)


@bp.post("/t/<code>/host/delete")
def delete_table(code: str) -> Response:
    """Delete the table at once, for everybody."""
    table = table_at(code)
    require_host_in_charge(table)
    tables.delete(table.match)
    return redirect(url_for("home.index"), 303)
