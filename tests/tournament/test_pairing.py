"""Pairing in rounds without a bracket: which teams meet, and which team has the bye."""

from __future__ import annotations

from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.tournament.pairing import SwissPlace, all_play_all, berger, first_swiss, swiss

# FIDE Handbook C.05, annex 1.
BERGER_OF_SIX = [
    [(1, 6), (2, 5), (3, 4)],
    [(6, 4), (5, 3), (1, 2)],
    [(2, 6), (3, 1), (4, 5)],
    [(6, 5), (1, 4), (2, 3)],
    [(3, 6), (4, 2), (5, 1)],
]


def met(*pairs: tuple[int, int]) -> dict[frozenset[int], int]:
    return {frozenset(pair): 1 for pair in pairs}


def order(**half_wins: int) -> list[SwissPlace]:
    return [SwissPlace(int(team[1:]), wins, 0) for team, wins in half_wins.items()]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_six_teams_meet_in_the_order_of_the_berger_table(number: int):
    assert berger(range(1, 7), number) == BERGER_OF_SIX[number - 1]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_with_five_teams_the_opponent_of_the_missing_sixth_team_sits_out(number: int):
    assert berger(range(1, 6), number) == [p for p in BERGER_OF_SIX[number - 1] if 6 not in p]


@given(st.integers(2, 64))
def test_in_a_berger_table_everybody_meets_everybody_once(teams: int):
    rounds = range(1, teams + (teams % 2 == 1))
    played = chain.from_iterable(berger(range(teams), number) for number in rounds)
    pairs = map(frozenset, played)
    assert sorted(map(sorted, pairs)) == [list(pair) for pair in combinations(range(teams), 2)]


def test_after_a_team_comes_late_all_remaining_pairs_still_meet():
    over = set(met((1, 4), (2, 3), (4, 3), (1, 2)))
    rounds = []
    while pairs := all_play_all([1, 2, 3, 4, 5], 3 + len(rounds), over):
        rounds.append(pairs)
        over |= {frozenset(pair) for pair in pairs}
    assert over == {frozenset(pair) for pair in combinations(range(1, 6), 2)}
    assert len(rounds) <= 4


@pytest.mark.parametrize("left", [[], [3]])
def test_there_are_no_pairs_if_fewer_than_two_teams_are_left(left: list[int]):
    assert all_play_all(left, 2, set()) == []


def test_in_the_first_round_of_swiss_the_upper_half_meets_the_lower_half():
    assert first_swiss([1, 2, 3, 4, 5]) == [(1, 3), (2, 4), (5, None)]


def test_in_swiss_teams_with_equal_wins_meet():
    """The example is the second round of eight teams in the test data of the program coronate."""
    places = order(t1=2, t3=2, t6=2, t8=2, t2=0, t4=0, t5=0, t7=0)
    pairs = swiss(places, met((1, 5), (2, 6), (3, 7), (4, 8)))
    assert pairs == [(1, 6), (3, 8), (2, 5), (4, 7)]


def test_a_bye_goes_to_the_lowest_team_that_had_no_bye():
    places = [
        SwissPlace(1, 4, 0),
        SwissPlace(2, 4, 0),
        SwissPlace(3, 2, 0),
        SwissPlace(4, 2, 1),
        SwissPlace(5, 0, 1),
    ]
    assert (3, None) in swiss(places, {})


def test_in_swiss_two_teams_meet_again_only_if_all_pairs_have_met():
    assert swiss(order(t1=4, t2=2, t3=2, t4=0), met((1, 2), (3, 4))) == [(1, 3), (2, 4)]
    everybody = met(*combinations([1, 2, 3, 4], 2))
    assert swiss(order(t1=4, t2=2, t3=2, t4=0), everybody) == [(1, 2), (3, 4)]


@given(st.data())
def test_swiss_repeats_no_match_if_another_pairing_avoids_it(data: st.DataObject):
    teams = data.draw(st.sampled_from([4, 6, 8]), "teams")
    pairs = list(combinations(range(teams), 2))
    had = data.draw(st.sets(st.sampled_from(pairs)), "meetings")
    wins = sorted(data.draw(st.lists(st.integers(0, 6), min_size=teams, max_size=teams)))
    places = [SwissPlace(team, half_wins, 0) for team, half_wins in enumerate(reversed(wins))]
    drawn = [tuple(sorted(pair)) for pair in swiss(places, met(*had))]
    assert sorted(chain.from_iterable(drawn)) == list(range(teams))
    every = pairings(list(range(teams)))
    assert rematches(drawn, had) == min(rematches(pairing, had) for pairing in every)


def rematches(pairing: list[tuple[int, int]], had: set[tuple[int, int]]) -> int:
    return sum(pair in had for pair in pairing)


def pairings(teams: list[int]) -> list[list[tuple[int, int]]]:
    """Return all ways to pair these teams."""
    if not teams:
        return [[]]
    first, *others = teams
    found = []
    for other in others:
        rest = [team for team in others if team != other]
        found += [[(first, other), *pairing] for pairing in pairings(rest)]
    return found
