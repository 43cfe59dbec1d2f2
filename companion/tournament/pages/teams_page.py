"""Show all teams: to organisers with forms that change them, to others as a list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, make_response, render_template
from werkzeug.wrappers import Response

from companion.tournament import rounds, showing
from companion.tournament.models import TeamRow
from companion.tournament.pages import asked
from companion.tournament.showing import TeamLabel
from companion.tournament.tournaments import FoundTournament
from companion.web import qr
from companion.web.guests import shared_link

bp = Blueprint("tournament_teams", __name__)


@dataclass(frozen=True, slots=True)
class ListedTeam:
    """A team on the page that lists all teams of a tournament.

    * `link` leads to the team's own page. Only organisers and helpers get it; for others it is "".
    * `players` has each name on a line of its own.
    * `typed`, `typed_name` and `typed_seed` are what the form of the team shows: the names with
      commas between them, the name of the team, and its seed.
    * `is_refused` is whether a change of this team was just refused, so that its form is open.
    * `is_late` is whether the team plays only in rounds that are not published yet.
    """

    team: TeamLabel
    players: str
    typed: str
    typed_name: str
    typed_seed: str
    seed: int
    has_left: bool
    is_late: bool
    link: str
    square: qr.Square | None
    is_refused: bool = False


@dataclass(frozen=True, slots=True)
class TeamsPage:
    """The page of all teams, in the order of their numbers.

    `before` is whether the sign-up is open. `there` is how many teams have not left. `new_players`
    and `new_name` are what the form that adds a team shows.
    """

    token: str
    title: str
    organises: bool
    before: bool
    team_size: int
    there: int
    teams: tuple[ListedTeam, ...]
    new_players: str = ""
    new_name: str = ""
    notice: str = ""


@bp.get("/k/<token>/teams")
def show_teams(token: str) -> Response:
    """Show all teams."""
    return show(asked.require(token))


def show(
    found: FoundTournament,
    typed: Mapping[str, str] | None = None,
    notice: str = "",
    status: int = 200,
) -> Response:
    """Return the page of all teams. After a refused change, the page shows what was `typed`."""
    typed = typed or {}
    snapshot = rounds.take_snapshot(found.tournament)
    before = snapshot.tournament.stage == "signing up"
    listed = list[ListedTeam]()
    for row in snapshot.teams:
        shown = _listed(row, snapshot.round, organises=found.organises, seeded=before)
        if typed.get("team") == str(row.number):
            shown = replace(
                shown,
                typed=typed.get("players", shown.typed),
                typed_name=typed.get("name", shown.typed_name),
                typed_seed=typed.get("seed", shown.typed_seed),
                is_refused=True,
            )
        listed.append(shown)
    is_new = "team" not in typed
    page = TeamsPage(
        token=found.address,
        title=snapshot.tournament.title,
        organises=found.organises,
        before=before,
        team_size=snapshot.tournament.team_size,
        there=len(showing.present(snapshot.teams)),
        teams=tuple(listed),
        new_players=typed.get("players", "") if is_new else "",
        new_name=typed.get("name", "") if is_new else "",
        notice=notice,
    )
    return make_response(render_template("tournament/teams.html", page=page), status)


def _listed(row: TeamRow, number: int, *, organises: bool, seeded: bool) -> ListedTeam:
    link = ""
    square = None
    if organises:
        link = shared_link("tournament_team.show_team", token=row.token)
        square = qr.square(link)
    seed = row.seed if seeded else 0
    return ListedTeam(
        team=TeamLabel(row.number, row.name),
        players=row.players,
        typed=", ".join(row.people),
        typed_name=row.name,
        typed_seed=str(seed),
        seed=seed,
        has_left=row.left is not None,
        is_late=row.joined > max(number, 1),
        link=link,
        square=square,
    )
