"""Build what pages of a tournament show: tiles of matches, rows of standings, and brackets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

from companion.tables.models import now
from companion.tournament import brackets
from companion.tournament.brackets import Node
from companion.tournament.drawing import (
    Bracket,
    bracket_states,
    group_standings,
    nodes_of,
)
from companion.tournament.entries import How, Result
from companion.tournament.formats import ALL, SECOND_CHANCE, SWISS, TITLE, Kind
from companion.tournament.models import MatchRow, TeamRow, Tournament
from companion.tournament.results import AtTable, at_table
from companion.tournament.rounds import Snapshot, result_from_text, teams_of
from companion.tournament.standings import By, StandingsRow, standings
from companion.web.language import N_, gettext, ngettext
from companion.web.walls import size_class
from companion.words import labels


@dataclass(frozen=True, slots=True)
class TeamLabel:
    """The number and the name of a team."""

    number: int
    name: str

    @property
    def size(self) -> str:
        """Return the CSS class for the length of the name: "", "long" or "xlong"."""
        return size_class(self.name)


NOBODY = TeamLabel(0, "–")


class StateChip(NamedTuple):
    """A small label on the tile of a match, which shows the state of the match.

    `tone` is the CSS class of the colour. `icon` is "" for a label without an icon.
    """

    tone: str
    icon: str
    text: str


# NOTE: the state of a match of a tournament, on a small label
CALLS = StateChip("bold", "referee", N_("calls"))
CHIPS = {
    "waiting": StateChip("", "clock", N_("waits for a table")),
    "called": StateChip("", "clock", N_("awaited")),
    "missing": StateChip("alarm", "away", N_("missing")),
    "playing": StateChip("", "cards", N_("playing")),
    "finished": StateChip("brass", "pen", N_("not signed")),
    "signing": StateChip("brass", "pen", N_("1 of 2 signed")),
    "counted": StateChip("good", "done", N_("counts")),
    "by-hand": StateChip("good", "done", N_("by hand")),
    "forfeit": StateChip("", "done", N_("forfeit")),
    "annulled": StateChip("", "away", N_("annulled")),
    "bye": StateChip("", "", N_("sits out")),
}


class TeamResult(NamedTuple):
    """A team of a match with its score. `outcome` is "won", "lost", or "" if no team has won."""

    name: str
    size: str
    score: str
    outcome: str


def outcomes(winner: int | None) -> tuple[str, str]:
    """Return "won" or "lost" for each of the two teams of a match.

    `winner` is 0 for the first team, 1 for the second: 1 gives ("lost", "won"). If `winner` is
    None, no team has won, and both texts are "".
    """
    if winner is None:
        return "", ""
    if winner == 0:
        return "won", "lost"
    return "lost", "won"


@dataclass(frozen=True, slots=True)
class FixtureTile:
    """A match of a round as organisers, teams and walls see it.

    * `state` is "waiting" (no table yet), "called", "missing", "playing", "finished", "signing",
      "counted", "by-hand", "forfeit", "annulled" or "bye".
    * `calls` is whether the table calls the referee.
    * `scores` has a text for each team: its points in the present game, or its part of the result.
    * `winner` is the index of the team that won (0 or 1), None if no team has won.
    * `minutes` is for how many minutes the teams have been missing or the table has been calling.
    * `signed` are the sides (0 or 1) that have signed at the table.
    * `watch` is the token of the link to watch the table, "" if there is no table.
    * `cut` is a sentence that says which points at the table do not count, "" if all count.
    * `has_next` is whether a later match of the round is played at the same physical table.
    """

    number: int
    table: int
    state: str
    calls: bool
    teams: tuple[TeamLabel, TeamLabel]
    scores: tuple[str, str]
    winner: int | None
    minutes: int = 0
    signed: frozenset[int] = frozenset()
    match_id: int = 0
    watch: str = ""
    cut: str = ""
    has_next: bool = False

    @property
    def since(self) -> str:
        """Return how long teams have been missing, or a table has been calling: "for 3 minutes"."""
        if not self.minutes:
            return gettext("just now")
        return ngettext("for %(num)s minute", "for %(num)s minutes", self.minutes)

    @property
    def is_over(self) -> bool:
        """Return whether the result of the match counts."""
        return self.state in {"counted", "by-hand", "forfeit", "annulled", "bye"}

    @property
    def is_played_out(self) -> bool:
        """Return whether the match is over at its table and a signature is missing."""
        return self.state in {"finished", "signing"}

    @property
    def chip(self) -> StateChip:
        """Return `CALLS` if the table calls the referee, otherwise the label of the state."""
        chip = CALLS if self.calls else CHIPS[self.state]
        return chip._replace(text=gettext(chip.text))

    @property
    def plate(self) -> str:
        """Return the number of the table as text, or "–" if the match has no table.

        Return "✓" if a later match is played at the same table already.
        """
        if self.has_next:
            return "✓"
        return str(self.table or "–")

    @property
    def classes(self) -> str:
        """Return the CSS classes of the tile: any of "over", "call", "late" and "on", or ""."""
        holds = {
            "over": self.is_over,
            "call": self.calls,
            "late": self.state == "missing",
            "on": self.state == "playing",
        }
        return " ".join(name for name, is_so in holds.items() if is_so)

    @property
    def sides(self) -> tuple[TeamResult, ...]:
        """Return both teams with their scores."""
        found = list[TeamResult]()
        for team, score, outcome in zip(
            self.teams, self.scores, outcomes(self.winner), strict=True
        ):
            found.append(TeamResult(team.name, team.size, score, outcome))
        return tuple(found)


def label(snapshot: Snapshot, number: int) -> TeamLabel:
    """Return the label of a team, or `NOBODY` for 0.

    If two teams have the same name, the number is added: "Anna & Pep (3)".
    """
    if not number:
        return NOBODY
    name = snapshot.team(number).name
    if sum(team.name == name for team in snapshot.teams) > 1:
        name = f"{name} ({number})"
    return TeamLabel(number, name)


def tiles(snapshot: Snapshot, number: int | None = None) -> list[FixtureTile]:
    """Return the matches of a round, by default the last one, in the order of their tables."""
    rows = snapshot.of_round(number or snapshot.round)
    made = [tile(snapshot, row) for row in rows]
    newest = {one.table: one.number for one in made if one.table}
    made = [replace(one, has_next=newest.get(one.table, 0) > one.number) for one in made]
    return sorted(made, key=_order_of_tiles)


def _order_of_tiles(tile: FixtureTile) -> tuple[bool, bool, bool, int, int]:
    """Return the key by which tiles are sorted.

    The order is: matches at a table, by its number; matches that wait for a table; matches whose
    table has a later match already; byes.
    """
    return tile.state == "bye", tile.has_next, tile.table == 0, tile.table, tile.number


def tile(snapshot: Snapshot, row: MatchRow) -> FixtureTile:
    """Return a match as pages show it."""
    teams = (label(snapshot, row.first), label(snapshot, row.second))
    result = result_from_text(row.result)
    winner: int | None = None
    if result is not None:
        winner = result.winner
    said = at_table(row)
    signed = frozenset[int]()
    watch = ""
    if said is not None:
        watch = said.state.match.watch_token
        if said.over:
            signed = said.signed
    state = _state(snapshot, row, result, said)
    return FixtureTile(
        number=row.number,
        table=row.table,
        state=state,
        calls=row.called_at is not None,
        teams=teams,
        scores=_scores(snapshot.tournament, result, said),
        winner=winner,
        minutes=_minutes(row, state),
        signed=signed,
        match_id=row.match_id,
        watch=watch,
        cut=cut_of(said),
    )


def cut_of(said: AtTable | None) -> str:
    """Return a sentence that says which points at the table do not count, or "" if all count."""
    if said is None or said.uncut == said.points:
        return ""
    return gettext(
        "The table says %(table)s. Points beyond %(target)s do not count: %(counted)s.",
        table="–".join(map(str, said.uncut)),
        target=said.state.log.game.rules.tally.target,
        counted="–".join(map(str, said.points)),
    )


_DECIDED = {
    How.SIGNED: "counted",
    How.CONFIRMED: "counted",
    How.BY_HAND: "by-hand",
    How.FORFEIT: "forfeit",
    How.ANNULLED: "annulled",
    How.BYE: "bye",
}


def _state(snapshot: Snapshot, row: MatchRow, result: Result | None, said: AtTable | None) -> str:
    if result is not None:
        return _DECIDED[result.how]
    if not row.table:
        return "waiting"
    if said is not None:
        return _state_at_table(said)
    if is_late(snapshot, row):
        return "missing"
    return "called"


def _state_at_table(said: AtTable) -> str:
    if not said.over:
        return "playing"
    if said.signed:
        return "signing"
    return "finished"


def is_late(snapshot: Snapshot, row: MatchRow) -> bool:
    """Return whether nobody has sat down at the table of a match although the grace time is over.

    The grace time is `Terms.late_first` in the first round, and `Terms.late` in other rounds.
    """
    if row.table_since is None or row.match_id or row.result:
        return False
    grace = snapshot.terms.late_first if row.round == 1 else snapshot.terms.late
    return now() - row.table_since > timedelta(minutes=grace)


def _scores(tournament: Tournament, result: Result | None, said: AtTable | None) -> tuple[str, str]:
    if result is not None:
        return scores_that_count(tournament, result)
    if said is None:
        return "", ""
    game = said.state.log.game
    if not game.truts:
        # The last points of a game may go beyond its target; those do not count.
        first, second = (min(points, game.rules.tally.target) for points in game.score)
        return str(first), str(second)
    texts = game.score_text.split("-")
    return texts[0], texts[1]


def scores_that_count(tournament: Tournament, result: Result) -> tuple[str, str]:
    """Return the score of each team as text: games won if a match has several games, else points.

    Return points also for a bye, and for a match that was stopped before anybody won a game.
    """
    counts_games = tournament.games_to_win > 1 and any(result.games)
    if counts_games and result.how is not How.BYE:
        first, second = result.games
    else:
        first, second = result.points
    return str(first), str(second)


def what_was_decided(tournament: Tournament, row: MatchRow) -> str:
    """Return what an organiser decided about the result of a match as text, or "" if nothing."""
    result = result_from_text(row.result)
    if result is None or result.how in {How.SIGNED, How.BYE}:
        return ""
    if result.how is How.ANNULLED:
        # NOTE: line over a table, at most 36 letters: the match counts as not played
        return gettext("Annulled by the organiser")
    if result.how is How.FORFEIT and result.winner is None:
        # NOTE: line over a table, at most 36 letters: neither team was there
        return gettext("Both lose: the organiser decided")
    score = "–".join(scores_that_count(tournament, result))
    return gettext(_DECISIONS[result.how], score=score)


_DECISIONS = {
    # NOTE: line over a table, at most 36 letters; %(score)s as in 12–3
    How.BY_HAND: N_("%(score)s: the organiser decided"),
    # NOTE: line over a table, at most 36 letters; %(score)s as in 12–3
    How.CONFIRMED: N_("%(score)s: the organiser confirmed"),
    # NOTE: line over a table, at most 36 letters; %(score)s as in 6–0
    How.FORFEIT: N_("%(score)s, forfeit (organiser)"),
}


def _minutes(row: MatchRow, state: str) -> int:
    since: datetime | None = row.called_at
    if since is None and state in {"called", "missing"}:
        since = row.table_since
    if since is None:
        return 0
    return int((now() - since).total_seconds() // 60)


# -- standings ------------------------------------------------------------------------------------


class DrawnLot(NamedTuple):
    """The lot of a team, and the place that the team got by this lot. The lowest lot is first."""

    place: str
    team: TeamLabel
    lot: int


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """The standings of one stage of a tournament.

    `left` is how many published matches of the stage have no result yet. `lots` is a mapping from
    the number of each team to its lot, 0 for a team without a lot.
    """

    title: str
    stage: str
    rows: tuple[tuple[TeamLabel, StandingsRow], ...]
    left: int
    lots: Mapping[int, int]

    @property
    def by_lot(self) -> list[list[DrawnLot]]:
        """Return the teams whose order was decided only by lots, with their lots.

        Teams that were equal to each other are in one list. Return [] before the lots are drawn.
        """
        found = list[list[DrawnLot]]()
        if self.left:
            return found
        for (above, first), (below, second) in pairwise(self.rows):
            lots = (self.lots[above.number], self.lots[below.number])
            if second.by is not By.LOT or not all(lots):
                continue
            if not found or found[-1][-1].team != above:
                found.append([DrawnLot(self.place(first), above, lots[0])])
            found[-1].append(DrawnLot(self.place(second), below, lots[1]))
        return found

    def place(self, row: StandingsRow) -> str:
        """Return the rank in this row as text, or "–" before the first result of the stage."""
        if any(other.played for _, other in self.rows):
            return str(row.rank)
        return "–"

    @property
    def by_hand(self) -> bool:
        """Return whether a result of a team in these standings was set by hand."""
        return any(row.by_hand for _, row in self.rows)


def difference_of(row: StandingsRow) -> str:
    """Return the difference in points as text, "+5" for example; "–" if the team has not played."""
    if not row.played:
        return "–"
    if not row.difference:
        return "0"
    return labels.with_sign(row.difference)


def standings_tables(snapshot: Snapshot) -> list[StandingsTable]:
    """Return the standings of the part without brackets: one table, or a table for each group."""
    so_far = snapshot.so_far
    if so_far.form.kind is Kind.GROUPS:
        letters = sorted({row.letter for row in snapshot.teams if row.letter})
        return [_group(snapshot, letter) for letter in letters]
    if so_far.form.kind in {Kind.SWISS, Kind.ALL}:
        stage = SWISS if so_far.form.kind is Kind.SWISS else ALL
        met_first = so_far.form.kind is Kind.ALL
        rows = standings(so_far.teams, so_far.of_stage(stage), cap=so_far.cap, met_first=met_first)
        return [_table(snapshot, gettext("Standings"), stage, rows)]
    return []


def _group(snapshot: Snapshot, letter: str) -> StandingsTable:
    title = gettext("Group %(letter)s", letter=letter)
    return _table(snapshot, title, f"group {letter}", group_standings(snapshot.so_far, letter))


def _table(
    snapshot: Snapshot, title: str, stage: str, rows: Iterable[StandingsRow]
) -> StandingsTable:
    shown = tuple((label(snapshot, row.team), row) for row in rows)
    left = sum(not row.result for row in snapshot.matches if row.stage == stage)
    lots = {row.number: row.lot for row in snapshot.teams}
    return StandingsTable(title, stage, shown, left, lots)


class TeamRank(NamedTuple):
    """The rank of a team among the teams of `group`, or among all teams if `group` is "".

    `number` is the rank, 0 before the first match. `teams` is how many teams are ranked.
    """

    number: int
    teams: int
    group: str = ""


def rank_of(snapshot: Snapshot, team: int) -> TeamRank:
    """Return the rank of a team in its bracket, or else in the standings of its stage."""
    for stage, ranked in final_ranks_by_stage(snapshot).items():
        if stage == SECOND_CHANCE:
            continue  # its places are not among those of all teams
        for place, label_of in ranked:
            if label_of.number == team:
                return TeamRank(place, len(snapshot.teams))
    in_groups = snapshot.so_far.form.kind is Kind.GROUPS
    for table in standings_tables(snapshot):
        for _, row in table.rows:
            if row.team == team and any(other.played for _, other in table.rows):
                return TeamRank(row.rank, len(table.rows), table.title if in_groups else "")
    return TeamRank(0, 0)


def final_ranks(snapshot: Snapshot) -> list[list[tuple[int, TeamLabel]]]:
    """Return the ranks that brackets have decided, with their teams, in a list for each bracket."""
    return list(final_ranks_by_stage(snapshot).values())


def final_ranks_by_stage(snapshot: Snapshot) -> dict[str, list[tuple[int, TeamLabel]]]:
    """Return the ranks that brackets have decided, with their teams, by stage of the bracket."""
    found = {}
    for each in snapshot.so_far.brackets:
        found[each.stage] = _ranked(snapshot, each, each.stage)
        if each.stage == TITLE and snapshot.so_far.form.kind is Kind.SECOND_CHANCE:
            found[SECOND_CHANCE] = _ranked(snapshot, each, SECOND_CHANCE)
    return found


def _ranked(snapshot: Snapshot, each: Bracket, stage: str) -> list[tuple[int, TeamLabel]]:
    so_far = snapshot.so_far
    nodes = nodes_of(so_far.form, each)
    states = bracket_states(so_far, each, snapshot.round + 1)
    stages = {"lower", "grand final"} if stage == "upper" else {stage}
    places = dict[int, int]()
    for one in stages:
        places |= brackets.places(nodes, states, one)
    ranked = sorted((place, team) for team, place in places.items())
    return [(place, label(snapshot, team)) for place, team in ranked]


# -- brackets -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of a bracket: its teams and its result.

    * `sources` has a text for each team: "winner of match 3" for example. It is "" if the team does
      not come from one certain match.
    * `is_now` is whether the match is in the present round and has no result.
    * `title` is "" except for the match for the third place.
    """

    node: int
    title: str
    teams: tuple[TeamLabel, TeamLabel]
    sources: tuple[str, str]
    scores: tuple[str, str]
    winner: int | None
    is_now: bool
    table: int

    @property
    def sides(self) -> tuple[TeamResult, ...]:
        """Return both teams with their scores.

        A team that is not known yet has a text that says where it comes from, such as the winner
        of an earlier match.
        """
        found = list[TeamResult]()
        for at, outcome in enumerate(outcomes(self.winner)):
            team = self.teams[at]
            name = team.name if team.number else self.sources[at] or "–"
            found.append(TeamResult(name, team.size, self.scores[at], outcome))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class BracketRound:
    """The matches of one round of a bracket."""

    title: str
    matches: tuple[BracketMatch, ...]

    @property
    def is_over(self) -> bool:
        """Return whether all matches of the round have a winner."""
        return all(match.winner is not None for match in self.matches)


@dataclass(frozen=True, slots=True)
class ShownBracket:
    """A bracket, round by round."""

    title: str
    rounds: tuple[BracketRound, ...]


def shown_brackets(snapshot: Snapshot) -> list[ShownBracket]:
    """Return the brackets as pages show them, a bracket for each stage."""
    found = []
    for each in snapshot.so_far.brackets:
        nodes = nodes_of(snapshot.so_far.form, each)
        for stage in dict.fromkeys(node.stage for node in nodes):
            own = [node for node in nodes if node.stage == stage]
            found.append(ShownBracket(stage_name(stage), _rounds(snapshot, each, own)))
    return found


def _rounds(snapshot: Snapshot, each: Bracket, nodes: Sequence[Node]) -> tuple[BracketRound, ...]:
    states = bracket_states(snapshot.so_far, each, snapshot.round + 1)
    stages = {node.stage for node in nodes}
    rows = {row.node: row for row in snapshot.matches if row.node and row.stage in stages}
    last = max(node.round for node in nodes)
    shown = []
    for number in range(1, last + 1):
        own = [node for node in nodes if node.round == number]
        matches = list[BracketMatch]()
        for node in own:
            row = rows.get(node.number)
            matches.append(_match(snapshot, node, states[node.number], row))
        shown.append(BracketRound(_round_name(own, last - number), tuple(matches)))
    return tuple(shown)


def _match(
    snapshot: Snapshot, node: Node, state: brackets.NodeState, row: MatchRow | None
) -> BracketMatch:
    numbers = [team if isinstance(team, int) else 0 for team in state.teams]
    teams = [label(snapshot, number) for number in numbers]
    scores = ("", "")
    winner: int | None = None
    table = 0
    if row is not None:
        shown = tile(snapshot, row)
        scores = shown.scores
        winner = shown.winner
        table = row.table
    is_now = row is not None and row.round == snapshot.round and not row.result
    third = node.winner_place == 3
    return BracketMatch(
        node=node.number,
        title=gettext("For the third place") if third else "",
        teams=(teams[0], teams[1]),
        sources=(_source(node.sources[0]), _source(node.sources[1])),
        scores=scores,
        winner=winner,
        is_now=is_now,
        table=table,
    )


def _source(source: brackets.Source) -> str:
    match source:
        case brackets.WinnerOf(node):
            return gettext("winner of match %(number)s", number=node)
        case brackets.LoserOf(node):
            return gettext("loser of match %(number)s", number=node)
        case _:
            return ""


def _round_name(nodes: Sequence[Node], before_last: int) -> str:
    """Return the name of a round: "Final", "Last 16" or, in double elimination, "Round 2".

    `nodes` are the nodes of the round. `before_last` is how many rounds come after it.
    """
    if nodes[0].stage in {"upper", "lower", "grand final"}:
        return gettext("Round %(number)s", number=nodes[0].round)
    if before_last == 0:
        return gettext("Final")
    if before_last == 1:
        return gettext("Semi-finals")
    if before_last == 2:
        return gettext("Quarter-finals")
    return gettext("Last %(teams)s", teams=2 ** (before_last + 1))


def stage_name(stage: str) -> str:
    """Return the name of a stage as pages write it."""
    names = {
        TITLE: gettext("For the title"),
        SECOND_CHANCE: gettext("Second chance"),
        "upper": gettext("Upper bracket"),
        "lower": gettext("Lower bracket"),
        "grand final": gettext("Grand final"),
        SWISS: gettext("Swiss"),
        ALL: gettext("All play all"),
    }
    if stage in names:
        return names[stage]
    if stage.startswith("group "):
        return gettext("Group %(letter)s", letter=stage.removeprefix("group "))
    return gettext("Places %(places)s", places=stage.removeprefix("places ").replace("-", "–"))


def round_title(snapshot: Snapshot) -> str:
    """Return the name of the present round, "Round 3 of 5" for example."""
    number = snapshot.round
    so_far = snapshot.so_far
    if not number:
        return gettext("Before the first round")
    if so_far.form.kind is Kind.SWISS and not so_far.brackets:
        return gettext("Round %(number)s of %(most)s", number=number, most=so_far.form.rounds)
    return gettext("Round %(number)s", number=number)


def matches_of(snapshot: Snapshot, team: int) -> list[FixtureTile]:
    """Return the matches of a team as tiles, the first match first."""
    mine = [row for row in snapshot.matches if team in (row.first, row.second)]
    return [tile(snapshot, row) for row in mine]


def sitting_out(snapshot: Snapshot) -> list[TeamLabel]:
    """Return the teams that have no opponent in the present round, but may play in later rounds."""
    here = snapshot.of_round(snapshot.round)
    if any(row.node for row in here):
        return [label(snapshot, row.first) for row in here if not row.second]
    playing = teams_of([row for row in here if row.second])
    there = [team.number for team in snapshot.so_far.active(snapshot.round)]
    return [label(snapshot, team) for team in there if team not in playing]


def present(teams: Iterable[TeamRow]) -> list[TeamRow]:
    """Return the teams that have not left."""
    return [team for team in teams if team.left is None]


def present_labels(snapshot: Snapshot) -> list[TeamLabel]:
    """Return the labels of the teams that have not left."""
    return [label(snapshot, team.number) for team in present(snapshot.teams)]
