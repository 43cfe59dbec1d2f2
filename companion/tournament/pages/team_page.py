"""Show a team its next table and opponent, all its matches, and its rank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.tournament import clock, repairing, results, seating, showing, tournaments
from companion.tournament.clock import Clock
from companion.tournament.pages import asked, changes_told, setup_page
from companion.tournament.rounds import Snapshot
from companion.tournament.showing import NOBODY, FixtureTile, TeamLabel
from companion.tournament.tournaments import FoundTournament
from companion.web import device
from companion.web.language import gettext
from companion.words.wrong import sentence_of

TeamView = Literal["signing up", "over", "left", "out", "waiting", "table"]

bp = Blueprint("tournament_team", __name__)


@dataclass(frozen=True, slots=True)
class TeamPage:
    """The page that a team's phones show when they are not at a table.

    * `has_begun` is whether a round is published.
    * `now` is the match of the team in the present round, None if the team has no match.
    * `ahead` is the place of this match in the queue for a table, from 1. It is 0 if the match does
      not wait for a table.
    * `clock` is None if the tournament is not being played, or rounds have no time limit.
    """

    token: str
    title: str
    team: TeamLabel
    stage: str
    has_begun: bool
    now: FixtureTile | None
    opponent: TeamLabel
    ahead: int
    clock: Clock | None
    rank: showing.TeamRank
    matches: tuple[FixtureTile, ...]
    watch: str
    has_left: bool
    may_sign: bool
    at_time: str
    news: str
    notice: str = ""

    @property
    def view(self) -> TeamView:
        """Return what the page shows: "table", or a word that says why the team has no table now.

        * "signing up": no round is published
        * "waiting": the match of the team waits for a table
        * "out": the team has no opponent in this round
        * "left": the team has left the tournament
        * "over": the tournament is over
        """
        if self.stage == "over":
            return "over"
        if self.has_left:
            return "left"
        if not self.has_begun:
            return "signing up"
        if self.now is None or self.now.state == "bye":
            return "out"
        return "waiting" if self.now.state == "waiting" else "table"

    @property
    def may_sit(self) -> bool:
        """Return whether the team may sit down at its table, or call the referee there."""
        return self.view == "table" and self.now is not None and not self.now.is_over

    @property
    def may_answer(self) -> bool:
        """Return whether the page asks the team if the result at its table is right."""
        is_asked = self.now is not None and self.now.is_played_out and not self.now.calls
        return self.view == "table" and is_asked


CALLS = {"call": seating.call_referee, "not-right": repairing.dispute}


@bp.get("/k/<token>/team")
def show_team(token: str) -> Response:
    """Show a team its next table. Redirect the link of another role to the page of that role."""
    found = asked.require(token)
    if found.organises:
        return redirect(url_for("tournament_desk.show_desk", token=token), 303)
    if not found.team:
        return redirect(url_for("tournament_standings.show_standings", token=token), 303)
    phone = device.phone_id_or_new()
    if "HX-Request" not in request.headers:
        tournaments.remember_phone(found, phone)
    return device.set_phone_cookie(_show(found, token), phone)


@bp.post("/k/<token>/team")
def sit_down(token: str) -> Response:
    """Open the table of this team's match if it is not open yet.

    Then redirect to the page for joining the table. If the form field `do` has one of these values,
    do the following instead:

    * "right": sign the result for the team
    * "not-right": dispute the result
    * "call": call the referee
    """
    found = asked.require(token)
    if not found.team:
        abort(403, gettext("Only a team may do that."))
    number = asked.small_number("match")
    phone = device.phone_id_or_new()
    snapshot = results.follow(found.tournament)
    mine = [tile.number for tile in showing.matches_of(snapshot, found.team)]
    if number not in mine:
        return _show(found, token, gettext("This is not your match."), 422)
    wanted = request.form.get("do")
    try:
        if wanted == "right":
            seating.sign_for_team(found.tournament, number, found.team)
            return redirect(url_for("tournament_team.show_team", token=token), 303)
        if wanted in CALLS:
            CALLS[wanted](found.tournament, number, phone)
            return redirect(url_for("tournament_team.show_team", token=token), 303)
        match = seating.open_match_table(found.tournament, number, phone)
    except ValueError as error:
        return _show(found, token, sentence_of(error), 422)
    target = url_for("joining.show_by_link", token=match.join_token)
    return device.set_phone_cookie(redirect(target, 303), phone)


def _show(found: FoundTournament, token: str, notice: str = "", status: int = 200) -> Response:
    snapshot = asked.follow(found)
    page = _page(snapshot, found, token, notice)
    return make_response(render_template("tournament/team.html", page=page), status)


def _page(snapshot: Snapshot, found: FoundTournament, token: str, notice: str) -> TeamPage:
    team = found.team
    mine = showing.matches_of(snapshot, team)
    rows = snapshot.of_round(snapshot.round)
    numbers = {row.number for row in rows}
    current = next((tile for tile in mine if tile.number in numbers), None)
    opponent = NOBODY
    more_minutes = 0
    if current is not None:
        first, second = current.teams
        opponent = second if first.number == team else first
        more_minutes = snapshot.matches[current.number - 1].more_minutes
    waiting = [row.number for row in rows if not row.table and not row.result]
    ahead = waiting.index(current.number) + 1 if current and current.number in waiting else 0
    shown_clock = None
    if snapshot.tournament.stage == "playing":
        shown_clock = clock.clock(snapshot.tournament, more_minutes)
    return TeamPage(
        token=token,
        title=snapshot.tournament.title,
        team=showing.label(snapshot, team),
        stage=snapshot.tournament.stage,
        has_begun=snapshot.round > 0,
        now=current,
        opponent=opponent,
        ahead=ahead,
        clock=shown_clock,
        rank=showing.rank_of(snapshot, team),
        matches=tuple(mine),
        watch=snapshot.tournament.watch_token,
        has_left=snapshot.team(team).left is not None,
        may_sign=current is not None and _may_sign(current, team),
        at_time=setup_page.rule_at_time(snapshot.terms),
        news=changes_told.news(snapshot),
        notice=notice,
    )


def _may_sign(tile: FixtureTile, team: int) -> bool:
    """Return whether the match is over at its table and this team has not signed there."""
    side = 0 if tile.teams[0].number == team else 1
    return tile.state in {"finished", "signing"} and side not in tile.signed
