"""Play a tournament of eight pairs as a demonstration, without writing to the database.

Rounds are drawn and standings are counted as in any other tournament; only the results are made up.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from companion.tournament import showing
from companion.tournament.drawing import DrawnRound, assign_groups, draw
from companion.tournament.entries import How, Result
from companion.tournament.formats import Format, Kind
from companion.tournament.models import MatchRow, TeamRow, Tournament
from companion.tournament.rounds import Snapshot, brackets_to_json, result_to_text
from companion.tournament.showing import FixtureTile
from companion.tournament.signing_up import as_team
from companion.tournament.terms import Terms, format_to_json, terms_to_json
from companion.web.language import N_

PAIRS = (
    ("Anna", "Carme"),
    ("Núria", "Quim"),
    ("Biel", "Pep"),
    ("Pilar", "Ximo"),
    ("Joana", "Miquel"),
    ("Rosa", "Vicent"),
    ("Laia", "Arnau"),
    ("Marie", "Jean"),
)
SECONDS = 8  # for each step; all steps take two minutes
TARGET = 12
FORMAT = Format(Kind.GROUPS, groups=2, qualify=2)


@dataclass(frozen=True, slots=True)
class DemonstrationStep:
    """A moment of the demonstration: a sentence about this moment, and what is shown.

    * `view` is "teams", "tables", "standings", "bracket" or "end".
    * `teams` is how many teams have signed up.
    * `rounds` is how many rounds are published, and `over` how many rounds have all their results.
    * `states` are the states of the matches of the last round, in the order of their tables.
    * `calls` is the number of the table that calls the referee, 0 for none.
    """

    sentence: str
    view: str
    teams: int = len(PAIRS)
    rounds: int = 0
    over: int = 0
    states: tuple[str, ...] = ()
    calls: int = 0


STEPS = (
    DemonstrationStep(
        N_("The organiser shows a code. Each pair scans it and types two names."), "teams", teams=3
    ),
    DemonstrationStep(
        N_("All are in. One touch closes the sign-up and draws the groups and the first round."),
        "teams",
    ),
    DemonstrationStep(
        N_("One more touch publishes it. Every phone now shows its table and its opponents."),
        "tables",
        rounds=1,
        states=("called",) * 4,
    ),
    DemonstrationStep(
        N_("They scan the card of the table, sit down and play. The phones keep the score."),
        "tables",
        rounds=1,
        states=("playing", "playing", "playing", "called"),
    ),
    DemonstrationStep(
        N_("Table 3 calls the referee, by one touch. The organiser’s phone shows it."),
        "tables",
        rounds=1,
        states=("playing", "signing", "playing", "playing"),
        calls=3,
    ),
    DemonstrationStep(
        N_("When both sides have signed, the result counts. Nobody types a score."),
        "tables",
        rounds=1,
        states=("counted", "counted", "playing", "signing"),
    ),
    DemonstrationStep(
        N_("All results are in: the standings are there, and the next round is drawn."),
        "standings",
        rounds=1,
        over=1,
    ),
    DemonstrationStep(
        N_("Second round. Whoever does not come is called on the wall and on their phones."),
        "tables",
        rounds=2,
        over=1,
        states=("playing", "missing", "playing", "playing"),
    ),
    DemonstrationStep(
        N_("The organiser may decide a match by hand, with a reason that all can read."),
        "tables",
        rounds=2,
        over=1,
        states=("counted", "by-hand", "playing", "playing"),
    ),
    DemonstrationStep(
        N_("Third round: all have met in their group. The first two go on."),
        "standings",
        rounds=3,
        over=3,
    ),
    DemonstrationStep(
        N_("The semi-finals: the first of each group meets the second of the other."),
        "bracket",
        rounds=4,
        over=3,
        states=("playing", "playing"),
    ),
    DemonstrationStep(
        N_("The final. The television in the bar shows every point a second later."),
        "tables",
        rounds=5,
        over=4,
        states=("playing",),
    ),
    DemonstrationStep(
        N_("It is over. The bracket and every match stay, each with its replay."),
        "bracket",
        rounds=5,
        over=5,
    ),
    DemonstrationStep(
        N_("And this is the result, to print, to share, or to keep in a book."),
        "end",
        rounds=5,
        over=5,
    ),
)


@cache
def snapshot_at(teams: int, published: int, over: int) -> Snapshot:
    """Return the demonstration with this many teams and published rounds.

    The first `over` rounds have all their results.
    """
    snapshot = _signed_up(teams)
    for number in range(1, published + 1):
        drawn = draw(snapshot.so_far)
        brackets = brackets_to_json(drawn.brackets) or snapshot.tournament.brackets
        rows = _rows(drawn, len(snapshot.matches), is_over=number <= over)
        snapshot = Snapshot(_tournament(brackets), snapshot.teams, (*snapshot.matches, *rows))
    return snapshot


def _tournament(brackets: str = "") -> Tournament:
    return Tournament(
        title="Festa major",
        variant="catalan",
        seats=4,
        house="",
        form=format_to_json(FORMAT),
        terms=terms_to_json(Terms(tables=4)),
        stage="playing",
        draft="",
        brackets=brackets,
    )


def _signed_up(teams: int) -> Snapshot:
    rows = list[TeamRow]()
    for number, people in enumerate(PAIRS[:teams], start=1):
        row = TeamRow(number=number, name=" & ".join(people), players="\n".join(people))
        row.seed = number
        row.joined = 1
        row.letter = ""
        row.lot = number
        rows.append(row)
    if teams == len(PAIRS):
        groups = assign_groups([as_team(row) for row in rows], FORMAT.groups)
        for row in rows:
            row.letter = groups[row.number]
    return Snapshot(_tournament(), tuple(rows), ())


def _rows(drawn: DrawnRound, last: int, *, is_over: bool) -> list[MatchRow]:
    rows = list[MatchRow]()
    for table, match in enumerate(drawn.matches, start=1):
        first, second = match.teams
        row = MatchRow(
            number=last + table,
            round=drawn.number,
            stage=match.stage,
            node=match.node or 0,
            first=first,
            second=second or 0,
            table=table,
            match_id=0,
            result="",
            more_minutes=0,
        )
        if is_over:
            row.result = result_to_text(_result(first, second or 0, How.SIGNED))
        rows.append(row)
    return rows


def _result(first: int, second: int, how: How) -> Result:
    """Return a made-up result of a match. The same two teams always get the same result.

    The team with the lower number wins about four of five matches.
    """
    lower_wins = (first + 2 * second) % 5 != 0
    first_wins = (first < second) == lower_wins
    points = 3 + (5 * first + 7 * second) % 8
    if first_wins:
        return Result((1, 0), (TARGET, points), how)
    return Result((0, 1), (points, TARGET), how)


_DECIDED = {"counted": How.SIGNED, "by-hand": How.BY_HAND}


def tiles_at(step: DemonstrationStep) -> tuple[FixtureTile, ...]:
    """Return the matches of the last round at this step, in the order of their tables."""
    shown = showing.tiles(snapshot_at(step.teams, step.rounds, step.over))
    if not step.states:
        return tuple(shown)
    made = list[FixtureTile]()
    for tile, state in zip(shown, step.states, strict=True):
        made.append(_tile(tile, state, calls=tile.table == step.calls))
    return tuple(made)


def _tile(tile: FixtureTile, state: str, *, calls: bool) -> FixtureTile:
    first, second = tile.teams
    result = _result(first.number, second.number, _DECIDED.get(state, How.SIGNED))
    scores = ("", "")
    winner = None
    if state in _DECIDED:
        winner = result.winner
    if state in _DECIDED or state == "signing":
        scores = (str(result.points[0]), str(result.points[1]))
    elif state == "playing":
        # A match in play is shown with two thirds of its points.
        scores = (str(result.points[0] * 2 // 3), str(result.points[1] * 2 // 3))
    return replace(tile, state=state, calls=calls, scores=scores, winner=winner)
