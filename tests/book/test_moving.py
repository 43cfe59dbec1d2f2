"""Test that a book is exported as one file, and is the same after the file is imported."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from itertools import count, product

import pytest

from companion import book, tables
from companion.book import moving
from companion.engine import Impossible
from companion.engine.records import Unplayable
from tests.book.conftest import current, exported, overview
from tests.book.test_moving_fuzz import GOOD, changed
from tests.tables.conftest import Table


def moved(text):
    made = book.open_book("New")
    book.import_book(made, text, "book.json")
    return made


@pytest.mark.parametrize("version", [3, 0, "2", None])
def test_a_book_file_of_a_later_or_invalid_version_is_refused(app, version):
    text = json.dumps({"version": version} | GOOD)
    why = "a later version" if version == 3 else "“version” in line 1 is wrong"
    with pytest.raises(ValueError, match=why):
        moved(text)


def test_a_book_with_people_refuses_an_import_before_the_file_is_read(kept, monkeypatch):
    monkeypatch.setattr(moving, "_read", None)
    before = exported(kept)
    with pytest.raises(ValueError, match="only be imported into a new book"):
        book.import_book(kept, json.dumps(GOOD), "book.json")
    assert exported(kept) == before


@pytest.fixture
def lived_in(kept, evening):
    book.rename(kept, 1, 'A"B,C')
    book.set_usual(kept, variant="argentine", seats=4, house={"flor": "off"})
    match = evening(names=('A"B,C', "Biel", "Carme", "Pep"))
    tables.agree(match, "host", 0)
    book.remember_phone(book.by_token(kept.write_token), "pep")
    book.say_whose(kept, "pep", 4)
    book.keep_table(kept, match)
    Table(match, count(100)).play("undo fix@1=11")
    book.keep_table(kept, match, device="pep")
    book.sign(kept, 1, "pep")
    book.keep_records(
        kept,
        '[Variant "put"]\n[Players "Rosa, Anneta"]\n[Date "2026-11-20T21:30:00"]\n\nresign@0',
        "x",
    )
    book.keep_records(
        kept, '[Variant "trut"]\n[Seats "2"]\n[Place "Bar"]\n[Date "2026-11-20"]\n\nhand@1', "x"
    )
    book.set_stake(kept, 1, "the coffees")
    book.set_stake(kept, 2, "a beer")
    book.settle(kept, [2])
    book.merge(kept, 6, 2)
    book.add_person(kept, "Zoe")
    book.keep_table(kept, evening("truc@1 yes@2"), unfinished=True)
    book.keep_records(kept, '[Variant "put"]\n\nresign@1', "x")
    book.remove_match(kept, 2)
    book.remove_person(kept, 3)
    return kept


@pytest.mark.parametrize("kind", ["json", "truc", "csv"])
def test_an_imported_book_is_exported_unchanged(lived_in, kind):
    assert exported(moved(exported(lived_in)), kind) == exported(lived_in, kind)


def test_an_imported_book_has_the_same_figures(lived_in):
    made = moved(exported(lived_in))
    before = overview(lived_in)
    after = overview(made)
    assert (after.by_game, after.ratings("catalan")) == (before.by_game, before.ratings("catalan"))
    assert book.people(made) == book.people(lived_in)
    assert list(map(facts, after.entries)) == list(map(facts, before.entries))
    one = book.match_of(made, 1)
    other = book.match_of(lived_in, 1)
    assert [now.holds for now in book.signatures(one)] == [s.holds for s in book.signatures(other)]
    assert book.changes(one) == book.changes(other)
    assert current(made).house_rules == current(lived_in).house_rules


def facts(entry):
    return entry.number, entry.people, entry.stake


def test_an_exported_book_has_no_phone_and_no_link(lived_in):
    text = exported(lived_in)
    assert "Carme" not in text
    secrets = (
        lived_in.keep_token,
        lived_in.write_token,
        lived_in.read_token,
        book.match_of(lived_in, 1).token,
    )
    assert not any(secret in text for secret in (*secrets, '"pep"', '"host"'))


def test_a_book_with_more_matches_than_are_written_at_once_is_imported(kept):
    record = '[Variant "put"]\n[Date "2026-{:02}-{:02}"]\n\nresign@0\n'
    texts = [record.format(month, day) for month, day in product((1, 2, 3), range(1, 29))]
    assert book.keep_records(kept, "\n".join(texts), "x") == (84, 0)
    assert exported(moved(exported(kept))) == exported(kept)


# The path of a value in a good file, and a wrong value for it.
WRONG = [
    *[(("matches", 0, "settled"), value) for value in ([], {}, 0, 1, False, "")],
    *[(("people", 0, "name"), value) for value in ([], {}, None, 0)],
    *[(("title",), value) for value in ("", [], 0)],
    *[(("matches", 0, "number"), value) for value in (0, True)],
    *[(("matches", 0, "people"), value) for value in ([1], [1, 1], [1, 9])],
    (("variant",), "chess"),
    (("seats",), "4"),
    (("people",), {"1": "Anna"}),
    (("people", 0, "same_as"), 9),
    (("people", 0, "same_as"), 4),
    (("matches", 0, "date"), "yesterday"),
    (("matches", 0, "date"), "0001-01-01T00:00:00+14:00"),
    (("matches", 0, "date"), "2026-11-20"),
    (("matches", 0, "record"), "nonsense"),
    (("matches", 0, "record"), GOOD["matches"][0]["record"] * 2),
    (("matches", 0, "record"), '[Variant "put"]\n[Place "\0"]\n\nresign@0'),
    (("matches", 0, "record"), '[Variant "put"]\n[Place "\ud800"]\n\nresign@0'),
    (("matches", 0, "for"), "x" * 41),
    (("matches", 0, "for"), None),
    (("matches", 0, "signed"), {}),
    (("matches", 0, "signed", 0, "side"), 2),
    (("matches", 0, "signed", 0, "result"), ""),
    (("matches", 0, "changed", 0, "what"), "title"),
    (("matches", 0, "changed", 0, "before"), "5-0"),
    (("matches", 0, "changed", 1, "before"), "Anna Biel"),
    (("matches", 0, "more"), 1),
    (("more",), 1),
]
NO_BOOKS = [
    *("{", "{}", '{"title": "Club"', '{"matches": [[[[', "{" * 100_000),
    '{"matches": ' + "[" * 100_000,
    # a key that comes twice, two objects, NaN
    json.dumps(GOOD)[:-1] + ', "title": "Again"}',
    json.dumps(GOOD).replace('"settled": null', '"settled": null, "settled": null'),
    json.dumps(GOOD) + "{}",
    json.dumps(GOOD).replace('"seats": 4', '"seats": NaN'),
    *[json.dumps(changed(way, value)) for way, value in WRONG],
]


def refusal(made: book.Book, text: str) -> str:
    """Return the sentence with which this file is refused, or "" if it is imported."""
    try:
        book.import_book(made, text, "book.json")
    except (Impossible, Unplayable) as refused:
        return str(refused)
    return ""


def test_importing_a_file_that_is_not_a_book_fails_with_a_sentence_and_stores_nothing(app):
    made = book.open_book("New")
    for text in NO_BOOKS:
        assert re.search(r"\w", refusal(made, text)), text[:300]
        stored = current(made).title, book.people(made), book.matches(made)
        assert stored == ("New", {}, ()), text[:300]


def test_the_error_of_a_book_file_names_the_file_and_the_line(app):
    with pytest.raises(ValueError, match=r"book.json .*line 1 ") as fault:
        moved(json.dumps(changed(("matches", 0, "number"), 0)))
    assert "New" not in str(fault.value)
    record = '[Variant "put"]\n\ntruc@0\n'
    with pytest.raises(ValueError, match=r"book.json#1:3: tap 1 'truc@0'"):
        moved(json.dumps(changed(("matches", 0, "record"), record)))


def test_a_match_of_an_unknown_player_is_imported(app):
    made = moved(json.dumps(GOOD))
    assert book.names_of(book.match_of(made, 2), book.people(made)) == ("?", "Anna")


def test_a_result_that_no_page_could_show_is_refused(app):
    whole = deepcopy(GOOD)
    for result in ("  ", "x - 0", "12- - 0", "12-2 -", "12/-3 - 0"):
        whole["matches"][0]["signed"][0]["result"] = result
        with pytest.raises(ValueError, match="cannot be read"):
            moved(json.dumps(whole))
