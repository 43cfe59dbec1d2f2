"""Test the matches of one evening: who plays and deals next, and who owes whom."""

from __future__ import annotations

from dataclasses import astuple
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from companion.book import day_of, next_match, open_debts, tonight
from companion.book.overview import MatchEntry

NINE = datetime(2026, 11, 20, 21, tzinfo=UTC)
EVERYBODY = range(1, 25)


def match(
    number: int,
    people,
    winner: int | None = 0,
    *,
    sides: int = 2,
    stake: str = "",
    at=None,
    dealer=0,
) -> MatchEntry:
    """Return match `number` of an evening, played half an hour after the match before."""
    played_at = at or NINE + timedelta(minutes=30 * number)
    return MatchEntry(
        number,
        f"m{number}",
        "catalan",
        tuple(people),
        sides,
        winner,
        "12-8",
        "",
        stake,
        settled=False,
        played_at=played_at,
        day=day_of(played_at, UTC),
        rated="{}",
        dealer=dealer,
    )


def night(*matches, **how):
    """Return a match for each argument, which has its people by seat. The last one is first."""
    return tuple(match(number, people, **how) for number, people in enumerate(matches, start=1))[
        ::-1
    ]


def pairs(people):
    return {frozenset(people[::2]), frozenset(people[1::2])}


def test_four_people_play_in_all_three_pairings_before_a_pairing_is_repeated():
    played = [(1, 2, 3, 4)]
    seen = [pairs((1, 2, 3, 4))]
    for _ in range(5):
        after = next_match(night(*played), EVERYBODY, ())
        assert after.resting == ()
        played.append(after.people)
        seen.append(pairs(after.people))
    assert len({frozenset(one) for one in seen[:3]}) == 3
    assert seen[3:] != seen[2:5]
    assert all(one != before for one, before in zip(seen[1:], seen, strict=False))


def test_nobody_deals_first_twice_before_everybody_has_dealt_first_once():
    played = [(1, 2, 3, 4)]
    for _ in range(3):
        played.append(next_match(night(*played), EVERYBODY, ()).people)
    assert {people[0] for people in played} == {1, 2, 3, 4}


def test_among_those_who_played_most_the_losers_sit_out_before_the_winners():
    after = next_match(night((5, 2, 6, 4), (1, 2, 3, 4)), EVERYBODY, ())
    assert after.resting == (2, 4)
    after = next_match(night((1, 2, 3, 4), (5, 6, 1, 2), (3, 4, 5, 6)), EVERYBODY, ())
    assert after.resting == (4, 6)


def test_people_who_play_at_another_table_are_not_suggested_for_the_next_match():
    six = night((1, 2, 3, 4), (5, 6, 1, 2))
    assert {*next_match(six, EVERYBODY, {1, 2}).people} == {3, 4, 5, 6}
    assert next_match(six, EVERYBODY, {1, 2, 3}) is None


@pytest.mark.parametrize("people", [(1, 2), (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6, 7, 8)])
def test_the_suggested_match_can_have_two_sides_of_any_size(people):
    after = next_match(night(people), EVERYBODY, ())
    assert sorted(after.people) == sorted(people)
    assert len(people) == 2 or pairs(after.people) != pairs(people)


def test_in_a_game_without_partners_the_next_match_only_changes_the_dealer():
    after = next_match(night((1, 2, 3), sides=3), EVERYBODY, ())
    assert (after.people, after.sides) == ((2, 3, 1), 3)


def test_a_person_whose_name_was_removed_is_not_suggested_for_the_next_match():
    assert next_match(night((1, 2, 3, 4)), (1, 2, 3), ()) is None
    assert next_match((), EVERYBODY, ()) is None


def test_an_evening_ends_at_five_in_the_morning_of_the_books_clock():
    madrid = ZoneInfo("Europe/Madrid")
    late = datetime(2026, 11, 21, 4, 59, tzinfo=madrid)
    early = datetime(2026, 11, 21, 5, 0, tzinfo=madrid)
    played = (match(2, (1, 2), at=NINE), match(1, (1, 2), at=NINE - timedelta(days=1)))
    assert tonight(played, madrid, late) == played[:1]
    assert tonight(played, madrid, early) == ()


def test_the_next_dealer_is_the_person_who_dealt_first_in_the_fewest_matches():
    played = night((1, 2, 3), (2, 3, 1), sides=3, dealer=2)
    assert next_match(played, EVERYBODY, ()).people[0] == 2


def test_debts_in_both_directions_are_set_off():
    """Anna won two coffees from Biel and lost one to him, so Biel owes Anna one."""
    played = [
        match(1, (1, 2), 0, stake="coffee"),
        match(2, (1, 2), 0, stake="coffee"),
        match(3, (1, 2), 1, stake="coffee"),
    ]
    (coffees,) = open_debts(played)
    assert [(debt.owing, debt.owed, debt.times) for debt in coffees.debts] == [(2, 1, 1)]
    assert sorted(coffees.numbers) == [1, 2, 3]
    assert open_debts(played[1:]) == ()


def owed(*played):
    return [list(map(astuple, one.debts)) for one in open_debts(played)]


def test_debts_of_unknown_players_are_not_set_off():
    """Anna beat a guest, and a guest beat Biel. This does not mean that Biel owes Anna."""
    beaten = match(1, (1, 0), 0, stake="coffee")
    lost = match(2, (2, 0), 1, stake="coffee")
    assert owed(beaten, lost) == [[(0, 1, 1)], [(2, 0, 1)]]
    assert owed(beaten, match(3, (1, 0), 1, stake="coffee")) == [[(0, 1, 1), (1, 0, 1)]]
    assert owed(match(4, (0, 0), 0, stake="coffee")) == []


def test_partners_of_an_unknown_player_owe_and_are_owed_their_own_stakes():
    """Anna and a guest beat Biel and Carme, and then Biel and Carme beat Anna and Pep."""
    first = match(1, (1, 2, 0, 3), 0, stake="coffee")
    second = match(2, (1, 2, 4, 3), 1, stake="coffee")
    assert owed(first) == [[(2, 1, 1), (3, 0, 1)]]
    assert owed(first, second) == [[(4, 3, 1), (3, 0, 1)]]


def test_debts_of_each_person_are_set_off_if_partners_change():
    played = night((1, 2, 3, 4), (1, 3, 2, 4), stake="coffee")
    (coffees,) = open_debts(played)
    assert [(debt.owing, debt.owed, debt.times) for debt in coffees.debts] == [(4, 1, 2)]


def test_debts_of_matches_without_common_players_are_settled_separately():
    played = [
        match(1, (1, 2), 0, stake="beer"),
        match(2, (3, 4), 1, stake="beer"),
        match(3, (3, 4), 1, stake="tea"),
    ]
    assert sorted((one.stake, one.numbers) for one in open_debts(played)) == [
        ("beer", (1,)),
        ("beer", (2,)),
        ("tea", (3,)),
    ]
