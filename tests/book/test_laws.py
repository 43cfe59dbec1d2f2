"""Test laws that hold for the figures of every game."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from companion import variants
from companion.book import writing
from companion.book.rating import RatedMatch
from companion.book.rating import course as ratings
from companion.book.sums import BookTotals, Sums, merged, totals
from companion.book.tallying import tally
from companion.engine.records import read, replay_text
from companion.retelling import packing
from companion.retelling.replay import Replay
from tests.book.conftest import half_as_many
from tests.engine.test_laws import at_every_table, seeds
from tests.random_matches import beginning, log_and_taps, text


def book_of(seed: int, matches: int = 6):
    dice = random.Random(seed)
    games = sorted(variants.VARIANTS.values(), key=lambda game: game.id)
    found = []
    for _ in range(matches):
        game = dice.choice(games)
        line, _ = log_and_taps(game, game.seats[0], dice.randrange(2**32), steps=30)
        people = tuple(dice.sample(range(8), game.seats[0]))
        found.append((people, tally(Replay.from_log(line))))
    return found


@given(seed=seeds, cut=st.integers(0, 6))
def test_counts_of_two_parts_of_a_book_add_up_to_those_of_the_whole_book(seed, cut):
    kept = book_of(seed)
    whole = totals(kept)
    first = totals(kept[:cut])
    second = totals(kept[cut:])
    shuffled = kept[:]
    random.Random(seed).shuffle(shuffled)
    assert totals(shuffled) == whole
    by_game = BookTotals({"put": first, "trut": second})
    assert by_game.together == whole
    assert BookTotals.of_text(by_game.text()) == by_game
    assert merged((first.table, second.table)) == whole.table
    for person, counts in whole.people.items():
        assert merged((first.people.get(person, {}), second.people.get(person, {}))) == counts


@given(seed=seeds)
def test_counts_are_the_same_after_they_were_stored_and_read(seed):
    for _, sums in book_of(seed, 2):
        assert Sums.of_text(sums.text()) == sums


@given(seed=seeds)
def test_winning_never_lowers_a_rating(seed):
    dice = random.Random(seed)
    seatings = [tuple(dice.sample(range(1, 7), 4)) for _ in range(10)]
    results = [RatedMatch(people, 2, dice.randrange(2)) for people in seatings]
    known = {}
    for result, rated in zip(results, ratings(results), strict=True):
        for seat, person in enumerate(result.people):
            before = known[person].mean if person in known else 25.0
            won = seat % 2 == result.winner
            assert (rated[person].mean >= before) if won else (rated[person].mean <= before)
        known |= rated


@at_every_table
@half_as_many
@given(seed=seeds)
def test_a_kept_record_replays_to_the_same_end_and_can_be_kept_again_unchanged(
    variant, seats, seed
):
    line, taps = log_and_taps(variant, seats, seed, undo=True)
    record = read(
        text(variant, beginning(line), taps, names=",".join("ABCDEFGH"[:seats]), date="2026-11-20")
    )[0]
    kept = writing.anonymous(record)
    named = writing.with_names(kept, [f"N{seat}" for seat in range(seats)])
    assert writing.anonymous(read(named)[0]) == kept
    assert writing.names_in(read(named)[0], seats) == tuple(f"N{seat}" for seat in range(seats))
    (answer,) = replay_text(named, "book", variants.build_rules)
    assert "error" not in answer
    assert answer["score"] == list(line.game.score)
    assert tally(Replay.from_record(read(kept)[0])) == tally(Replay.from_log(line))


@at_every_table
@half_as_many
@given(seed=seeds)
def test_a_match_is_the_same_after_it_was_packed_and_unpacked(variant, seats, seed):
    line, taps = log_and_taps(variant, seats, seed, undo=True)
    record = writing.anonymous(read(text(variant, beginning(line), taps))[0])
    packed = packing.pack(record)
    assert set(packed) <= set(packing.SIGNS)
    back = packing.unpack(packed)
    assert read(back)[0].headers.keys() == read(record)[0].headers.keys()
    assert [tap for tap, _ in read(back)[0].taps] == list(map(str, taps))
