"""Sign teams up, and give them their seeds."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from companion.engine import Impossible
from companion.tables.names import clean_name, one_line
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable
from companion.tournament.drawing import smallest_group
from companion.tournament.entries import Team
from companion.tournament.errors import UNKNOWN_TEAM, UnknownEntry
from companion.tournament.formats import TEAMS, Kind
from companion.tournament.models import (
    LONGEST_TEAM,
    MatchRow,
    TeamRow,
    Tournament,
    TournamentChange,
    new_token,
)
from companion.tournament.terms import format_from_json
from companion.tournament.tournaments import changing, forget_phones, let_in, note

MOST_SIGNED_UP = TEAMS.stop - 1
# One phone signs up one pair, perhaps one more for friends without a phone.
MOST_OF_A_PHONE = 3


@retry_while_unavailable
def sign_up(
    tournament: Tournament, players: Sequence[str], name: str = "", *, device: str
) -> TeamRow:
    """Sign a team up from the phone of a player. The phone then belongs to the team.

    If `name` is "", the team is named after its players. Raises ValueError, with a message for the
    user, if a name is not valid, if the sign-up is closed or full, or if this phone has signed up
    too many teams.
    """
    with changing(tournament) as (session, current):
        team = sign_up_in(session, current, players, name, device)
        let_in(session, current.id, device, "team", team.number)
    return team


def sign_up_in(
    session: Session,
    tournament: Tournament,
    players: Sequence[str],
    name: str,
    device: str,
    *,
    by_organiser: bool = False,
) -> TeamRow:
    """Add a team, in a session of the database that is already open.

    Raises ValueError, with a message for the user, if the team cannot be added (see `sign_up`). If
    `by_organiser` is true, the team is added even if the sign-up is closed or the phone has added
    too many teams.
    """
    teams = teams_in(session, tournament)
    _check_room(tournament, teams)
    if not by_organiser:
        _check_open(session, tournament, device)
    team = _new_team(session, tournament, teams, players, name)
    note(session, tournament, device, "signed-up", team.number, name=team.name)
    return team


def _check_room(tournament: Tournament, teams: Sequence[TeamRow]) -> None:
    if tournament.stage == "over":
        raise Impossible("This tournament is over.")
    if len(teams) >= MOST_SIGNED_UP and _never_played(teams) is None:
        raise Impossible("A tournament has at most %(most)s teams.", most=MOST_SIGNED_UP)


def _check_open(session: Session, tournament: Tournament, device: str) -> None:
    if tournament.stage != "signing up":
        raise Impossible("The sign-up is closed. Ask the organiser.")
    if _signed_up_by(session, tournament, device) >= MOST_OF_A_PHONE:
        raise Impossible(
            "This phone has signed up %(most)s teams. Ask the organiser for more.",
            most=MOST_OF_A_PHONE,
        )


def _signed_up_by(session: Session, tournament: Tournament, device: str) -> int:
    mine = (
        TournamentChange.tournament_id == tournament.id,
        TournamentChange.device == device,
        TournamentChange.what == "signed-up",
    )
    return session.scalar(select(func.count()).where(*mine)) or 0


def _new_team(
    session: Session,
    tournament: Tournament,
    teams: Sequence[TeamRow],
    players: Sequence[str],
    name: str,
) -> TeamRow:
    people = clean_players(players, tournament.team_size)
    team = TeamRow(tournament_id=tournament.id, number=len(teams) + 1)
    if len(teams) >= MOST_SIGNED_UP:
        team = _never_played(teams) or team
        forget_phones(session, tournament, team.number)
    team.token = new_token()
    team.name = clean_team_name(name, people)
    team.players = "\n".join(people)
    team.seed = 0
    team.joined = published_in(session, tournament) + 1
    team.left = None
    team.letter = ""
    team.lot = 0
    add_to_draw(tournament, team, teams)
    session.add(team)
    session.flush()
    return team


def add_to_draw(tournament: Tournament, team: TeamRow, teams: Iterable[TeamRow]) -> None:
    """Give a team the lowest seed and a group, if the other `teams` were drawn without it.

    Do nothing during the sign-up, or if the team was drawn with the others.
    """
    if tournament.stage != "playing" or team.seed:
        return
    others = [other for other in teams if other.number != team.number]
    team.seed = 1 + max((other.seed for other in others), default=0)
    form = format_from_json(tournament.form)
    if form.kind is Kind.GROUPS:
        team.letter = smallest_group(map(as_team, others), form.groups)


def _never_played(teams: Sequence[TeamRow]) -> TeamRow | None:
    """Return a team that left before the first round, or None if no team did.

    A new team gets the number of this team if all numbers are used. Otherwise no team could sign up
    after many teams have signed up and left.
    """
    for team in teams:
        if team.left == 0:
            return team
    return None


def clean_players(players: Sequence[str], size: int) -> list[str]:
    """Return the names of the players as they are stored (see `clean_name`).

    Raises ValueError, with a message for the user, if a name is not valid or there are not `size`
    names.
    """
    if len(players) != size:
        raise Impossible("Give the names of all players: a team has %(size)s.", size=size)
    people = [clean_name(player) for player in players]
    if not all(people):
        raise Impossible("Give the names of all players: a team has %(size)s.", size=size)
    return people


def clean_team_name(name: str, people: Sequence[str]) -> str:
    """Return the name of a team in one line, cut after `LONGEST_TEAM` characters.

    If `name` is "", return the names of the players: "Anna & Pep".
    """
    name = one_line(name) or " & ".join(people)
    if len(name) > LONGEST_TEAM:
        return name[: LONGEST_TEAM - 1] + "…"
    return name


def published_in(session: Session, tournament: Tournament) -> int:
    """Return the number of the last published round, or 0 if there is none."""
    mine = MatchRow.tournament_id == tournament.id
    return session.scalar(select(func.max(MatchRow.round)).where(mine)) or 0


def as_team(row: TeamRow) -> Team:
    """Return the row of a team as the `Team` that the draw needs."""
    return Team(row.number, row.seed, row.joined, row.left, row.letter, row.lot)


def teams_in(session: Session, tournament: Tournament) -> list[TeamRow]:
    """Return all teams as this session of the database sees them, ordered by number.

    Teams that have left are among them.
    """
    query = select(TeamRow).where(TeamRow.tournament_id == tournament.id)
    return list(session.scalars(query.order_by(TeamRow.number)))


@retry_while_unavailable
def teams(tournament: Tournament) -> tuple[TeamRow, ...]:
    """Return all teams, ordered by number. Teams that have left are among them."""
    with reading() as connection, open_session(connection) as session:
        return tuple(teams_in(session, tournament))


def team_in(session: Session, tournament: Tournament, number: int) -> TeamRow:
    """Return the team with this number. Raises UnknownEntry if there is none."""
    team = session.get(TeamRow, (tournament.id, number))
    if team is None:
        raise UnknownEntry(UNKNOWN_TEAM)
    return team


@retry_while_unavailable
def set_seed(tournament: Tournament, number: int, seed: int, device: str) -> None:
    """Set the seed of a team: 1 is the strongest team, 0 is no seed.

    Raises Impossible after the sign-up, or if the seed is not in this range.
    """
    with changing(tournament) as (session, current):
        team = team_in(session, current, number)
        if current.stage != "signing up":
            raise Impossible("Teams are seeded before the first round.")
        if not 0 <= seed <= MOST_SIGNED_UP:
            raise Impossible("A seed is a number from 1 to %(most)s.", most=MOST_SIGNED_UP)
        team.seed = seed
        note(session, current, device, "seeded", number, seed=seed)


def draw_order(rows: Sequence[TeamRow]) -> list[TeamRow]:
    """Return the teams that have not left: those with a seed, then the others in random order."""
    taking_part = [row for row in rows if row.left is None]
    chance = secrets.SystemRandom()
    chance.shuffle(taking_part)
    return sorted(taking_part, key=lambda row: row.seed or MOST_SIGNED_UP + 1)
