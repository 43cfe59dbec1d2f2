"""Show the organiser's page: sign-up, round, clock, tables, and a key for each decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.tournament import (
    clock,
    results,
    roster,
    rounds,
    seating,
    showing,
    signing_up,
    tournaments,
)
from companion.tournament.clock import Clock
from companion.tournament.entries import How, Result
from companion.tournament.formats import Kind
from companion.tournament.pages import (
    asked,
    changes_told,
    doubts_shown,
    match_page,
    repairs,
    teams_page,
)
from companion.tournament.pages.doubts_shown import ShownDoubt
from companion.tournament.rounds import Snapshot
from companion.tournament.showing import FixtureTile, TeamLabel
from companion.tournament.tournaments import FoundTournament
from companion.web import device, qr
from companion.web.guests import shared_link
from companion.web.language import gettext, ngettext

Step = Literal["publish", "draft", "wait", "over", ""]

bp = Blueprint("tournament_desk", __name__)

NAMED_TABLES = 8  # most tables that a sentence lists


@dataclass(frozen=True, slots=True)
class Desk:
    """The organiser's page at one moment.

    * `tiles` are the matches of the present round without byes.
    * `clock` is None if the tournament is not being played, or rounds have no time limit.
    * `over` is how many of the matches have a result.
    * `open_tables` has the number of the table of each match without a result, 0 for a match
      without a table.
    * `awaits` is a sentence that says for which results the next round waits.
    * `draft` is the number of the drafted round, 0 if there is no draft.
    * `ends` is whether the draft has no matches, so that publishing it ends the tournament.
    * `rounds` is the number of rounds of Swiss, 0 if this number cannot be changed now.
    * `typed_rounds` is a number of rounds that was refused, as it was typed, or None.
    * `owner` is whether the page was opened by an organiser's link, not by a helper's.
    """

    token: str
    title: str
    stage: str
    revision: int
    round: str
    number: int
    teams: tuple[TeamLabel, ...]
    sign_up: str
    square: qr.Square
    tiles: tuple[FixtureTile, ...]
    sitting_out: tuple[TeamLabel, ...]
    clock: Clock | None
    over: int
    open_tables: tuple[int, ...]
    awaits: str
    draft: int
    ends: bool
    can_draft: bool
    rounds: int
    doubts: tuple[ShownDoubt, ...]
    lately: tuple[tuple[str, str], ...]
    standings: tuple[showing.StandingsTable, ...]
    watch: str
    owner: bool
    helper_link: str
    typed_rounds: str | None
    notice: str = ""

    @property
    def is_signing_up(self) -> bool:
        """Return whether the sign-up is open."""
        return self.stage == "signing up"

    @property
    def is_live(self) -> bool:
        """Return whether the page asks the server for changes every few seconds."""
        return self.stage in ("signing up", "playing")

    @property
    def calling(self) -> tuple[FixtureTile, ...]:
        """Return the matches whose tables call the referee."""
        return tuple(tile for tile in self.tiles if tile.calls)

    @property
    def missing(self) -> tuple[FixtureTile, ...]:
        """Return the matches to which nobody has come in time."""
        return tuple(tile for tile in self.tiles if tile.state == "missing")

    @property
    def step(self) -> Step:
        """Return what the organiser has to do next.

        * "publish": publish the draft
        * "draft": draw the next round
        * "wait": wait until the matches are over
        * "over": nothing, because the tournament is over
        * "": something else, such as closing the sign-up
        """
        if self.draft:
            return "publish"
        if self.can_draft:
            return "draft"
        if self.stage == "playing" and self.open_tables:
            return "wait"
        return "over" if self.stage == "over" else ""

    @property
    def may_take_back(self) -> bool:
        """Return whether the page offers to take the last published round back."""
        return bool(self.number) and self.stage == "playing" and not self.draft


def show(found: FoundTournament, notice: str = "", status: int = 200) -> Response:
    """Return the organiser's page. `notice` says why a change was refused, "" if none was."""
    snapshot = asked.follow(found)
    page = _desk(found, snapshot, notice)
    made = make_response(render_template("tournament/desk.html", page=page), status)
    return device.ensure_phone_cookie(made)


@bp.get("/k/<token>/desk")
def show_desk(token: str) -> Response:
    """Show the organiser's page."""
    found = asked.require_organiser(token)
    if "HX-Request" not in request.headers:
        tournaments.remember_phone(found, device.phone_id_or_new())
    return show(found)


def _desk(found: FoundTournament, snapshot: Snapshot, notice: str) -> Desk:
    tournament = snapshot.tournament
    playing = tuple(tile for tile in showing.tiles(snapshot) if tile.state != "bye")
    link = shared_link("tournament_sign_up.show_sign_up", token=tournament.sign_up_token)
    helper = shared_link("tournament_desk.show_desk", token=tournament.help_token)
    owner = found.role == "organise"
    shown_clock = None
    if tournament.stage == "playing":
        shown_clock = clock.clock(tournament)
    still_open = tuple(tile.table for tile in playing if not tile.is_over)
    return Desk(
        token=request.view_args["token"] if request.view_args else "",
        title=tournament.title,
        stage=tournament.stage,
        revision=tournament.revision,
        round=showing.round_title(snapshot),
        number=snapshot.round,
        teams=tuple(showing.present_labels(snapshot)),
        sign_up=link,
        square=qr.square(link),
        tiles=playing,
        sitting_out=tuple(showing.sitting_out(snapshot)),
        clock=shown_clock,
        over=sum(tile.is_over for tile in playing),
        open_tables=still_open,
        awaits=_awaits(still_open),
        draft=snapshot.round + 1 if tournament.draft else 0,
        ends=bool(tournament.draft) and rounds.is_end(tournament.draft),
        can_draft=tournament.stage == "playing" and not still_open and not tournament.draft,
        rounds=_rounds_to_change(snapshot),
        doubts=tuple(doubts_shown.shown_doubts(snapshot)),
        lately=tuple(changes_told.latest(snapshot, 8)),
        standings=tuple(showing.standings_tables(snapshot)),
        watch=tournament.watch_token,
        owner=owner,
        helper_link=helper if owner else "",
        typed_rounds=request.form.get("rounds"),
        notice=notice,
    )


def _awaits(still_open: Sequence[int]) -> str:
    """Return a sentence that says for which results the next round waits.

    `still_open` has the number of the table of each match without a result, 0 for a match without
    a table. The sentence names the tables. If there are more than `NAMED_TABLES`, or if a match has
    no table, it gives only the number of matches.
    """
    if len(still_open) > NAMED_TABLES or 0 in still_open:
        return ngettext(
            "The next round is drawn once %(num)s more match is in.",
            "The next round is drawn once %(num)s more matches are in.",
            len(still_open),
        )
    tables = ", ".join(map(str, still_open))
    return gettext("The next round is drawn once these tables are in: %(tables)s", tables=tables)


def _rounds_to_change(snapshot: Snapshot) -> int:
    form = snapshot.so_far.form
    is_over = snapshot.tournament.stage == "over"
    if form.kind is not Kind.SWISS or snapshot.so_far.brackets or is_over:
        return 0
    return form.rounds


# -- what an organiser does -----------------------------------------------------------------------


def _close(found: FoundTournament) -> None:
    rounds.close_sign_up(found.tournament, asked.phone())


def _reopen(found: FoundTournament) -> None:
    rounds.reopen_sign_up(found.tournament, asked.phone())


def _draft(found: FoundTournament) -> None:
    rounds.draft_again(found.tournament, asked.phone())


def _publish(found: FoundTournament) -> None:
    rounds.publish(found.tournament, asked.shown_revision(), asked.phone())


def _take_back(found: FoundTournament) -> None:
    rounds.take_back(found.tournament, asked.phone())


def _start(found: FoundTournament) -> None:
    clock.start(found.tournament, asked.phone())


def _pause(found: FoundTournament) -> None:
    clock.pause(found.tournament, asked.phone())


def _extend(found: FoundTournament) -> None:
    clock.extend(found.tournament, asked.small_number("minutes") or 5, asked.phone())


def _add(found: FoundTournament) -> None:
    names = [name for name in request.form.get("players", "").split(",") if name.strip()]
    rounds.add_team(found.tournament, names, request.form.get("name", ""), asked.phone())


def _withdraw(found: FoundTournament) -> None:
    roster.withdraw(found.tournament, asked.team_number(), asked.phone())


def _come_back(found: FoundTournament) -> None:
    roster.come_back(found.tournament, asked.team_number(), asked.phone())


def _seed(found: FoundTournament) -> None:
    seed = 0
    if request.form.get("seed", "").strip():
        seed = _typed_number("seed")
    signing_up.set_seed(found.tournament, asked.team_number(), seed, asked.phone())


def _players(found: FoundTournament) -> None:
    names = [name for name in request.form.get("players", "").split(",") if name.strip()]
    name = request.form.get("name", "")
    before = request.form.get("before")
    if before is not None:
        before = "\n".join(before.splitlines())  # a browser ends the lines of a field with "\r\n"
    number = asked.team_number()
    roster.replace_players(found.tournament, number, names, name, asked.phone(), before=before)


def _confirm(found: FoundTournament) -> None:
    results.confirm(found.tournament, asked.match_number(), asked.phone(), was=asked.shown_result())


def _by_hand(found: FoundTournament) -> None:
    games = (_typed_number("games-0"), _typed_number("games-1"))
    points = (_typed_number("points-0"), _typed_number("points-1"))
    result = Result(games, points, How.BY_HAND)
    was = asked.shown_result()
    results.set_by_hand(
        found.tournament, asked.match_number(), result, _why(), asked.phone(), was=was
    )


def _forfeit(found: FoundTournament) -> None:
    absent = request.form.get("absent", "")
    was = asked.shown_result()
    results.forfeit(found.tournament, asked.match_number(), absent, _why(), asked.phone(), was=was)


def _annul(found: FoundTournament) -> None:
    was = asked.shown_result()
    results.annul(found.tournament, asked.match_number(), _why(), asked.phone(), was=was)


def _from_table(found: FoundTournament) -> None:
    was = asked.shown_result()
    results.take_from_table(found.tournament, asked.match_number(), asked.phone(), was=was)


def _stop(found: FoundTournament) -> None:
    key = f"stop-{asked.match_number()}-{asked.phone()[:20]}"
    seating.stop_match(found.tournament, asked.match_number(), key, asked.phone())


def _more(found: FoundTournament) -> None:
    minutes = asked.small_number("minutes") or 5
    clock.extend_table(found.tournament, asked.match_number(), minutes, asked.phone())


def _comes(found: FoundTournament) -> None:
    seating.answer_call(found.tournament, asked.match_number(), asked.phone())


def _swap_tables(found: FoundTournament) -> None:
    other = asked.small_number("other")
    seating.swap_tables(found.tournament, asked.match_number(), other or 0, asked.phone())


def _replace_sign_up(found: FoundTournament) -> None:
    tournaments.replace_link(found.tournament, "sign_up", asked.phone())


def _replace_watch(found: FoundTournament) -> None:
    tournaments.replace_link(found.tournament, "watch", asked.phone())


DECISIONS: Mapping[str, Callable[[FoundTournament], None]] = MappingProxyType(
    {
        "close": _close,
        "reopen": _reopen,
        "draft": _draft,
        "publish": _publish,
        "take-back": _take_back,
        "start": _start,
        "pause": _pause,
        "extend": _extend,
        "add": _add,
        "withdraw": _withdraw,
        "come-back": _come_back,
        "seed": _seed,
        "players": _players,
        "confirm": _confirm,
        "by-hand": _by_hand,
        "forfeit": _forfeit,
        "annul": _annul,
        "from-table": _from_table,
        "stop": _stop,
        "more": _more,
        "comes": _comes,
        "swap-tables": _swap_tables,
        "replace-sign-up": _replace_sign_up,
        "replace-watch": _replace_watch,
        **repairs.REPAIRS,
    }
)
TYPED_OF_MATCH = {"by-hand", "forfeit", "annul"}  # their forms have fields to type into
BACK = {
    "close": "draft",
    "draft": "draft",
    "add": "teams",
    "withdraw": "teams",
    "come-back": "teams",
    "seed": "teams",
    "players": "teams",
    "replace-team": "teams",
}


@bp.post("/k/<token>/desk")
def decide(token: str) -> Response:
    """Do what the form field `do` names, and redirect to the page that shows the effect."""
    found = asked.require_organiser(token)
    what = request.form.get("do", "")
    work = DECISIONS.get(what)
    if work is None:
        abort(400)
    try:
        work(found)
    except ValueError as error:
        return _refuse(found, what, error)
    if what == "replace-organise":
        token = rounds.take_snapshot(found.tournament).tournament.organise_token
    page = BACK.get(what, "desk")
    if page == "draft":
        return redirect(url_for("tournament_draft.show_draft", token=token), 303)
    if page == "teams":
        return redirect(url_for("tournament_teams.show_teams", token=token), 303)
    return redirect(url_for("tournament_desk.show_desk", token=token), 303)


def _refuse(found: FoundTournament, what: str, error: ValueError) -> Response:
    """Show the page of the form again, with what was typed and why nothing was changed."""
    notice, status = asked.notice_of(found, error)
    if what in TYPED_OF_MATCH:
        return match_page.show(found, asked.match_number(), request.form, notice, status)
    if BACK.get(what) == "teams":
        return teams_page.show(found, request.form, notice, status)
    return show(found, notice, status)


@bp.post("/k/<token>/delete")
def delete(token: str) -> Response:
    """Delete the tournament if the field `sure` says that the organiser is sure."""
    found = asked.require_owner(token)
    if request.form.get("sure") != "yes":
        return show(found, gettext("Tick that you are sure."), 422)
    tournaments.delete(found.tournament)
    return redirect(url_for("home.index"), 303)


def _typed_number(name: str) -> int:
    """Return the number in a field of the form, or 0 if the form has no such field.

    If the field contains something else, return -1, which `set_seed` and `set_by_hand` refuse with
    a sentence that says which numbers are possible.
    """
    if name not in request.form:
        return 0
    number = asked.small_number(name)
    return -1 if number is None else number


def _why() -> str:
    return request.form.get("why", "")
