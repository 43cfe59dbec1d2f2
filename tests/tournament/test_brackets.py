"""Knock-out brackets: which teams meet, which play on, and which ranks they get."""

from __future__ import annotations

import random

import pytest

from companion.tournament.brackets import (
    Node,
    double,
    node_states,
    places,
    ready,
    seeding,
    single,
    with_second_chance,
)
from companion.tournament.entries import Fixture, How, Result


def play(
    nodes: tuple[Node, ...], entrants: list[int | None], chance: random.Random | None = None
) -> dict[int, Fixture]:
    """Play a bracket to its end, and return its matches by the number of their node.

    The winner of each match is random if `chance` is given, otherwise the team with the lower
    number.
    """
    played: dict[int, Fixture] = {}
    while found := ready(nodes, node_states(nodes, entrants, played, lambda _: False)):
        for node, first, second in found:
            result = Result((2, 0), (0, 0), How.SIGNED)
            if second is None:
                result = Result((2, 0), (0, 0), How.BYE)
            elif has_lost(first, second, chance):
                result = Result((0, 2), (0, 0), How.SIGNED)
            played[node.number] = Fixture(1, node.stage, (first, second), node.number, result)
    return played


def has_lost(first: int, second: int, chance: random.Random | None) -> bool:
    if chance is None:
        return first > second
    return chance.random() < 0.5


def met(played: dict[int, Fixture], stage: str) -> set[tuple[int, int | None]]:
    return {match.teams for match in played.values() if match.stage == stage}


def test_the_strongest_of_sixteen_teams_meet_last():
    """The program brackets-manager.js has the same order, and the program cobra the same pairs."""
    assert seeding(16) == (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)


@pytest.mark.parametrize("teams", range(4, 65))
def test_byes_of_a_bracket_go_to_the_strongest_teams(teams: int):
    nodes = single(teams, "title")
    first = ready(nodes, node_states(nodes, list(range(1, teams + 1)), {}, lambda _: False))
    byes = [team for _, team, second in first if second is None]
    assert sorted(byes) == list(range(1, len(byes) + 1))
    assert len(first) * 2 - len(byes) == teams


def test_in_a_knock_out_the_losers_of_a_round_share_a_rank():
    nodes = single(8, "title")
    states = node_states(nodes, range(1, 9), play(nodes, list(range(1, 9))), lambda _: False)
    assert places(nodes, states, "title") == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5, 7: 5, 8: 5}


def test_a_match_for_the_third_place_is_played_by_the_losers_of_the_semi_finals():
    nodes = single(4, "title", third_place=True)
    played = play(nodes, [1, 2, 3, 4])
    states = node_states(nodes, [1, 2, 3, 4], played, lambda _: False)
    assert places(nodes, states, "title") == {1: 1, 2: 2, 3: 3, 4: 4}


def test_the_losers_of_the_first_round_play_in_the_second_bracket():
    nodes = with_second_chance(8, "title", "second chance")
    played = play(nodes, list(range(1, 9)))
    assert met(played, "second chance") == {(8, 5), (7, 6), (5, 6)}
    states = node_states(nodes, range(1, 9), played, lambda _: False)
    assert places(nodes, states, "second chance") == {5: 1, 6: 2, 8: 3, 7: 3}


def test_with_reseeding_the_strongest_remaining_team_meets_the_weakest_remaining_team():
    nodes = single(8, "title", reseed=True)
    teams = [1, 2, 3, 4, 5, 6, 7, 8]
    played = play(nodes[:4], teams)
    played[1] = Fixture(1, "title", (1, 8), 1, Result((0, 2), (0, 0), How.SIGNED))
    found = ready(nodes, node_states(nodes, teams, played, lambda _: False))
    assert [pair for _, *pair in found] == [[2, 8], [3, 4]]
    found = ready(nodes, node_states(nodes, teams, played, {3}.__contains__))
    assert [pair for _, *pair in found] == [[2, 8], [4, None]]


def test_the_winner_of_the_lower_bracket_must_win_two_finals():
    nodes = double(4)
    last = nodes[-1].number
    played = play(nodes, [1, 2, 3, 4])
    assert last not in played  # nobody beat the winner of the upper bracket
    final = played.pop(last - 1)
    lost = Result((0, 2), (0, 0), How.SIGNED)
    played[last - 1] = Fixture(1, "grand final", final.teams, last - 1, lost)
    found = ready(nodes, node_states(nodes, [1, 2, 3, 4], played, lambda _: False))
    assert [(node.number, *sorted(teams)) for node, *teams in found] == [(last, 1, 2)]


@pytest.mark.parametrize("teams", [4, 5, 8, 11, 16, 33])
def test_in_double_elimination_everybody_but_the_winner_loses_twice(teams: int):
    nodes = double(teams)
    entrants: list[int | None] = list(range(1, teams + 1))
    played = play(nodes, entrants, random.Random(teams))
    losses = dict.fromkeys(range(1, teams + 1), 0)
    for match in played.values():
        if match.loser is not None:
            losses[match.loser] += 1
    states = node_states(nodes, entrants, played, lambda _: False)
    by_place = {stage: places(nodes, states, stage) for stage in ("lower", "grand final")}
    champion = min(by_place["grand final"], key=by_place["grand final"].__getitem__)
    assert losses.pop(champion) <= 1
    assert set(losses.values()) == {2}
    ranked = sorted([*by_place["lower"].values(), *by_place["grand final"].values()])
    assert ranked[:3] == [1, 2, 3]
    assert len(ranked) == teams


def test_the_opponent_of_a_team_that_has_left_has_a_bye():
    nodes = single(4, "title")
    played = play(nodes[:2], [1, 2, 3, 4])
    states = node_states(nodes, [1, 2, 3, 4], played, {1}.__contains__)
    assert ready(nodes, states) == [(nodes[2], 2, None)]


def test_if_both_teams_of_a_match_were_absent_their_next_opponent_has_a_bye():
    nodes = single(4, "title")
    played = play(nodes[:2], [1, 2, 3, 4])
    nobody = Result((0, 0), (0, 0), How.FORFEIT)
    played[1] = Fixture(1, "title", (1, 4), 1, nobody)
    states = node_states(nodes, [1, 2, 3, 4], played, lambda _: False)
    assert ready(nodes, states) == [(nodes[2], 2, None)]


def test_an_annulled_match_of_a_bracket_is_played_again():
    nodes = single(4, "title")
    played = play(nodes[:2], [1, 2, 3, 4])
    played[1] = Fixture(1, "title", (1, 4), 1, Result((0, 0), (0, 0), How.ANNULLED))
    states = node_states(nodes, [1, 2, 3, 4], played, lambda _: False)
    assert ready(nodes, states) == [(nodes[0], 1, 4)]
