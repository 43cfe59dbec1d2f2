"""Describe the formats of a tournament, and how many rounds and hours they take."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import ceil

from companion.tournament.brackets import Node, double, single, size_for, with_second_chance

TEAMS = range(4, 65)  # how many may play
TITLE = "title"  # the bracket for the first place, if the format has another part too
SECOND_CHANCE = "second chance"
SWISS = "swiss"
ALL = "all"


class Kind(StrEnum):
    """The kind of a format. The database stores these values, and exports contain them."""

    SWISS = "swiss"
    GROUPS = "groups"
    SINGLE = "single"
    DOUBLE = "double"
    SECOND_CHANCE = "second-chance"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Format:
    """The parts of a tournament and their order.

    * `rounds` is the number of rounds of Swiss.
    * `groups` is the number of groups.
    * `qualify` is the number of teams of each group that play for the title.
    * `classification` is whether the other teams of the groups play for the next ranks. All teams
      with the same rank in their groups then play one bracket.
    * `final` is the number of teams that play for the title after Swiss, 0 for none.
    * `second_chance` is the number of teams in the second bracket after Swiss or groups. These are
      the best teams that missed the title bracket.
    * `third_place` is whether the losers of the semi-finals play for the third place.
    * `reseed` is whether the strongest remaining team meets the weakest remaining team in each
      round of single elimination.
    """

    kind: Kind
    rounds: int = 0
    groups: int = 0
    qualify: int = 0
    classification: bool = False
    final: int = 0
    second_chance: int = 0
    third_place: bool = False
    reseed: bool = False

    @property
    def begins_with_bracket(self) -> bool:
        """Return whether the first round is in the bracket that decides who wins the tournament."""
        return self.kind in {Kind.SINGLE, Kind.DOUBLE, Kind.SECOND_CHANCE}


@dataclass(frozen=True, slots=True)
class Extent:
    """The length of a tournament.

    `matches` has two numbers: how many matches a team plays at least and at most.
    """

    rounds: int
    hours: float
    matches: tuple[int, int]


def usual_rounds(teams: int) -> int:
    """Return the usual number of rounds of Swiss for this many teams.

    For 16 teams it is 5: after 4 rounds at most one team has won all its matches, and one more
    round is played.
    """
    return (teams - 1).bit_length() + 1


def group_name(number: int) -> str:
    """Return the letter of a group; 0 is "A"."""
    return chr(ord("A") + number)


def groups_of(teams: int, groups: int) -> list[list[int]]:
    """Deal the seeds 1 to `teams` to this many groups, and return the seeds of each group.

    The seeds are dealt from the first group to the last and then back: with two groups, seed 1 goes
    to A, 2 and 3 to B, and 4 to A. The sizes of the groups differ by at most one.
    """
    dealt: list[list[int]] = [[] for _ in range(groups)]
    for place in range(teams):
        row, column = divmod(place, groups)
        group = column if row % 2 == 0 else groups - 1 - column
        dealt[group].append(place + 1)
    return dealt


def bracket(form: Format, entrants: int) -> tuple[Node, ...]:
    """Return the bracket of a format that begins with a bracket."""
    options = {"third_place": form.third_place, "reseed": form.reseed}
    if form.kind is Kind.DOUBLE:
        return double(entrants)
    if form.kind is Kind.SECOND_CHANCE:
        return with_second_chance(entrants, TITLE, SECOND_CHANCE, **options)
    return single(entrants, TITLE, **options)


def places_stage(first: int, entrants: int) -> str:
    """Return the name of a bracket for the ranks from `first` on, "places 5-8" for example."""
    return f"places {first}-{first + entrants - 1}"


def extent(form: Format, teams: int, tables: int, minutes: int, pause: int = 5) -> Extent:
    """Return how many rounds and hours a tournament takes, and how many matches a team plays.

    `minutes` is the time limit of a round. A round with more matches than there are tables is
    played in several turns. Each turn takes `minutes`, and `pause` minutes more.
    """
    sizes = _matches_of_rounds(form, teams)
    turns = sum(ceil(size / tables) for size in sizes)
    return Extent(len(sizes), turns * (minutes + pause) / 60, _matches_of_a_team(form, teams))


def _matches_of_rounds(form: Format, teams: int) -> list[int]:
    """Return how many matches each round has at most, the first round first."""
    if form.begins_with_bracket:
        return _bracket_rounds(form.kind, teams)
    if form.kind is Kind.GROUPS:
        sizes = [len(group) for group in groups_of(teams, form.groups)]
        rounds = [sum(size // 2 for size in sizes)] * _rounds_among(max(sizes))
        entrants = form.groups * form.qualify
    elif form.kind is Kind.SWISS:
        rounds = [teams // 2] * form.rounds
        entrants = form.final
    else:
        return [teams // 2] * _rounds_among(teams)
    if entrants < 2:
        return rounds
    # The other brackets are played beside the one for the title, by the teams it leaves out.
    beside = teams if form.classification else entrants + form.second_chance
    size = size_for(entrants)
    while size > 1:
        rounds.append(min(beside, teams) // 2)
        beside = ceil(beside / 2)
        size //= 2
    return rounds


def _rounds_among(teams: int) -> int:
    """Return how many rounds it takes until each team has met every other team."""
    return teams - 1 if teams % 2 == 0 else teams


def _bracket_rounds(kind: Kind, teams: int) -> list[int]:
    depth = (size_for(teams) - 1).bit_length()
    halves = [size_for(teams) >> step for step in range(1, depth + 1)]
    if kind is Kind.DOUBLE:
        # The lower bracket takes two rounds for each of the upper one, then there is the final.
        twice = sorted([*halves[:-1], *halves[:-1]], reverse=True)
        return [halves[0], *twice, 1, 1]
    return halves


def _matches_of_a_team(form: Format, teams: int) -> tuple[int, int]:
    """Return how many matches a team plays at least and at most. Byes are not counted."""
    depth = (size_for(teams) - 1).bit_length()
    if form.kind is Kind.DOUBLE:
        return 2, 2 * depth + 1
    if form.kind is Kind.SINGLE:
        return 1, depth
    if form.kind is Kind.SECOND_CHANCE:
        return 2, depth
    if form.kind is Kind.ALL:
        return teams - 1, teams - 1
    if form.kind is Kind.SWISS:
        more = (size_for(form.final) - 1).bit_length() if form.final else 0
        return form.rounds, form.rounds + more
    sizes = [len(group) for group in groups_of(teams, form.groups)]
    more = (size_for(form.groups * form.qualify) - 1).bit_length()
    return min(sizes) - 1, max(sizes) - 1 + more
