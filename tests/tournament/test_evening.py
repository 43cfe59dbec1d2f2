"""A tournament of eight pairs, from the sign-up to the last match, without pages."""

from __future__ import annotations

from itertools import count

import pytest
from flask import Flask

from companion import tables
from companion.engine import Impossible
from companion.tournament import clock, results, roster, rounds, seating, tournaments
from companion.tournament.entries import How, Result
from companion.tournament.errors import OutOfDate
from companion.tournament.formats import Format, Kind
from companion.tournament.models import Tournament
from companion.tournament.terms import AtTime, Terms
from tests.tables.conftest import Table
from tests.tournament.evening import (
    ORGANISER,
    open_one,
    play,
    play_round,
    publish,
    revision,
    sign_up,
    tap,
)


@pytest.fixture
def swiss(app: Flask) -> Tournament:
    """Return a tournament of eight pairs, three rounds and four tables. Round 1 is published."""
    tournament = open_one(Format(Kind.SWISS, rounds=3), Terms(tables=4))
    sign_up(tournament, 8)
    rounds.close_sign_up(tournament, ORGANISER)
    publish(tournament)
    return tournament


def test_a_whole_tournament_gets_its_results_from_its_tables(swiss: Tournament):
    while rounds.take_snapshot(swiss).tournament.stage == "playing":
        play_round(swiss)
        rounds.draft_again(swiss, ORGANISER)
        publish(swiss)
    snapshot = rounds.take_snapshot(swiss)
    assert snapshot.round == 3
    assert len(snapshot.matches) == 12
    assert all(row.result == "1-0 12-1 signed" for row in snapshot.matches)
    assert "truc@1 no@2" in results.record_of(swiss, 12)


def test_a_match_does_not_count_before_both_sides_have_signed(swiss: Tournament):
    match = play(swiss, 1, signed=False)
    tables.agree(match, "host", 0)
    assert results.follow(swiss).matches[0].result == ""
    tables.agree(match, "host", 1)
    assert results.follow(swiss).matches[0].result == "1-0 12-1 signed"


def test_a_match_corrected_at_its_table_needs_both_signatures_again(swiss: Tournament):
    match = play(swiss, 1)
    assert results.follow(swiss).matches[0].result
    Table(match, count(100)).play("undo hand@1")
    assert results.follow(swiss).matches[0].result == ""


def test_a_result_set_by_hand_counts_instead_of_the_result_at_the_table(swiss: Tournament):
    play(swiss, 1)
    by_hand = Result((0, 1), (9, 12), How.BY_HAND)
    results.set_by_hand(swiss, 1, by_hand, "The wrong side signed", ORGANISER)
    assert results.follow(swiss).matches[0].result == "0-1 9-12 by hand"
    results.take_from_table(swiss, 1, ORGANISER)
    assert results.follow(swiss).matches[0].result == "1-0 12-1 signed"
    what = [change.what for change in tournaments.changes(swiss)]
    assert what[:2] == ["from-table", "by-hand"]


@pytest.mark.parametrize(
    ("points", "result"),
    [
        ((12, 5), "1-0 12-5 by hand"),
        ((3, 14), "0-1 3-14 by hand"),
        ((12, 14), "0-1 12-14 by hand"),
        ((9, 7), "0-0 9-7 by hand"),
    ],
)
def test_if_only_points_are_typed_the_team_that_reached_the_target_wins(
    swiss: Tournament, points: tuple[int, int], result: str
):
    results.set_by_hand(swiss, 1, Result((0, 0), points, How.BY_HAND), "On paper", ORGANISER)
    assert results.follow(swiss).matches[0].result == result


def test_the_next_round_is_not_drawn_before_all_results_are_in(swiss: Tournament):
    play(swiss, 1)
    with pytest.raises(Impossible, match="once all results"):
        rounds.draft_again(swiss, ORGANISER)


def test_two_organisers_cannot_both_change_the_same_draft(app: Flask):
    tournament = open_one(Format(Kind.SWISS, rounds=3))
    sign_up(tournament, 4)
    rounds.close_sign_up(tournament, ORGANISER)
    shown = revision(tournament)
    first = rounds.draft_from_json(rounds.take_snapshot(tournament).tournament.draft).drawn.matches
    one = first[0].teams[0]
    other = first[1].teams[0]
    rounds.swap(tournament, one, other, shown, ORGANISER)
    with pytest.raises(OutOfDate):
        rounds.swap(tournament, one, other, shown, "helper")
    swapped = rounds.draft_from_json(
        rounds.take_snapshot(tournament).tournament.draft
    ).drawn.matches
    assert [match.teams for match in swapped] == [
        (other, first[0].teams[1]),
        (one, first[1].teams[1]),
    ]


def test_a_late_pair_meets_the_pair_that_has_a_bye(app: Flask):
    tournament = open_one(Format(Kind.SWISS, rounds=3))
    sign_up(tournament, 5)
    rounds.close_sign_up(tournament, ORGANISER)
    publish(tournament)
    rounds.add_team(tournament, ["Late", "Later"], "", ORGANISER)
    snapshot = rounds.take_snapshot(tournament)
    assert 0 not in {row.second for row in snapshot.matches}
    assert 6 in {row.second for row in snapshot.matches}


def test_a_pair_that_withdraws_is_not_drawn_again(swiss: Tournament):
    play_round(swiss)
    roster.withdraw(swiss, 3, ORGANISER)
    rounds.draft_again(swiss, ORGANISER)
    publish(swiss)
    assert 3 not in rounds.teams_of(rounds.take_snapshot(swiss).of_round(2))


def test_matches_wait_if_there_are_fewer_tables_than_matches(app: Flask):
    tournament = open_one(Format(Kind.SWISS, rounds=3), Terms(tables=2))
    sign_up(tournament, 8)
    rounds.close_sign_up(tournament, ORGANISER)
    publish(tournament)
    assert [row.table for row in rounds.take_snapshot(tournament).matches] == [1, 2, 0, 0]
    with pytest.raises(Impossible, match="waits for a table"):
        seating.open_match_table(tournament, 3, "phone")
    play(tournament, 2)
    assert [row.table for row in results.follow(tournament).matches] == [1, 2, 2, 0]


def test_a_round_can_be_taken_back_until_a_hand_is_dealt(swiss: Tournament):
    abandoned = seating.open_match_table(swiss, 1, "phone")
    clock.start(swiss, ORGANISER)
    rounds.take_back(swiss, ORGANISER)
    assert rounds.take_snapshot(swiss).round == 0
    assert clock.clock(rounds.take_snapshot(swiss).tournament).state == "waiting"
    assert tables.by_code(abandoned.code) is None
    publish(swiss)
    tap(swiss, 1, "hand@0")
    with pytest.raises(Impossible, match="cannot be taken back"):
        rounds.take_back(swiss, ORGANISER)


def test_a_stopped_match_is_won_by_the_leading_pair_if_the_rule_says_so(app: Flask):
    tournament = open_one(Format(Kind.SWISS, rounds=3), Terms(at_time=AtTime.LEADER))
    sign_up(tournament, 4)
    rounds.close_sign_up(tournament, ORGANISER)
    publish(tournament)
    match = seating.open_match_table(tournament, 1, "phone")
    tables.join(match, "host", "host")
    Table(match, count()).play("hand@0")
    seating.stop_match(tournament, 1, "stop-1", ORGANISER)
    results.confirm(tournament, 1, ORGANISER)
    assert rounds.take_snapshot(tournament).matches[0].result == "1-0 1-0 confirmed"
