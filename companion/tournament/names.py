"""Replace a player's name by "?" in a tournament, in the copies of its matches and at its tables.

The results stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from companion import tables
from companion.engine import Impossible
from companion.engine.records import HEADER
from companion.tables.names import name_in_record
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable
from companion.tournament.models import MatchRow, TeamRow, Tournament, TournamentChange
from companion.tournament.results import table_of
from companion.tournament.signing_up import team_in, teams_in
from companion.tournament.tournaments import changing, note

SOMEBODY = "?"  # in place of a name that was removed


@retry_while_unavailable
def known_names(tournament: Tournament) -> list[tuple[int, str]]:
    """Return the team number and the name of each player, also of players who were replaced."""
    found = dict[tuple[int, str], None]()
    with reading() as connection, open_session(connection) as session:
        for team in teams_in(session, tournament):
            for name in team.people:
                found[team.number, name] = None
        for change in _changes(session, tournament):
            if change.what == "players":
                for name in json.loads(change.details).get("before", ()):
                    found[change.about, name] = None
    return sorted((team, name) for team, name in found if name != SOMEBODY)


def remove_name(tournament: Tournament, number: int, name: str, device: str) -> None:
    """Replace the name of a player of a team by "?" for good.

    The name is removed from the team, from the recorded decisions, from the copies of the team's
    matches and from their tables. A player of the same name in another team keeps the name. A
    reason that somebody typed loses the name in any case, because it may be about either player.
    Raises Impossible if the team never had a player of this name.
    """
    if (number, name) not in known_names(tournament):
        raise Impossible("Nobody of this team has that name.")
    for row in _remove_from_rows(tournament, number, name, device):
        _remove_from_table(row, number, name)


@retry_while_unavailable
def _remove_from_rows(
    tournament: Tournament, number: int, name: str, device: str
) -> list[MatchRow]:
    """Remove a player's name from the rows of the tournament. Return the matches of the team."""
    with changing(tournament) as (session, current):
        team = team_in(session, current, number)
        _remove_from_team(team, name)
        own = (MatchRow.first == number) | (MatchRow.second == number)
        query = select(MatchRow).where(MatchRow.tournament_id == current.id, own)
        rows = list(session.scalars(query))
        for row in rows:
            if row.record:
                row.record = _without(row.record, name, _first_seat(row, number))
        for change in _changes(session, current):
            if change.about == number or change.what not in {"signed-up", "players"}:
                change.details = _in_details(change.details, name)
        note(session, current, device, "removed-name", number)
    return rows


def _changes(session: Session, tournament: Tournament) -> Iterable[TournamentChange]:
    query = select(TournamentChange).where(TournamentChange.tournament_id == tournament.id)
    return session.scalars(query.order_by(TournamentChange.seq))


def _remove_from_team(team: TeamRow, name: str) -> None:
    people = [SOMEBODY if one == name else one for one in team.people]
    team.players = "\n".join(people)
    team.name = _in_text(team.name, name)


def _in_text(text: str, name: str) -> str:
    """Return the text with "?" in place of this name, but not within longer words."""
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", SOMEBODY, text)


def _in_details(details: str, name: str) -> str:
    """Return the details of a decision, with "?" in place of the name in each text."""
    kept = json.loads(details)
    for key, value in kept.items():
        if isinstance(value, str):
            kept[key] = _in_text(value, name)
        elif isinstance(value, list):
            kept[key] = [SOMEBODY if one == name else one for one in value]
    return json.dumps(kept)


def _first_seat(row: MatchRow, number: int) -> int:
    """Return the first seat of a team, 0 or 1. Its players sit in every second seat from there."""
    return 0 if row.first == number else 1


def _without(record: str, name: str, first_seat: int) -> str:
    """Return a record with "?" in place of the name, in every second seat from `first_seat` on."""
    written = name_in_record(name)
    lines = record.split("\n")
    for at, line in enumerate(lines):
        header = HEADER.match(line)
        if header is None or header[1] != "Players":
            continue
        players = header[2].split(", ")
        for seat in range(first_seat, len(players), 2):
            if players[seat] == written:
                players[seat] = SOMEBODY
        lines[at] = f'[Players "{", ".join(players)}"]'
        break
    return "\n".join(lines)


def _remove_from_table(row: MatchRow, number: int, name: str) -> None:
    """Replace the name of a player at the table of a match by "?", if the table still exists."""
    table = table_of(row)
    if table is None:
        return
    names = tables.state(table).names
    for seat in range(_first_seat(row, number), len(names), 2):
        if names[seat] == name:
            tables.rename(table, seat, SOMEBODY)
