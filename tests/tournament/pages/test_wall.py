"""The wall of a tournament: what is drawn again, which page is next, and what is announced."""

from __future__ import annotations

import re
from itertools import count

import pytest
from flask import Flask

from companion import tables
from companion.tournament import results, rounds, seating, signing_up
from companion.tournament.entries import How, Result
from companion.tournament.formats import Format, Kind
from companion.tournament.models import Tournament
from companion.tournament.pages import wall as wall_page
from companion.tournament.terms import Terms
from companion.web import templates, walls
from tests.tables.conftest import Table
from tests.tournament.evening import play, revision
from tests.tournament.pages.test_afterwards import begun
from tests.tournament.test_evening import ORGANISER, open_one, publish, sign_up


@pytest.fixture
def twenty(app: Flask) -> Tournament:
    """Return a tournament of twenty pairs at ten tables. Its wall has two pages of tables."""
    tournament = begun(20, Terms(tables=10))
    for row in rounds.take_snapshot(tournament).matches:
        match = seating.open_match_table(tournament, row.number, "phone")
        tables.join(match, "host", "host")
    return tournament


def take_snapshot(app: Flask, tournament: Tournament, page: int = 1) -> str:
    return app.test_client().get(f"/k/{tournament.watch_token}/wall?page={page}").text


def test_after_a_tap_only_one_tile_is_drawn_again_for_all_walls(app, twenty, monkeypatch):
    monkeypatch.setattr(walls, "SECONDS", 0)
    for page in (1, 2):
        take_snapshot(app, twenty, page)
    match = results.table_of(rounds.take_snapshot(twenty).matches[2])
    assert match is not None
    before = templates._drawn.cache_info().misses
    read_before = results._read.cache_info().misses
    Table(match, count()).play("fold@1")
    for _ in range(3):
        for page in (1, 2):
            take_snapshot(app, twenty, page)
    assert templates._drawn.cache_info().misses == before + 1
    assert results._read.cache_info().misses == read_before + 1


def test_a_wall_page_is_drawn_once_a_second_however_many_walls_ask_for_it(app, twenty, monkeypatch):
    drawn = []
    draw = wall_page._page
    monkeypatch.setattr(wall_page, "_page", lambda *of: drawn.append(of) or draw(*of))
    now = [100.0]
    monkeypatch.setattr(walls, "monotonic", lambda: now[0])
    for moment in (100.0, 100.5, 100.99, 101.1):
        now[0] = moment
        for _ in range(3):
            take_snapshot(app, twenty)
    assert len(drawn) == 2


def test_the_wall_stays_on_the_page_of_a_table_that_calls_the_referee(app, twenty, monkeypatch):
    monkeypatch.setattr(walls, "SECONDS", 0)

    def following(page: int) -> str:
        return re.search(r'data-next="[^"]*page=(\d+)"', take_snapshot(app, twenty, page))[1]

    assert [following(page) for page in (1, 2, 3, 4)] == ["2", "3", "4", "1"]
    seating.call_referee(twenty, 9, "phone")
    assert [following(page) for page in (1, 2, 3)] == ["2", "2", "2"]
    seating.answer_call(twenty, 9, "organiser")
    assert following(2) == "3"


def test_until_the_first_result_the_wall_says_how_the_first_round_was_drawn(app, monkeypatch):
    monkeypatch.setattr(walls, "SECONDS", 0)
    tournament = open_one(Format(Kind.SWISS, rounds=2))
    sign_up(tournament, 4)
    rounds.close_sign_up(tournament, ORGANISER)
    assert "nothing changed by hand" in take_snapshot(app, tournament)
    assert 'class="boards s1"' in take_snapshot(app, tournament), "no pairs before publishing"
    rounds.reopen_sign_up(tournament, ORGANISER)
    signing_up.set_seed(tournament, 1, 1, ORGANISER)
    rounds.close_sign_up(tournament, ORGANISER)
    drafted = rounds.take_snapshot(tournament).tournament
    pairs = rounds.draft_from_json(drafted.draft).drawn.matches
    one, other = (pair.teams[0] for pair in pairs)
    assert other is not None
    rounds.swap(tournament, one, other, drafted.revision, ORGANISER)
    for pair in (1, 2):
        rounds.lock_or_unlock(tournament, pair, revision(tournament), ORGANISER)
    rounds.draft_again(tournament, ORGANISER)  # which leaves both pairs as they are
    publish(tournament)
    wall = take_snapshot(app, tournament)
    assert "drawn 2 times · 1 team seeded · 1 exchange by hand" in wall
    assert " drawn" in wall
    results.set_by_hand(tournament, 1, Result((1, 0), (12, 3), How.BY_HAND), "", ORGANISER)
    assert "Drawn by chance" not in take_snapshot(app, tournament)


def test_the_wall_shows_each_table_once_while_a_match_has_no_result(app, monkeypatch):
    monkeypatch.setattr(walls, "SECONDS", 0)
    tournament = begun(4, Terms(tables=1))
    assert take_snapshot(app, tournament).count('class="plate"') == 2  # one waits for the table
    play(tournament, 1)
    assert take_snapshot(app, tournament).count('class="plate"') == 1
    desk = app.test_client().get(f"/k/{tournament.organise_token}/desk").text
    assert desk.count('class="plate"><span>1<') == 1
    play(tournament, 2)
    assert take_snapshot(app, tournament).count('class="plate"') == 2


def test_the_wall_has_one_status_element_with_or_without_missing_teams(app, monkeypatch):
    monkeypatch.setattr(walls, "SECONDS", 0)
    tournament = begun(4, Terms(late_first=0))
    first = rounds.take_snapshot(tournament).matches[0]
    match = seating.open_match_table(tournament, first.number, "phone")
    tables.join(match, "host", "host")
    page = take_snapshot(app, tournament)
    assert page.count('role="status"') == 1
    assert "please come to table 2" in page
    second = rounds.take_snapshot(tournament).matches[1]
    seating.open_match_table(tournament, second.number, "phone")
    page = take_snapshot(app, tournament)
    assert page.count('role="status"') == 1
    assert "please come" not in page
