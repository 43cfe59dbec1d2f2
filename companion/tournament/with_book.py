"""Sign up the people of a book, and keep a tournament in a book.

This module is not loaded if books are switched off.

A table can be noted in a book. The book then keeps the match of this table when the match is over,
and updates the kept match after a correction. So this module only notes the tables of the
tournament in the book. If a table is deleted already, the match is added from its copy instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, Flask, abort, redirect, request, url_for
from sqlalchemy import select
from werkzeug.wrappers import Response

from companion import book
from companion.book import Book, Found, NoSuchBook
from companion.engine import Impossible
from companion.pages.limits import check_open_rate
from companion.tables import Match as Table
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable
from companion.tournament import rounds
from companion.tournament.models import MatchRow, Tournament
from companion.tournament.opened import call_when_opened
from companion.tournament.pages import asked, desk, teams_page
from companion.tournament.results import table_of
from companion.tournament.tournaments import changing
from companion.web import device, slots
from companion.web.language import gettext
from companion.words.wrong import sentence_of

ROWS = 4  # teams that one form signs up
MOST_BOOKS = 8

bp = Blueprint("tournament_book", __name__)


@dataclass(frozen=True, slots=True)
class BookPeople:
    """The people of a book who are not in the tournament yet. A form offers to sign them up."""

    title: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PeopleSection:
    """The books of this phone whose people can be signed up.

    * `chosen` has a row for each team that a form signs up at once, with a text for each player:
      the name that was chosen in a form that was refused, or "".
    * `is_refused` is whether a form was just refused, so that the section stays open.
    """

    token: str
    chosen: tuple[tuple[str, ...], ...]
    is_refused: bool
    books: tuple[BookPeople, ...]


@dataclass(frozen=True, slots=True)
class BookSection:
    """The book in which the tournament is kept, and books of this phone that could keep it.

    * `kept` is the title of the book in which the tournament is kept, "" for none.
    * `address` is the token of a link to this book, "" if this phone has no such link.
    * `title` is the title of the tournament.
    * `books` are the ids and titles of the books that this phone may change.
    """

    token: str
    kept: str
    address: str
    title: str
    books: tuple[tuple[str, str], ...]


def register(app: Flask) -> None:
    """Register the pages that join tournaments with books, and what they add to other pages."""
    app.register_blueprint(bp)
    slots.add_section(app, "tournament_people", "tournament/_people.html", _people)
    slots.add_section(app, "tournament_desk", "tournament/_book.html", _kept_in)
    call_when_opened(app, _note_opened)


# -- people ---------------------------------------------------------------------------------------


def _people(token: str) -> PeopleSection:
    found = asked.require_organiser(token)
    busy = set[str]()
    for team in rounds.take_snapshot(found.tournament).teams:
        busy.update(team.people)
    books = list[BookPeople]()
    for one in book.of_phone(device.phone_id(), MOST_BOOKS):
        names = {name for name in book.people(one.book).values() if name and name not in busy}
        if names:
            books.append(BookPeople(one.book.title, tuple(sorted(names, key=str.casefold))))
    chosen = _chosen_names(found.tournament.team_size)
    is_refused = "person-0-0" in request.form  # an accepted form leads to another page
    return PeopleSection(token, chosen, is_refused, tuple(books))


@bp.post("/k/<token>/people")
def sign_up_people(token: str) -> Response:
    """Sign up the teams that were chosen from the people of a book.

    A row without any name is left out. If one of the teams cannot be signed up, sign up no team,
    and show why.
    """
    found = asked.require_organiser(token)
    teams = [names for names in _chosen_names(found.tournament.team_size) if any(names)]
    try:
        if not teams:
            raise Impossible("Choose the players of at least one team.")
        rounds.add_teams(found.tournament, teams, asked.phone())
    except ValueError as error:
        return teams_page.show(found, notice=sentence_of(error), status=422)
    return redirect(url_for("tournament_teams.show_teams", token=token), 303)


def _chosen_names(size: int) -> tuple[tuple[str, ...], ...]:
    """Return the names that were chosen in this request, "" for none: `size` names in each row."""
    rows = list[tuple[str, ...]]()
    for row in range(ROWS):
        names = [request.form.get(f"person-{row}-{place}", "") for place in range(size)]
        rows.append(tuple(names))
    return tuple(rows)


# -- keeping --------------------------------------------------------------------------------------


def _kept_in(token: str) -> BookSection:
    found = asked.require_organiser(token)
    current = rounds.take_snapshot(found.tournament).tournament
    mine = book.of_phone(device.phone_id(), MOST_BOOKS)
    kept = _book_of(current)
    address = ""
    if kept is not None:
        known = [one.address for one in mine if one.book.id == kept.id]
        address = known[0] if known else ""
    return BookSection(
        token=token,
        kept=kept.title if kept is not None else "",
        address=address,
        title=current.title,
        books=tuple((str(one.book.id), one.book.title) for one in mine if one.writes),
    )


@bp.post("/k/<token>/book")
def keep_in_book(token: str) -> Response:
    """Keep the tournament in the chosen book, or in a new book with the title that was typed.

    With `do=stop` in the form, stop keeping the tournament in a book.
    """
    found = asked.require_organiser(token)
    if request.form.get("do") == "stop":
        _set_book(found.tournament, 0)
        return redirect(url_for("tournament_desk.show_desk", token=token), 303)
    try:
        chosen = _chosen_book(request.form.get("book", ""))
        _set_book(found.tournament, chosen.book.id)
        keep_all(found.tournament, chosen.book)
    except ValueError as error:
        return desk.show(found, sentence_of(error), 422)
    return redirect(url_for("book_page.show_book", token=chosen.address), 303)


def _chosen_book(number: str) -> Found:
    phone = device.phone_id()
    if not number:
        opened = check_open_rate()
        made = Found(book.open_book(request.form.get("title", "")), "keep")
        opened()
        book.remember_phone(made, phone)
        return made
    mine = book.of_phone(phone, MOST_BOOKS)
    chosen = [one for one in mine if str(one.book.id) == number and one.writes]
    if not chosen:
        abort(403, gettext("This phone may not write in that book."))
    return chosen[0]


@retry_while_unavailable
def _set_book(tournament: Tournament, book_id: int) -> None:
    with changing(tournament) as (_, current):
        current.book_id = book_id


@retry_while_unavailable
def _book_of(tournament: Tournament) -> Book | None:
    """Return the book in which the tournament is kept, or None if there is no such book."""
    if not tournament.book_id:
        return None
    with reading() as connection, open_session(connection) as session:
        found = session.get(Book, tournament.book_id)
    if found is None or found.removed_at is not None:
        return None
    return found


def _note_opened(tournament: Tournament, table: Table) -> None:
    """Note a table in the book in which the tournament is kept, if there is such a book."""
    kept = _book_of(tournament)
    if kept is not None:
        with suppress(NoSuchBook):
            _note(kept, table)


def _note(kept: Book, table: Table) -> None:
    known = [one.id for one, _ in book.books_of_table(table)]
    if kept.id not in known:
        book.note_table(kept, table, [])  # its people are found by their names


def keep_all(tournament: Tournament, kept: Book) -> None:
    """Add the finished matches of the tournament to the book `kept`, with their players.

    The tables of the tournament are noted in the book, so that it can add other matches when they
    are over.
    """
    snapshot = rounds.take_snapshot(tournament)
    lost = list[MatchRow]()
    for row in snapshot.matches:
        table = table_of(row)
        if table is not None:
            _note(kept, table)
        elif row.match_id:
            lost.append(row)
    book.keep_what_is_over(kept)
    records = "\n\n".join(filter(None, _copies(lost)))
    if records:
        # The book knows these records already if it was chosen before.
        with suppress(Impossible):
            book.keep_records(kept, records, tournament.title)


@retry_while_unavailable
def _copies(rows: Sequence[MatchRow]) -> list[str]:
    copies = list[str]()
    with reading() as connection, open_session(connection) as session:
        for row in rows:
            query = select(MatchRow.record).where(
                MatchRow.tournament_id == row.tournament_id, MatchRow.number == row.number
            )
            copies.append(session.scalar(query) or "")
    return copies
