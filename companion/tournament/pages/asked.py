"""Find the tournament to which the link of a request belongs, and check what the link allows."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from flask import abort, after_this_request, g, has_request_context, request

from companion import tables
from companion.tables import Unavailable
from companion.tournament import results, rounds, tournaments
from companion.tournament.errors import OutOfDate
from companion.tournament.lately import follow_lately
from companion.tournament.pages import changes_told, framing
from companion.tournament.rounds import Snapshot
from companion.tournament.seating import AtMatch, match_of_table
from companion.tournament.tournaments import FoundTournament
from companion.web import device
from companion.web.forms import number
from companion.web.language import N_, gettext
from companion.words.wrong import sentence_of

UNKNOWN = N_("This tournament does not exist. It may have been deleted, or its link replaced.")
MOST_REVISIONS = 1_000_000_000
ORGANISERS_ONLY = N_("Only an organiser may do that.")

T = TypeVar("T")

_log = logging.getLogger(__name__)


def tell_at_table(tell: Callable[[str], T], code: str, *, instead: T) -> T:
    """Return what a tournament adds to the page of a table: the result of `tell(code)`.

    If `tell` raises an unexpected error, log the error and return `instead`, so that people can
    still play at the table. Raises Unavailable if the database fails.
    """
    try:
        return tell(code)
    except Unavailable:
        raise
    except Exception:
        _log.exception("%s.%s: left out of the page", tell.__module__, tell.__qualname__)
        return instead


def match_at_table(code: str) -> AtMatch | None:
    """Return the match of a tournament that is played at the table with this code, or None.

    This is called several times for one page of a table: for the top bar, the menu and the line
    about the tournament. So the result is cached until the request is over. Without a request, for
    example in a stream, nothing is cached.
    """
    if not has_request_context():
        return match_of_table(code)
    found: dict[str, AtMatch | None] = request.environ.setdefault("truc.matches", {})
    if code not in found:
        found[code] = match_of_table(code)
    return found[code]


def match_in_sight(code: str) -> AtMatch | None:
    """Return the match of a tournament that is played at a table, or None.

    `code` is the code of the table, or the token of a link to watch it. The caller must show only
    what watchers may see.
    """
    found = match_at_table(code)
    if found is not None:
        return found
    link = tables.by_watch_token(code)
    if link is None:
        return None
    return match_at_table(link.match.code)


def require(token: str) -> FoundTournament:
    """Return the tournament of a link, and what the link allows.

    Answers 404 if no link has this token.
    """
    found = tournaments.by_token(token)
    if found is None:
        abort(404, gettext(UNKNOWN))
    g.found_tournament = found
    after_this_request(framing.allow_site)
    return found


def require_organiser(token: str) -> FoundTournament:
    """Return the tournament of an organiser's or helper's link. Answers 403 for any other link."""
    found = require(token)
    if not found.organises:
        abort(403, gettext(ORGANISERS_ONLY))
    return found


def require_owner(token: str) -> FoundTournament:
    """Return the tournament of an organiser's link. Only this link may delete the tournament.

    Answers 403 for any other link, also for a helper's.
    """
    found = require(token)
    if found.role != "organise":
        abort(403, gettext("Only the first organiser may do that."))
    return found


def follow(found: FoundTournament) -> Snapshot:
    """Return the tournament with its results up to date.

    If the request comes from a page that refreshes itself, the results may be a second old.
    """
    if "HX-Request" in request.headers and request.method == "GET":
        return follow_lately(found.tournament)
    return results.follow(found.tournament)


def phone() -> str:
    """Return the id of the phone that sent this request, or "" if it keeps no cookie."""
    return device.phone_id()


def shown_revision() -> int:
    """Return the revision of the tournament that the page with the form showed.

    Answers 400 if the form has no revision.
    """
    revision = number(request.form.get("seen", ""), MOST_REVISIONS)
    if revision is None:
        abort(400)
    return revision


def small_number(name: str, most: int = 9999) -> int | None:
    """Return the number in a field of the form, or None if it is not a number from 0 to `most`."""
    return number(request.form.get(name, "").strip(), most + 1)


def team_number() -> int:
    """Return the number of a team from the form. Answers 400 if the form has none."""
    number = small_number("team", 64)
    if not number:
        abort(400)
    return number


def match_number() -> int:
    """Return the number of a match from the form. Answers 400 if the form has none."""
    number = small_number("match")
    if not number:
        abort(400)
    return number


def shown_result() -> str | None:
    """Return the result that the page showed, or None if the form does not send it."""
    return request.form.get("was")


def notice_of(found: FoundTournament, error: ValueError) -> tuple[str, int]:
    """Return a sentence that explains the error, and the HTTP status of the response.

    If somebody else has changed the tournament first, the sentence also says what they did.
    """
    sentence = sentence_of(error)
    if not isinstance(error, OutOfDate):
        return sentence, 422
    for at, text in changes_told.latest(rounds.take_snapshot(found.tournament), 1):
        sentence = f"{sentence} {at} · {text}"
    return sentence, 409
