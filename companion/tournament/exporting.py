"""Write a tournament as JSON and CSV. The shape is described in README.md and stays as it is."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import groupby

from companion.tournament.formats import ALL, SWISS
from companion.tournament.models import MatchRow
from companion.tournament.rounds import Seen, result_from_text
from companion.tournament.showing import final_ranks, tables_of
from companion.tournament.standings import By, standings

HEAD = ("round", "stage", "table", "team", "team", "games", "games", "points", "points", "how")


def as_json(seen: Seen) -> dict[str, object]:
    """Return the tournament as a value for JSON."""
    return {
        "name": seen.tournament.title,
        "game": seen.tournament.variant,
        "format": str(seen.course.form.kind),
        "teams": [_team(seen, number) for number in range(1, len(seen.teams) + 1)],
        "rounds": list(_rounds(seen)),
        "standings": list(standings_json(seen)),
    }


def _team(seen: Seen, number: int) -> dict[str, object]:
    row = seen.team(number)
    return {
        "number": number,
        "name": row.name,
        "players": row.people,
        "seed": row.seed or None,
        "joined": row.joined,
        "left": row.left,
    }


def _rounds(seen: Seen) -> Iterator[dict[str, object]]:
    """Yield the rounds, each part of the tournament in it apart."""
    rows = sorted(seen.matches, key=lambda row: (row.round, row.stage, row.number))
    for (number, stage), found in groupby(rows, key=lambda row: (row.round, row.stage)):
        matches = [_match(row) for row in found]
        yield {"number": number, "stage": stage, "published": True, "matches": matches}


def _match(row: MatchRow) -> dict[str, object]:
    counted: dict[str, object] = {"result": None, "points": None, "how": None}
    result = result_from_text(row.result)
    if result is not None:
        counted["result"] = list(result.games)
        counted["points"] = list(result.points)
        counted["how"] = str(result.how)
    return {"table": row.table or None, "teams": [row.first, row.second or None], **counted}


def standings_json(seen: Seen) -> Iterator[dict[str, object]]:
    """Yield a row for each team and part: its place, its sums, and what decided the place."""
    for table in tables_of(seen):
        for _, row in table.rows:
            yield {
                "stage": table.stage,
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
    yield from _bracket_standings(seen)


def _bracket_standings(seen: Seen) -> Iterator[dict[str, object]]:
    course = seen.course
    for each, ranked in zip(course.brackets, final_ranks(seen), strict=False):
        others = (SWISS, ALL)
        stages = {"upper", "lower", "grand final"} if each.stage == "upper" else {each.stage}
        played = [match for match in course.matches if match.stage in stages - set(others)]
        rows = {row.team: row for row in standings(course.teams, played, cap=course.cap)}
        for place, team in ranked:
            row = rows[team.number]
            yield {
                "stage": each.stage,
                "rank": place,
                "team": team.number,
                "played": row.played,
                "wins": row.wins,
                "draws": row.draws,
                "losses": row.losses,
                "for": row.scored,
                "against": row.conceded,
                "by": str(By.WINS),
            }


def as_csv(seen: Seen) -> str:
    """Return the matches of all published rounds, one a line."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(HEAD)
    for row in seen.matches:
        second = seen.team(row.second).name if row.second else ""
        names = [_safe(seen.team(row.first).name), _safe(second)]
        result = result_from_text(row.result)
        sums: list[object] = [""] * 5
        if result is not None:
            sums = [*result.games, *result.points, str(result.how)]
        writer.writerow([row.round, row.stage, row.table or "", *names, *sums])
    return text.getvalue()


def _safe(name: str) -> str:
    """Return a name that a spreadsheet does not take for a formula."""
    return f"'{name}" if name[:1] in "=+-@" else name
