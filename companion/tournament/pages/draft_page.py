"""Show the draft of the next round, which only organisers see.

On this page organisers exchange teams, lock pairs, draw again, and publish the draft.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.tournament import rounds, showing
from companion.tournament.drawing import DrawnRound
from companion.tournament.entries import were_opponents
from companion.tournament.pages import asked, desk
from companion.tournament.rounds import Snapshot
from companion.tournament.showing import NOBODY, TeamLabel
from companion.tournament.tournaments import FoundTournament
from companion.web.forms import number
from companion.web.language import gettext

bp = Blueprint("tournament_draft", __name__)

PAIR_ICONS = {"free": "open", "locked": "lock"}


@dataclass(frozen=True, slots=True)
class DraftTeam:
    """A team in the draft.

    `record` has the wins and losses of the team so far, "2–1" for example. `chosen` is whether an
    organiser has touched this team. If they touch another team next, the two are exchanged.
    """

    team: TeamLabel
    record: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class DraftPair:
    """A pair of the draft.

    * `place` counts the pairs from 1.
    * `stage` is the part of the tournament to which the pair belongs, "" if there is only one.
    * `second` is None if the first team has a bye.
    * `met` is the last round in which the two teams have met, 0 if they have not met.
    """

    place: int
    stage: str
    first: DraftTeam
    second: DraftTeam | None
    met: int
    locked: bool

    @property
    def icon(self) -> str:
        """Return the drawing on the key that locks and unlocks the pair."""
        return PAIR_ICONS["locked" if self.locked else "free"]


@dataclass(frozen=True, slots=True)
class DraftPage:
    """The pairs of the draft, and the teams without a match in this round.

    * `chosen` is the team that an organiser has touched, to exchange it with the team that they
      touch next. It is `NOBODY` if no team was touched.
    * `is_over` is whether the draft has no matches.
    * `can_change` is false after a bracket is published, because the results in the bracket then
      decide who meets whom.
    """

    token: str
    title: str
    number: int
    revision: int
    pairs: tuple[DraftPair, ...]
    sitting_out: tuple[TeamLabel, ...]
    chosen: TeamLabel
    rematches: int
    is_over: bool
    can_change: bool
    first_round: bool
    notice: str = ""

    @property
    def heading(self) -> str:
        """Return the heading of the page."""
        if self.is_over:
            return gettext("The tournament can end here")
        return gettext("Round %(number)s, not public yet", number=self.number)


@bp.get("/k/<token>/draft")
def show_draft(token: str) -> Response:
    """Show the draft. `chosen` in the query string is the team that was touched, if any."""
    return _show(asked.require_organiser(token), token)


@bp.post("/k/<token>/draft")
def change_draft(token: str) -> Response:
    """Exchange two teams of the draft, or lock or unlock a pair."""
    found = asked.require_organiser(token)
    try:
        if "lock" in request.form:
            lock = asked.small_number("lock", 64)
            rounds.lock_or_unlock(
                found.tournament, lock or 0, asked.shown_revision(), asked.phone()
            )
        else:
            one = asked.small_number("chosen", 64)
            other = asked.small_number("team", 64)
            if one is None or other is None:
                abort(400)
            rounds.swap(found.tournament, one, other, asked.shown_revision(), asked.phone())
    except ValueError as error:
        return _refuse(found, token, error)
    return redirect(url_for("tournament_draft.show_draft", token=token), 303)


def _refuse(found: FoundTournament, token: str, error: ValueError) -> Response:
    """Show why nothing was changed: on the page of the draft, or without a draft on the desk."""
    notice, status = asked.notice_of(found, error)
    if not rounds.take_snapshot(found.tournament).tournament.draft:
        return desk.show(found, notice, status)
    return _show(found, token, notice, status)


def _show(found: FoundTournament, token: str, notice: str = "", status: int = 200) -> Response:
    snapshot = rounds.take_snapshot(found.tournament)
    if not snapshot.tournament.draft:
        return redirect(url_for("tournament_desk.show_desk", token=token), 303)
    chosen = number(request.args.get("chosen", ""), 65) or 0
    page = _page(snapshot, token, chosen, notice)
    return make_response(render_template("tournament/draft.html", page=page), status)


def _page(snapshot: Snapshot, token: str, chosen: int, notice: str) -> DraftPage:
    drafted = rounds.draft_from_json(snapshot.tournament.draft)
    met = _meeting_rounds(snapshot)
    records = _records(snapshot)
    has_parts = len({match.stage for match in drafted.drawn.matches}) > 1
    pairs = []
    for place, match in enumerate(drafted.drawn.matches):
        first, second = match.teams
        pairs.append(
            DraftPair(
                place=place + 1,
                stage=showing.stage_name(match.stage) if has_parts else "",
                first=_team(snapshot, first, records, chosen),
                second=_team(snapshot, second, records, chosen) if second else None,
                met=met.get(frozenset((first, second or 0)), 0),
                locked=place in drafted.locked,
            )
        )
    known = 1 <= chosen <= len(snapshot.teams)
    return DraftPage(
        token=token,
        title=snapshot.tournament.title,
        number=drafted.drawn.number,
        revision=snapshot.tournament.revision,
        pairs=tuple(pairs),
        sitting_out=tuple(_sitting_out(snapshot, drafted.drawn)),
        chosen=showing.label(snapshot, chosen) if known else NOBODY,
        rematches=sum(bool(pair.met) for pair in pairs),
        is_over=not drafted.drawn.matches,
        can_change=bool(drafted.drawn.matches) and not snapshot.tournament.brackets,
        first_round=drafted.drawn.number == 1,
        notice=notice,
    )


def _sitting_out(snapshot: Snapshot, drawn: DrawnRound) -> Iterator[TeamLabel]:
    """Yield the teams without a match in the drafted round. In a bracket, yield no team."""
    if drawn.brackets or not drawn.matches:
        return
    playing = set(chain.from_iterable(match.teams for match in drawn.matches))
    for team in snapshot.so_far.active(drawn.number):
        if team.number not in playing:
            yield showing.label(snapshot, team.number)


def _team(snapshot: Snapshot, number: int, records: dict[int, str], chosen: int) -> DraftTeam:
    return DraftTeam(showing.label(snapshot, number), records.get(number, ""), number == chosen)


def _records(snapshot: Snapshot) -> dict[int, str]:
    """Return the wins and losses so far as text, "2–1" for example, by team number."""
    if not snapshot.round:
        return {}
    counts = {team.number: [0, 0] for team in snapshot.teams}
    for match in snapshot.so_far.matches:
        if match.winner is not None:
            counts[match.winner][0] += 1
        if match.loser is not None:
            counts[match.loser][1] += 1
    return {team: f"{won}–{lost}" for team, (won, lost) in counts.items()}


def _meeting_rounds(snapshot: Snapshot) -> dict[frozenset[int], int]:
    """Return the last round in which two teams met, for each pair of teams that have met."""
    found = dict[frozenset[int], int]()
    for match in snapshot.so_far.matches:
        first, second = match.teams
        if second is not None and were_opponents(match):
            found[frozenset((first, second))] = match.round
    return found
