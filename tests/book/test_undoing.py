"""What is taken out of a book is shown nowhere, may be put back for a week, and is then gone for good."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select

from companion import book
from companion.book.models import Person
from companion.tables.models import now
from companion.tables.store import reading

NEXT_WEEK, LATER = timedelta(days=6), timedelta(days=8)


def current(kept):
    return book.by_token(kept.keep_token).book


def kinds(kept):
    return [(one.kind, one.number) for one in book.taken_out(current(kept))]


def names_stored():
    with reading() as connection:
        return set(connection.scalars(select(Person.name)))


def test_a_name_is_put_back(kept, evening):
    one = book.keep_table(kept, evening())
    book.remove_person(kept, 1)
    assert book.people(kept)[1] == ""
    assert kinds(kept) == [("person", 1)]
    book.forget_taken_out(now() + NEXT_WEEK)
    book.put_back(kept, "person", 1)
    assert book.names_of(one, book.people(kept))[0] == "Anna"
    assert kinds(kept) == []


def test_a_name_is_gone_for_good_after_a_week(kept):
    book.remove_person(kept, 1)
    book.forget_taken_out(now() + LATER)
    assert "Anna" not in names_stored()
    with pytest.raises(book.Unknown):
        book.put_back(kept, "person", 1)


def test_a_name_somebody_has_by_now_stays_out(kept):
    book.remove_person(kept, 1)
    assert book.add_person(kept, "anna") == 5
    with pytest.raises(ValueError, match="already"):
        book.put_back(kept, "person", 1)


def test_a_match_is_put_back_with_its_figures(kept, evening):
    for _ in range(3):
        book.keep_table(kept, evening())
    before = book.overview(current(kept))
    book.remove_match(kept, 2)
    without = book.overview(current(kept))
    assert [entry.number for entry in without.entries] == [3, 1]
    assert without.totals.table["matches"] == 2
    assert kinds(kept) == [("match", 2)]
    book.put_back(kept, "match", 2)
    after = book.overview(current(kept))
    assert (after.by_game, after.ratings("catalan")) == (before.by_game, before.ratings("catalan"))
    assert [entry.number for entry in after.entries] == [3, 2, 1]


def test_a_match_is_gone_for_good_after_a_week(kept, evening):
    match = evening()
    one = book.keep_table(kept, match)
    book.remove_match(kept, 1)
    assert book.match_by_token(one.token) is None
    assert book.books_of_table(match) == ()
    book.forget_taken_out(now() + LATER)
    with pytest.raises(book.Unknown):
        book.put_back(kept, "match", 1)


def test_a_match_taken_out_is_kept_again_where_somebody_asks_for_it(kept, evening):
    match = evening()
    book.keep_table(kept, match)
    book.remove_match(kept, 1)
    assert book.keep_table(kept, match).number == 1
    assert len(book.overview(current(kept)).entries) == 1


def test_replaced_links_are_put_back(kept):
    new = book.replace_links(kept, ["read"])
    assert book.by_token(kept.read_token) is None
    book.put_back(new, "links", 0)
    assert book.by_token(kept.read_token).role == "read"
    assert book.by_token(new.read_token) is None


def test_a_deleted_book_is_put_back_by_a_phone_that_keeps_it(kept):
    book.touch(book.by_token(kept.keep_token), "keeper")
    book.touch(book.by_token(kept.write_token), "writer")
    book.delete(kept)
    assert book.by_token(kept.keep_token) is None
    assert book.of_phone("keeper") == ()
    assert book.deleted_books("writer") == ()
    assert not book.put_back_book(kept.keep_token, "writer")
    ((token, title),) = book.deleted_books("keeper")
    assert title == "Divendres"
    assert book.put_back_book(token, "keeper")
    assert current(kept).title == "Divendres"


def test_a_deleted_book_is_gone_for_good_after_a_week(kept):
    book.touch(book.by_token(kept.keep_token), "keeper")
    book.delete(kept)
    book.forget_taken_out(now() + LATER)
    assert book.deleted_books("keeper") == ()


def test_two_people_are_one_and_two_again(kept, evening):
    book.keep_table(kept, evening())
    book.keep_table(kept, evening(names=("Anneta", "Biel", "Carme", "Pep")))
    apart = book.overview(current(kept))
    book.merge(kept, 5, 1)
    one = book.overview(current(kept))
    assert one.totals.people[1]["matches"] == 2
    assert 5 not in one.totals.people
    assert [entry.people for entry in one.entries] == [(1, 2, 3, 4)] * 2
    assert book.people(kept)[5] == "Anna"
    assert book.add_person(kept, "Anneta") == 1
    assert kinds(kept) == [("merged", 5)]
    book.part(kept, 5)
    again = book.overview(current(kept))
    assert (again.by_game, again.ratings("catalan")) == (apart.by_game, apart.ratings("catalan"))
    assert book.people(kept)[5] == "Anneta"


def test_who_played_in_one_match_is_not_one(kept, evening):
    book.keep_table(kept, evening())
    with pytest.raises(ValueError, match="same match"):
        book.merge(kept, 1, 2)
    with pytest.raises(ValueError, match="same match"):
        book.merge(kept, 1, 1)


@pytest.mark.parametrize(("one", "other"), [("Élodie", "élodie"), ("ÉLODIE", "E\u0301lodie"), ("Straße", "STRASSE")])
def test_a_name_is_the_same_however_it_is_written_on_every_database(kept, one, other):
    assert book.add_person(kept, one) == book.add_person(kept, other)
