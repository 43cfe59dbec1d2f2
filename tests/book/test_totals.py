"""The totals of a book after a change in the middle: counted in steps, and afresh if necessary."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from companion import book
from companion.book import totals
from companion.book.models import Book, BookMatch
from companion.tables.store import reading, writing

RECORD = """[Variant "catalan"]
[Players "Anna, Biel, Carme, Pep"]
[Date "2026-11-{day:02}"]

truc@1 yes@2 won@1 won@3
fix@0=12
"""


@pytest.fixture
def kept(kept):
    """A book of nine matches, one a day."""
    book.keep_records(kept, "\n".join(RECORD.format(day=day) for day in range(1, 10)), "records")
    return kept


def totals_text(kept: Book) -> str:
    with reading() as connection:
        return connection.scalar(select(Book.totals).where(Book.id == kept.id))


def seen(kept: Book) -> book.Overview:
    return book.overview(book.by_token(kept.read_token).book)


def test_other_requests_are_answered_between_the_steps_of_a_recount(kept, monkeypatch):
    """No write has more than a few matches, and the work yields after each of them."""
    before = seen(kept)
    written = []
    bits = []
    write = totals._write
    monkeypatch.setattr(totals, "AT_ONCE", 2)
    monkeypatch.setattr(totals, "_write", lambda *its: (written.append(len(its[2])), write(*its)))
    monkeypatch.setattr(totals, "run_in_steps", bits.extend)
    book.remove_match(kept, 1)
    assert max(written) == 2 < len(written)
    assert len(bits) >= 8
    left = [entry.number for entry in before.entries[:-1]]
    assert [entry.number for entry in seen(kept).entries] == left


def test_an_interrupted_recount_is_finished_by_the_next_reader(kept, monkeypatch):
    with monkeypatch.context() as stopped:
        asked = iter([kept.revision, None])
        stopped.setattr(totals, "_outdated_revision", lambda _: next(asked))
        stopped.setattr(totals, "run_in_steps", next)
        book.remove_match(kept, 2)
    assert totals_text(kept) == ""
    assert seen(kept).totals.table["matches"] == 8
    assert totals_text(kept) != ""


def test_a_match_kept_during_a_recount_is_counted(kept, monkeypatch):
    with monkeypatch.context() as stopped:
        stopped.setattr(totals, "_outdated_revision", lambda _: None)
        book.remove_match(kept, 2)
        book.keep_records(kept, RECORD.format(day=20), "records")
    assert totals_text(kept) == ""
    assert seen(kept).totals.table["matches"] == 9
    assert seen(kept).entries[0].ratings


def test_a_change_during_a_recount_starts_it_again(kept, monkeypatch):
    others = [lambda: book.add_person(kept, "Quim")]
    write = totals._write_if_current
    monkeypatch.setattr(totals, "AT_ONCE", 2)
    monkeypatch.setattr(
        totals,
        "_write_if_current",
        lambda *its: (others.pop()() if others else None, write(*its))[1],
    )
    book.remove_match(kept, 2)
    assert "Quim" in book.people(kept).values()
    assert seen(kept).totals.table["matches"] == 8


def test_removing_a_match_leaves_the_ratings_of_a_book_that_never_had_it(kept):
    book.remove_match(kept, 4)
    other = book.open_book("Other", ["Anna", "Biel", "Carme", "Pep"])
    days = (1, 2, 3, 5, 6, 7, 8, 9)
    book.keep_records(other, "\n".join(RECORD.format(day=day) for day in days), "records")
    without = [entry.ratings for entry in seen(other).entries]
    assert [entry.ratings for entry in seen(kept).entries] == without
    assert seen(kept).totals == seen(other).totals


def test_a_change_rates_only_the_later_matches_again(kept, monkeypatch):
    rated = []
    course = totals.rating.course
    monkeypatch.setattr(
        totals.rating,
        "course",
        lambda results, known: course((rated.append(one) or one for one in results), known),
    )
    book.seat_people(kept, 7, (2, 1, 3, 4), "phone")
    assert len(rated) == 3
    again = [entry.ratings for entry in seen(kept).entries]
    with monkeypatch.context() as whole:
        whole.setattr(totals, "_valid_ratings", lambda _: ({}, 0))
        book.seat_people(kept, 9, (1, 2, 3, 4), "phone")
        book.seat_people(kept, 9, (1, 2, 3, 4), "phone")
    assert len(rated) > 3 + 9
    assert [entry.ratings for entry in seen(kept).entries] == again


def test_a_match_kept_by_an_earlier_release_is_counted_like_a_new_one(kept, evening):
    """Old sums did not count hands won without a card, so the share would have been 0 of many."""
    book.keep_table(kept, evening())
    before = book.overview(book.by_token(kept.keep_token).book)
    old = {"identity": "", "hands": "", "sums": '[{"hands":9},[{"hands":9},{}],[{},{},{},{}]]'}
    with writing() as connection:
        connection.execute(update(BookMatch).where(BookMatch.book_id == kept.id).values(old))
        connection.execute(update(Book).where(Book.id == kept.id).values(totals="", revision=1))
    assert book.overview(book.by_token(kept.keep_token).book).totals == before.totals
    assert book.matches(kept)[0].identity
