"""Let the website of a club show the public pages of a tournament in a frame (`Terms.site`)."""

from __future__ import annotations

from flask import Response, g, request

from companion.tournament import embedding
from companion.tournament.terms import terms_from_json
from companion.tournament.tournaments import FoundTournament

# Pages on which nothing can be changed.
PUBLIC = frozenset({
    "tournament_standings.show_standings",
    "tournament_standings.show_round",
    "tournament_teams.show_teams",
    "tournament_match.show_match",
    "tournament_copies.show_replay",
    "tournament_wall.show_wall",
})  # fmt: skip


def allow_site(response: Response) -> Response:
    """Let the website `Terms.site` show this page in a frame, if the page is public.

    A page is public if nothing can be changed on it and it was opened by a link to watch. The
    response is returned unchanged if the page is not public or no website is chosen. Otherwise its
    Content-Security-Policy names the website.
    """
    found: FoundTournament | None = g.get("found_tournament")
    if found is None or found.role != "watch" or request.endpoint not in PUBLIC:
        return response
    site = terms_from_json(found.tournament.terms).site
    if site:
        response.headers["Content-Security-Policy"] = embedding.policy(site)
    return response
