"""Store the results of matches, as both sides have signed them or an organiser has decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from time import monotonic

from flask import current_app
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from companion import tables, variants
from companion.engine import Impossible, Rules
from companion.retelling.replay import Replay
from companion.retelling.standing import has_won_game, score_after, standing
from companion.tables import Match as Table
from companion.tables import State
from companion.tables.names import one_line
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable
from companion.tournament.correcting import check_is_played, correct_brackets
from companion.tournament.entries import How, Result
from companion.tournament.errors import OUT_OF_DATE, OutOfDate
from companion.tournament.models import MatchRow, Tournament
from companion.tournament.rounds import (
    Snapshot,
    delete_tables,
    give_waiting_tables,
    match_in,
    renew_draft,
    result_from_text,
    result_to_text,
    snapshot_in,
    take_snapshot,
    teams_of,
)
from companion.tournament.terms import AtTime, terms_from_json
from companion.tournament.tournaments import changing, note

TABLES = 256  # states of tables whose score is remembered
MOST_POINTS = 10_000
MOST_GAMES = 99
MOST_HEADS = 20_000  # tables whose last change a process remembers
SETTLED = 5.0  # seconds after which a table that did not change is not read again

TableHead = tuple[int, int, str]  # the revision and the newest tap of a table, and its result


@dataclass(frozen=True, slots=True)
class AtTable:
    """The state of a match at its table: games and points of both teams, and who has signed.

    * `points` are the points of both teams, in each game only up to the target.
    * `uncut` are all points of both teams.
    * `over` is whether the match is over at this table.
    * `signed` are the sides (0 or 1) that have signed.

    Both `points` and `uncut` include the points of an earlier table of the match.
    """

    state: State
    games: tuple[int, int]
    points: tuple[int, int]
    uncut: tuple[int, int]
    over: bool
    signed: frozenset[int]

    def result(self, how: How) -> Result:
        """Return the games and points at the table as a result; `how` is the way it came about."""
        return Result(self.games, self.points, how)


def at_table(row: MatchRow) -> AtTable | None:
    """Return the state of a match at its table.

    Return None if nobody sat down yet or if the table was deleted.
    """
    table = table_of(row)
    if table is None:
        return None
    with suppress(tables.BrokenLog, tables.Gone):
        return _read(tables.state(table), row.earlier)
    return None


@retry_while_unavailable
def record_of(tournament: Tournament, number: int) -> str:
    """Return the stored copy of the match with this number, or "" if it was not copied."""
    with reading() as connection, open_session(connection) as session:
        return match_in(session, tournament, number).record


@retry_while_unavailable
def table_of(row: MatchRow) -> Table | None:
    """Return the table at which this match is played, or None if there is none."""
    if not row.match_id:
        return None
    with reading() as connection, open_session(connection) as session:
        return session.get(Table, row.match_id)


@lru_cache(maxsize=TABLES)
def _read(state: State, earlier: str) -> AtTable:
    """Return games, points and signatures of a match whose table is in this state.

    `earlier` are the points of the match at an earlier table, "24-20" for example, or "". They are
    added. The result is cached, because walls ask for it often.
    """
    replay = Replay.from_log(state.log)
    games, points = games_and_points(replay)
    before = [int(points) for points in earlier.split("-") if points] or [0, 0]
    return AtTable(
        state,
        games,
        points=_add(before, points),
        uncut=_add(before, _sum_of_games(replay, most=inf)),
        over=replay.end.over,
        signed=_signed_by(state),
    )


def _add(one: Sequence[int], other: Sequence[int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


def _signed_by(state: State) -> frozenset[int]:
    """Return the sides that have signed the score as it is now.

    If the score was corrected after the last hand, no side has signed it.
    """
    last = next(tables.hand_ends(state.rows), 0)
    for row in state.rows[last:]:
        if row.counts and not row.affects and row.tap.word != "end":
            return frozenset()
    return frozenset(side for seq, side in state.agreed if seq == last)


def games_and_points(replay: Replay) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the games that each side has won, and the points of each side summed over the games.

    In each game, points count only up to the target. In the trut family the points are truts.
    """
    first_games, second_games = replay.end.games
    points = _sum_of_games(replay, most=replay.rules.tally.target)
    return (first_games, second_games), points


def _sum_of_games(replay: Replay, *, most: float) -> tuple[int, int]:
    """Return the points of both sides, summed over the games, at most `most` from each game."""
    won = [step for step in replay.steps if has_won_game(step)]
    scores = [score_after(step).heights for step in won]
    if replay.end.winner is None:
        scores.append(standing(replay.end).heights)
    first = sum(int(min(score[0], most)) for score in scores)
    second = sum(int(min(score[1], most)) for score in scores)
    return first, second


def is_in_a_game(said: AtTable) -> bool:
    """Return whether the present game has begun and is not over yet."""
    replay = Replay.from_log(said.state.log)
    if replay.end.over or not replay.steps:
        return False
    return not has_won_game(replay.steps[-1])


def after_time(said: AtTable, at_time: AtTime, *, knock_out: bool) -> tuple[int, int]:
    """Return how many games each side has won if the match is stopped now.

    The side that leads the unfinished game wins it in two cases:

    * `at_time` is `AtTime.LEADER`.
    * The match is in a knock-out, and both sides have won equally many games. One team must win.
    """
    first, second = said.games
    if said.state.log.game.winner is not None:
        return first, second
    if at_time is not AtTime.LEADER and not (knock_out and first == second):
        return first, second
    score = standing(said.state.log.game).heights
    return first + (score[0] > score[1]), second + (score[1] > score[0])


@retry_while_unavailable
def follow(tournament: Tournament) -> Snapshot:
    """Store the results that are signed at the tables, and return the tournament with the results.

    A match counts if it is over at its table and both sides have signed it there. If the table is
    corrected afterwards, the match does not count until both sides have signed again. A result that
    an organiser decided is not changed. After the end of the tournament, nothing is changed.
    """
    snapshot = take_snapshot(tournament)
    if snapshot.tournament.stage == "over":
        return snapshot
    if not _rows_to_change(snapshot):
        return snapshot
    with suppress(AlreadyFollowed), _following(tournament) as (session, current):
        _follow_tables(session, current)
    return take_snapshot(tournament)


class AlreadyFollowed(Exception):
    """Another request has written the results first, so nothing is left to write."""


def _follow_tables(session: Session, tournament: Tournament) -> None:
    """Store the results that are signed at the tables now.

    Raises AlreadyFollowed if another request has just stored them. Without this error, the second
    request would increase the revision too. The page that the first request got would then be out
    of date at once.
    """
    snapshot = snapshot_in(session, tournament)
    rows = [row for row in snapshot.matches if _needs_change(snapshot, row)]
    if not rows:
        raise AlreadyFollowed
    for row in rows:
        _take_from_table(snapshot, row)
        _note_result(session, tournament, row)
    session.flush()


@contextmanager
def _following(tournament: Tournament) -> Iterator[tuple[Session, Tournament]]:
    """Yield a session for changing results. At the end, update what depends on the results."""
    with changing(tournament) as (session, current):
        yield session, current
        abandoned = follow_up(session, current)
    delete_tables(abandoned)


def follow_up(session: Session, tournament: Tournament) -> list[int]:
    """Update what depends on the results: brackets, tables of waiting matches, and the draft.

    Return the ids of the tables that no match needs any more. The caller deletes them after its
    commit.
    """
    session.flush()
    abandoned = correct_brackets(session, tournament)
    give_waiting_tables(snapshot_in(session, tournament))
    renew_draft(session, tournament)
    return abandoned


def _rows_to_change(snapshot: Snapshot) -> list[MatchRow]:
    """Return the matches whose stored result is not what their table says now.

    One query finds the tables that have changed. Only these tables are read. A table is read again
    at each call for `SETTLED` seconds after its change, because the cache of this process may still
    have an older state.
    """
    rows = [row for row in snapshot.matches if _follows_table(row)]
    if not rows:
        return []
    heads = _heads([row.match_id for row in rows])
    known: dict[int, tuple[TableHead, float]]
    known = current_app.extensions.setdefault("tournament_heads", {})
    if len(known) > MOST_HEADS:
        known.clear()
    found = list[MatchRow]()
    for row in rows:
        head = (*heads.get(row.match_id, (0, 0)), row.result)
        before, since = known.get(row.match_id, (None, 0.0))
        if before != head:
            known[row.match_id] = (head, monotonic())
        elif monotonic() - since > SETTLED:
            continue
        if _needs_change(snapshot, row):
            found.append(row)
            known.pop(row.match_id, None)  # until the change is written, the table is read again
    return found


def _heads(match_ids: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Return a dict from the id of each table to its revision and the number of its newest tap.

    A table that was deleted is not in the dict.
    """
    newest = select(func.max(tables.TapRow.seq)).where(tables.TapRow.match_id == Table.id)
    query = select(Table.id, Table.revision, newest.scalar_subquery())
    with reading() as connection:
        found = connection.execute(query.where(Table.id.in_(match_ids)))
        return {match_id: (revision, seq or 0) for match_id, revision, seq in found}


def _signed_result(snapshot: Snapshot, row: MatchRow) -> Result | None:
    """Return the result that both sides have signed at the table of a match.

    Return None if the match has no table, or if `table_result` finds no result that counts.
    """
    said = at_table(row)
    if said is None:
        return None
    return table_result(snapshot, row, said)


def table_result(snapshot: Snapshot, row: MatchRow, said: AtTable) -> Result | None:
    """Return the result of a match that is over at its table and signed by both sides, or None.

    A knock-out needs a winner: return None if both teams have won equally many games.
    """
    if not said.over or said.signed != {0, 1}:
        return None
    games = after_time(said, snapshot.terms.at_time, knock_out=bool(row.node))
    if row.node and games[0] == games[1]:
        return None  # a knock-out needs a winner: one more hand is played
    return Result(games, said.points, How.SIGNED)


def _follows_table(row: MatchRow) -> bool:
    """Return whether a match has a table, and no organiser has decided its result."""
    result = result_from_text(row.result)
    return bool(row.match_id) and (result is None or result.how is How.SIGNED)


def _needs_change(snapshot: Snapshot, row: MatchRow) -> bool:
    if not _follows_table(row) or table_of(row) is None:
        return False
    return result_to_text(_signed_result(snapshot, row)) != row.result


def _note_result(session: Session, tournament: Tournament, row: MatchRow) -> None:
    """Record that a match counts now, or that it no longer counts.

    If the tournament has too many recorded decisions already, record nothing and raise no error:
    the result counts all the same.
    """
    what = "counted" if row.result else "uncounted"
    with suppress(Impossible):
        note(session, tournament, "", what, row.number, after=row.result)


def _take_from_table(snapshot: Snapshot, row: MatchRow) -> None:
    """Store the result that both teams signed at the table, or that there is none.

    If there is a result, store a copy of the match too.
    """
    row.result = result_to_text(_signed_result(snapshot, row))
    table = table_of(row)
    if row.result and table is not None:
        row.record = tables.to_record(table)


# -- by hand --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision of an organiser: their phone, what they decided, and the reason they typed.

    `was` is the result that the page showed, None if the decision does not depend on it.
    """

    device: str
    what: str
    why: str = ""
    was: str | None = None


@contextmanager
def _deciding(
    tournament: Tournament, number: int
) -> Iterator[tuple[Session, Tournament, MatchRow]]:
    """Yield a session, the tournament and the match about which an organiser decides.

    At the end, update what depends on the result, and tell the phones at the table of the match.
    """
    with _following(tournament) as (session, current):
        row = match_in(session, current, number)
        yield session, current, row
    tell_table(row)


def tell_table(row: MatchRow) -> None:
    """Make the phones at the table of a match draw their pages again.

    Call this after the commit: the decision counts even if the phones cannot be told at once.
    """
    with suppress(tables.Gone, tables.Unavailable):
        table = table_of(row)
        if table is not None:
            tables.renew_pages(table)


@retry_while_unavailable
def confirm(tournament: Tournament, number: int, device: str, *, was: str | None = None) -> None:
    """Let the games and points at the table count, although a side has not signed them.

    `was` is the result that the page showed, None if the decision does not depend on it. Raises
    OutOfDate if the match has another result now.
    """
    with _deciding(tournament, number) as (session, current, row):
        said = at_table(row)
        if said is None:
            raise Impossible("Nobody has played at this table yet.")
        terms = terms_from_json(current.terms)
        games = after_time(said, terms.at_time, knock_out=bool(row.node))
        result = Result(games, said.points, How.CONFIRMED)
        _decide(session, current, row, result, Ruling(device, "confirmed", was=was))
        table = table_of(row)
        if table is not None:
            row.record = tables.to_record(table)


@retry_while_unavailable
def set_by_hand(
    tournament: Tournament,
    number: int,
    result: Result,
    why: str,
    device: str,
    *,
    was: str | None = None,
) -> None:
    """Set the result of a match. It counts until `take_from_table` is called.

    The score at the table is ignored. If `result` has no games, its points decide who has won a
    game (see `_games_typed`). `was` is the result that the page showed. Raises OutOfDate if the
    match has another result now.
    """
    if not all(0 <= value <= MOST_GAMES for value in result.games):
        raise Impossible("A number of games is 0 to %(most)s.", most=MOST_GAMES)
    if not all(0 <= value <= MOST_POINTS for value in result.points):
        raise Impossible("A number of points is 0 to %(most)s.", most=MOST_POINTS)
    with _deciding(tournament, number) as (session, current, row):
        terms = terms_from_json(current.terms)
        leader_wins = bool(row.node) or terms.at_time is AtTime.LEADER
        games = _games_typed(result, rules_of(current).tally.target, leader_wins=leader_wins)
        by_hand = replace(result, games=games, how=How.BY_HAND)
        _decide(session, current, row, by_hand, Ruling(device, "by-hand", why, was))


def rules_of(tournament: Tournament) -> Rules:
    """Return the rules by which the matches of a tournament are played."""
    return variants.get(tournament.variant).rules(tournament.seats, tournament.house_rules)


def _games_typed(result: Result, target: int, *, leader_wins: bool) -> tuple[int, int]:
    """Return the games of both teams in a result that was typed.

    If no games were typed, the points decide:

    * If one team reached the target, this team has won one game.
    * If both teams reached the target, the team with more points has won one game.
    * If no team reached the target, the time ended the game. If `leader_wins`, the team with more
      points has won one game. Otherwise the game is a draw.
    """
    if result.games != (0, 0):
        return result.games
    first, second = result.points
    both_reached = first >= target and second >= target
    if (leader_wins or both_reached) and first != second:
        return int(first > second), int(second > first)
    if (first >= target) == (second >= target):
        return 0, 0
    return int(first >= target), int(second >= target)


@retry_while_unavailable
def forfeit(
    tournament: Tournament,
    number: int,
    absent: str,
    why: str,
    device: str,
    *,
    was: str | None = None,
) -> None:
    """Decide that a team, or both teams, lose a match because they were not there.

    `absent` says which team was not there: "first", "second" or "both". `was` is the result that
    the page showed, None if the decision does not depend on it. Raises OutOfDate if the match has
    another result now.
    """
    with _deciding(tournament, number) as (session, current, row):
        result = forfeit_result(current, absent)
        _decide(session, current, row, result, Ruling(device, "forfeit", why, was))


def forfeit_result(tournament: Tournament, absent: str) -> Result:
    """Return the result of a match to which `absent` did not come: "first", "second" or "both"."""
    terms = terms_from_json(tournament.terms)
    won = terms.walkover(How.FORFEIT, tournament.games_to_win)
    results = {
        "first": Result(won.games[::-1], won.points[::-1], How.FORFEIT),
        "second": won,
        "both": Result((0, 0), (0, 0), How.FORFEIT),
    }
    if absent not in results:
        raise Impossible("Say which team was not there.")
    return results[absent]


@retry_while_unavailable
def annul(
    tournament: Tournament, number: int, why: str, device: str, *, was: str | None = None
) -> None:
    """Decide that a match counts as not played. Its teams may meet again.

    Raises Impossible, with a message for the user, if a team has a later match in the bracket.
    `was` is the result that the page showed. Raises OutOfDate if the match has another result now.
    """
    with _deciding(tournament, number) as (session, current, row):
        if row.node and _play_on(snapshot_in(session, current), row):
            raise Impossible("These teams play on already: correct the result instead.")
        nothing = Result((0, 0), (0, 0), How.ANNULLED)
        _decide(session, current, row, nothing, Ruling(device, "annulled", why, was))


def _play_on(snapshot: Snapshot, row: MatchRow) -> bool:
    """Return whether a team of this match has a match in a later round of a bracket."""
    later = [other for other in snapshot.matches if other.round > row.round and other.node]
    return bool({row.first, row.second} & (teams_of(later) - {0}))


@retry_while_unavailable
def take_from_table(
    tournament: Tournament, number: int, device: str, *, was: str | None = None
) -> None:
    """Let the result of the table count again, instead of an organiser's decision.

    `was` is the result that the page showed. Raises OutOfDate if the match has another result now.
    """
    with _deciding(tournament, number) as (session, current, row):
        check_is_played(current)
        _check_has_opponent(row)  # without its result, a bye would keep its round from ending
        _check_was(row, was)
        before = row.result
        row.result = ""
        _take_from_table(snapshot_in(session, current), row)
        note(session, current, device, "from-table", number, before=before)


def _decide(
    session: Session, tournament: Tournament, row: MatchRow, result: Result, decision: Ruling
) -> None:
    """Write what an organiser decided, and record the decision."""
    check_is_played(tournament)
    _check_was(row, decision.was)
    is_title = bool(row.node)
    undecided = result.winner is None and result.how in {How.CONFIRMED, How.BY_HAND}
    if is_title and undecided:
        raise Impossible("In a knock-out one team must win: play one more hand.")
    _check_has_opponent(row)
    before = row.result
    row.result = result_to_text(result)
    details = {"before": before, "after": row.result, "why": one_line(decision.why)[:200]}
    note(session, tournament, decision.device, decision.what, row.number, **details)


def _check_has_opponent(row: MatchRow) -> None:
    """Raise Impossible, with a message for the user, if the match is a bye."""
    if not row.second:
        raise Impossible("This team has no opponent in this round.")


def _check_was(row: MatchRow, was: str | None) -> None:
    """Raise OutOfDate if the result is no longer the result that the page showed."""
    if was is not None and was != row.result:
        raise OutOfDate(OUT_OF_DATE)
