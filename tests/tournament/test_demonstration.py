"""The demonstration of a tournament: eight pairs, from the sign-up to the final."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select

from companion.tables.store import open_session, reading
from companion.tournament.demonstration import SECONDS, STEPS, snapshot_at
from companion.tournament.models import Tournament
from companion.tournament.showing import final_ranks


def test_the_demonstration_takes_two_minutes_and_ends_with_a_winner():
    assert 100 <= SECONDS * len(STEPS) <= 120
    snapshot = snapshot_at(8, 5, 5)
    assert [len(snapshot.of_round(number)) for number in range(1, 6)] == [4, 4, 4, 2, 1]
    assert [place for place, _ in final_ranks(snapshot)[0]] == [1, 2, 3, 3]


@pytest.mark.parametrize("at", range(1, len(STEPS) + 1))
def test_the_demonstration_goes_on_automatically_until_it_ends_or_is_stopped(
    client: FlaskClient, at: int
):
    page = client.get(f"/tournament/try?at={at}").text
    goes_on = f"/tournament/try?at={at + 1}" in page
    assert goes_on == (at < len(STEPS))
    assert ('http-equiv="refresh"' in page) == goes_on
    assert 'http-equiv="refresh"' not in client.get(f"/tournament/try?at={at}&still=1").text


def test_the_demonstration_of_a_tournament_writes_nothing_to_the_database(client: FlaskClient):
    for at in ("", "?at=0", "?at=99", "?at=x", "?at=-1"):
        assert client.get(f"/tournament/try{at}").status_code == 200
    with client.application.app_context(), reading() as connection, open_session(connection) as db:
        assert db.scalar(select(func.count()).select_from(Tournament)) == 0
