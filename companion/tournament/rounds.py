"""Draw a round, change it by hand, publish it, and take it back."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain

from sqlalchemy import delete as deletion
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from companion import tables
from companion.engine import Impossible
from companion.tables.models import now
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable
from companion.tournament.brackets import size_for
from companion.tournament.drawing import (
    Bracket,
    DrawnRound,
    TournamentState,
    assign_groups,
    draw,
    equal_teams,
)
from companion.tournament.entries import Fixture, How, Result
from companion.tournament.errors import (
    GONE,
    UNKNOWN_MATCH,
    UNKNOWN_TEAM,
    NoSuchTournament,
    UnknownEntry,
)
from companion.tournament.formats import SWISS, Kind
from companion.tournament.models import MatchRow, TeamRow, Tournament, TournamentChange
from companion.tournament.signing_up import as_team, draw_order, sign_up_in, teams_in
from companion.tournament.terms import (
    Terms,
    check_format,
    fit_format,
    format_from_json,
    format_to_json,
    terms_from_json,
)
from companion.tournament.tournaments import changing, note

LOTS = range(1, 100)  # more than there are teams, and short enough for a wall


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A tournament as it was at one revision: its teams and its matches."""

    tournament: Tournament
    teams: tuple[TeamRow, ...]
    matches: tuple[MatchRow, ...]

    @property
    def terms(self) -> Terms:
        """Return the terms of the tournament: its times, and how matches count."""
        return terms_from_json(self.tournament.terms)

    @property
    def so_far(self) -> TournamentState:
        """Return the tournament in the form that `drawing` needs."""
        return TournamentState(
            form=format_from_json(self.tournament.form),
            teams=tuple(map(as_team, self.teams)),
            matches=tuple(map(as_match, self.matches)),
            brackets=brackets_from_json(self.tournament.brackets),
            cap=self.terms.cap,
            games_to_win=self.tournament.games_to_win,
        )

    @property
    def round(self) -> int:
        """Return the number of the last published round, or 0 if there is none."""
        return max((match.round for match in self.matches), default=0)

    def of_round(self, number: int) -> list[MatchRow]:
        """Return the matches of a round in the order in which they were published."""
        return [match for match in self.matches if match.round == number]

    def team(self, number: int) -> TeamRow:
        """Return a team by its number."""
        return self.teams[number - 1]


def as_match(row: MatchRow) -> Fixture:
    """Return the row of a match as the `Fixture` that the draw needs."""
    teams = (row.first, row.second or None)
    return Fixture(row.round, row.stage, teams, row.node or None, result_from_text(row.result))


def result_to_text(result: Result | None) -> str:
    """Return a result as text for the database: "2-1 66-65 signed". None becomes ""."""
    if result is None:
        return ""
    games = "-".join(map(str, result.games))
    points = "-".join(map(str, result.points))
    return f"{games} {points} {result.how}"


def result_from_text(text: str) -> Result | None:
    """Return the result that `result_to_text` wrote, or None for ""."""
    if not text:
        return None
    games, points, how = text.split(" ", 2)
    return Result(_pair(games), _pair(points), How(how))


def _pair(text: str) -> tuple[int, int]:
    first, second = text.split("-")
    return int(first), int(second)


def brackets_to_json(brackets: Iterable[Bracket]) -> str:
    """Return the brackets as JSON for the database, or "" if there are none."""
    kept = [[each.stage, each.entrants, each.first_place] for each in brackets]
    if not kept:
        return ""
    return json.dumps(kept)


def brackets_from_json(text: str) -> tuple[Bracket, ...]:
    """Return the brackets that `brackets_to_json` wrote."""
    if not text:
        return ()
    kept = json.loads(text)
    return tuple(Bracket(stage, tuple(entrants), place) for stage, entrants, place in kept)


@retry_while_unavailable
def take_snapshot(tournament: Tournament) -> Snapshot:
    """Return the tournament as it is now. Raises NoSuchTournament if it was deleted."""
    with reading() as connection, open_session(connection) as session:
        current = session.get(Tournament, tournament.id)
        if current is None:
            raise NoSuchTournament(GONE)
        return snapshot_in(session, current)


def snapshot_in(session: Session, tournament: Tournament) -> Snapshot:
    """Return the tournament as this session of the database sees it."""
    query = select(MatchRow).where(MatchRow.tournament_id == tournament.id)
    matches = session.scalars(query.order_by(MatchRow.number))
    return Snapshot(tournament, tuple(teams_in(session, tournament)), tuple(matches))


def teams_of(rows: Sequence[MatchRow]) -> set[int]:
    """Return the numbers of the teams of these matches, with 0 if a match is a bye."""
    return {row.first for row in rows} | {row.second for row in rows}


def match_in(session: Session, tournament: Tournament, number: int) -> MatchRow:
    """Return the published match with this number. Raises UnknownEntry if there is none."""
    row = session.get(MatchRow, (tournament.id, number))
    if row is None:
        raise UnknownEntry(UNKNOWN_MATCH)
    return row


# -- drafts ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundDraft:
    """The next round, which only organisers see. A new draw keeps the `locked` pairs.

    `locked` has the indexes of these pairs among the matches of `drawn`, from 0.
    """

    drawn: DrawnRound
    locked: frozenset[int] = frozenset()


def draft_to_json(drafted: RoundDraft) -> str:
    """Return a draft as JSON for the database."""
    matches = list[list[object]]()
    for match in drafted.drawn.matches:
        matches.append([match.stage, *match.teams, match.node, result_to_text(match.result)])
    kept = {
        "number": drafted.drawn.number,
        "matches": matches,
        "brackets": brackets_to_json(drafted.drawn.brackets),
        "locked": sorted(drafted.locked),
    }
    return json.dumps(kept)


def draft_from_json(text: str) -> RoundDraft:
    """Return the draft that `draft_to_json` wrote."""
    kept = json.loads(text)
    number = kept["number"]
    matches = list[Fixture]()
    for stage, first, second, node, result in kept["matches"]:
        matches.append(Fixture(number, stage, (first, second), node, result_from_text(result)))
    draft = DrawnRound(number, tuple(matches), brackets_from_json(kept["brackets"]))
    return RoundDraft(draft, frozenset(kept["locked"]))


def is_end(text: str) -> bool:
    """Return whether a draft, given as JSON, has no matches. Such a draft ends the tournament."""
    return not draft_from_json(text).drawn.matches


@retry_while_unavailable
def close_sign_up(tournament: Tournament, device: str) -> None:
    """Close the sign-up, draw the order of the teams, and draft the first round.

    Raises Impossible, with a message for the user, if this many teams cannot play this format.
    """
    with changing(tournament) as (session, current):
        if current.stage != "signing up":
            raise Impossible("The first round is drawn already.")
        teams = teams_in(session, current)
        order = draw_order(teams)
        form = fit_format(format_from_json(current.form), len(order))
        check_format(form, len(order))
        current.form = format_to_json(form)
        for row in teams:
            row.seed = 0  # a team that has left is not drawn, even if it was seeded
        for place, row in enumerate(order, start=1):
            row.seed = place
        if form.kind is Kind.GROUPS:
            groups = assign_groups([as_team(row) for row in order], form.groups)
            for row in order:
                row.letter = groups[row.number]
        current.stage = "playing"
        session.flush()
        _draft(session, current)
        note(session, current, device, "drew", 1)


@retry_while_unavailable
def reopen_sign_up(tournament: Tournament, device: str) -> None:
    """Open the sign-up again and forget the draw. Raises Impossible if a round was published."""
    with changing(tournament) as (session, current):
        if snapshot_in(session, current).round:
            raise Impossible("A round is published: the sign-up cannot be opened again.")
        current.stage = "signing up"
        current.draft = ""
        for row in teams_in(session, current):
            row.seed = 0
            row.letter = ""
        note(session, current, device, "reopened", 0)


@retry_while_unavailable
def draft_again(tournament: Tournament, device: str) -> None:
    """Draw the next round again. Locked pairs stay."""
    with changing(tournament) as (session, current):
        _draft(session, current)
        note(session, current, device, "drew", draft_from_json(current.draft).drawn.number)


def _draft(session: Session, tournament: Tournament) -> None:
    """Draw the next round as `renew_draft` does, but raise Impossible if a result is missing."""
    renew_draft(session, tournament)
    if not tournament.draft:
        raise Impossible("The next round is drawn once all results of this one are there.")


def renew_draft(session: Session, tournament: Tournament) -> None:
    """Draw the next round if the present round has all its results. Locked pairs stay.

    If a result is missing, remove the draft. Do nothing during the sign-up or after the end.
    """
    if tournament.stage != "playing":
        return
    before = None
    if tournament.draft:
        before = draft_from_json(tournament.draft)
    tournament.draft = ""
    snapshot = snapshot_in(session, tournament)
    if all(match.result for match in snapshot.of_round(snapshot.round)):
        drafted = _draft_of(snapshot, before)
        # Matches of earlier rounds may be open again, because they are corrected at their tables.
        if _goes_on(snapshot, drafted.drawn) or all(match.result for match in snapshot.matches):
            if _draw_lots(session, snapshot, drafted.drawn):
                drafted = _draft_of(snapshot, before)
            tournament.draft = draft_to_json(drafted)
    session.flush()


def _goes_on(snapshot: Snapshot, drawn: DrawnRound) -> bool:
    """Return whether the drawn round belongs to the present part of the tournament.

    Return False if it is the first round of the brackets, or if it has no matches.
    """
    begins_bracket = bool(drawn.brackets) and not snapshot.so_far.brackets
    return bool(drawn.matches) and not begins_bracket


def _draw_lots(session: Session, snapshot: Snapshot, drawn: DrawnRound) -> bool:
    """Draw lots for teams that are equal when the first part of the tournament is over.

    Return whether any lot changed. The first part is all rounds before the brackets. Lots are drawn
    when its last result is in, so nobody can know a lot while results are missing. While the first
    part goes on, no team has a lot.

    If lots were drawn after the same round before, teams get those lots again. Otherwise an
    organiser could add a round and remove it again until the lots suit them.
    """
    if drawn.matches and not drawn.brackets:
        had_lots = any(row.lot for row in snapshot.teams)
        for row in snapshot.teams:
            row.lot = 0
        return had_lots
    if not all(row.result for row in snapshot.matches if not row.node):
        return False  # a result of the first part is corrected while the bracket is played
    earlier = _lots_after_round(session, snapshot)
    has_changed = False
    lots = dict[int, int]()
    # Lots within groups may decide which teams are compared between groups, so look again.
    while equal := _without_lot(snapshot):
        free = set(LOTS) - {row.lot for row in snapshot.teams} - set(earlier.values())
        drawn_now = secrets.SystemRandom().sample(sorted(free), len(equal))
        for row, lot in zip(equal, drawn_now, strict=True):
            row.lot = earlier.get(row.number, lot)
            if row.number not in earlier:
                lots[row.number] = lot
        has_changed = True
    if lots:
        with suppress(Impossible):  # the result stays even if there are too many changes
            note(session, snapshot.tournament, "", "lots", snapshot.round, lots=lots)
    return has_changed


def _lots_after_round(session: Session, snapshot: Snapshot) -> dict[int, int]:
    """Return the lots drawn after the present round, as a dict from team number to lot."""
    query = select(TournamentChange.details).where(
        TournamentChange.tournament_id == snapshot.tournament.id,
        TournamentChange.what == "lots",
        TournamentChange.about == snapshot.round,
    )
    found = dict[int, int]()
    for details in session.scalars(query.order_by(TournamentChange.seq)):
        for number, lot in json.loads(details)["lots"].items():
            found[int(number)] = lot
    return found


def _without_lot(snapshot: Snapshot) -> list[TeamRow]:
    equal = equal_teams(snapshot.so_far)
    return [row for row in snapshot.teams if row.number in equal and not row.lot]


def _draft_of(snapshot: Snapshot, before: RoundDraft | None) -> RoundDraft:
    """Draw the next round, and keep the locked pairs of `before`, the earlier draft or None.

    A locked pair is dropped if one of its teams has left. In a bracket no pair is kept, because the
    results decide the pairs.
    """
    drawn = draw(snapshot.so_far)
    if before is None or drawn.brackets or before.drawn.number != drawn.number:
        return RoundDraft(drawn)
    there = {team.number for team in snapshot.so_far.active(drawn.number)} | {None}
    locked = [before.drawn.matches[place] for place in sorted(before.locked)]
    kept = [match for match in locked if there.issuperset(match.teams)]
    if not kept:
        return RoundDraft(drawn)
    busy = set(chain.from_iterable(match.teams for match in kept))
    free = tuple(team for team in snapshot.so_far.teams if team.number not in busy)
    others = draw(replace(snapshot.so_far, teams=free))
    matches = (*kept, *others.matches)
    return RoundDraft(replace(drawn, matches=matches), frozenset(range(len(kept))))


@retry_while_unavailable
def lock_or_unlock(tournament: Tournament, pair: int, revision: int, device: str) -> None:
    """Lock a pair of the draft, or unlock it if it is locked. A new draw keeps locked pairs.

    `pair` counts from 1. Raises OutOfDate if the page showed another draft.
    """
    with changing(tournament, revision) as (session, current):
        drafted = _drafted(current)
        if not 1 <= pair <= len(drafted.drawn.matches):
            raise UnknownEntry(UNKNOWN_MATCH)
        current.draft = draft_to_json(replace(drafted, locked=drafted.locked ^ {pair - 1}))
        note(session, current, device, "locked", pair)


@retry_while_unavailable
def swap(tournament: Tournament, one: int, other: int, revision: int, device: str) -> None:
    """Exchange two teams of the draft. One of them may have a bye.

    In a bracket this is possible only before its first round is published. Raises OutOfDate if the
    page showed another draft. Raises Impossible, with a message for the user, if the two teams
    cannot be exchanged.
    """
    with changing(tournament, revision) as (session, current):
        drafted = _drafted(current)
        stages = set[str]()
        for team in (one, other):
            stages.add(_drafted_match(drafted.drawn, team).stage)
        if len(stages) > 1:
            raise Impossible("Teams of different groups cannot be exchanged.")
        if current.brackets:
            raise Impossible("In a bracket the results say who meets whom.")
        matches = tuple(_swapped(match, one, other) for match in drafted.drawn.matches)
        brackets = tuple(_swapped_entrants(each, one, other) for each in drafted.drawn.brackets)
        drawn = replace(drafted.drawn, matches=matches, brackets=brackets)
        current.draft = draft_to_json(replace(drafted, drawn=drawn))
        note(session, current, device, "swapped", one, other=other)


def _drafted_match(draft: DrawnRound, team: int) -> Fixture:
    """Return the match of a team in a draft. Raises UnknownEntry if the team has no match."""
    for match in draft.matches:
        if team in match.teams:
            return match
    raise UnknownEntry(UNKNOWN_TEAM)


def _swapped(match: Fixture, one: int, other: int) -> Fixture:
    """Return a pair of the draft with `one` in place of `other`, and `other` in place of `one`."""
    change = {one: other, other: one}
    first, second = match.teams
    if second is not None:
        second = change.get(second, second)
    return replace(match, teams=(change.get(first, first), second))


def _swapped_entrants(each: Bracket, one: int, other: int) -> Bracket:
    """Return a bracket in which two teams have changed places."""
    change: dict[int | None, int] = {one: other, other: one}
    return replace(each, entrants=tuple(change.get(team, team) for team in each.entrants))


def _drafted(tournament: Tournament) -> RoundDraft:
    if not tournament.draft:
        raise Impossible("There is no draft of the next round.")
    return draft_from_json(tournament.draft)


@retry_while_unavailable
def publish(tournament: Tournament, revision: int, device: str) -> int:
    """Publish the draft, and return the number of the new round. The clock does not run yet.

    If the draft has no matches, end the tournament instead, and return the number of the last
    round. Raises OutOfDate if the page showed another draft.
    """
    with changing(tournament, revision) as (session, current):
        drafted = _drafted(current).drawn
        current.draft = ""
        if not drafted.matches:
            current.stage = "over"
            note(session, current, device, "over", drafted.number - 1)
            return drafted.number - 1
        before = snapshot_in(session, current)
        current.brackets = brackets_to_json(drafted.brackets) or current.brackets
        rows = _rows(current, drafted, len(before.matches))
        give_tables(before, rows)
        session.add_all(rows)
        current.clock_round = drafted.number
        current.clock_started_at = None
        current.clock_paused_at = None
        current.clock_stood_still = 0
        note(session, current, device, "published", drafted.number)
    return drafted.number


def _rows(tournament: Tournament, draft: DrawnRound, last: int) -> list[MatchRow]:
    terms = terms_from_json(tournament.terms)
    rows = list[MatchRow]()
    for number, match in enumerate(draft.matches, start=last + 1):
        first, second = match.teams
        result = None
        if second is None:
            result = terms.walkover(How.BYE, tournament.games_to_win)
        if second is None and match.node is not None:
            result = match.result  # in a bracket a bye is a win, whatever the terms say
        rows.append(
            MatchRow(
                tournament_id=tournament.id,
                number=number,
                round=draft.number,
                stage=match.stage,
                node=match.node or 0,
                first=first,
                second=second or 0,
                result=result_to_text(result),
            )
        )
    return rows


def _waited(snapshot: Snapshot) -> list[MatchRow]:
    """Return the matches of the last round that had to wait for a table."""
    rows = [row for row in snapshot.of_round(snapshot.round) if row.table_since is not None]
    first = min((row.table_since for row in rows if row.table_since), default=None)
    return [row for row in rows if row.table_since != first]


def give_tables(before: Snapshot, rows: Sequence[MatchRow]) -> None:
    """Give tables to the matches of a round when it is published, until no table is free.

    `before` is the tournament before this round. Teams that had to wait for a table in the last
    round of `before` get a table first. The other matches follow in the order of the round. Matches
    that get no table wait for one.
    """
    waited = teams_of(_waited(before))
    playing = [row for row in rows if row.second]
    playing.sort(key=lambda row: (not {row.first, row.second} & waited, row.number))
    moment = now()
    for table, row in enumerate(playing[: before.terms.tables], start=1):
        row.table = table
        row.table_since = moment


def give_waiting_tables(snapshot: Snapshot) -> None:
    """Give free tables to the waiting matches of the present round, in the order of the round."""
    rows = [row for row in snapshot.of_round(snapshot.round) if row.second]
    taken = {row.table for row in rows if row.table and not row.result}
    free = [table for table in range(1, snapshot.terms.tables + 1) if table not in taken]
    waiting = [row for row in rows if not row.table and not row.result]
    for row, table in zip(waiting, free, strict=False):
        row.table = table
        row.table_since = now()


@retry_while_unavailable
def take_back(tournament: Tournament, device: str) -> None:
    """Make the last published round a draft again.

    Raises Impossible, with a message for the user, if a hand of this round was dealt or a result
    was decided.
    """
    with changing(tournament) as (session, current):
        snapshot = snapshot_in(session, current)
        rows = snapshot.of_round(snapshot.round)
        if not rows or any(_is_begun(session, row) for row in rows):
            raise Impossible("This round is being played: it cannot be taken back.")
        abandoned = [row.match_id for row in rows if row.match_id]
        matches = tuple(map(as_match, rows))
        first = not any(match.node for match in snapshot.matches if match.round < snapshot.round)
        brackets = brackets_from_json(current.brackets)
        current.draft = draft_to_json(RoundDraft(DrawnRound(snapshot.round, matches, brackets)))
        if first:
            current.brackets = ""
        session.execute(
            deletion(MatchRow).where(
                MatchRow.tournament_id == current.id, MatchRow.round == snapshot.round
            )
        )
        current.clock_started_at = None
        current.clock_paused_at = None
        note(session, current, device, "took-back", snapshot.round)
    delete_tables(abandoned)


def _is_begun(session: Session, row: MatchRow) -> bool:
    """Return whether a hand of this match was dealt, or its result was decided."""
    return bool(row.second and row.result) or has_hand(session, row.match_id)


def has_hand(session: Session, match_id: int) -> bool:
    """Return whether a hand was dealt at this table, that is, whether a tap was recorded."""
    query = select(func.count()).select_from(tables.TapRow)
    return bool(match_id and session.scalar(query.where(tables.TapRow.match_id == match_id)))


def delete_tables(match_ids: Iterable[int]) -> None:
    """Delete tables that no match needs any more. Nothing was played at them."""
    for match_id in match_ids:
        with reading() as connection, open_session(connection) as session:
            table = session.get(tables.Match, match_id)
        if table is not None:
            tables.delete(table)


# -- late teams -----------------------------------------------------------------------------------


@retry_while_unavailable
def add_team(tournament: Tournament, players: Sequence[str], name: str, device: str) -> TeamRow:
    """Add a team for an organiser, during the sign-up or while rounds are played.

    Raises ValueError, with a message for the user, if a name is not valid or the tournament is
    full.
    """
    with changing(tournament) as (session, current):
        team = _add_in(session, current, players, name, device)
        renew_draft(session, current)
    return team


@retry_while_unavailable
def add_teams(tournament: Tournament, teams: Iterable[Sequence[str]], device: str) -> None:
    """Add several teams. `teams` has the names of the players of each team.

    Raises ValueError as `add_team` does. In this case no team is added.
    """
    with changing(tournament) as (session, current):
        for players in teams:
            _add_in(session, current, players, "", device)
        renew_draft(session, current)


def _add_in(
    session: Session, tournament: Tournament, players: Sequence[str], name: str, device: str
) -> TeamRow:
    team = sign_up_in(session, tournament, players, name, device, by_organiser=True)
    place_late_team(session, tournament, team)
    if tournament.brackets and team.joined > snapshot_in(session, tournament).round:
        raise Impossible("The bracket is drawn: no team can join any more.")
    return team


def place_late_team(session: Session, tournament: Tournament, row: TeamRow) -> None:
    """Let a team that came late play in the published round, if that is possible.

    * If the next round is drafted already, the late team plays from that round on.
    * Otherwise it meets a team that has a bye in the published round, or a team of its own group
      that has no match there.
    * If there is no such opponent, it plays from the next round on. In Swiss it has a bye in the
      published round.
    """
    snapshot = snapshot_in(session, tournament)
    if not snapshot.round or tournament.draft:
        return
    alone = _alone(snapshot, row)
    if alone is not None:
        row.joined = snapshot.round
        _meet(session, snapshot, alone, row)
    elif format_from_json(tournament.form).kind is Kind.SWISS and not tournament.brackets:
        row.joined = snapshot.round
        alone_result = snapshot.terms.walkover(How.BYE, tournament.games_to_win)
        session.add(_late_match(snapshot, row.number, 0, alone_result))
    session.flush()
    give_waiting_tables(snapshot_in(session, tournament))


def _alone(snapshot: Snapshot, row: TeamRow) -> MatchRow | TeamRow | None:
    """Find an opponent in the present round for the late team `row`.

    If a team has a bye that the late team can join, return the match of this team. Otherwise return
    a team of the late team's group that has no match, or None if there is no such team.
    """
    here = snapshot.of_round(snapshot.round)
    earlier = [match for match in snapshot.matches if match.round < snapshot.round]
    begun = {match.stage for match in earlier if match.node}
    for match in here:
        # No team enters a bracket after its first round.
        is_there = snapshot.team(match.first).left is None
        if not match.second and is_there and match.stage not in begun:
            return match
    if not row.letter:
        return None
    busy = teams_of(here)
    for team in snapshot.teams:
        is_there = as_team(team).plays_in(snapshot.round) and team.number != row.number
        if is_there and team.letter == row.letter and team.number not in busy:
            return team
    return None


def _meet(session: Session, snapshot: Snapshot, alone: MatchRow | TeamRow, row: TeamRow) -> None:
    if isinstance(alone, TeamRow):
        session.add(_late_match(snapshot, alone.number, row.number, None))
        return
    alone.second = row.number
    alone.result = ""
    if alone.node:
        _enter_bracket(snapshot, alone, row.number)


def _enter_bracket(snapshot: Snapshot, match: MatchRow, team: int) -> None:
    """Make the late team an entrant of the bracket, opposite the team that had the bye."""
    brackets = list(brackets_from_json(snapshot.tournament.brackets))
    for at, each in enumerate(brackets):
        if match.first in each.entrants:
            size = size_for(len(each.entrants))
            entrants = list(each.entrants) + [None] * (size - len(each.entrants))
            place = entrants.index(match.first)
            entrants[size - 1 - place] = team
            brackets[at] = replace(each, entrants=tuple(entrants))
    snapshot.tournament.brackets = brackets_to_json(brackets)


def _late_match(snapshot: Snapshot, first: int, second: int, result: Result | None) -> MatchRow:
    stage = SWISS
    if snapshot.team(first).letter:
        stage = f"group {snapshot.team(first).letter}"
    return MatchRow(
        tournament_id=snapshot.tournament.id,
        number=len(snapshot.matches) + 1,
        round=snapshot.round,
        stage=stage,
        first=first,
        second=second,
        result=result_to_text(result),
    )
