"""Change the rounds and settings of a tournament that has begun, or reopen it after its end."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import select

from companion import variants
from companion.engine import Impossible
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable
from companion.tournament.correcting import check_is_played
from companion.tournament.formats import Format, Kind
from companion.tournament.models import Tournament, TournamentChange
from companion.tournament.rounds import give_waiting_tables, renew_draft, snapshot_in
from companion.tournament.terms import (
    Terms,
    check_format,
    check_start_score,
    format_from_json,
    format_to_json,
    terms_to_json,
)
from companion.tournament.tournaments import changing, clean_title, note


@retry_while_unavailable
def set_rounds(tournament: Tournament, number: int, device: str) -> None:
    """Change the number of rounds of a tournament in the Swiss format.

    Raises Impossible, with a message for the user, if the tournament is over, if its final is
    drawn, or if the new number is smaller than the number of published rounds.
    """
    with changing(tournament) as (session, current):
        check_is_played(current)
        form = format_from_json(current.form)
        if form.kind is not Kind.SWISS:
            raise Impossible("The number of rounds follows from this format.")
        if current.brackets:
            raise Impossible("The final is drawn: the number of rounds stays.")
        snapshot = snapshot_in(session, current)
        if number < snapshot.round:
            raise Impossible("Rounds that are published cannot be left out.")
        longer = replace(form, rounds=number)
        check_format(longer, len(snapshot.so_far.active(snapshot.round + 1)))
        if number == form.rounds:
            return
        current.form = format_to_json(longer)
        session.flush()
        if snapshot.round or current.stage == "playing":
            renew_draft(session, current)
        note(session, current, device, "rounds", number)


@retry_while_unavailable
def set_plan(tournament: Tournament, title: str, form: Format, terms: Terms, device: str) -> None:
    """Change the title, the format or the terms.

    The title and the terms can be changed until the tournament is over. The format can be changed
    only during the sign-up. If tables are added, waiting matches get the new tables. Raises
    ValueError, with a message for the user, if the tournament cannot be played like this.
    """
    title = clean_title(title)
    with changing(tournament) as (session, current):
        check_is_played(current)
        rules = variants.get(current.variant).rules(current.seats, current.house_rules)
        check_start_score(rules, terms)
        current.title = title
        current.terms = terms_to_json(terms)
        if current.stage == "signing up":
            current.form = format_to_json(form)
        note(session, current, device, "plan", 0)
        session.flush()
        give_waiting_tables(snapshot_in(session, current))


@retry_while_unavailable
def new_number_of_rounds(tournament: Tournament) -> int:
    """Return the number of rounds if it was changed after the last round was published, else 0."""
    query = select(TournamentChange).where(
        TournamentChange.tournament_id == tournament.id,
        TournamentChange.what.in_(("rounds", "published")),
    )
    query = query.order_by(TournamentChange.seq.desc()).limit(1)
    with reading() as connection, open_session(connection) as session:
        last = session.scalar(query)
    if last is None or last.what != "rounds":
        return 0
    return last.about


@retry_while_unavailable
def play_on(tournament: Tournament, device: str) -> None:
    """Reopen a tournament that is over, so that results can be corrected and rounds added."""
    with changing(tournament) as (session, current):
        if current.stage != "over":
            raise Impossible("The tournament is not over.")
        current.stage = "playing"
        session.flush()
        renew_draft(session, current)
        note(session, current, device, "played-on", 0)
