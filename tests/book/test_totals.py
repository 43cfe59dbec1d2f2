"""Test that the totals of a book are recounted in steps if an earlier match changes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from flask import current_app
from flask_migrate import Migrate, downgrade
from sqlalchemy import select

from companion import book, tables
from companion.book import totals
from companion.book.counting import COUNTING
from companion.book.models import Book
from companion.book.shares import FOLDED, MATCHES_WON, Share
from companion.tables.store import MIGRATIONS, open_session, reading
from tests.book.conftest import exported, overview
from tests.tables.test_upgrades import put

RECORD = """[Variant "catalan"]
[Players "Anna, Biel, Carme, Pep"]
[Date "2026-11-{day:02}"]

truc@1 yes@2 won@1 won@3
fix@0=12
"""


@pytest.fixture
def kept(kept):
    book.keep_records(kept, "\n".join(RECORD.format(day=day) for day in range(1, 10)), "records")
    return kept


def totals_text(kept: Book) -> str:
    with reading() as connection:
        return connection.scalar(select(Book.totals).where(Book.id == kept.id))


def test_other_requests_are_answered_between_the_steps_of_a_recount(kept, monkeypatch):
    before = overview(kept)
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
    assert [entry.number for entry in overview(kept).entries] == left


def test_an_interrupted_recount_is_finished_when_the_book_is_read_next(kept, monkeypatch):
    with monkeypatch.context() as stopped:
        asked = iter([kept.revision, None])
        stopped.setattr(totals, "_outdated_revision", lambda _: next(asked))
        stopped.setattr(totals, "run_in_steps", next)
        book.remove_match(kept, 2)
    assert totals_text(kept) == ""
    assert overview(kept).totals.table["matches"] == 8
    assert totals_text(kept) != ""


def test_a_match_kept_during_a_recount_is_counted(kept, monkeypatch):
    with monkeypatch.context() as stopped:
        stopped.setattr(totals, "_outdated_revision", lambda _: None)
        book.remove_match(kept, 2)
        book.keep_records(kept, RECORD.format(day=20), "records")
    assert totals_text(kept) == ""
    assert overview(kept).totals.table["matches"] == 9
    assert overview(kept).entries[0].ratings


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
    assert overview(kept).totals.table["matches"] == 8


def test_after_removing_a_match_ratings_are_as_if_the_book_never_had_it(kept):
    book.remove_match(kept, 4)
    other = book.open_book("Other", ["Anna", "Biel", "Carme", "Pep"])
    days = (1, 2, 3, 5, 6, 7, 8, 9)
    book.keep_records(other, "\n".join(RECORD.format(day=day) for day in days), "records")
    without = [entry.ratings for entry in overview(other).entries]
    assert [entry.ratings for entry in overview(kept).entries] == without
    assert overview(kept).totals == overview(other).totals


def test_if_a_match_is_changed_only_that_match_and_later_ones_are_rated_again(kept, monkeypatch):
    rated = []
    course = totals.rating.course
    monkeypatch.setattr(
        totals.rating,
        "course",
        lambda results, known: course((rated.append(one) or one for one in results), known),
    )
    book.seat_people(kept, 7, (2, 1, 3, 4), "phone")
    assert len(rated) == 3
    again = [entry.ratings for entry in overview(kept).entries]
    with monkeypatch.context() as whole:
        whole.setattr(totals, "_valid_ratings", lambda _: ({}, 0))
        book.seat_people(kept, 9, (1, 2, 3, 4), "phone")
        book.seat_people(kept, 9, (1, 2, 3, 4), "phone")
    assert len(rated) > 3 + 9
    assert [entry.ratings for entry in overview(kept).entries] == again


# A match as release 0.4 stored it. Biel folded two hands that were voided, and played one.
OLD_RECORD = """[Variant "put-many"]
[Seats "3"]
[Dealer "1"]

fold@1 void
fold@1 void
won@0 won@0
"""
OLD_SUMS = """[
    {"hands":1,"hands.played":1,"hands.void":2,"hands.won":1,"matches.unfinished":1},
    [{"hands":1,"hands.won":1,"matches.unfinished":1},{"hands":1,"matches.unfinished":1},
     {"hands":1,"matches.unfinished":1}],
    [{"dealt":1},{"dealt":1,"folded":2},{"dealt":1}]]"""
OLD_TOTALS = 'put-many [{"hands":1},{"2":{"dealt":1,"folded":2}},{},{"2 1":{"matches":1}}]'


def put_old_book(*, signed: str = "", **match: object) -> Book:
    Migrate(current_app, tables.db, directory=str(MIGRATIONS))
    downgrade(revision="v0015")
    moment = datetime(2026, 11, 20, 23, 30, tzinfo=UTC)
    own = {"id": 7, "title": "Old", "totals": OLD_TOTALS, "variant": "", "seats": 0, "house": ""}
    links = {f"{role}_token": role * 5 for role in ("keep", "write", "read")}
    put("book", own | links | {"revision": 3, "created_at": moment})
    for number, name in enumerate(("Anna", "Biel", "Carme"), start=1):
        put("book_person", {"book_id": 7, "number": number, "name": name})
    kept = {"book_id": 7, "number": 1, "place": 1, "token": "m" * 22, "match_id": 0, "sides": 3}
    kept |= {"variant": "put-many", "record": OLD_RECORD, "people": "1 2 3", "winner": None}
    kept |= {"score": "1-0-0", "games": "", "sums": OLD_SUMS, "ratings": "{}", "stake": ""}
    put("book_match", kept | {"played_at": moment, "kept_at": moment, "identity": "x"} | match)
    if signed:
        signature = {"book_id": 7, "number": 1, "side": 0, "result": signed, "person": 1}
        put("book_signature", signature | {"device": "", "at": moment})
    tables.migrate_now(current_app)
    with reading() as connection, open_session(connection) as session:
        return session.get_one(Book, 7)


def test_books_of_earlier_releases_are_counted_again_after_the_upgrade(app):
    old = put_old_book()
    whole = overview(old)
    biel = whole.totals.people[2]
    assert FOLDED.share(biel) == Share(0, 1)
    assert MATCHES_WON.share(whole.totals.versus[2, 1]).of == 0
    assert (whole.entries[0].dealer, whole.zone) == (1, None)
    (kept,) = book.matches(old)
    assert (kept.counting, kept.identity == "x") == (COUNTING, False)
    assert "put-many,1,3,Anna,1" in exported(old, "csv")


def test_a_stored_score_that_lacks_the_points_of_duels_is_corrected_and_stays_signed(app):
    duel = '[Variant "argentine"]\n[Seats "6"]\n[Rules "pica_pica=always"]\n\nwon@1 won@1\n'
    match = {"variant": "argentine", "record": duel, "people": "1 2 3 0 0 0", "sides": 2}
    old = put_old_book(**match, score="0-0", signed="0-0 - -")
    (entry,) = overview(old).entries
    assert entry.score == "0-1"
    (kept,) = book.matches(old)
    assert [(one.result, one.holds) for one in book.signatures(kept)] == [("0-1 - -", True)]


def test_a_kept_match_that_todays_rules_refuse_still_counts_as_unfinished(app):
    whole = book.overview(put_old_book(record=OLD_RECORD.replace("won@0 won@0", "nonsense")))
    assert FOLDED.share(whole.totals.people[2]) == Share(0, 0)
    assert whole.totals.people[2]["matches.unfinished"] == 1
