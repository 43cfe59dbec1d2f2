"""Test that matches are kept in a book, from tables and records, and exported."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from companion import book, tables
from companion.book import books, gathering, keeping, preparing, signing
from companion.engine.records import replay_text
from companion.tables import deleting
from companion.variants import build_rules
from tests.book.conftest import SHORT, current, exported, overview
from tests.tables.conftest import Table

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
TWO = """[Variant "catalan"]
[Players "Anna, Biel, Carme, Pep"]
[Date "2026-11-20"]
[Place "Bar Pastís"]

truc@1 yes@2 won@1 won@3
fix@0=12

[Variant "doubling"]
[Seats "2"]
[Players "Anna, Quim"]
[Date "2026-11-20"]

won@1 won@1
"""


def holding(one):
    return [(signed.side, signed.holds) for signed in book.signatures(one)]


def test_a_kept_match_has_no_names_in_its_record(kept, evening):
    one = book.keep_table(kept, evening())
    assert (one.number, one.score, one.winner, one.seated) == (1, "12-1", 0, (1, 2, 3, 4))
    assert "Anna" not in one.record
    assert "Anna, Biel, Carme, Pep" in book.record_of(one, book.people(kept))


def test_a_match_that_is_not_over_is_not_kept(kept, evening):
    with pytest.raises(ValueError, match="not over"):
        book.keep_table(kept, evening("truc@1 yes@2"))


def test_a_new_name_becomes_a_new_person_and_a_known_name_finds_its_person(kept, evening):
    one = book.keep_table(kept, evening(names=("ANNA", "Quim", "Carme", "Rosa")))
    assert one.seated == (1, 5, 3, 6)
    assert book.people(kept)[5] == "Quim"


def test_a_seat_without_a_name_is_no_person_of_the_book(kept):
    match = tables.open_table(variant="put")
    for seat in range(2):
        tables.rename(match, seat, ("Anna", "Quim")[seat])
    prepared = preparing.PreparedMatch("", ("", "Quim"), None, {})
    with books.changing(kept) as (session, current):
        assert keeping._seated(session, current, prepared, None, match) == [0, 5]


def test_the_people_of_a_kept_match_can_be_given_by_seat(kept, evening):
    assert book.keep_table(kept, evening(), [3, 0, 1, 2]).seated == (3, 0, 1, 2)
    with pytest.raises(book.Unknown):
        book.keep_table(kept, evening(), [9, 1, 2, 3])
    with pytest.raises(book.Unknown):
        book.keep_table(kept, evening(), [1, 2])


def test_a_book_begun_from_a_table_is_given_to_the_phones_with_a_seat(app, evening):
    match = evening()
    tables.join(match, "anna", "player", 0)
    tables.join(match, "biel", "player", 1)
    tables.join(match, "freed", "player", 2)
    tables.free_seat(match, 2)
    tables.mark_seen(match, "looker", "watch")
    made = book.open_book_with_match("Penya", match, "anna")
    assert (made.title, book.people(made)[1], len(book.matches(made))) == ("Penya", "Anna", 1)
    assert book.of_phone("anna")[0].keeps
    assert book.whose(made, "anna") == 1
    assert book.role_in(made, "biel") == "write"
    for bystander in ("host", "looker", "freed"):
        assert book.of_phone(bystander) == (), bystander


def test_a_match_kept_twice_is_in_the_book_once(kept, evening):
    match = evening()
    first = book.keep_table(kept, match)
    again = book.keep_table(kept, match)
    assert (first.number, first.token) == (again.number, again.token)
    assert book.changes(again) == ()


def test_a_book_has_room_for_new_matches_up_to_its_limit_and_not_beyond(kept, evening, monkeypatch):
    book.keep_table(kept, evening())
    monkeypatch.setattr(keeping, "MOST_MATCHES", 3)
    with books.changing(kept) as (session, current):
        assert keeping.check_room(session, current, 2) == 1
        with pytest.raises(ValueError, match="at most 3 matches"):
            keeping.check_room(session, current, 3)


def test_a_signature_is_not_valid_after_the_result_has_changed(kept, evening):
    match = evening()
    tables.agree(match, "host", 0)
    tables.agree(match, "host", 1)
    book.remember_phone(book.by_token(kept.write_token), "pep")
    book.say_whose(kept, "pep", 4)
    one = book.keep_table(kept, match)
    assert holding(one) == [(0, True), (1, True)]
    Table(match, count(100)).play("undo fix@1=11")
    again = book.keep_table(kept, match, device="pep")
    assert (again.number, again.winner) == (1, 1)
    assert holding(again) == [(0, False), (1, False)]
    (change,) = book.changes(again)
    assert (change.what, change.person) == ("result", 4)
    assert (change.before, change.after) == ("12-1 - 0", "10-12 - 1")
    book.sign(kept, 1, "pep")
    assert holding(again) == [(0, False), (1, True)]


def test_only_people_who_played_a_match_may_sign_its_result(kept, evening):
    one = book.keep_table(kept, evening())
    book.remember_phone(book.by_token(kept.write_token), "phone")
    with pytest.raises(tables.NotAllowed, match="signs for itself"):
        book.sign(kept, one.number, "phone")
    assert book.may_sign(one, 2) == 1
    assert book.may_sign(one, 0) is None


def test_changing_who_sat_where_is_logged_and_corrects_the_ratings(kept, evening):
    one = book.keep_table(kept, evening())
    before = overview(kept).ratings("catalan")
    book.seat_people(kept, one.number, [2, 1, 4, 3], "")
    after = overview(kept).ratings("catalan")
    assert (before[1], before[2]) == (after[2], after[1])
    assert [change.what for change in book.changes(one)] == ["people"]


def test_a_match_stays_in_a_book_after_its_table_is_deleted(kept, evening):
    match = evening()
    one = book.keep_table(kept, match)
    tables.delete(match)
    assert book.match_by_token(one.token)[1].number == 1
    assert book.replay_of(one).end.over


def test_records_kept_in_a_book_are_exported_unchanged(kept):
    assert book.keep_records(kept, TWO, "two.truc") == (2, 0)
    text = exported(kept, "truc")
    other = book.open_book("Copy")
    book.keep_records(other, text, "copy.truc")
    assert exported(other, "truc") == text
    assert all("error" not in answer for answer in replay_text(text, "text", build_rules))


def test_records_of_the_same_day_keep_their_order(kept):
    book.keep_records(kept, TWO, "two.truc")
    assert [one.variant for one in book.matches(kept)] == ["catalan", "doubling"]
    assert book.matches(kept)[0].played_at.date().isoformat() == "2026-11-20"


def test_no_record_of_a_text_is_kept_if_one_is_wrong(kept):
    with pytest.raises(ValueError, match=r"bad.truc:\d+: tap 1 'retruc@1'"):
        book.keep_records(kept, TWO + '\n[Variant "catalan"]\n\nretruc@1', "bad.truc")
    assert book.matches(kept) == ()


def test_the_match_of_a_table_opened_from_a_book_is_kept_when_it_is_over(kept):
    match = tables.open_table(variant="catalan", names=("Anna", "Biel", "", "Pep"))
    book.note_table(kept, match, [1, 2, 0, 4])
    tables.join(match, "host", "host")
    assert [waiting.id for waiting in book.waiting(kept)] == [match.id]
    assert book.keep_what_is_over(kept) == 0
    Table(match, count()).play(SHORT)
    tables.rename(match, 1, "Quim")
    assert book.keep_what_is_over(kept) == 1
    assert book.matches(kept)[0].seated == (1, 5, 0, 4)
    assert book.books_of_table(match)[0][1] == 1
    assert book.keep_what_is_over(kept) == 0


def test_a_rematch_of_a_table_opened_from_a_book_is_kept_too(kept, evening):
    match = evening()
    book.note_table(kept, match, [1, 2, 3, 4])
    again = tables.rematch(match, "host")
    Table(again, count()).play(SHORT)
    assert book.keep_what_is_over(kept) == 2
    book.remove_match(kept, 2)
    assert book.keep_what_is_over(kept) == 0


def test_another_game_of_the_same_people_is_kept_in_the_book_of_their_first_table(kept, evening):
    match = evening()
    book.note_table(kept, match, [1, 2, 3, 4])
    two = tables.rematch(match, "host", another=tables.NextGame("put", {}, (3, 1)))
    Table(two, count()).play("resign@0")
    four = tables.rematch(
        two, "host", another=tables.NextGame("menorcan", {"best_of": "1"}, (2, 1, 3, 0))
    )
    Table(four, count()).play("resign@1")
    assert book.keep_what_is_over(kept) == 3
    seated = sorted(played.seated for played in book.matches(kept))
    assert seated == [(1, 2, 3, 4), (1, 2, 3, 4), (4, 2)]
    assert book.books_of_table(four)[0][0].id == kept.id


def test_a_match_that_was_left_for_another_game_is_no_longer_in_play(kept):
    match = tables.open_table(variant="catalan", names=("Anna", "Biel", "Rosa", "Pep"))
    book.note_table(kept, match, [1, 2, 0, 4])
    tables.join(match, "host", "host")
    new = tables.rematch(match, "host", another=tables.NextGame("menorcan", {}, (0, 1, 2, 3)))
    book.keep_what_is_over(kept)
    assert [state.match.id for state in book.playing(kept)] == [new.id]


def test_matches_that_are_over_are_kept_before_idle_tables_are_deleted(kept, evening, monkeypatch):
    match = evening()
    book.note_table(kept, match, [1, 2, 3, 4])
    monkeypatch.setattr(deleting, "delete_idle", lambda *_: tables.delete(match) or 1)
    deleting._sweep(90, deleting.now, [book.keep_everywhere])
    assert tables.by_code(match.code) is None
    assert len(book.matches(kept)) == 1


def test_the_matches_of_other_tables_are_kept_even_if_one_table_cannot_be_read(
    kept, evening, monkeypatch
):
    good = evening()
    bad = evening()
    for match in (good, bad):
        book.note_table(kept, match, [1, 2, 3, 4])

    def keep(into, match, **how):
        if match.id == bad.id:
            raise tables.BrokenLog
        return book.keep_table(into, match)

    monkeypatch.setattr(gathering, "keep_table", keep)
    assert book.keep_everywhere() == 1
    assert [one.match_id for one in book.matches(kept)] == [good.id]


def test_stakes_are_counted_and_settled(kept, evening):
    for _ in range(2):
        one = book.keep_table(kept, evening())
        book.set_stake(kept, one.number, " the coffees ")
    (coffees,) = book.open_debts(overview(kept).entries)
    owed = [(debt.owing, debt.owed, debt.times) for debt in coffees.debts]
    assert (coffees.stake, owed, len(coffees.numbers)) == ("the coffees", [(2, 1, 2), (4, 3, 2)], 2)
    book.settle(kept, coffees.numbers[:1])
    assert len(book.open_debts(overview(kept).entries)[0].numbers) == 1
    book.settle(kept, [1, 2])
    assert book.open_debts(overview(kept).entries) == ()
    with pytest.raises(ValueError, match="at most"):
        book.set_stake(kept, 1, "x" * 41)


def test_the_csv_of_a_book_contains_numbers_as_numbers_and_no_formula(kept):
    book.keep_records(
        kept,
        '[Variant "doubling"]\n[Seats "2"]\n[Players "=A1, -B"]\n\nwon@1 won@1 fix@0=3 fix@0=-2',
        "x",
    )
    book.keep_records(kept, '[Variant "trut"]\n[Seats "2"]\n[Players "A, B"]\n\nhand@1', "x")
    lines = list(csv.reader(io.StringIO(exported(kept, "csv"))))
    columns = "match,date,game,game of match,hand,account,points,truts,score 1,score 2"
    assert lines[0] == [*columns.split(","), "why", "call", "recorded", "version"]
    assert "'-B" in lines[1]
    assert [line[6] for line in lines[1:4]] == ["1", "3", "-2"]
    assert [line[8:10] for line in lines[1:4]] == [["0", "1"], ["3", "1"], ["1", "1"]]
    assert [line[8:10] for line in lines[4:]] == [["0/0", "0/1"]]
    assert {line[-1] for line in lines[1:]} == {"2"}


def test_the_csv_of_a_book_numbers_matches_in_the_order_of_play(kept):
    for day in (20, 10):
        book.keep_records(kept, f'[Variant "catalan"]\n[Date "2026-01-{day}"]\n\nhand@0', "x")
    lines = list(csv.reader(io.StringIO(exported(current(kept), "csv"))))
    assert [line[:2] for line in lines[1:]] == [["1", "2026-01-10"], ["2", "2026-01-20"]]


def test_a_record_that_is_kept_twice_is_in_the_book_once(kept, evening):
    assert book.keep_records(kept, TWO, "two.truc") == (2, 0)
    with pytest.raises(ValueError, match="already"):
        book.keep_records(kept, TWO, "two.truc")
    book.keep_table(kept, evening())
    book.keep_table(kept, evening())
    assert len(book.matches(kept)) == 4
    with pytest.raises(ValueError, match="already"):
        book.keep_records(kept, exported(kept, "truc"), "all.truc")
    assert len(book.matches(kept)) == 4


def test_nobody_sits_in_two_seats_of_a_kept_match(kept, evening):
    one = book.keep_table(kept, evening(names=("Anna", "Anna", "Carme", "Pep")))
    assert one.seated == (1, 0, 3, 4)
    with pytest.raises(ValueError, match="two seats"):
        book.seat_people(kept, 1, [1, 1, 3, 4], "")


@pytest.mark.parametrize(
    ("chosen", "seated"),
    [
        ([2, 2, 3, 4], [2, 1, 3, 4]),
        ([1, 2, 3, 4], [1, 2, 3, 4]),
        ([1, 2, 3, 5], [1, 2, 3, 5]),
        ([4, 2, 3, 1], [4, 2, 3, 1]),
    ],
)
def test_two_people_swap_seats_if_one_is_given_the_seat_of_the_other(chosen, seated):
    assert book.swapped([1, 2, 3, 4], chosen) == seated


@pytest.mark.parametrize("date", ["0001-01-01", "9999-12-31T23:59:59", "1066-10-14", "3000-01-01"])
def test_an_impossible_date_of_a_record_is_refused(kept, date):
    with pytest.raises(ValueError, match=r"cannot be the date|is not in the years"):
        book.keep_records(kept, f'[Variant "put"]\n[Date "{date}"]\n\nresign@0', "x")
    assert book.matches(kept) == ()


@pytest.mark.parametrize(
    ("date", "moment"),
    [
        ("2026-01-20T21:14:05+01:00", "2026-01-20T20:14:05+00:00"),
        ("2026-01-20T20:14:05+00:00", "2026-01-20T20:14:05+00:00"),
    ],
)
def test_the_time_of_day_in_a_record_is_kept(kept, date, moment):
    book.keep_records(kept, f'[Variant "put"]\n[Date "{date}"]\n\nresign@0', "x")
    assert book.matches(kept)[0].played_at.isoformat() == moment


def test_a_result_corrected_at_the_table_is_corrected_in_the_book(kept, evening):
    match = evening()
    book.note_table(kept, match, [1, 2, 3, 4])
    tables.agree(match, "host", 0)
    assert book.keep_what_is_over(kept) == 1
    assert book.keep_what_is_over(kept) == 0
    Table(match, count(100)).play("undo fix@1=11")
    assert book.keep_what_is_over(kept) == 1
    (one,) = book.matches(kept)
    assert (one.winner, one.score) == (1, "10-12")
    assert [(change.what, change.after) for change in book.changes(one)] == [
        ("result", "10-12 - 1")
    ]
    assert holding(one) == [(0, False)]


def test_a_match_whose_end_was_undone_is_unfinished_in_the_book(kept, evening):
    match = evening()
    book.keep_table(kept, match)
    Table(match, count(100)).play("undo")
    book.keep_what_is_over(kept)
    (one,) = book.matches(kept)
    assert one.winner is None
    found = overview(kept)
    assert found.totals.people[1]["matches"] == 0
    assert found.totals.people[1]["matches.unfinished"] == 1
    Table(match, count(200)).play("hand@0")
    assert book.keep_what_is_over(kept) == 1
    assert book.matches(kept)[0].winner == 0


def test_a_name_typed_in_a_seat_that_was_left_open_is_found_in_the_book(kept):
    match = tables.open_table(variant="catalan", names=("Anna", "", "", ""))
    book.note_table(kept, match, [1, 0, 0, 0])
    tables.join(match, "host", "host")
    tables.rename(match, 1, "Biel")
    tables.rename(match, 2, "Rosa")
    Table(match, count()).play(SHORT)
    book.keep_what_is_over(kept)
    assert book.matches(kept)[0].seated == (1, 2, 5, 0)


def test_a_side_that_agrees_at_the_table_after_the_match_was_kept_signs_it(kept, evening):
    match = evening()
    book.note_table(kept, match, [1, 2, 3, 4])
    book.keep_what_is_over(kept)
    tables.agree(match, "host", 0)
    assert book.keep_what_is_over(kept) == 1
    assert holding(book.matches(kept)[0]) == [(0, True)]
    Table(match, count(100)).play("undo fix@1=11")
    book.keep_what_is_over(kept)
    assert holding(book.matches(kept)[0]) == [(0, False)]
    tables.agree(match, "host", 0)
    assert book.keep_what_is_over(kept) == 1
    assert holding(book.matches(kept)[0]) == [(0, True)]
    assert book.keep_what_is_over(kept) == 0


def test_a_side_signs_no_result_to_which_it_did_not_agree_if_the_book_has_an_older_one(
    kept, evening
):
    match = evening()
    book.keep_table(kept, match)
    Table(match, count(100)).play("undo fix@1=11")
    tables.agree(match, "host", 0)
    assert not signing.sign_as_agreed(kept, match)
    (one,) = book.matches(kept)
    assert one.score == "12-1"
    assert holding(one) == []


def test_a_table_that_is_noted_in_a_book_twice_keeps_its_people(kept, evening):
    match = evening()
    book.note_table(kept, match, [1, 2, 3, 4])
    book.note_table(kept, match, [])
    book.keep_what_is_over(kept)
    assert book.matches(kept)[0].seated == (1, 2, 3, 4)


@pytest.mark.parametrize("date", ["last Friday", "2026-11-20 in the bar", ""])
def test_a_record_whose_date_cannot_be_read_is_not_added_twice_on_one_day(kept, date, monkeypatch):
    monkeypatch.setattr(preparing, "now", lambda: NOON)
    text = f'[Variant "put"]\n[Players "Anna, Biel"]\n[Date "{date}"]\n\nresign@0\n'
    book.keep_records(kept, text, "bar.truc")
    monkeypatch.setattr(preparing, "now", lambda: NOON + timedelta(hours=1))
    with pytest.raises(ValueError, match="already in the book"):
        book.keep_records(kept, text, "bar.truc")
