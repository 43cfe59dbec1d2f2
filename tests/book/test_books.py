"""Test opening a book, finding it by its links, and deleting it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from companion import book, tables
from companion.tables.models import now
from companion.tables.store import Base


def rows_left():
    with tables.db.engine.connect() as connection:
        of_books = [t for t in Base.metadata.sorted_tables if t.name.startswith("book")]
        return sum(connection.scalar(select(func.count()).select_from(t)) for t in of_books)


def test_a_new_book_has_its_people_and_its_usual_game(app):
    made = book.open_book(
        "Penya  Truc", ["Anna", "Biel"], variant="catalan", seats=2, house={"target": "24"}
    )
    assert (made.title, made.variant, made.seats, made.house_rules["target"]) == (
        "Penya Truc",
        "catalan",
        2,
        "24",
    )
    assert book.people(made) == {1: "Anna", 2: "Biel"}


def test_each_link_of_a_book_gives_its_own_role(kept):
    writes = book.by_token(kept.write_token)
    reads = book.by_token(kept.read_token)
    assert (writes.role, reads.role, writes.book.id == reads.book.id == kept.id) == (
        "write",
        "read",
        True,
    )
    assert (writes.address, reads.address) == (kept.write_token, kept.read_token)
    assert book.by_token("x" * 22) is None
    assert book.by_token("short") is None


def test_new_links_of_a_book_end_the_rights_of_all_phones_with_the_old_links(kept):
    book.remember_phone(book.by_token(kept.write_token), "phone")
    new = book.replace_links(kept)
    assert book.by_token(kept.write_token) is None
    assert book.by_token(new.write_token).writes
    assert book.of_phone("phone") == ()


@pytest.mark.parametrize("title", ["", "  ", "\u200b", "x" * 61])
def test_a_book_needs_a_title_with_letters_that_is_not_too_long(app, title):
    with pytest.raises(ValueError, match="title"):
        book.open_book(title)


def test_the_usual_game_is_changed_and_cleared(kept):
    book.set_usual(kept, variant="put", seats=2)
    assert (
        book.by_token(kept.read_token).book.variant,
        book.by_token(kept.read_token).book.seats,
    ) == ("put", 2)
    book.set_usual(kept, variant="")
    cleared = book.by_token(kept.read_token).book
    assert (cleared.variant, cleared.seats, cleared.house_rules) == ("", 0, {})


@pytest.mark.parametrize(
    "usual", [{"variant": "bridge"}, {"variant": "catalan", "house": {"flor": "on"}}]
)
def test_a_usual_game_that_does_not_exist_is_refused(kept, usual):
    with pytest.raises(ValueError, match=r"no game|no house rule"):
        book.set_usual(kept, **usual)


def test_a_deleted_book_is_gone_with_everything_in_it(kept, evening):
    match = evening()
    book.remember_phone(book.by_token(kept.write_token), "phone")
    tables.agree(match, "host", 0)
    book.keep_table(kept, match)
    book.note_table(kept, tables.open_table(variant="catalan"), [1, 2, 3, 4])
    book.delete(kept)
    book.forget_taken_out(now() + timedelta(days=8))
    assert rows_left() == 0
    assert book.deleted_books("phone") == ()
    assert tables.state(match).log.game.over
    with pytest.raises(book.NoSuchBook, match="deleted"):
        book.add_person(kept, "Quim")
