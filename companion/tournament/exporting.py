"""Write a tournament as JSON and CSV. JSON.md describes the format, which must not change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from companion.tournament import tournaments
from companion.tournament.entries import How
from companion.tournament.models import MatchRow
from companion.tournament.rounds import Snapshot, result_from_text, take_snapshot
from companion.tournament.showing import final_ranks_by_stage, standings_tables
from companion.tournament.standings import By, StandingsRow, standings
from companion.web.spreadsheet import to_csv

HEAD = ("round", "stage", "table", "team", "team", "games", "games", "points", "points", "how")
STANDINGS_HEAD = (
    *("stage", "rank", "number", "team", "players", "played"),
    *("wins", "draws", "losses", "for", "against", "by"),
)


def export_text(token: str) -> str:
    """Return a tournament as JSON for the command `export`, or "" if no link has this token."""
    found = tournaments.by_token(token)
    if found is None:
        return ""
    return json.dumps(as_json(take_snapshot(found.tournament)), ensure_ascii=False, indent=1) + "\n"


def as_json(snapshot: Snapshot) -> dict[str, object]:
    """Return the whole tournament as a value that can be written as JSON."""
    return {
        "name": snapshot.tournament.title,
        "game": snapshot.tournament.variant,
        "format": str(snapshot.so_far.form.kind),
        "teams": [_team(snapshot, number) for number in range(1, len(snapshot.teams) + 1)],
        "rounds": list(_rounds(snapshot)),
        "standings": list(standings_json(snapshot)),
    }


def standings_alone(snapshot: Snapshot) -> dict[str, object]:
    """Return what `as_json` returns without the rounds, for programs that want only standings.

    The teams are included, because the standings give only the numbers of teams.
    """
    whole = as_json(snapshot)
    return {key: whole[key] for key in ("name", "game", "format", "teams", "standings")}


def _team(snapshot: Snapshot, number: int) -> dict[str, object]:
    row = snapshot.team(number)
    return {
        "number": number,
        "name": row.name,
        "players": row.people,
        "seed": row.seed or None,
        "joined": row.joined,
        "left": row.left,
    }


def _rounds(snapshot: Snapshot) -> Iterator[dict[str, object]]:
    """Yield a value for JSON for each stage of each round, with its matches."""
    rows = sorted(snapshot.matches, key=lambda row: (row.round, row.stage, row.number))
    for (number, stage), found in groupby(rows, key=lambda row: (row.round, row.stage)):
        matches = [_match(row) for row in found]
        yield {"number": number, "stage": stage, "published": True, "matches": matches}


def _match(row: MatchRow) -> dict[str, object]:
    """Return a match as a value for JSON. An annulled match has no result: it was not played."""
    counted: dict[str, object] = {"result": None, "points": None, "how": None}
    result = result_from_text(row.result)
    if result is not None:
        counted["how"] = str(result.how)
    if result is not None and result.how is not How.ANNULLED:
        counted["result"] = list(result.games)
        counted["points"] = list(result.points)
    return {"table": row.table or None, "teams": [row.first, row.second or None], **counted}


def standings_json(snapshot: Snapshot) -> Iterator[dict[str, object]]:
    """Yield a dict for each team of each stage: its rank, its totals, and what decided the rank."""
    for table in standings_tables(snapshot):
        for _, row in table.rows:
            yield _standing(table.stage, row)
    yield from _bracket_standings(snapshot)


def _standing(stage: str, row: StandingsRow) -> dict[str, object]:
    return {
        "stage": stage,
        "rank": row.rank,
        "team": row.team,
        "played": row.played,
        "wins": row.wins,
        "draws": row.draws,
        "losses": row.losses,
        "for": row.scored,
        "against": row.conceded,
        "by": str(row.by),
    }


def _bracket_standings(snapshot: Snapshot) -> Iterator[dict[str, object]]:
    """Yield a dict for each team whose rank a bracket has decided, with its rank and its totals.

    Teams that lost in the same round may share a rank.
    """
    so_far = snapshot.so_far
    for stage, ranked in final_ranks_by_stage(snapshot).items():
        stages = {stage}
        if stage == "upper":
            stages = {"upper", "lower", "grand final"}
        played = [match for match in so_far.matches if match.stage in stages]
        rows = {row.team: row for row in standings(so_far.teams, played, cap=so_far.cap)}
        for place, team in ranked:
            yield _standing(stage, replace(rows[team.number], rank=place, by=By.WINS))


def as_csv(snapshot: Snapshot) -> str:
    """Return the matches of all published rounds as CSV, each match on its own line."""
    lines = list[list[object]]()
    for row in snapshot.matches:
        second = snapshot.team(row.second).name if row.second else ""
        names = [snapshot.team(row.first).name, second]
        result = result_from_text(row.result)
        sums: list[object] = [""] * 5
        if result is not None:
            sums = [*result.games, *result.points, str(result.how)]
        lines.append([row.round, row.stage, row.table or "", *names, *sums])
    return to_csv([HEAD, *lines])


def standings_csv(snapshot: Snapshot) -> str:
    """Return the standings of all stages as CSV. A line has a team, its players and its totals."""
    lines = list[list[object]]()
    for row in standings_json(snapshot):
        team = snapshot.team(int(str(row["team"])))
        names = [team.name, ", ".join(team.people)]
        stage, rank, number, *sums = row.values()
        lines.append([stage, rank, number, *names, *sums])
    return to_csv([STANDINGS_HEAD, *lines])
