"""Find out how a tournament ended: who won, and which teams have the next places."""

from __future__ import annotations

from math import ceil

from companion.retelling import letters
from companion.tournament.podium import PLACES, Podium, PodiumPlace
from companion.tournament.rounds import Snapshot
from companion.tournament.showing import (
    TeamLabel,
    difference_of,
    final_ranks,
    standings_tables,
)
from companion.tournament.standings import StandingsRow
from companion.web.language import NN_, day, ngettext
from companion.words import labels

# NOTE: below the name of the team that won a tournament; %(names)s are its players
WIN = NN_("%(names)s wins the tournament", "%(names)s win the tournament")
# NOTE: the same if the team is called by the names of its players, which stand above
WINNERS = NN_("Winner of the tournament", "Winners of the tournament")


def podium(snapshot: Snapshot) -> Podium | None:
    """Return the texts of the picture that shows how a tournament ended.

    Return None if the tournament is not over, or if nobody has won it.
    """
    ranked = final_places(snapshot)
    if snapshot.tournament.stage != "over" or not ranked:
        return None
    winner = snapshot.team(ranked[0][1].number)
    people = tuple(map(letters.known, winner.people))
    places = list[PodiumPlace]()
    for place, team, row in ranked[1 : PLACES + 1]:
        places.append(PodiumPlace(str(place), letters.known(team.name), _sums(row)))
    begun = snapshot.tournament.clock_started_at or snapshot.tournament.created_at
    played = sum(1 for row in snapshot.matches if row.second)
    return Podium(
        title=letters.known(snapshot.tournament.title),
        day=day(begun),
        winner=letters.known(winner.name),
        cry=_cry(letters.known(winner.name), people),
        places=tuple(places),
        facts=(
            ngettext("%(num)s team", "%(num)s teams", len(snapshot.teams)),
            ngettext("%(num)s round", "%(num)s rounds", snapshot.round),
            ngettext("%(num)s match", "%(num)s matches", played),
        ),
    )


def _cry(team: str, people: tuple[str, ...]) -> str:
    """Return the sentence below the name of the team that won.

    The sentence names the players of the team, except if the name of the team is their names.
    """
    if team in (" & ".join(people), labels.joined(people)):
        return ngettext(*WINNERS, len(people))
    return ngettext(*WIN, len(people), names=labels.joined(people))


def final_places(snapshot: Snapshot) -> list[tuple[int, TeamLabel, StandingsRow | None]]:
    """Return the final ranks as tuples of rank, team and row of the standings, the best first.

    The ranks come from the first bracket that has decided any rank. The row is then None. If no
    bracket has decided a rank, the ranks come from the first table of standings.
    """
    for ranked in final_ranks(snapshot):
        if ranked:
            return [(place, team, None) for place, team in ranked]
    for table in standings_tables(snapshot):
        return [(row.rank, team, row) for team, row in table.rows]
    return []


def _sums(row: StandingsRow | None) -> str:
    """Return the wins and the difference of points of a team as text, or "" if `row` is None."""
    if row is None:
        return ""
    number = ceil(row.half_wins / 2)
    # NOTE: in the picture of a tournament: “3½ wins”
    wins = ngettext("%(wins)s win", "%(wins)s wins", number, wins=row.wins_text)
    return f"{wins}, {difference_of(row)}"
