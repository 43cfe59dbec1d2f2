"""Let the tables feed the results: follow each match, count it once it is signed, or by hand."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache

from sqlalchemy.orm import Session

from companion import tables
from companion.engine import Impossible
from companion.retelling.replay import Replay
from companion.retelling.standing import has_won_game, score_after, standing
from companion.tables import Match as Table
from companion.tables import State
from companion.tables.names import one_line
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable
from companion.tournament.entries import How, Result
from companion.tournament.models import MatchRow, Tournament
from companion.tournament.rounds import (
    Seen,
    give_waiting_tables,
    look,
    match_in,
    result_from_text,
    result_to_text,
    seen_in,
)
from companion.tournament.terms import AtTime, terms_from_json
from companion.tournament.tournaments import changing, note

TABLES = 256  # of which the last reading is remembered
MOST_POINTS = 10_000
MOST_GAMES = 99


@dataclass(frozen=True, slots=True)
class AtTable:
    """What the table of a match says: games and points of both teams, and who has signed.

    `over` is whether the match is over there.
    """

    state: State
    games: tuple[int, int]
    points: tuple[int, int]
    over: bool
    signed: frozenset[int]

    def result(self, how: How) -> Result:
        """Return what the table says as a result."""
        return Result(self.games, self.points, how)


def at_table(row: MatchRow) -> AtTable | None:
    """Return what the table of this match says, None if nobody sat down or it was deleted."""
    table = table_of(row)
    if table is None:
        return None
    with suppress(tables.BrokenLog, tables.Gone):
        return _read(tables.state(table), row.earlier)
    return None


@retry_while_unavailable
def record_of(tournament: Tournament, number: int) -> str:
    """Return the copy of a match that counts, "" if there is none."""
    with reading() as connection, open_session(connection) as session:
        return match_in(session, tournament, number).record


@retry_while_unavailable
def table_of(row: MatchRow) -> Table | None:
    """Return the table at which this match is played, None if there is none."""
    if not row.match_id:
        return None
    with reading() as connection, open_session(connection) as session:
        return session.get(Table, row.match_id)


@lru_cache(maxsize=TABLES)
def _read(state: State, earlier: str) -> AtTable:
    """Return what a table says: read once for each state, however often a wall asks."""
    replay = Replay.from_log(state.log)
    games, (first, second) = games_and_points(replay)
    before = [int(points) for points in earlier.split("-") if points] or [0, 0]
    points = (before[0] + first, before[1] + second)
    last = next(tables.hand_ends(state.rows), None)
    signed = frozenset(side for seq, side in state.agreed if seq == last)
    return AtTable(state, games, points, replay.end.over, signed)


def games_and_points(replay: Replay) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the games won, and the points summed over the games, of both sides.

    The score of each game is cut at its target; in the trut family truts are counted.
    """
    target = replay.rules.tally.target
    games = list(replay.start.games or (0, 0))
    won = [step for step in replay.steps if has_won_game(step)]
    scores = [_cut(score_after(step).heights, target) for step in won]
    for step in won:
        for event in step.after.events:
            if event.kind == "game" and event.side is not None:
                games[event.side] += 1
    if replay.end.winner is None:
        scores.append(_cut(standing(replay.end).heights, target))
    points = (sum(first for first, _ in scores), sum(second for _, second in scores))
    return (games[0], games[1]), points


def _cut(heights: Sequence[float], target: int) -> tuple[int, int]:
    first, second = (min(int(height), target) for height in heights)
    return first, second


def after_time(said: AtTable, at_time: AtTime) -> tuple[int, int]:
    """Return the games won if the match was stopped: the leader of the last game may get it."""
    first, second = said.games
    if at_time is not AtTime.LEADER or said.state.log.game.winner is not None:
        return first, second
    score = standing(said.state.log.game).heights
    return first + (score[0] > score[1]), second + (score[1] > score[0])


@retry_while_unavailable
def follow(tournament: Tournament) -> Seen:
    """Bring the results of the present round up to date, and return the tournament then.

    A match counts once it is over at its table and both sides have signed it there. If the table
    is corrected afterwards, it no longer counts until both have signed again. What an organiser
    decided is left alone.
    """
    seen = look(tournament)
    if not any(_needs_change(seen, row) for row in seen.of_round(seen.round)):
        return seen
    with changing(tournament) as (session, current):
        seen = seen_in(session, current)
        for row in seen.of_round(seen.round):
            if _needs_change(seen, row):
                _take_from_table(seen, row)
        session.flush()
        give_waiting_tables(seen)
    return look(tournament)


def _signed_result(seen: Seen, row: MatchRow) -> Result | None:
    """Return the result that both sides have signed at the table, None if they have not."""
    said = at_table(row)
    if said is None or not said.over or said.signed != {0, 1}:
        return None
    games = after_time(said, seen.terms.at_time)
    if row.node and games[0] == games[1]:
        return None  # nobody wins a bracket by a draw: one more hand is played
    return Result(games, said.points, How.SIGNED)


def _follows_table(row: MatchRow) -> bool:
    """Return whether the result is the table's, and not what an organiser decided."""
    result = result_from_text(row.result)
    return bool(row.match_id) and (result is None or result.how is How.SIGNED)


def _needs_change(seen: Seen, row: MatchRow) -> bool:
    if not _follows_table(row):
        return False
    return result_to_text(_signed_result(seen, row)) != row.result


def _take_from_table(seen: Seen, row: MatchRow) -> None:
    """Write the result of the table, and the copy of the match once it counts."""
    row.result = result_to_text(_signed_result(seen, row))
    table = table_of(row)
    if row.result and table is not None:
        row.record = tables.to_record(table)


# -- by hand --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ruling:
    """Who decided, what, and why in their own words."""

    device: str
    what: str
    why: str = ""


@retry_while_unavailable
def confirm(tournament: Tournament, number: int, device: str) -> None:
    """Count what the table says, although not both sides have signed it."""
    with changing(tournament) as (session, current):
        row = match_in(session, current, number)
        said = at_table(row)
        if said is None:
            raise Impossible("Nobody has played at this table yet.")
        terms = terms_from_json(current.terms)
        result = Result(after_time(said, terms.at_time), said.points, How.CONFIRMED)
        _decide(session, current, row, result, Ruling(device, "confirmed"))
        table = table_of(row)
        if table is not None:
            row.record = tables.to_record(table)


@retry_while_unavailable
def set_by_hand(tournament: Tournament, number: int, result: Result, why: str, device: str) -> None:
    """Write a result. It counts whatever the table says, until `take_from_table`."""
    if not all(0 <= value <= MOST_GAMES for value in result.games):
        raise Impossible("A number of games is 0 to %(most)s.", most=MOST_GAMES)
    if not all(0 <= value <= MOST_POINTS for value in result.points):
        raise Impossible("A number of points is 0 to %(most)s.", most=MOST_POINTS)
    with changing(tournament) as (session, current):
        row = match_in(session, current, number)
        by_hand = replace(result, how=How.BY_HAND)
        _decide(session, current, row, by_hand, Ruling(device, "by-hand", why))


@retry_while_unavailable
def forfeit(tournament: Tournament, number: int, absent: str, why: str, device: str) -> None:
    """Decide a match by who was not there: "first", "second" or "both"."""
    with changing(tournament) as (session, current):
        row = match_in(session, current, number)
        won = terms_from_json(current.terms).walkover(How.FORFEIT)
        results = {
            "first": Result(won.games[::-1], won.points[::-1], How.FORFEIT),
            "second": won,
            "both": Result((0, 0), (0, 0), How.FORFEIT),
        }
        if absent not in results:
            raise Impossible("Say which team was not there.")
        _decide(session, current, row, results[absent], Ruling(device, "forfeit", why))


@retry_while_unavailable
def annul(tournament: Tournament, number: int, why: str, device: str) -> None:
    """Decide that a match was not played. Its teams may meet again."""
    with changing(tournament) as (session, current):
        row = match_in(session, current, number)
        nothing = Result((0, 0), (0, 0), How.ANNULLED)
        _decide(session, current, row, nothing, Ruling(device, "annulled", why))


@retry_while_unavailable
def take_from_table(tournament: Tournament, number: int, device: str) -> None:
    """Let the table decide again, after an organiser had decided."""
    with changing(tournament) as (session, current):
        row = match_in(session, current, number)
        before = row.result
        row.result = ""
        _take_from_table(seen_in(session, current), row)
        note(session, current, device, "from-table", number, before=before)


def _decide(
    session: Session, tournament: Tournament, row: MatchRow, result: Result, decision: Ruling
) -> None:
    """Write what an organiser decided, with its trace."""
    is_title = bool(row.node)
    undecided = result.winner is None and result.how in {How.CONFIRMED, How.BY_HAND}
    if is_title and undecided:
        raise Impossible("In a knock-out one team must win: play one more hand.")
    if not row.second:
        raise Impossible("This team has no opponent in this round.")
    before = row.result
    row.result = result_to_text(result)
    details = {"before": before, "after": row.result, "why": one_line(decision.why)[:200]}
    note(session, tournament, decision.device, decision.what, row.number, **details)
    give_waiting_tables(seen_in(session, tournament))
