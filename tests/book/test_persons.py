"""The people of a book, and a name that is taken out of it."""

from __future__ import annotations

import pytest

from companion import book


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


def test_a_name_that_was_taken_out_is_nowhere_and_the_hands_stay(kept, evening):
    match = evening()
    book.keep_table(kept, match)
    book.remove_person(kept, 1)
    assert book.people(kept)[1] == ""
    found = book.by_token(kept.write_token).book
    one = book.matches(found)[0]
    everything = "".join("".join(book.exported(found, kind)) for kind in ("json", "csv", "truc"))
    assert "Anna" not in everything
    assert book.overview(found).totals.people[1]["matches"] == 1
    assert book.names_of(one, book.people(found), "somebody") == ("somebody", "Biel", "Carme", "Pep")
    with pytest.raises(book.Unknown):
        book.rename(kept, 1, "Anna")
    assert book.add_person(kept, "Anna") == 5
