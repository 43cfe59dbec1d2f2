"""The name of a person is removed from a tournament, and a tournament is deleted."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import func, select

from companion import tables
from companion.engine import Impossible
from companion.tables.base import Base
from companion.tables.store import reading
from companion.tournament import (
    exporting,
    names,
    results,
    roster,
    rounds,
    signing_up,
    tournaments,
)
from companion.tournament.formats import Format, Kind
from companion.tournament.models import Tournament
from tests.conftest import ENGINES
from tests.tournament.test_evening import ORGANISER, open_one, play_round, publish, sign_up


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """Return the database engine: each test runs on SQLite and on PostgreSQL."""
    return str(request.param)


@pytest.fixture
def played(app) -> Tournament:
    """Return a tournament of four pairs. After round 1, a reserve has replaced the player A1."""
    tournament = open_one(Format(Kind.SWISS, rounds=2))
    sign_up(tournament, 4)
    rounds.close_sign_up(tournament, ORGANISER)
    publish(tournament)
    play_round(tournament)
    roster.replace_players(tournament, 1, ["Reserve", "B1"], "", ORGANISER)
    return rounds.take_snapshot(tournament).tournament


def everything(tournament: Tournament) -> str:
    """Return all stored teams, matches, decisions and seats as text, and the JSON export."""
    found = []
    with reading() as connection:
        for name in ("tournament_team", "tournament_match", "tournament_change", "seat"):
            table = Base.metadata.tables[name]
            found += [str(tuple(row)) for row in connection.execute(select(table))]
    return "\n".join(found) + exporting.export_text(tournament.watch_token)


def is_stored(name: str, tournament: Tournament) -> bool:
    """Return whether the name is stored as a whole word.

    Random tokens are not counted, although they may contain the letters of the name.
    """
    return re.search(rf"(?<![\w-]){name}(?![\w-])", everything(tournament)) is not None


def test_a_removed_name_is_stored_nowhere_and_the_results_stay(played):
    before = rounds.take_snapshot(played)
    assert is_stored("A1", played)
    names.remove_name(played, 1, "A1", ORGANISER)
    names.remove_name(played, 1, "B1", ORGANISER)
    assert not is_stored("A1", played)
    assert not is_stored("B1", played)
    snapshot = rounds.take_snapshot(played)
    assert snapshot.team(1).name == "Reserve & ?"
    assert [row.result for row in snapshot.matches] == [row.result for row in before.matches]
    row = next(row for row in snapshot.matches if 1 in (row.first, row.second))
    assert results.record_of(played, row.number).count("?") == 2


def test_removing_a_name_from_a_team_without_that_name_is_refused(played):
    with pytest.raises(Impossible):
        names.remove_name(played, 2, "A1", ORGANISER)
    names.remove_name(played, 2, "A2", ORGANISER)
    assert is_stored("A3", played)


def test_a_deleted_tournament_leaves_no_row_and_the_tables_of_its_matches_stay(played):
    table = results.table_of(rounds.take_snapshot(played).matches[0])
    assert table is not None
    tournaments.delete(played)
    with reading() as connection:
        for name, kept in Base.metadata.tables.items():
            if name.startswith("tournament"):
                assert connection.scalar(select(func.count()).select_from(kept)) == 0, name
    assert tournaments.by_token(played.watch_token) is None
    assert tables.by_code(table.code) is not None


def test_a_name_with_signs_that_no_record_contains_is_removed_from_records_too(app):
    tournament = open_one(Format(Kind.SWISS, rounds=2))
    sign_up(tournament, 3)
    signing_up.sign_up(tournament, ['Pep "Rei"', "Anna, la"], device="phone")
    rounds.close_sign_up(tournament, ORGANISER)
    publish(tournament)
    play_round(tournament)
    assert is_stored("Rei", tournament)
    names.remove_name(tournament, 4, 'Pep "Rei"', ORGANISER)
    names.remove_name(tournament, 4, "Anna, la", ORGANISER)
    assert not is_stored("Rei", tournament)
    assert not is_stored("Anna", tournament)
