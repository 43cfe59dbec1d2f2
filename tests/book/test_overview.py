"""Test the totals of a book, of all games together and of each game.

Points of games with different targets must not be added up.
"""

from __future__ import annotations

import csv
import io
import json

import pytest

from companion import book
from tests.book.conftest import current, exported, overview

CATALAN = """[Variant "catalan"]
[Players "Anna, Biel, Carme, Pep"]
[Date "2026-11-{day:02}"]

truc@1 no@2 fix@1=5 fix@0=12
"""
PUT = """[Variant "put"]
[Players "Anna, Biel"]
[Date "2026-11-{day:02}"]

resign@0
"""


@pytest.fixture
def both(kept):
    """Return a book in which Anna won three matches of one game and lost two of another."""
    texts = [CATALAN.format(day=day) for day in (1, 3, 5)] + [PUT.format(day=day) for day in (2, 4)]
    book.keep_records(kept, "\n".join(texts), "records")
    return kept


def test_ratings_of_a_game_do_not_depend_on_other_games_in_the_book(both):
    alone = book.open_book("Alone", ["Anna", "Biel", "Carme", "Pep"])
    book.keep_records(alone, "\n".join(CATALAN.format(day=day) for day in (1, 3, 5)), "records")
    assert overview(both).ratings("catalan") == overview(alone).ratings("catalan")
    assert overview(both).by_game.of("catalan") == overview(alone).totals


def test_adding_a_later_match_gives_the_same_ratings_as_rating_all_matches_again(both):
    anew = book.open_book("Anew", ["Anna", "Biel", "Carme", "Pep"])
    later = [CATALAN.format(day=6), PUT.format(day=7)]
    for text in later:
        book.keep_records(both, text, "record")
    texts = [CATALAN.format(day=day) for day in (6, 5, 3, 1)]
    texts += [PUT.format(day=day) for day in (7, 4, 2)]
    book.keep_records(anew, "\n".join(texts), "records")
    for game in ("catalan", "put"):
        assert overview(both).ratings(game) == overview(anew).ratings(game)
        assert overview(both).by_game.of(game) == overview(anew).by_game.of(game)


def test_a_person_whose_name_has_commas_and_quotation_marks_is_found_in_records(kept):
    """Names in a record cannot have commas or quotation marks; names in a book can."""
    book.rename(kept, 1, 'A"B,C')
    book.keep_records(kept, CATALAN.format(day=1).replace("Anna", "A'B C"), "records")
    text = exported(kept, "truc")
    with pytest.raises(ValueError, match="already in the book"):
        book.keep_records(current(kept), text, "again")
    assert list(book.people(kept).values()) == ['A"B,C', "Biel", "Carme", "Pep"]
    rows = list(csv.reader(io.StringIO(exported(kept, "csv"))))
    assert any('A"B,C' in " ".join(row) for row in rows[1:])
    whole = json.loads(exported(kept, "json"))
    assert 'A"B,C' in json.dumps(whole, ensure_ascii=False).replace('\\"', '"')
    moved = book.open_book("Moved")
    book.import_book(moved, json.dumps(whole), "whole")
    assert list(book.people(moved).values()) == list(book.people(kept).values())
    with pytest.raises(ValueError, match="already in the book"):
        book.keep_records(current(moved), text, "again")
