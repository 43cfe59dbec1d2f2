"""Whole tournaments of every format, with late teams, withdrawals and forfeits."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.tournament.brackets import places
from companion.tournament.drawing import (
    DrawnRound,
    TournamentState,
    assign_groups,
    bracket_states,
    draw,
    nodes_of,
    smallest_group,
)
from companion.tournament.entries import Fixture, How, Result, Team, meetings
from companion.tournament.formats import Format, Kind, extent, usual_rounds

DEEP = settings.get_current_profile_name() == "deep"
RESULTS = [((2, 0), (48, 20)), ((0, 2), (7, 48)), ((2, 1), (66, 65))]
DRAW = ((1, 1), (40, 40))


def formats(teams: int) -> list[Format]:
    groups = max(2, teams // 4)
    return [
        Format(Kind.SWISS, rounds=min(usual_rounds(teams), teams - 1)),
        Format(Kind.SWISS, rounds=3, final=4, second_chance=4),
        Format(Kind.GROUPS, groups=groups, qualify=1, classification=True),
        Format(Kind.GROUPS, groups=groups, qualify=2, second_chance=3, third_place=True),
        Format(Kind.SINGLE, third_place=True),
        Format(Kind.SINGLE, reseed=True),
        Format(Kind.GROUPS, groups=groups, qualify=2, reseed=True),
        Format(Kind.DOUBLE),
        Format(Kind.SECOND_CHANCE),
        Format(Kind.ALL),
    ]


def begin(form: Format, count: int) -> TournamentState:
    teams = [Team(number, number) for number in range(1, count + 1)]
    if form.groups:
        groups = assign_groups(teams, form.groups)
        teams = [replace(team, group=groups[team.number]) for team in teams]
    return TournamentState(form, tuple(teams))


def play(
    so_far: TournamentState, draft: DrawnRound, chance: random.Random, *, trouble: bool
) -> TournamentState:
    """Play the drafted round with random results, and return the tournament after it.

    If `trouble`, some teams are absent, a team may leave, and a team may come late.
    """
    matches = [_played(match, chance, trouble=trouble) for match in draft.matches]
    so_far = replace(so_far, matches=(*so_far.matches, *matches), brackets=draft.brackets)
    if not trouble:
        return so_far
    teams = list(so_far.teams)
    if chance.random() < 0.3:
        place = chance.randrange(len(teams))
        if teams[place].left is None:
            teams[place] = replace(teams[place], left=draft.number)
    if chance.random() < 0.3 and draft.number < 4 and not so_far.brackets and len(teams) < 64:
        number = len(teams) + 1
        group = ""
        if so_far.form.groups:
            group = smallest_group(teams, so_far.form.groups)
        teams.append(Team(number, number, joined=draft.number + 1, group=group))
    return replace(so_far, teams=tuple(teams))


def _played(match: Fixture, chance: random.Random, *, trouble: bool) -> Fixture:
    if match.result is not None:
        return match
    games, points = chance.choice(RESULTS)
    if match.node is None and chance.random() < 0.1:
        games, points = DRAW
    result = Result(games, points, How.SIGNED)
    if trouble and chance.random() < 0.1:
        result = Result((2, 0), (6, 0), How.FORFEIT)
    if trouble and chance.random() < 0.03:
        result = Result((0, 0), (0, 0), How.FORFEIT)
    return replace(match, result=result)


@settings(max_examples=40 + 260 * DEEP)
@given(st.data())
def test_a_tournament_of_any_format_has_only_legal_rounds_and_ends(data: st.DataObject):
    count = data.draw(st.integers(4, 24 + 40 * DEEP), "teams")
    form = data.draw(st.sampled_from(formats(count)), "format")
    trouble = data.draw(st.booleans(), "trouble")
    chance = random.Random(data.draw(st.integers(0, 2**16), "seed"))
    so_far = begin(form, count)
    while (draft := draw(so_far)).matches:
        assert draft.number < 2 * 64
        pair_everybody_once(so_far, draft)
        if form.kind is Kind.SWISS and not draft.brackets:
            give_byes_fairly(so_far, draft)
        so_far = play(so_far, draft, chance, trouble=trouble)
    if not trouble:
        ends_with_one_winner(so_far)
        assert so_far.published <= extent(form, count, 8, 35).rounds


def pair_everybody_once(so_far: TournamentState, draft: DrawnRound) -> None:
    """Check that no team is in two matches of the draft, and that no team of the draft has left."""
    drawn = Counter(chain.from_iterable(match.teams for match in draft.matches))
    drawn.pop(None, None)
    assert max(drawn.values()) == 1
    assert set(drawn) <= {team.number for team in so_far.active(draft.number)}


def give_byes_fairly(so_far: TournamentState, draft: DrawnRound) -> None:
    """Check that no team with a bye in the draft has had too many byes before.

    The limit is the fewest byes that any team has had. If more matches of the tournament were won
    by forfeit, it is their number, because the draw counts a win by forfeit like a bye.
    """
    had = Counter(match.teams[0] for match in so_far.matches if match.teams[1] is None)
    for match in draft.matches:
        if match.teams[1] is None:
            fewest = min(had[team.number] for team in so_far.active(draft.number))
            assert had[match.teams[0]] <= max(fewest, forfeits_won(so_far))


def forfeits_won(so_far: TournamentState) -> int:
    """Return how many matches were forfeited."""
    return sum(match.result.how is How.FORFEIT for match in so_far.matches if match.result)


def ends_with_one_winner(so_far: TournamentState) -> None:
    for bracket in so_far.brackets[:1]:
        nodes = nodes_of(so_far.form, bracket)
        standing = bracket_states(so_far, bracket, so_far.published + 1)
        stage = bracket.stage
        if so_far.form.kind is Kind.DOUBLE:
            stage = "grand final"
        assert list(places(nodes, standing, stage).values()).count(bracket.first_place) == 1


@pytest.mark.parametrize("count", [4, 7, 8, 16])
def test_if_all_play_all_any_two_teams_meet_exactly_once(count: int):
    so_far = begin(Format(Kind.ALL), count)
    while (draft := draw(so_far)).matches:
        so_far = play(so_far, draft, random.Random(1), trouble=False)
    assert so_far.published == count - (count % 2 == 0)
    assert sorted(meetings(so_far.matches).values()) == [1] * (count * (count - 1) // 2)


@pytest.mark.parametrize("count", [8, 13, 16, 32])
def test_no_two_teams_meet_twice_in_the_usual_number_of_swiss_rounds(count: int):
    so_far = begin(Format(Kind.SWISS, rounds=usual_rounds(count)), count)
    while (draft := draw(so_far)).matches:
        so_far = play(so_far, draft, random.Random(2), trouble=False)
    assert max(meetings(so_far.matches).values()) == 1


def after_groups(form: Format, count: int, leaves: int = 0) -> DrawnRound:
    """Play all rounds of the groups with `count` teams, and return the first round after them.

    In each match the team with the lower number wins. The team with the number `leaves` leaves
    after the last round of the groups; if it is 0, no team leaves.
    """
    so_far = begin(form, count)
    rounds = count // form.groups - 1
    teams = [replace(team, left=rounds) if team.number == leaves else team for team in so_far.teams]
    so_far = replace(so_far, teams=tuple(teams))
    while not (draft := draw(so_far)).brackets:
        won = tuple(map(_lower_wins, draft.matches))
        so_far = replace(so_far, matches=(*so_far.matches, *won))
    return draft


def _lower_wins(match: Fixture) -> Fixture:
    first, second = match.teams
    result = Result(*RESULTS[1], How.SIGNED)
    if second is None or first < second:
        result = Result(*RESULTS[0], How.SIGNED)
    return replace(match, result=result)


def test_sixteen_teams_in_four_groups_play_for_all_sixteen_ranks():
    """The winners of the groups play for the title, the second teams for the ranks 5 to 8."""
    form = Format(Kind.GROUPS, groups=4, qualify=1, classification=True)
    draft = after_groups(form, 16)
    assert [(bracket.stage, bracket.entrants) for bracket in draft.brackets] == [
        ("title", (1, 2, 3, 4)),
        ("places 5-8", (8, 7, 6, 5)),
        ("places 9-12", (9, 10, 11, 12)),
        ("places 13-16", (16, 15, 14, 13)),
    ]
    assert len(draft.matches) == 8


def test_after_groups_the_winner_of_a_group_meets_the_second_team_of_another_group():
    draft = after_groups(Format(Kind.GROUPS, groups=4, qualify=2), 16)
    groups = {1: "A1", 2: "B1", 3: "C1", 4: "D1", 8: "A2", 7: "B2", 6: "C2", 5: "D2"}
    met = {tuple(groups[team] for team in match.teams) for match in draft.matches}
    assert met == {("A1", "D2"), ("D1", "A2"), ("B1", "C2"), ("C1", "B2")}


def test_after_three_groups_no_two_teams_of_one_group_meet_in_the_first_round():
    draft = after_groups(Format(Kind.GROUPS, groups=3, qualify=2), 12)
    groups = {1: "A", 6: "A", 2: "B", 5: "B", 3: "C", 4: "C"}
    for match in draft.matches:
        first, second = match.teams
        assert second is None or groups[first] != groups[second]


def test_the_best_teams_that_missed_the_title_bracket_play_in_the_second_bracket():
    form = Format(Kind.GROUPS, groups=2, qualify=1, second_chance=2)
    assert [each.entrants for each in after_groups(form, 8).brackets] == [(1, 2), (3, 4)]
    assert [each.entrants for each in after_groups(form, 8, leaves=3).brackets] == [(1, 2), (4, 5)]


@pytest.mark.parametrize("bye", [((1, 0), (6, 0)), ((0, 0), (0, 0))], ids=["a win", "nothing"])
def test_a_swiss_bye_goes_to_a_team_that_had_no_bye_and_no_win_by_forfeit(
    bye: tuple[tuple[int, int], tuple[int, int]],
):
    sits_out = Result(*bye, How.BYE)
    played = [
        _lower_wins(Fixture(1, "swiss", (1, 3))),
        _lower_wins(Fixture(1, "swiss", (2, 4))),
        Fixture(1, "swiss", (5, None), result=sits_out),
        _lower_wins(Fixture(2, "swiss", (1, 2))),
        Fixture(2, "swiss", (3, 5), result=Result((1, 0), (6, 0), How.FORFEIT)),
        Fixture(2, "swiss", (4, None), result=sits_out),
    ]
    so_far = replace(begin(Format(Kind.SWISS, rounds=3), 5), matches=tuple(played))
    [next_bye] = [match.teams[0] for match in draw(so_far).matches if match.teams[1] is None]
    assert next_bye in {1, 2}  # teams 3 to 5 had a bye or won by forfeit
