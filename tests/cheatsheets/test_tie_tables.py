"""The sheet's table of ties agrees with the rules for all 27 sequences and each dealer."""

from __future__ import annotations

from itertools import product

import pytest

from companion import variants
from companion.cheatsheets.ties import (
    ANY,
    FIRST,
    LEADER,
    NOBODY,
    OTHER,
    THIRD,
    TIED,
    TieRow,
    sequences,
    table,
)
from tests.cheatsheets.sheets import rules
from tests.sequences import COUNT_NONE, EVERY, SIDE, by_the_book
from tests.variants.test_tricks import cases, equal_tricks


def unfolded(rows: tuple[TieRow, ...], dealer: int) -> dict[str, int | None]:
    """Return which side takes the hand after each of the 27 sequences of three tricks.

    A trick is taken by the first side or by the second, or is tied. `rows` say who takes the hand.
    """
    return {tricks: taker(rows, tricks.split(), "AB"[dealer]) for tricks in EVERY}


def taker(rows: tuple[TieRow, ...], tricks: list[str], dealer: str) -> int | None:
    first = next((side for side in tricks if side != "T"), "A")
    names = {first: FIRST, "AB".replace(first, ""): OTHER, "T": TIED}
    wanted = tuple(names[side] for side in tricks)
    (row,) = (row for row in rows if covers(row, wanted))
    taken = row.if_first_deals if dealer == first else row.if_other_deals
    if taken == NOBODY:
        return None
    return SIDE[first if taken == FIRST else "AB".replace(first, "")]


def covers(row: TieRow, wanted: tuple[str, ...]) -> bool:
    pairs = zip(row.tricks, wanted, strict=True)
    return all(mark in (ANY, want) for mark, want in pairs)


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.game)
def test_the_table_of_ties_says_who_takes_the_hand_after_each_sequence_of_tricks(case):
    house = dict(rule.split("=") for rule in case.how["rules"].split())
    for seats, dealer in product(case.seats, (0, 1)):
        all_tied = case.taker_of_three_ties(dealer)
        found = unfolded(table(rules(case.game, seats, **house)), dealer)
        assert found == {each: by_the_book(case.decides, each, all_tied)[1] for each in EVERY}


def test_the_table_of_ties_depends_on_who_dealt_even_if_one_player_is_always_alone():
    last = table(rules("argentine", 3, alone="fixed"))[-1]
    assert last == TieRow((TIED, TIED, TIED), OTHER, FIRST)


@pytest.mark.parametrize("game", ["catalan", "espaseta"])
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_dealers_opponents_take_a_hand_of_equal_tricks_in_the_table_of_ties(game, dealer):
    for seats in variants.get(game).seats:
        found = unfolded(table(rules(game, seats)), dealer)
        assert found == {each: equal_tricks(each, dealer) for each in EVERY}


def test_the_table_of_ties_merges_rows_with_the_same_winner():
    assert [len(table(rules(variant))) for variant in ("catalan", "doubling", "argentine")] == [
        12,
        12,
        8,
    ]


def test_the_table_of_ties_marks_a_row_if_its_winner_depends_on_the_dealer():
    by_tricks = {row.tricks: row for row in table(rules("catalan"))}
    assert by_tricks[FIRST, OTHER, TIED].odd
    assert not by_tricks[FIRST, TIED, FIRST].odd


@pytest.mark.parametrize("offer", ["dealer_choice", "nondealer_proposes"])
def test_a_tied_hand_of_one_card_goes_to_the_dealers_opponents_on_the_sheet(offer):
    won, tied = table(rules("catalan", one_card_offer=offer), one_card=True)
    assert won == TieRow((FIRST,), FIRST, FIRST)
    assert tied == TieRow((TIED,), OTHER, FIRST)


def test_a_game_without_hands_of_one_card_has_no_table_of_ties_for_them():
    assert table(rules("catalan", one_card_offer="off"), one_card=True) == ()
    assert table(rules("argentine"), one_card=True) == ()


@pytest.mark.parametrize("seats", [3, 4, 8])
def test_with_three_or_more_sides_a_third_side_may_take_the_third_trick(seats):
    """RULES.md 10: nobody takes the hand if no side has more tricks than every other side."""
    rows = table(rules("put-many", seats))
    assert TieRow((FIRST, OTHER, THIRD), NOBODY, NOBODY) in rows
    of_two = tuple(row for row in rows if THIRD not in row.tricks)
    assert unfolded(of_two, 0) == {each: by_the_book(COUNT_NONE, each)[1] for each in EVERY}


@pytest.mark.parametrize("seats", [3, 5])
def test_with_more_than_two_sides_three_tied_tricks_may_give_the_hand_to_the_leader(seats):
    """The side of the leader took no trick, so the table names this side LEADER, not FIRST."""
    assert table(rules("put-many", seats, ttt="leader_side"))[-1] == TieRow(
        (TIED, TIED, TIED), LEADER, LEADER
    )


def test_sequences_of_tricks_number_the_sides_in_the_order_of_their_first_trick():
    assert len(sequences()) == 14
    assert len(sequences(sides=3)) == len(sequences(sides=8)) == 15
    assert sequences(1, sides=5) == ((FIRST,), (TIED,))


AFTER_TRUCO = (
    TieRow((FIRST, ANY, ANY), FIRST, FIRST),
    TieRow((TIED, FIRST, ANY), FIRST, FIRST),
    TieRow((TIED, TIED, FIRST), FIRST, FIRST),
    TieRow((TIED, TIED, TIED), NOBODY, NOBODY),
)


@pytest.mark.parametrize("variant", ["mineiro", "paulista", "argentine", "uruguayan"])
@pytest.mark.parametrize("seats", [2, 4, 6, 8])
def test_if_truco_counts_for_one_trick_the_first_untied_trick_decides_the_hand(variant, seats):
    """RULES.md 11: the trick in which truco was called decides the hand.

    If this trick is tied, the next trick decides.
    """
    assert table(rules(variant, seats, truco_scope="trick"), raised=True) == AFTER_TRUCO


@pytest.mark.parametrize(
    ("variant", "house"),
    [
        ("mineiro", {"truco_scope": "hand"}),
        ("argentine", {}),
        ("catalan", {}),
        ("doubling", {}),
        ("valencian", {}),
    ],
)
def test_a_truco_called_for_the_whole_hand_has_no_table_of_ties_of_its_own(variant, house):
    assert table(rules(variant, **house), raised=True) == table(rules(variant, **house))
