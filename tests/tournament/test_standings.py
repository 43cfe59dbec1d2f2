"""The order of teams: by wins, matches among equal teams, difference, points, and lot."""

from __future__ import annotations

import pytest

from companion.tournament.entries import Fixture, How, Result, Team, meetings
from companion.tournament.models import Tournament
from companion.tournament.standings import By, standings
from companion.tournament.terms import Terms

TEAMS = tuple(Team(number, number, lot=5 - number) for number in range(1, 5))


def match(first: int, second: int | None, points: str, how: How = How.SIGNED) -> Fixture:
    """Return a match with these points, "12-8" for example.

    The team with more points has won one game; with equal points it is a draw.
    """
    scored, conceded = map(int, points.split("-"))
    games = (int(scored > conceded), int(conceded > scored))
    return Fixture(1, "all", (first, second), result=Result(games, (scored, conceded), how))


def order(*matches: Fixture, **options: bool) -> list[tuple[int, str]]:
    rows = standings(TEAMS, matches, cap=12, **options)
    return [(row.team, str(row.by)) for row in rows]


def test_a_draw_counts_half_a_win():
    rows = standings(TEAMS, [match(1, 2, "24-3"), match(3, 1, "24-3"), match(4, 3, "9-9")], cap=12)
    assert [(row.team, row.wins_text) for row in rows] == [
        (3, "1½"),
        (1, "1"),
        (4, "½"),
        (2, "0"),
    ]


def test_a_larger_difference_than_the_cap_counts_as_the_cap():
    rows = standings(TEAMS, [match(1, 3, "24-0"), match(2, 4, "24-12")], cap=12)
    assert [(row.team, row.difference, row.scored) for row in rows[:2]] == [
        (2, 12, 24),
        (1, 12, 24),
    ]
    assert rows[0].by is By.LOT


def test_in_a_group_the_match_of_two_equal_teams_decides_before_the_difference():
    matches = [match(1, 2, "24-23"), match(2, 3, "24-0"), match(4, 1, "24-0"), match(4, 3, "24-0")]
    assert order(*matches)[1:] == [(2, "wins"), (1, "difference"), (3, "wins")]
    assert order(*matches, met_first=True)[1:] == [(1, "wins"), (2, "met"), (3, "wins")]


def test_the_difference_decides_among_three_teams_that_beat_each_other():
    matches = [match(1, 2, "24-20"), match(2, 3, "24-16"), match(3, 1, "24-23")]
    assert order(*matches, met_first=True) == [
        (2, "difference"),
        (1, "difference"),
        (3, "difference"),
        (4, "wins"),
    ]


def test_a_team_that_left_before_its_first_round_is_not_in_the_standings():
    teams = [Team(1, 1), Team(2, 2), Team(3, 3, left=0), Team(4, 4, joined=3, left=2)]
    rows = standings(teams, [match(1, 2, "24-3")], cap=12)
    assert [row.team for row in rows] == [1, 2]


def test_a_bye_counts_as_a_win_by_half_of_the_cap():
    rows = standings(TEAMS, [match(1, None, "6-0", How.BYE)], cap=12)
    assert (rows[0].team, rows[0].wins, rows[0].difference) == (1, 1, 6)


@pytest.mark.parametrize(
    ("house", "games"), [("", (1, 0)), ("best_of=3", (2, 0)), ("target=9 best_of=5", (3, 0))]
)
def test_the_winner_of_a_forfeit_gets_the_games_that_win_a_match(
    house: str, games: tuple[int, int]
):
    games_to_win = Tournament(house=house).games_to_win
    assert Terms(cap=9).walkover(How.FORFEIT, games_to_win) == Result(games, (4, 0), How.FORFEIT)


def test_if_neither_team_was_there_both_have_lost():
    rows = standings(TEAMS, [match(1, 2, "0-0", How.FORFEIT)], cap=12)
    assert {row.team: (row.losses, row.draws) for row in rows}[1] == (1, 0)


def test_standings_do_not_count_an_annulled_match():
    rows = standings(TEAMS, [match(1, 2, "24-0", How.ANNULLED)], cap=12)
    assert all(row.played == 0 for row in rows)


def test_teams_have_not_met_if_a_team_was_absent_or_their_match_was_annulled():
    absent = match(1, 2, "2-0", How.FORFEIT)
    annulled = match(1, 3, "0-0", How.ANNULLED)
    assert meetings([absent, annulled, match(2, 3, "2-0")]) == {frozenset((2, 3)): 1}


def test_teams_of_groups_of_different_sizes_are_compared_per_match():
    matches = [match(1, 2, "24-12"), match(3, 4, "24-12"), match(3, 2, "12-24")]
    assert order(*matches, per_match=True)[0] == (1, "wins")


def test_a_result_set_by_hand_is_marked_in_the_standings():
    rows = standings(TEAMS, [match(1, 2, "24-0", How.BY_HAND)], cap=12)
    assert {row.team for row in rows if row.by_hand} == {1, 2}
