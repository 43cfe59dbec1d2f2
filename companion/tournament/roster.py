"""Let teams withdraw and come back, and replace a player by a reserve."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.orm import Session

from companion import tables
from companion.engine import Impossible
from companion.tables.trouble import retry_while_unavailable
from companion.tournament.correcting import check_is_played
from companion.tournament.entries import How, Result
from companion.tournament.errors import OUT_OF_DATE, OutOfDate
from companion.tournament.models import MatchRow, Tournament
from companion.tournament.results import (
    AtTable,
    at_table,
    follow_up,
    forfeit_result,
    is_in_a_game,
    tell_table,
)
from companion.tournament.rounds import (
    Snapshot,
    delete_tables,
    result_from_text,
    result_to_text,
    snapshot_in,
    take_snapshot,
)
from companion.tournament.signing_up import (
    add_to_draw,
    clean_players,
    clean_team_name,
    published_in,
    team_in,
    teams_in,
)
from companion.tournament.tournaments import changing, note


@retry_while_unavailable
def withdraw(tournament: Tournament, number: int, device: str) -> None:
    """Let a team leave. If its match of the present round is open, the team loses it by forfeit.

    A match that is over at its table, or has a result that counts, stays as it is. There is one
    exception: if a match was forfeited and both its teams have left in its round, both lose it. A
    team that leaves during the sign-up does not play at all. A draft is drawn again without the
    team.
    """
    with changing(tournament) as (session, current):
        team = team_in(session, current, number)
        if team.left is not None:
            return
        check_is_played(current)
        team.left = published_in(session, current)
        note(session, current, device, "withdrew", number)
        session.flush()
        left = _forfeit_open_match(session, current, number, device)
        abandoned = follow_up(session, current)
    delete_tables(abandoned)
    for row in left:
        tell_table(row)


def _forfeit_open_match(
    session: Session, tournament: Tournament, team: int, device: str
) -> list[MatchRow]:
    """Decide the open match of a team that leaves: its opponent wins.

    If both teams have left, both lose. Return the match in a list, or [] if the team has no open
    match.
    """
    left = list[MatchRow]()
    snapshot = snapshot_in(session, tournament)
    for row in snapshot.of_round(snapshot.round):
        if not row.second or team not in (row.first, row.second):
            continue
        before = row.result
        result = _result_without(snapshot, row, team)
        if result is not None:
            row.result = result_to_text(result)
            details = {"before": before, "after": row.result}
            note(session, tournament, device, "forfeit", row.number, **details)
            left.append(row)
    return left


def _result_without(snapshot: Snapshot, row: MatchRow, team: int) -> Result | None:
    """Return a match's new result after this team has left, or None if the old result stays."""
    present = result_from_text(row.result)
    opponent = row.second if team == row.first else row.first
    has_opponent_left = snapshot.team(opponent).left == row.round
    if present is not None and present.how is How.FORFEIT and has_opponent_left:
        return forfeit_result(snapshot.tournament, "both")
    if present is not None:
        return None
    said = at_table(row)
    if said is not None and said.over:
        return None
    if team == row.first:
        return forfeit_result(snapshot.tournament, "first")
    return forfeit_result(snapshot.tournament, "second")


@retry_while_unavailable
def come_back(tournament: Tournament, number: int, device: str) -> None:
    """Let a team that has left play again from the next round on.

    The team gets nothing for the rounds that it missed. If it had left before the first round was
    drawn, it gets a group and the lowest seed now. Raises Impossible, with a message for the
    user, if a bracket is drawn already.
    """
    with changing(tournament) as (session, current):
        team = team_in(session, current, number)
        if team.left is None:
            return
        check_is_played(current)
        if current.brackets:
            raise Impossible("The bracket is drawn: a team that has left cannot come back.")
        team.left = None
        add_to_draw(current, team, teams_in(session, current))
        note(session, current, device, "came-back", number)
        session.flush()
        follow_up(session, current)


def replace_players(
    tournament: Tournament,
    number: int,
    players: Sequence[str],
    name: str,
    device: str,
    *,
    before: str | None = None,
) -> None:
    """Change the players or the name of a team, which keeps its number.

    Players are replaced only between two games. The names at the table of the team's present match
    change too; matches that are over keep the players who played them. `before` are the players
    that the page showed, None if the change does not depend on them. Raises OutOfDate if the team
    has other players now.
    """
    snapshot = take_snapshot(tournament)
    people = clean_players(players, snapshot.tournament.team_size)
    row = _present_match(snapshot, number)
    said = None
    if row is not None:
        said = at_table(row)
    _write_players(tournament, number, people, name, device, before=before, said=said)
    if row is None or said is None or said.over:
        return
    first_seat = (row.first, row.second).index(number)
    for place, player in enumerate(people):
        tables.rename(said.state.match, first_seat + 2 * place, player)


@retry_while_unavailable
def _write_players(
    tournament: Tournament,
    number: int,
    people: list[str],
    name: str,
    device: str,
    *,
    before: str | None,
    said: AtTable | None,
) -> None:
    with changing(tournament) as (session, current):
        team = team_in(session, current, number)
        if before is not None and before != team.players:
            raise OutOfDate(OUT_OF_DATE)
        if people != team.people and said is not None and is_in_a_game(said):
            raise Impossible("A player can be replaced between two games only.")
        old = team.people
        team.players = "\n".join(people)
        team.name = clean_team_name(_own_name(old, name), people)
        note(session, current, device, "players", number, before=old, after=people)


def _own_name(old: list[str], name: str) -> str:
    """Return the name that was typed, or "" if it is the default name made of the old players."""
    if name == clean_team_name("", old):
        return ""
    return name


def _present_match(snapshot: Snapshot, number: int) -> MatchRow | None:
    """Return the match of a team in the present round whose result does not count yet, or None."""
    for row in snapshot.of_round(snapshot.round):
        if row.second and not row.result and number in (row.first, row.second):
            return row
    return None
