"""Test the people of a book: adding, renaming, and removing a name with all its spellings."""

from __future__ import annotations

import json
from datetime import timedelta
from itertools import count

import pytest
from sqlalchemy import select

from companion import book, tables
from companion.book.models import Person
from companion.tables.models import now
from companion.tables.store import reading
from tests.book.conftest import SHORT, exported, overview
from tests.tables.conftest import Table


def test_people_are_added_and_renamed(kept):
    assert book.add_person(kept, "Quim") == 5
    assert book.add_person(kept, "quim") == 5
    book.rename(kept, 5, "Quimet")
    assert book.people(kept)[5] == "Quimet"
    with pytest.raises(ValueError, match="already"):
        book.rename(kept, 5, "ANNA")
    with pytest.raises(book.Unknown):
        book.rename(kept, 77, "Joan")
    with pytest.raises(ValueError, match="name"):
        book.rename(kept, 5, "\u200b")


def test_a_removed_name_is_shown_nowhere_but_the_matches_of_the_person_count(kept, evening):
    match = evening()
    book.keep_table(kept, match)
    book.remove_person(kept, 1)
    assert book.people(kept)[1] == ""
    one = book.matches(kept)[0]
    assert "Anna" not in everything(kept)
    assert overview(kept).totals.people[1]["matches"] == 1
    names = book.names_of(one, book.people(kept), "somebody")
    assert names == ("somebody", "Biel", "Carme", "Pep")
    with pytest.raises(book.Unknown):
        book.rename(kept, 1, "Anna")
    assert book.add_person(kept, "Anna") == 5


def everything(kept):
    return "".join(exported(kept, kind) for kind in ("json", "csv", "truc"))


@pytest.fixture
def merged(kept, evening):
    """Return a book of three matches in which Anna was also written Anneta and Aneta."""
    for name in ("Anna", "Anneta", "Aneta"):
        book.keep_table(kept, evening(names=(name, "Biel", "Carme", "Pep")))
    book.merge(kept, 6, 5)
    book.merge(kept, 5, 1)
    return kept


SPELLINGS = ("Anna", "Anneta", "Aneta")


def test_a_person_is_removed_with_every_spelling_that_was_merged(merged):
    assert all(name in everything(merged) for name in SPELLINGS[1:])
    book.remove_person(merged, 1)
    assert not any(name in everything(merged) for name in SPELLINGS)
    assert [book.people(merged)[number] for number in (1, 5, 6)] == ["", "", ""]
    assert [(one.kind, one.number, one.text) for one in book.taken_out(merged)] == [
        ("person", 1, "Anna")
    ]
    for number in (5, 6):
        with pytest.raises(book.Unknown):
            book.unmerge(merged, number)
        with pytest.raises(book.Unknown):
            book.put_back(merged, "person", number)


def test_a_removed_person_who_is_put_back_has_every_spelling_again(merged):
    before = everything(merged)
    book.remove_person(merged, 1)
    book.forget_taken_out(now() + timedelta(days=6))
    book.put_back(merged, "person", 1)
    assert everything(merged) == before
    assert [(one.kind, one.number) for one in book.taken_out(merged)] == [
        ("merged", 5),
        ("merged", 6),
    ]
    assert book.add_person(merged, "Aneta") == 1


def test_a_removed_person_is_not_put_back_if_somebody_else_has_one_of_the_spellings(merged):
    book.remove_person(merged, 1)
    assert book.add_person(merged, "Aneta") == 7
    with pytest.raises(ValueError, match="Aneta is already in this book"):
        book.put_back(merged, "person", 1)
    assert not any(name in everything(merged) for name in SPELLINGS[:2])


def test_no_spelling_of_a_removed_person_is_stored_after_a_week(merged):
    book.remove_person(merged, 1)
    book.forget_taken_out(now() + timedelta(days=8))
    with reading() as connection:
        assert set(connection.scalars(select(Person.name))) == {"", "Biel", "Carme", "Pep"}


def test_a_phone_of_a_merged_person_belongs_to_nobody_after_the_person_is_removed(kept):
    book.remember_phone(book.by_token(kept.write_token), "phone")
    book.say_whose(kept, "phone", 2)
    book.merge(kept, 2, 1)
    book.remove_person(kept, 1)
    assert book.whose(kept, "phone") == 0


def test_importing_an_old_file_does_not_bring_back_a_removed_person_by_another_spelling(merged):
    whole = json.loads(exported(merged))
    whole["people"][0]["name"] = ""
    made = book.open_book("New")
    book.import_book(made, json.dumps(whole), "old.json")
    assert not any(name in everything(made) for name in SPELLINGS)


def test_a_match_corrected_at_its_table_does_not_bring_a_removed_name_back(kept, evening):
    match = evening()
    book.note_table(kept, match, [1, 2, 3, 4])
    book.keep_what_is_over(kept)
    book.remove_person(kept, 1)
    Table(match, count(100)).play("undo fix@1=11")
    assert book.keep_what_is_over(kept) == 1
    assert book.people(kept) == {1: "", 2: "Biel", 3: "Carme", 4: "Pep"}


def test_a_rematch_begun_before_the_removal_does_not_bring_a_removed_name_back(kept, evening):
    match = evening()
    book.note_table(kept, match, [1, 2, 3, 4])
    book.keep_what_is_over(kept)
    again = tables.rematch(match, "host")
    book.remove_person(kept, 1)
    Table(again, count(100)).play(SHORT)
    assert book.keep_what_is_over(kept) == 1
    assert book.people(kept) == {1: "", 2: "Biel", 3: "Carme", 4: "Pep"}
    entries = overview(kept).entries
    assert [entry.people for entry in entries] == [(1, 2, 3, 4)] * 2


def test_a_removed_name_that_a_new_person_has_does_not_count_as_removed(merged):
    book.remove_person(merged, 1)
    is_removed = book.is_removed_name(merged)
    removed = [name for name in ("ANNA", "Aneta", "Biel", "Rosa") if is_removed(name)]
    assert removed == ["ANNA", "Aneta"]
    book.add_person(merged, "Anna")
    assert not book.is_removed_name(merged)("Anna")


@pytest.mark.parametrize("name", ["", " ", "\u200b"])
def test_a_person_without_a_visible_name_is_refused(kept, name):
    with pytest.raises(ValueError, match="visible"):
        book.add_person(kept, name)


def test_a_merged_person_can_be_chosen_under_one_number(kept):
    ana = book.add_person(kept, "Ana")
    book.merge(kept, ana, 1)
    assert book.people(kept)[ana] == "Anna"
    assert list(book.people_to_choose(kept)) == [1, 2, 3, 4]


def test_a_merged_person_cannot_sit_in_two_seats(kept, evening):
    ana = book.add_person(kept, "Ana")
    book.merge(kept, ana, 1)
    with pytest.raises(ValueError, match="two seats"):
        book.keep_table(kept, evening(), [1, 2, ana, 4])
