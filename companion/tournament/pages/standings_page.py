"""Show the public pages: standings, rounds and brackets, also as sheets for printing."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, make_response, render_template
from werkzeug.wrappers import Response

from companion.pages.result import SharedPicture
from companion.tournament import results, showing
from companion.tournament.pages import asked, podium_page
from companion.tournament.rounds import Snapshot
from companion.tournament.showing import FixtureTile, ShownBracket, StandingsTable, TeamLabel
from companion.web import qr
from companion.web.guests import shared_link

bp = Blueprint("tournament_standings", __name__)


@dataclass(frozen=True, slots=True)
class PublicPage:
    """The standings and the rounds as anyone with a link sees them.

    * `mine` is the number of the team to which the link belongs, 0 for none.
    * `games` is how many games a match has at most.
    * `target` is how many points win a game.
    * `number` is the round whose matches are shown.
    """

    token: str
    title: str
    stage: str
    round: str
    number: int
    cap: int
    target: int
    standings: tuple[StandingsTable, ...]
    brackets: tuple[ShownBracket, ...]
    ranks: tuple[tuple[tuple[int, TeamLabel], ...], ...]
    tiles: tuple[FixtureTile, ...]
    sitting_out: tuple[TeamLabel, ...]
    mine: int
    organises: bool
    by_hand: bool
    square: qr.Square
    link: str
    picture: SharedPicture | None
    games: int


def public_page(
    snapshot: Snapshot, token: str, *, number: int = 0, mine: int = 0, organises: bool = False
) -> PublicPage:
    """Return the public page with the matches of round `number`; 0 means the last round.

    `token` is that of the link by which the page was opened. `mine` is the number of the team with
    this link, 0 for none. `organises` is whether it is an organiser's or helper's link.
    """
    made = tuple(showing.tiles(snapshot, number))
    shown = tuple(showing.standings_tables(snapshot))
    ranks = tuple(tuple(ranked) for ranked in showing.final_ranks(snapshot))
    rules = results.rules_of(snapshot.tournament)
    link = shared_link("tournament_standings.show_standings", token=snapshot.tournament.watch_token)
    return PublicPage(
        token=token,
        title=snapshot.tournament.title,
        stage=snapshot.tournament.stage,
        round=showing.round_title(snapshot),
        number=number or snapshot.round,
        cap=snapshot.terms.cap,
        target=rules.tally.target,
        standings=shown,
        brackets=tuple(showing.shown_brackets(snapshot)),
        ranks=ranks,
        tiles=made,
        sitting_out=tuple(showing.sitting_out(snapshot)),
        mine=mine,
        organises=organises,
        by_hand=any(table.by_hand for table in shown),
        square=qr.square(link),
        link=link,
        picture=podium_page.shared_picture(snapshot),
        games=rules.best_of,
    )


def _asked(token: str, number: int = 0) -> PublicPage:
    found = asked.require(token)
    snapshot = results.follow(found.tournament)
    wanted = number if 1 <= number <= snapshot.round else 0
    return public_page(snapshot, token, number=wanted, mine=found.team, organises=found.organises)


@bp.get("/k/<token>")
def show_standings(token: str) -> Response:
    """Show the standings, and the brackets if there are any."""
    return make_response(render_template("tournament/standings.html", page=_asked(token)))


@bp.get("/k/<token>/round/<int:number>")
def show_round(token: str, number: int) -> Response:
    """Show the matches of a round."""
    return make_response(render_template("tournament/round.html", page=_asked(token, number)))


@bp.get("/k/<token>/print/<any(draw, results, standings):what>")
def print_sheet(token: str, what: str) -> Response:
    """Show a sheet for printing: the draw, empty result sheets, or the standings."""
    return make_response(render_template(f"tournament/print_{what}.html", page=_asked(token)))
