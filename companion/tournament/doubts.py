"""Find the doubts that only an organiser can decide, and record which of them are closed.

Doubts follow from the tables and the results, and are not stored. An organiser closes a doubt to
leave the match as it is. The doubt is shown again if the result or the teams change.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from sqlalchemy import select

from companion.tables.models import now
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable
from companion.tournament.correcting import WrongPair, wrong_pairs
from companion.tournament.entries import How
from companion.tournament.models import MatchRow, Tournament, TournamentChange
from companion.tournament.results import AtTable, at_table, table_result
from companion.tournament.rounds import Snapshot, match_in, result_from_text, result_to_text
from companion.tournament.tournaments import changing, note


class DoubtKind(StrEnum):
    """The kinds of doubt about a match. Forms send these values, and the database stores them."""

    UNSIGNED = "unsigned"  # over at its table, and a side has not signed for some minutes
    NOT_RIGHT = "not right"  # a team says that the result at the table is not right
    DIFFERS = "differs"  # both sides signed another result than the organiser set by hand
    WRONG_PAIR = "wrong pair"  # an earlier result of the bracket was corrected


@dataclass(frozen=True, slots=True)
class Doubt:
    """A match about which an organiser should decide something.

    * `match` is the number of the match, and `table` the number of its physical table.
    * `answers` is a text that tells one doubt about a match from a later one: the version of the
      table, its result, or the numbers of the right teams. The text is stored when an organiser
      closes the doubt. If the text changes after that, the doubt is shown again.
    * `said` is the result at the table as text, "" if the kind of doubt needs none.
    * `teams` are the numbers of the teams that should play, (0, 0) if the present teams are right.
    """

    kind: DoubtKind
    match: int
    table: int
    answers: str
    said: str = ""
    teams: tuple[int, int] = (0, 0)


def open_doubts(snapshot: Snapshot) -> list[Doubt]:
    """Return the doubts that an organiser should decide now.

    The doubts about wrong pairs come first, then the doubts about results.
    """
    if snapshot.tournament.stage != "playing":
        return []
    found = [_wrong_pair(wrong) for wrong in wrong_pairs(snapshot)]
    notes = _notes(snapshot.tournament)
    for row in snapshot.of_round(snapshot.round):
        doubt = _about_result(snapshot, row, notes.get(row.number, []))
        if doubt is not None:
            found.append(doubt)
    return [one for one in found if not _is_closed(one, notes)]


def _wrong_pair(wrong: WrongPair) -> Doubt:
    answers = f"{wrong.teams[0]}-{wrong.teams[1]}"
    row = wrong.row
    return Doubt(DoubtKind.WRONG_PAIR, row.number, row.table, answers, teams=wrong.teams)


def _about_result(snapshot: Snapshot, row: MatchRow, notes: list[TournamentChange]) -> Doubt | None:
    """Return the doubt about the result of a match, or None if its result is not in doubt."""
    said = at_table(row)
    if said is None:
        return None
    if row.called_at is not None and notes and notes[-1].what == "not-right":
        return Doubt(DoubtKind.NOT_RIGHT, row.number, row.table, str(said.state.version))
    present = result_from_text(row.result)
    if present is None and _waits_too_long(snapshot, said):
        text = result_to_text(said.result(How.CONFIRMED))
        version = str(said.state.version)
        return Doubt(DoubtKind.UNSIGNED, row.number, row.table, version, said=text)
    signed = table_result(snapshot, row, said)
    if present is None or signed is None or present.how is not How.BY_HAND:
        return None
    if (present.games, present.points) == (signed.games, signed.points):
        return None
    text = result_to_text(signed)
    return Doubt(DoubtKind.DIFFERS, row.number, row.table, text, said=text)


def _waits_too_long(snapshot: Snapshot, said: AtTable) -> bool:
    """Return whether the match ended at its table at least `Terms.ask_after` minutes ago."""
    if not said.over or not said.state.rows:
        return False
    return now() - said.state.rows[-1].at >= timedelta(minutes=snapshot.terms.ask_after)


@retry_while_unavailable
def _notes(tournament: Tournament) -> dict[int, list[TournamentChange]]:
    """Return what was recorded about the doubts of each match, the earliest first.

    The keys of the dict are the numbers of the matches. The values are calls for the referee,
    disputes of a result, and doubts that were closed.
    """
    query = select(TournamentChange).where(
        TournamentChange.tournament_id == tournament.id,
        TournamentChange.what.in_(("not-right", "called", "closed")),
    )
    found = dict[int, list[TournamentChange]]()
    with reading() as connection, open_session(connection) as session:
        for change in session.scalars(query.order_by(TournamentChange.seq)):
            found.setdefault(change.about, []).append(change)
    return found


def _is_closed(doubt: Doubt, notes: dict[int, list[TournamentChange]]) -> bool:
    for change in notes.get(doubt.match, []):
        if change.what == "closed":
            details = json.loads(change.details)
            if (details["doubt"], details["answers"]) == (doubt.kind, doubt.answers):
                return True
    return False


@retry_while_unavailable
def close_doubt(tournament: Tournament, number: int, kind: str, answers: str, device: str) -> None:
    """Record that an organiser leaves this match as it is. Its table no longer calls the referee.

    `answers` comes from the page: the `Doubt.answers` of the doubt that the organiser closed. A
    later doubt about the same match has another text there, so it is shown.
    """
    with changing(tournament) as (session, current):
        row = match_in(session, current, number)
        row.called_at = None
        details = {"doubt": str(DoubtKind(kind)), "answers": answers[:60]}
        note(session, current, device, "closed", number, **details)
