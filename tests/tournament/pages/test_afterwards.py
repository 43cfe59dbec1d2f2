"""Test what programs can read of a tournament, and what people find after it has ended."""

from __future__ import annotations

import codecs
import csv
import io

import pytest
from flask import Flask

from companion import tables
from companion.engine import Impossible
from companion.retelling.replay import Replay
from companion.tournament import embedding, results, roster, rounds, showing
from companion.tournament.entries import How, Result
from companion.tournament.formats import Format, Kind
from companion.tournament.models import Tournament
from companion.tournament.terms import Terms
from companion.web import walls
from tests.tournament.test_evening import ORGANISER, open_one, play, play_round, publish, sign_up

MATCH = {"table", "teams", "result", "points", "how"}
STANDING = {
    "stage",
    "rank",
    "team",
    "played",
    "wins",
    "draws",
    "losses",
    "for",
    "against",
    "by",
}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server compute the JSON for each request, instead of once a second."""
    monkeypatch.setattr(walls, "SECONDS", 0)


def begun(pairs: int, terms: Terms | None = None, form: Format | None = None) -> Tournament:
    tournament = open_one(form or Format(Kind.SWISS, rounds=2), terms)
    sign_up(tournament, pairs)
    rounds.close_sign_up(tournament, ORGANISER)
    publish(tournament)
    return rounds.take_snapshot(tournament).tournament


def next_round(tournament: Tournament) -> None:
    results.follow(tournament)
    rounds.draft_again(tournament, ORGANISER)
    publish(tournament)


@pytest.fixture
def over(app: Flask) -> Tournament:
    """Return a tournament of four pairs that is over, with two signed rounds of Swiss."""
    tournament = begun(4)
    play_round(tournament)
    next_round(tournament)
    play_round(tournament)
    next_round(tournament)
    return rounds.take_snapshot(tournament).tournament


def read(app: Flask, tournament: Tournament, page: str = "", **how):
    return app.test_client().get(f"/k/{tournament.watch_token}{page}", **how)


def test_the_json_of_a_tournament_with_every_kind_of_match_has_the_documented_keys(app):
    tournament = begun(7, Terms(tables=1))
    played = read(app, tournament, "/tournament.json").json
    assert list(played) == ["name", "game", "format", "teams", "rounds", "standings"]
    first, second, third, bye = played["rounds"][0]["matches"]
    assert (first["table"], second["table"], third["table"]) == (1, None, None)
    assert second | {"teams": 0} == {
        "table": None,
        "teams": 0,
        "result": None,
        "points": None,
        "how": None,
    }
    assert bye["teams"][1] is None
    assert (bye["result"], bye["points"], bye["how"]) == ([1, 0], [6, 0], "bye")
    results.forfeit(tournament, 1, "second", "", ORGANISER)
    results.annul(tournament, 2, "", ORGANISER)
    rounds.add_team(tournament, ["Late", "Later"], "", ORGANISER)  # meets the bye
    results.set_by_hand(tournament, 3, Result((1, 0), (12, 3), How.BY_HAND), "", ORGANISER)
    roster.withdraw(tournament, first["teams"][1], ORGANISER)
    results.set_by_hand(tournament, 4, Result((0, 1), (3, 12), How.BY_HAND), "", ORGANISER)
    next_round(tournament)
    told = read(app, tournament, "/tournament.json").json
    matches = told["rounds"][0]["matches"]
    assert [match["how"] for match in matches[:3]] == ["forfeit", "annulled", "by hand"]
    assert (matches[1]["result"], matches[1]["points"]) == (None, None)
    assert (matches[2]["result"], matches[2]["points"]) == ([1, 0], [12, 3])
    assert [(one["number"], one["stage"], one["published"]) for one in told["rounds"]] == [
        (1, "swiss", True),
        (2, "swiss", True),
    ]
    for one in told["rounds"]:
        assert all(set(match) == MATCH for match in one["matches"])
    gone = told["teams"][first["teams"][1] - 1]
    assert gone["left"] == 1
    assert told["teams"][7] == {
        "number": 8,
        "name": "Late & Later",
        "players": ["Late", "Later"],
        "seed": 8,
        "joined": 1,
        "left": None,
    }
    assert all(set(row) == STANDING for row in told["standings"])
    assert {row["by"] for row in told["standings"]} <= {"wins", "difference", "points", "lot"}


def test_stages_in_the_json_have_the_documented_names(app):
    names = {
        Kind.GROUPS: {"group A", "group B"},
        Kind.SINGLE: {"title"},
        Kind.SECOND_CHANCE: {"title"},
        Kind.DOUBLE: {"upper"},
        Kind.ALL: {"all"},
    }
    for kind, stages in names.items():
        form = Format(kind, rounds=2, groups=2 * (kind is Kind.GROUPS), qualify=1)
        tournament = begun(6, form=form)
        told = read(app, tournament, "/tournament.json").json
        assert {one["stage"] for one in told["rounds"]} == stages, kind


def test_other_sites_may_read_the_json_and_get_304_if_it_has_not_changed(app, over):
    for page in ("/tournament.json", "/standings.json"):
        answer = read(app, over, page)
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Set-Cookie" not in answer.headers
        known = {"If-None-Match": answer.headers["ETag"]}
        assert read(app, over, page, headers=known).status_code == 304
        asked = app.test_client().options(f"/k/{over.watch_token}{page}")
        assert asked.headers["Access-Control-Allow-Origin"] == "*"
        assert "If-None-Match" in asked.headers["Access-Control-Allow-Headers"]
    for page in ("", "/wall", "/tournament.csv"):
        assert "Access-Control-Allow-Origin" not in read(app, over, page).headers


def sheet_text(app: Flask, tournament: Tournament, page: str) -> str:
    """Return the text of a CSV file, and check that the file begins with a byte order mark."""
    data = read(app, tournament, page).data
    assert data.startswith(codecs.BOM_UTF8)
    return data.decode("utf-8-sig")


def test_the_csv_files_have_a_line_for_each_match_and_for_each_team(app, over):
    matches = list(csv.reader(io.StringIO(sheet_text(app, over, "/tournament.csv"))))
    places = list(csv.DictReader(io.StringIO(sheet_text(app, over, "/standings.csv"))))
    assert len(matches) == 1 + 4
    assert [(row["rank"], row["wins"]) for row in places] == [
        ("1", "2"),
        ("2", "1"),
        ("3", "1"),
        ("4", "0"),
    ]


def test_the_wall_and_the_standings_show_the_lots_drawn_after_the_last_result(app):
    tournament = begun(4)
    for number in (1, 2):
        by_hand = Result((1, 0), (12, 3), How.BY_HAND)
        results.set_by_hand(tournament, number, by_hand, "", ORGANISER)
    next_round(tournament)
    results.set_by_hand(tournament, 3, Result((0, 0), (5, 5), How.BY_HAND), "", ORGANISER)
    assert not any(team.lot for team in rounds.take_snapshot(tournament).teams)
    assert "lots decided" not in read(app, tournament).text
    results.set_by_hand(tournament, 4, Result((0, 0), (5, 5), How.BY_HAND), "", ORGANISER)
    lots = [team.lot for team in rounds.take_snapshot(tournament).teams]
    assert len(set(lots)) == 4, "two pairs of equal teams"
    table = showing.standings_tables(rounds.take_snapshot(tournament))[0]
    for equal in table.by_lot:
        assert sorted(one.lot for one in equal) == [one.lot for one in equal]
    wall = read(app, tournament, "/wall").text
    for page in (wall, read(app, tournament).text):
        assert all(f">{lot}<" in page for lot in lots)
    assert "Lots drawn at" in wall
    results.set_by_hand(tournament, 3, Result((0, 0), (4, 4), How.BY_HAND), "", ORGANISER)
    assert [team.lot for team in rounds.take_snapshot(tournament).teams] == lots


def test_every_match_can_be_replayed_from_its_copy_after_its_table_was_deleted(app, over):
    snapshot = rounds.take_snapshot(over)
    for row in snapshot.matches:
        table = results.table_of(row)
        assert table is not None
        tables.delete(table)
    for row in snapshot.matches:
        page = read(app, over, f"/match/{row.number}").text
        assert f"/match/{row.number}/replay" in page
        record = read(app, over, f"/match/{row.number}/record")
        assert record.mimetype == "text/plain"
        assert Replay.from_text(record.text).end.winner == 0
        replay = read(app, over, f"/match/{row.number}/replay?at=3").text
        assert snapshot.team(row.first).people[0] in replay


def test_a_match_without_a_copy_has_no_replay(app):
    tournament = begun(4)
    assert read(app, tournament, "/match/1/replay").status_code == 404
    assert "/replay" not in read(app, tournament, "/match/1").text


def test_the_picture_of_a_finished_tournament_is_served_at_the_address_on_its_page(app, over):
    page = read(app, over).text
    address = page.split('srcset="')[1].split('"')[0]
    picture = app.test_client().get(address)
    assert picture.mimetype == "image/png"
    assert picture.data.startswith(b"\x89PNG")
    wrong = address.replace("/picture/", "/picture/0")
    assert app.test_client().get(wrong).status_code == 404


def test_only_the_chosen_website_may_show_the_public_pages_in_a_frame(app):
    tournament = begun(4, Terms(site="https://club.example"))
    framed = "frame-ancestors https://club.example"
    for page in ("", "/round/1", "/wall", "/match/1", "/teams"):
        policy = read(app, tournament, page).headers["Content-Security-Policy"]
        assert policy.count("frame-ancestors") == 1
        assert framed in policy
    for token in (tournament.organise_token, tournament.help_token):
        policy = app.test_client().get(f"/k/{token}").headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in policy
    play(tournament, 1)
    assert framed not in read(app, tournament, "/print/draw").headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("typed", "site"),
    [
        ("", ""),
        ("club.example", "https://club.example"),
        ("HTTPS://Club.example:8443/agenda?x=1", "https://club.example:8443"),
    ],
)
def test_the_path_of_a_typed_website_address_is_removed(typed, site):
    assert embedding.clean_site(typed) == site


@pytest.mark.parametrize(
    "typed",
    [
        "*",
        "https://a b",
        "javascript:x",
        "a.example; script-src *",
        "https://[",
        "https://a℀b.example",
    ],
)
def test_an_address_that_is_not_a_website_is_refused(typed):
    with pytest.raises(Impossible):
        embedding.clean_site(typed)
