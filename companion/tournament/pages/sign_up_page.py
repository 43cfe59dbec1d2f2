"""Show the page on which a team signs up. The phone that sends the form belongs to the team."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.pages.joining import NO_COOKIES
from companion.tournament import rounds, showing, signing_up, tournaments
from companion.tournament.models import Tournament
from companion.tournament.pages import asked
from companion.tournament.showing import TeamLabel
from companion.tournament.tournaments import FoundTournament
from companion.web import device, player_name, qr
from companion.web.guests import shared_link
from companion.web.language import gettext
from companion.words import games
from companion.words.wrong import sentence_of

bp = Blueprint("tournament_sign_up", __name__)


@dataclass(frozen=True, slots=True)
class SignUpPage:
    """The form for a team, and the teams that have signed up so far.

    * `labels`: the labels of the fields for the players.
    * `players` and `name`: what these fields and the field for the name of the team show.
    * `mine`: the number of this phone's team, 0 if it has none.
    """

    token: str
    title: str
    game: str
    labels: tuple[str, ...]
    players: tuple[str, ...]
    name: str
    is_open: bool
    teams: tuple[TeamLabel, ...]
    mine: int
    link: str
    square: qr.Square
    notice: str = ""


class TypedTeam(NamedTuple):
    """What was typed in the form: the names of the players, and the name of the team."""

    players: tuple[str, ...]
    name: str

    @classmethod
    def from_form(cls, team_size: int) -> TypedTeam:
        """Return what this request has in the fields of the form."""
        players = (request.form.get(f"player-{place}", "") for place in range(team_size))
        return cls(tuple(players), request.form.get("name", ""))


@bp.get("/k/<token>/in")
def show_sign_up(token: str) -> Response:
    """Show the form to sign a team up. Redirect a phone that has a team to the team's page."""
    tournament = _tournament(token)
    known = tournaments.role_of(tournament, device.phone_id()) if device.phone_id() else None
    if known is not None and known.team and "another" not in request.args:
        return redirect(_team_address(tournament, known.team), 303)
    return _form(tournament, token)


@bp.post("/k/<token>/in")
def sign_up(token: str) -> Response:
    """Sign a team up, and show this phone the page of the team."""
    tournament = _tournament(token)
    typed = TypedTeam.from_form(tournament.team_size)
    if device.keeps_no_cookies():
        return _form(tournament, token, typed, gettext(NO_COOKIES), 403)
    phone = device.phone_id_or_new()
    try:
        team = signing_up.sign_up(tournament, typed.players, typed.name, device=phone)
    except ValueError as error:
        return _form(tournament, token, typed, sentence_of(error), 422)
    response = redirect(url_for("tournament_team.show_team", token=team.token), 303)
    device.set_phone_cookie(response, phone)
    return player_name.set_name_cookie(response, team.people[0])


def _tournament(token: str) -> Tournament:
    tournament = tournaments.by_sign_up_token(token)
    if tournament is None:
        abort(404, gettext(asked.UNKNOWN))
    return tournament


def _team_address(tournament: Tournament, number: int) -> str:
    team = signing_up.teams(tournament)[number - 1]
    return url_for("tournament_team.show_team", token=team.token)


def _form(
    tournament: Tournament,
    token: str,
    typed: TypedTeam | None = None,
    notice: str = "",
    status: int = 200,
) -> Response:
    """Return the page with the form. `typed` is what was typed before, None if nothing was."""
    snapshot = rounds.take_snapshot(tournament)
    link = shared_link("tournament_sign_up.show_sign_up", token=token)
    known: FoundTournament | None = tournaments.role_of(tournament, device.phone_id())
    mine = known.team if known else 0
    if typed is None:
        own_name = "" if mine else player_name.remembered()
        typed = TypedTeam((own_name, *[""] * (tournament.team_size - 1)), "")
    page = SignUpPage(
        token=token,
        title=tournament.title,
        game=games.name(tournament.variant),
        labels=_labels(tournament.team_size),
        players=typed.players,
        name=typed.name,
        is_open=snapshot.tournament.stage == "signing up",
        teams=tuple(showing.present_labels(snapshot)),
        mine=mine,
        link=link,
        square=qr.square(link),
        notice=notice,
    )
    made = make_response(render_template("tournament/sign_up.html", page=page), status)
    return device.ensure_phone_cookie(made)


def _labels(size: int) -> tuple[str, ...]:
    """Return the labels of the players' fields. The first of three players is the captain."""
    if size == 3:
        second = gettext("Second player")
        return gettext("You, the captain"), second, gettext("Third player")
    return (gettext("You"), gettext("Your partner"))[:size]
