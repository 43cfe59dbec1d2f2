"""The table of three tricks agrees with the rules for all 27 sequences and dealers."""

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

# RULES 0.3, line by line: tricks, FIRST, COUNT-ND if B deals, COUNT-ND if A deals, COUNT-NONE
# ("-": nobody).
BOOK = """
AAA A A A A    AAB A A A A    AAT A A A A    BBA B B B B    BBB B B B B    BBT B B B B
ABA A A A A    ABB B B B B    ABT A A B -    BAA A A A A    BAB B B B B    BAT B A B -
ATA A A A A    ATB A A B -    ATT A A A A    BTA B A B -    BTB B B B B    BTT B B B B
TAA A A A A    TAB A A B -    TAT A A A A    TBA B A B -    TBB B B B B    TBT B B B B
TTA A A A A    TTB B B B B
"""
FAMILIES = ("first", "nd_b_deals", "nd_a_deals", "none")


def book(family: str) -> dict[str, str]:
    words = BOOK.split()
    column = FAMILIES.index(family) + 1
    return {words[i]: words[i + column] for i in range(0, len(words), 5)}


def unfolded(rows: tuple[TieRow, ...], dealer: str) -> dict[str, str]:
    """Return the 27 sequences as RULES writes them, if side A or B deals."""
    return {"".join(tricks): _taker(rows, tricks, dealer) for tricks in product("ABT", repeat=3)}


def covers(row: TieRow, wanted: tuple[str, ...]) -> bool:
    """Return whether this row of the table is about the wanted tricks."""
    pairs = zip(row.tricks, wanted, strict=True)
    return all(mark in (ANY, want) for mark, want in pairs)


def _taker(rows: tuple[TieRow, ...], tricks: tuple[str, ...], dealer: str) -> str:
    first = next((side for side in tricks if side != "T"), "A")
    names = {first: FIRST, "AB".replace(first, ""): OTHER, "T": TIED}
    wanted = tuple(names[side] for side in tricks)
    (row,) = (row for row in rows if covers(row, wanted))
    taker = row.if_first_deals if dealer == first else row.if_other_deals
    return {v: k for k, v in names.items()}.get(taker, "-" if taker == NOBODY else taker)


def matches(rows: tuple[TieRow, ...], dealer: str, family: str, all_tied: str) -> bool:
    return unfolded(rows, dealer) == {**book(family), "TTT": all_tied}


def test_the_table_of_rules_0_3_has_every_sequence_except_three_ties() -> None:
    assert len(book("first")) == 26


@pytest.mark.parametrize("seats", [2, 4])
def test_the_catalan_sheet_gives_equal_tricks_to_the_dealers_opponents(seats: int) -> None:
    rows = table(rules("catalan", seats))
    assert matches(rows, "A", "nd_a_deals", all_tied="B")
    assert matches(rows, "B", "nd_b_deals", all_tied="A")


def test_the_catalan_sheet_can_give_equal_tricks_to_the_side_that_won_the_first() -> None:
    rows = table(rules("catalan", tiebreak="first"))
    assert matches(rows, "A", "first", all_tied="B")
    assert matches(rows, "B", "first", all_tied="A")


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("dealer", ["A", "B"])
def test_doubling_sheet_gives_equal_tricks_to_nobody(seats: int, dealer: str) -> None:
    assert matches(table(rules("doubling", seats)), dealer, "none", all_tied="-")


@pytest.mark.parametrize("seats", [2, 4, 6, 8])
def test_argentine_sheet_gives_equal_tricks_to_the_side_that_won_first(seats: int) -> None:
    rows = table(rules("argentine", seats))
    assert matches(rows, "A", "first", all_tied="B")
    assert matches(rows, "B", "first", all_tied="A")


def test_rows_of_the_table_of_ties_with_the_same_end_are_merged() -> None:
    """Catalan truc has twelve rows; with `tiebreak=first` it has eight."""
    assert [len(table(rules(variant))) for variant in ("catalan", "doubling", "argentine")] == [
        12,
        12,
        8,
    ]


def test_a_row_of_the_table_of_ties_is_marked_if_a_tie_or_the_deal_decided() -> None:
    by_tricks = {row.tricks: row for row in table(rules("catalan"))}
    assert by_tricks[FIRST, OTHER, TIED].odd
    assert not by_tricks[FIRST, TIED, FIRST].odd


@pytest.mark.parametrize("offer", ["dealer_choice", "nondealer_proposes"])
def test_a_tied_hand_of_one_card_goes_to_the_dealers_opponents_on_the_sheet(offer: str) -> None:
    won, tied = table(rules("catalan", one_card_offer=offer), one_card=True)
    assert won == TieRow((FIRST,), FIRST, FIRST)
    assert tied == TieRow((TIED,), OTHER, FIRST)


def test_a_sheet_has_no_table_of_ties_for_a_hand_the_game_does_not_have() -> None:
    assert table(rules("catalan", one_card_offer="off"), one_card=True) == ()
    assert table(rules("argentine"), one_card=True) == ()


@pytest.mark.parametrize(
    ("variant", "house"),
    [
        ("put", {}),
        ("put", {"put_rules": "parlett"}),
        ("put", {"put_rules": "original"}),
        ("put-original", {}),
        ("put-pass", {}),
        ("put-pass", {"pass_roles": "free"}),
    ],
)
def test_put_sheets_give_equal_tricks_to_nobody(variant: str, house: dict[str, str]) -> None:
    """That includes games in which a put must come first, or two of four have no cards."""
    rows = table(rules(variant, variants.get(variant).seats[0], **house))
    for dealer in "AB":
        assert matches(rows, dealer, "none", all_tied="-")


@pytest.mark.parametrize("seats", [3, 4, 8])
def test_with_three_sides_the_third_trick_may_be_a_third_player_s(seats: int) -> None:
    """RULES 10: equal most is nobody's, one each like three ties; else as with two."""
    rows = table(rules("put-many", seats))
    assert TieRow((FIRST, OTHER, THIRD), NOBODY, NOBODY) in rows
    assert matches(tuple(row for row in rows if THIRD not in row.tricks), "A", "none", all_tied="-")


def test_among_many_sides_three_ties_may_go_to_the_leader() -> None:
    """The leader took no trick, so no letter of the table names that side."""
    assert table(rules("put-many", 5, ttt="leader_side"))[-1] == TieRow(
        (TIED, TIED, TIED), LEADER, LEADER
    )


def test_sequences_of_tricks_number_the_sides_in_the_order_in_which_they_win() -> None:
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
def test_a_truco_by_the_trick_goes_to_the_first_trick_that_is_not_tied(
    variant: str, seats: int
) -> None:
    """RULES 11: the winner of that trick takes the hand; if it is tied, the next trick decides."""
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
def test_a_truco_by_the_hand_has_no_table_of_its_own(variant: str, house: dict[str, str]) -> None:
    assert table(rules(variant, **house), raised=True) == table(rules(variant, **house))
