"""Test which books a phone lists, and which person of a book a phone belongs to."""

from __future__ import annotations

import pytest

from companion import book
from companion.book import phones


def test_a_phone_lists_the_books_it_has_opened(kept):
    other = book.open_book("Dissabte")
    book.remember_phone(book.by_token(kept.read_token), "phone")
    book.remember_phone(book.by_token(other.write_token), "phone")
    assert [(found.book.title, found.role) for found in book.of_phone("phone")] == [
        ("Dissabte", "write"),
        ("Divendres", "read"),
    ]
    book.remember_phone(book.by_token(kept.write_token), "phone")
    assert (book.of_phone("phone")[0].book.title, book.of_phone("phone")[0].role) == (
        "Divendres",
        "write",
    )
    book.forget(kept, "phone")
    assert [found.book.title for found in book.of_phone("phone")] == ["Dissabte"]


def test_an_editor_of_a_book_stays_editor_after_opening_its_read_only_link(kept):
    book.remember_phone(book.by_token(kept.write_token), "phone")
    book.remember_phone(book.by_token(kept.read_token), "phone")
    assert book.of_phone("phone")[0].writes


def test_a_book_remembers_the_person_of_a_phone_until_that_person_is_removed(kept):
    book.remember_phone(book.by_token(kept.write_token), "phone")
    assert book.whose(kept, "phone") == 0
    book.say_whose(kept, "phone", 2)
    assert book.whose(kept, "phone") == 2
    with pytest.raises(book.Unknown):
        book.say_whose(kept, "phone", 9)
    book.remove_person(kept, 2)
    assert book.whose(kept, "phone") == 0


def test_a_book_with_too_many_phones_forgets_readers_before_editors_and_managers(kept, monkeypatch):
    monkeypatch.setattr(phones, "MOST_PHONES", 4)
    for token, name in ((kept.keep_token, "keeper"), (kept.write_token, "writer")):
        book.remember_phone(book.by_token(token), name)
    for number in range(5):
        book.remember_phone(book.by_token(kept.read_token), f"reader-{number}")
    assert [book.role_in(kept, name) for name in ("keeper", "writer", "reader-0", "reader-4")] == [
        "keep",
        "write",
        None,
        "read",
    ]
    for number in range(5):
        book.remember_phone(book.by_token(kept.write_token), f"writer-{number}")
    assert book.role_in(kept, "keeper") == "keep"


def test_the_number_of_phones_that_list_a_book_is_limited(kept, monkeypatch):
    monkeypatch.setattr(phones, "MOST_PHONES", 2)
    for name in ("first", "second", "third"):
        book.remember_phone(book.by_token(kept.read_token), name)
    roles = [book.role_in(kept, name) for name in ("first", "second", "third")]
    assert roles == [None, "read", "read"]


def test_a_phone_whose_link_was_replaced_meanwhile_does_not_get_the_book(kept):
    found = book.by_token(kept.write_token)
    book.replace_links(kept, ["write"])
    book.remember_phone(found, "phone")
    assert book.of_phone("phone") == ()
