"""Find what only an organiser can decide, and record that a question is closed.

Questions follow from the tables and the results, and are not stored. An organiser who leaves things
as they are closes a question. It is asked again once its subject has changed.
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
from companion.tournament.rounds import Seen, match_in, result_from_text, result_to_text
from companion.tournament.tournaments import changing, note


class Doubt(StrEnum):
    """What is asked about a match."""

    UNSIGNED = "unsigned"  # it is over at its table, and a side has not signed for some minutes
    NOT_RIGHT = "not right"  # a team says that the result at the table is not right
    DIFFERS = "differs"  # both sides signed another result than the organiser set by hand
    WRONG_PAIR = "wrong pair"  # an earlier result of the bracket was corrected


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question to the organiser about a match.

    `answers` names the state of things that is asked about; if that changes, a closed question is
    asked again. `said` is the result of the table, "" if it does not matter. `teams` should play.
    """

    doubt: Doubt
    match: int
    table: int
    answers: str
    said: str = ""
    teams: tuple[int, int] = (0, 0)


def open_questions(seen: Seen) -> list[OpenQuestion]:
    """Return what an organiser should decide now, by the numbers of the matches."""
    if seen.tournament.stage != "playing":
        return []
    found = [_wrong_pair(wrong) for wrong in wrong_pairs(seen)]
    notes = _notes(seen.tournament)
    for row in seen.of_round(seen.round):
        question = _about_result(seen, row, notes.get(row.number, []))
        if question is not None:
            found.append(question)
    return [one for one in found if not _is_closed(one, notes)]


def _wrong_pair(wrong: WrongPair) -> OpenQuestion:
    answers = f"{wrong.teams[0]}-{wrong.teams[1]}"
    row = wrong.row
    return OpenQuestion(Doubt.WRONG_PAIR, row.number, row.table, answers, teams=wrong.teams)


def _about_result(seen: Seen, row: MatchRow, notes: list[TournamentChange]) -> OpenQuestion | None:
    """Return the question about the result of a match of the present round, if there is one."""
    said = at_table(row)
    if said is None:
        return None
    if row.called_at is not None and notes and notes[-1].what == "not-right":
        return OpenQuestion(Doubt.NOT_RIGHT, row.number, row.table, str(said.state.version))
    present = result_from_text(row.result)
    if present is None and _waits_too_long(seen, said):
        text = result_to_text(said.result(How.CONFIRMED))
        version = str(said.state.version)
        return OpenQuestion(Doubt.UNSIGNED, row.number, row.table, version, said=text)
    signed = table_result(seen, row, said)
    if present is None or signed is None or present.how is not How.BY_HAND:
        return None
    if (present.games, present.points) == (signed.games, signed.points):
        return None
    text = result_to_text(signed)
    return OpenQuestion(Doubt.DIFFERS, row.number, row.table, text, said=text)


def _waits_too_long(seen: Seen, said: AtTable) -> bool:
    """Return whether a match has been over for some minutes and not both sides have signed it."""
    if not said.over or not said.state.rows:
        return False
    return now() - said.state.rows[-1].at >= timedelta(minutes=seen.terms.ask_after)


@retry_while_unavailable
def _notes(tournament: Tournament) -> dict[int, list[TournamentChange]]:
    """Return the notes about questions by the number of the match, the earliest first."""
    query = select(TournamentChange).where(
        TournamentChange.tournament_id == tournament.id,
        TournamentChange.what.in_(("not-right", "called", "closed")),
    )
    found = dict[int, list[TournamentChange]]()
    with reading() as connection, open_session(connection) as session:
        for change in session.scalars(query.order_by(TournamentChange.seq)):
            found.setdefault(change.about, []).append(change)
    return found


def _is_closed(question: OpenQuestion, notes: dict[int, list[TournamentChange]]) -> bool:
    for change in notes.get(question.match, []):
        if change.what == "closed":
            details = json.loads(change.details)
            if (details["doubt"], details["answers"]) == (question.doubt, question.answers):
                return True
    return False


@retry_while_unavailable
def close_question(
    tournament: Tournament, number: int, doubt: str, answers: str, device: str
) -> None:
    """Note that an organiser leaves this match as it is."""
    with changing(tournament) as (session, current):
        row = match_in(session, current, number)
        row.called_at = None
        details = {"doubt": str(Doubt(doubt)), "answers": answers[:60]}
        note(session, current, device, "closed", number, **details)
