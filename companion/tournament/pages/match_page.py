"""Show a match of a tournament: what its table says, and what an organiser may decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, abort, make_response, render_template
from werkzeug.wrappers import Response

from companion.tournament import results, showing
from companion.tournament.entries import How, Result
from companion.tournament.models import MatchRow
from companion.tournament.pages import asked, changes_told
from companion.tournament.rounds import Snapshot, result_from_text
from companion.tournament.showing import FixtureTile, TeamLabel
from companion.tournament.tournaments import FoundTournament

bp = Blueprint("tournament_match", __name__)


@dataclass(frozen=True, slots=True)
class FixturePage:
    """The page of a match: its tile, its result, the score at its table, and all decisions.

    * `says` has the points at the table as text, without points beyond the target.
    * `why` is the reason for the present result, "" for none.
    * `games`, `points` and `typed_why` are the texts in the fields of the form.
    * `trace` are the decisions, each with its time.
    * `was` is the stored result as text. The form sends it back to the server.
    * `signed` are the sides whose teams have signed at the table, each with its team.
    * `others` are teams that may have played this match by mistake.
    * `counts_games` is whether a match may have several games.
    """

    token: str
    title: str
    number: int
    round: int
    tile: FixtureTile
    organises: bool
    says: str
    by_hand: bool
    why: str
    games: tuple[str, str]
    points: tuple[str, str]
    typed_why: str
    trace: tuple[tuple[str, str], ...]
    may_decide: bool
    may_stop: bool
    has_table: bool
    has_copy: bool
    revision: int
    was: str
    signed: tuple[tuple[int, TeamLabel], ...]
    others: tuple[TeamLabel, ...]
    counts_games: bool
    notice: str = ""


@bp.get("/k/<token>/match/<int:number>")
def show_match(token: str, number: int) -> Response:
    """Show a match of a published round."""
    return show(asked.require(token), number)


def show(
    found: FoundTournament,
    number: int,
    typed: Mapping[str, str] | None = None,
    notice: str = "",
    status: int = 200,
) -> Response:
    """Return the page of a match. After a refused change, the page shows what was `typed`."""
    snapshot = results.follow(found.tournament)
    if not 1 <= number <= len(snapshot.matches):
        abort(404)
    page = _page(snapshot, found, number, typed or {})
    page = replace(page, notice=notice)
    return make_response(render_template("tournament/match.html", page=page), status)


def _page(
    snapshot: Snapshot, found: FoundTournament, number: int, typed: Mapping[str, str]
) -> FixturePage:
    row = snapshot.matches[number - 1]
    said = results.at_table(row)
    result = result_from_text(row.result)
    about = changes_told.about_match(snapshot.tournament, number)
    shown = result
    if shown is None and said is not None:
        shown = said.result(How.CONFIRMED)
    shown = shown or Result((0, 0), (0, 0), How.BY_HAND)
    tile = showing.tile(snapshot, row)
    is_played = snapshot.tournament.stage == "playing" and tile.state != "bye"
    may_decide = found.organises and is_played
    return FixturePage(
        token=found.address,
        title=snapshot.tournament.title,
        number=number,
        round=row.round,
        tile=tile,
        organises=found.organises,
        says=_says(said),
        by_hand=result is not None and result.how not in {How.SIGNED, How.BYE},
        why=changes_told.reason(about),
        games=_typed(typed, "games", shown.games),
        points=_typed(typed, "points", shown.points),
        typed_why=typed.get("why", ""),
        trace=tuple(changes_told.tell(snapshot, change) for change in about[:20]),
        may_decide=may_decide,
        may_stop=may_decide and tile.state == "playing",
        has_table=said is not None,
        revision=snapshot.tournament.revision,
        was=row.result,
        signed=_signed(snapshot, row, said),
        others=_others(snapshot, row),
        counts_games=results.rules_of(snapshot.tournament).best_of > 1,
        has_copy=bool(results.record_of(snapshot.tournament, number)),
    )


def _typed(typed: Mapping[str, str], name: str, values: tuple[int, int]) -> tuple[str, str]:
    """Return the numbers of both teams as text: what was typed in two fields, or else `values`."""
    first, second = values
    return typed.get(f"{name}-0", str(first)), typed.get(f"{name}-1", str(second))


def _signed(
    snapshot: Snapshot, row: MatchRow, said: results.AtTable | None
) -> tuple[tuple[int, TeamLabel], ...]:
    """Return the sides whose teams have signed at the table, each with its team."""
    if said is None:
        return ()
    signed = list[tuple[int, TeamLabel]]()
    for side, team in enumerate((row.first, row.second)):
        if side in said.signed and team:
            signed.append((side, showing.label(snapshot, team)))
    return tuple(signed)


def _others(snapshot: Snapshot, row: MatchRow) -> tuple[TeamLabel, ...]:
    """Return the teams that may have played this match by mistake.

    These are the teams of the other matches of the same stage and round. Byes are left out. Return
    () if the match is in a bracket or in an earlier round.
    """
    if row.node or row.round != snapshot.round:
        return ()
    found = list[TeamLabel]()
    for other in snapshot.of_round(snapshot.round):
        if other.number != row.number and other.stage == row.stage and other.second:
            found += [showing.label(snapshot, other.first), showing.label(snapshot, other.second)]
    return tuple(found)


def _says(said: results.AtTable | None) -> str:
    """Return the points at the table as text, "24–20" for example, or "" if there is no table."""
    if said is None:
        return ""
    return "–".join(map(str, said.points))
