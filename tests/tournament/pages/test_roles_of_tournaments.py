"""What each link of a tournament allows: the HTTP status of each route for each link."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.tournament import rounds, signing_up, table_cards, tournaments
from companion.tournament.formats import Format, Kind
from companion.tournament.models import Tournament
from companion.tournament.terms import Terms
from tests.pages.test_roles import answers_in

LINKS = ("none", "sign_up", "card", "watch", "team", "help", "organise")

# The status with which each route answers, by the kind of the link.
ANSWERS = answers_in(Path(__file__).with_name("answers.txt"))
FORMS = {
    "POST /tournament": {"title": "Festa", "game": "catalan"},
    "POST /k/<token>/team": {"match": "1", "do": "call"},
    "POST /k/<token>/draft": {"seen": "0", "lock": "1"},
    "POST /k/<token>/desk": {"do": "add", "players": "Ona, Quim"},
    "POST /k/<token>/setup": {"title": "Festa"},
    "POST /k/<token>/names": {"team": "1", "name": "Anna0"},
    "POST /k/<token>/people": {"person-0-0": "Rosa", "person-0-1": "Pep"},
    "POST /k/<token>/book": {"do": "stop"},
    "POST /k/<token>/delete": {"sure": "yes"},
}
VALUES = {
    "int:number": "1",
    "any(draw, results, standings):what": "draw",
    "any(tournament, standings):what": "standings",
    "any(wide, square):shape": "wide",
    "version": "0",
}


@pytest.fixture
def tournament(app: Flask) -> Tournament:
    """Return a tournament of four pairs whose first round is published."""
    form = Format(kind=Kind.SWISS, rounds=3)
    made = tournaments.open_tournament(
        "Festa", variant="catalan", form=form, terms=Terms(), device="phone"
    )
    for pair in range(4):
        signing_up.sign_up(made, [f"Anna{pair}", f"Biel{pair}"], device=f"phone {pair}")
    rounds.close_sign_up(made, "phone")
    rounds.publish(made, rounds.take_snapshot(made).tournament.revision, "phone")
    return rounds.take_snapshot(made).tournament


def token_of(tournament: Tournament, link: str) -> str:
    if link == "none":
        return "x" * 22
    if link == "team":
        snapshot = rounds.take_snapshot(tournament)
        return snapshot.team(snapshot.matches[0].first).token
    if link == "card":
        return table_cards.cards(tournament)[0].token
    return str(getattr(tournament, f"{link}_token"))


def asked(client: FlaskClient, route: str, token: str) -> int:
    method, _, rule = route.partition(" ")
    address = rule.replace("<token>", token).replace("<card>", token)
    for argument, value in VALUES.items():
        address = address.replace(f"<{argument}>", value)
    return client.open(address, method=method, data=FORMS.get(route)).status_code


@pytest.mark.parametrize("column", range(len(LINKS)), ids=LINKS)
def test_every_link_of_a_tournament_gets_the_listed_status_at_every_route(
    client: FlaskClient, tournament: Tournament, column: int
):
    token = token_of(tournament, LINKS[column])
    found = {route: asked(client, route, token) for route in ANSWERS}
    assert found == {route: answers[column] for route, answers in ANSWERS.items()}


def test_the_expected_statuses_are_listed_for_every_route_of_a_tournament(app: Flask):
    routes = set()
    for rule in app.url_map.iter_rules():
        if app.view_functions[rule.endpoint].__module__.startswith("companion.tournament."):
            methods = (rule.methods or set()) - {"HEAD", "OPTIONS"}
            routes.update(f"{method} {rule.rule}" for method in methods)
    assert routes == set(ANSWERS)


@pytest.mark.parametrize("link", ["watch", "team", "help"])
def test_no_page_of_a_tournament_shows_a_link_with_more_rights_than_the_viewer_has(
    client: FlaskClient, tournament: Tournament, link: str
):
    token = token_of(tournament, link)
    more = {tournament.organise_token}
    if link != "help":
        more |= {tournament.help_token, tournament.sign_up_token}
        teams = rounds.take_snapshot(tournament).teams
        more |= {team.token for team in teams if team.token != token}
    for route in ANSWERS:
        if route.startswith("GET"):
            address = re.sub("<token>", token, route.partition(" ")[2])
            for argument, value in VALUES.items():
                address = address.replace(f"<{argument}>", value)
            page = client.get(address, follow_redirects=True).text
            assert not [secret for secret in more if secret in page], route
