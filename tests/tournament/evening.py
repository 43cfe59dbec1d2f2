"""Helpers for tournaments of pairs: open a tournament, sign pairs up, publish rounds, and play."""

from __future__ import annotations

from itertools import count

from companion import tables
from companion.tournament import results, rounds, seating, signing_up, tournaments
from companion.tournament.formats import Format
from companion.tournament.models import MatchRow, Tournament
from companion.tournament.terms import Terms
from tests.tables.conftest import Table

ORGANISER = "organiser"
SHORT = "fix@0=10 truc@1 no@2 truc@0 yes@1 hand@0"  # seat 0's side wins, 12 to 1


def open_one(form: Format, terms: Terms | None = None, **house: str) -> Tournament:
    return tournaments.open_tournament(
        "Festa major",
        variant="catalan",
        house=house,
        form=form,
        terms=terms or Terms(),
        device=ORGANISER,
    )


def sign_up(tournament: Tournament, pairs: int) -> None:
    for pair in range(1, pairs + 1):
        names = [f"A{pair}", f"B{pair}"]
        signing_up.sign_up(tournament, names, device=f"phone-{pair}")


def revision(tournament: Tournament) -> int:
    return rounds.take_snapshot(tournament).tournament.revision


def publish(tournament: Tournament) -> int:
    return rounds.publish(tournament, revision(tournament), ORGANISER)


def tap(tournament: Tournament, number: int, taps: str) -> tables.Match:
    """Record these taps at the table of a match, and return the table. Open it first if needed."""
    match = seating.open_match_table(tournament, number, "phone")
    tables.join(match, "host", "host")
    Table(match, count(tables.state(match).version)).play(taps)
    return match


def play(
    tournament: Tournament, number: int, *, signed: bool = True, taps: str = SHORT
) -> tables.Match:
    """Play a match at its table, and return the table. Both sides sign the result if `signed`."""
    match = tap(tournament, number, taps)
    if signed:
        sign(match, 0, 1)
    return match


def sign(match: tables.Match, *sides: int) -> None:
    for side in sides:
        tables.agree(match, "host", side)


def play_round(tournament: Tournament) -> None:
    snapshot = rounds.take_snapshot(tournament)
    for row in snapshot.of_round(snapshot.round):
        if row.second and not row.result:
            play(tournament, row.number)
    results.follow(tournament)


def begin(form: Format, pairs: int, terms: Terms | None = None, **house: str) -> Tournament:
    """Return a tournament of this many pairs whose first round is published."""
    tournament = open_one(form, terms, **house)
    sign_up(tournament, pairs)
    rounds.close_sign_up(tournament, ORGANISER)
    publish(tournament)
    return tournament


def match(tournament: Tournament, number: int) -> MatchRow:
    return rounds.take_snapshot(tournament).matches[number - 1]


def score(tournament: Tournament, number: int) -> str:
    """Store all signed results, and return the result of one match: "1-0 12-1 signed"."""
    return results.follow(tournament).matches[number - 1].result
