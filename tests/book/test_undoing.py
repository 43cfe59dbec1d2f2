"""Test that what is removed from a book (a match, a link, the book) can be restored for a week."""

from __future__ import annotations

from datetime import timedelta
from itertools import count

import pytest
from sqlalchemy import update

from companion import book, tables
from companion.book import books, undoing
from companion.book.models import Book
from companion.tables.models import now
from companion.tables.store import writing
from tests.book.conftest import SHORT, current, overview
from tests.tables.conftest import Table

LATER = timedelta(days=8)


def kinds(kept):
    return [(one.kind, one.number) for one in book.taken_out(current(kept))]


def test_a_removed_match_can_be_restored_with_its_figures(kept, evening):
    for _ in range(3):
        book.keep_table(kept, evening())
    before = overview(kept)
    book.remove_match(kept, 2)
    without = overview(kept)
    assert [entry.number for entry in without.entries] == [3, 1]
    assert without.totals.table["matches"] == 2
    assert kinds(kept) == [("match", 2)]
    with pytest.raises(book.Unknown):
        book.remove_match(kept, 2)
    book.put_back(kept, "match", 2)
    after = overview(kept)
    assert (after.by_game, after.ratings("catalan")) == (before.by_game, before.ratings("catalan"))
    assert [entry.number for entry in after.entries] == [3, 2, 1]


def test_what_was_removed_a_week_ago_is_deleted_for_good_together_with_idle_tables(
    app, kept, evening, monkeypatch
):
    match = evening()
    one = book.keep_table(kept, match)
    book.remove_match(kept, 1)
    assert book.match_by_token(one.token) is None
    assert book.books_of_table(match) == ()
    monkeypatch.setattr(undoing, "now", lambda: now() + LATER)
    for work in app.extensions["call_before_deleting"]:
        work()
    with pytest.raises(book.Unknown):
        book.put_back(kept, "match", 1)


def test_what_was_removed_a_week_ago_cannot_be_restored_even_if_it_is_not_deleted_yet(
    kept, evening, monkeypatch
):
    anna = book.add_person(kept, "Anna")
    book.keep_table(kept, evening())
    book.remove_match(kept, 1)
    book.remove_person(kept, anna)
    book.replace_links(kept, ["read"])
    monkeypatch.setattr(undoing, "now", lambda: now() + LATER)
    for kind, number in (("match", 1), ("person", anna), ("links", 2)):
        with pytest.raises(book.Unknown):
            book.put_back(kept, kind, number)


def test_a_removed_match_can_be_kept_again(kept, evening):
    match = evening()
    book.keep_table(kept, match)
    book.remove_match(kept, 1)
    assert book.keep_table(kept, match).number == 1
    assert len(overview(kept).entries) == 1


def former(kept):
    return [one.text for one in book.taken_out(current(kept)) if one.kind == "links"]


def put_back_link(kept, role):
    links = [one for one in book.taken_out(kept) if (one.kind, one.text) == ("links", role)]
    book.put_back(kept, "links", links[0].number)


def test_each_kind_of_replaced_link_can_be_restored(kept):
    for role in ("read", "write", "keep"):
        book.replace_links(kept, [role])
    new = current(kept)
    assert former(kept) == ["read", "write", "keep"]
    for role in ("write", "keep", "read"):
        token = book.token_of(kept, role)
        assert book.by_token(token) is None
        put_back_link(kept, role)
        assert book.by_token(token).role == role
        assert book.by_token(book.token_of(new, role)) is None
    assert former(kept) == []
    with pytest.raises(book.Unknown):
        book.put_back(kept, "links", 0)


def test_only_the_newer_of_two_replaced_links_of_one_role_can_be_restored(kept):
    second = book.replace_links(kept, ["read"])
    book.replace_links(kept, ["read"])
    assert former(kept) == ["read"]
    put_back_link(kept, "read")
    assert book.by_token(second.read_token).role == "read"


def test_each_replaced_link_is_deleted_for_good_a_week_after_it_was_replaced(kept, monkeypatch):
    book.replace_links(kept, ["read"])
    monkeypatch.setattr(books, "now", lambda: now() + timedelta(days=4))
    book.replace_links(kept, ["write"])
    book.forget_taken_out(now() + LATER)
    assert former(kept) == ["write"]
    book.forget_taken_out(now() + LATER + timedelta(days=4))
    assert former(kept) == []
    assert current(kept).replaced_at is None


def test_links_replaced_by_an_earlier_release_can_be_restored(kept):
    with writing() as connection:
        words = f"write={'w' * 22} read={'r' * 22}"
        connection.execute(update(Book).values(former=words, replaced_at=now()))
    assert former(kept) == ["write", "read"]
    put_back_link(kept, "read")
    assert book.by_token("r" * 22).role == "read"
    assert former(kept) == ["write"]


def test_a_manager_can_restore_a_deleted_book(kept):
    book.remember_phone(book.by_token(kept.keep_token), "keeper")
    book.remember_phone(book.by_token(kept.write_token), "writer")
    book.delete(kept)
    assert book.by_token(kept.keep_token) is None
    assert book.of_phone("keeper") == ()
    assert book.deleted_books("writer") == ()
    assert not book.put_back_book(kept.keep_token, "writer")
    ((token, title),) = book.deleted_books("keeper")
    assert title == "Divendres"
    assert book.put_back_book(token, "keeper")
    assert current(kept).title == "Divendres"


def test_a_deleted_book_cannot_be_changed_and_cannot_be_restored_after_a_week(kept, monkeypatch):
    book.remember_phone(book.by_token(kept.keep_token), "keeper")
    book.delete(kept)
    with pytest.raises(book.NoSuchBook):
        book.set_title(kept, "Dissabte")
    monkeypatch.setattr(undoing, "now", lambda: now() + LATER)
    assert book.deleted_books("keeper") == ()
    assert not book.put_back_book(kept.keep_token, "keeper")


def test_merged_people_can_be_separated_again(kept, evening):
    book.keep_table(kept, evening())
    book.keep_table(kept, evening(names=("Anneta", "Biel", "Carme", "Pep")))
    apart = overview(kept)
    book.merge(kept, 5, 1)
    one = overview(kept)
    assert one.totals.people[1]["matches"] == 2
    assert 5 not in one.totals.people
    assert [entry.people for entry in one.entries] == [(1, 2, 3, 4)] * 2
    assert book.people(kept)[5] == "Anna"
    assert book.add_person(kept, "Anneta") == 1
    assert kinds(kept) == [("merged", 5)]
    book.unmerge(kept, 5)
    again = overview(kept)
    assert (again.by_game, again.ratings("catalan")) == (apart.by_game, apart.ratings("catalan"))
    assert book.people(kept)[5] == "Anneta"


def test_people_who_played_in_the_same_match_cannot_be_merged(kept, evening):
    book.keep_table(kept, evening())
    with pytest.raises(ValueError, match="same match"):
        book.merge(kept, 1, 2)
    with pytest.raises(ValueError, match="same match"):
        book.merge(kept, 1, 1)


@pytest.mark.parametrize(
    ("one", "other"), [("Élodie", "élodie"), ("ÉLODIE", "E\u0301lodie"), ("Straße", "STRASSE")]
)
def test_spellings_that_differ_in_capitals_or_accents_belong_to_one_person(kept, one, other):
    assert book.add_person(kept, one) == book.add_person(kept, other)


def test_the_match_of_a_rematch_does_not_come_back_after_it_was_deleted_for_good(kept, evening):
    match = evening()
    book.note_table(kept, match, [1, 2, 3, 4])
    again = tables.rematch(match, "host")
    Table(again, count()).play(SHORT)
    assert book.keep_what_is_over(kept) == 2
    numbers = {one.match_id: one.number for one in book.matches(kept)}
    book.remove_match(kept, numbers[again.id])
    book.forget_taken_out(now() + LATER)
    assert book.keep_what_is_over(kept) == 0
    assert [one.match_id for one in book.matches(kept)] == [match.id]
    assert book.books_of_table(again) == ()
    book.keep_table(kept, again)
    assert len(book.matches(kept)) == 2
