"""Find the tournament that an address names, and check what its link allows."""

from __future__ import annotations

from flask import abort, g, request

from companion.tournament import results, tournaments
from companion.tournament.lately import follow_lately
from companion.tournament.rounds import Seen
from companion.tournament.tournaments import FoundTournament
from companion.web import device
from companion.web.forms import number
from companion.web.language import N_, gettext

UNKNOWN = N_("This tournament does not exist. It may have been deleted, or its link replaced.")
MOST_REVISIONS = 1_000_000_000
ORGANISERS_ONLY = N_("Only an organiser may do that.")


def require(token: str) -> FoundTournament:
    """Return the tournament of a link, and what the link allows. Answers 404 if there is none."""
    found = tournaments.by_token(token)
    if found is None:
        abort(404, gettext(UNKNOWN))
    g.found_tournament = found  # `framing` asks whose page was answered
    return found


def require_organiser(token: str) -> FoundTournament:
    """Return the tournament of a link with which one organises. Answers 403 for any other link."""
    found = require(token)
    if not found.organises:
        abort(403, gettext(ORGANISERS_ONLY))
    return found


def require_owner(token: str) -> FoundTournament:
    """Return the tournament of the first organiser's link, which may also delete."""
    found = require(token)
    if found.role != "organise":
        abort(403, gettext("Only the first organiser may do that."))
    return found


def follow(found: FoundTournament) -> Seen:
    """Return the tournament with its results up to date.

    A page that asks again by itself every few seconds may be a second behind.
    """
    if "HX-Request" in request.headers and request.method == "GET":
        return follow_lately(found.tournament)
    return results.follow(found.tournament)


def phone() -> str:
    """Return the name of the phone that asks, "" if it keeps no cookie."""
    return device.phone_id()


def seen_revision() -> int:
    """Return the revision of the page from which a form came. Answers 400 if there is none."""
    revision = number(request.form.get("seen", ""), MOST_REVISIONS)
    if revision is None:
        abort(400)
    return revision


def small_number(name: str, most: int = 9999) -> int | None:
    """Return a number of the form, None if it is not one from 0 to `most`."""
    return number(request.form.get(name, "").strip(), most + 1)
