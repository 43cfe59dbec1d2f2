"""The table of three tricks says what the rule book says, for all 27 sequences and whoever deals."""

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
from companion.engine import Rules

# RULES 0.3, line by line: tricks, FIRST, COUNT-ND when B deals, COUNT-ND when A deals, COUNT-NONE ("-": nobody).
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


def rules(variant: str, seats: int = 4, **house: str) -> Rules:
    return variants.get(variant).rules(seats, house)


def unfolded(rows: tuple[TieRow, ...], dealer: str) -> dict[str, str]:
    """The 27 sequences again, written as the rule book writes them, when side A or B deals."""
    return {"".join(tricks): _taker(rows, tricks, dealer) for tricks in product("ABT", repeat=3)}


def _taker(rows: tuple[TieRow, ...], tricks: tuple[str, ...], dealer: str) -> str:
    first = next((side for side in tricks if side != "T"), "A")
    names = {first: FIRST, "AB".replace(first, ""): OTHER, "T": TIED}
    wanted = tuple(names[side] for side in tricks)
    (row,) = (
        row
        for row in rows
        if all(mark in (ANY, want) for mark, want in zip(row.tricks, wanted, strict=True))
    )
    taker = row.if_first_deals if dealer == first else row.if_other_deals
    return {v: k for k, v in names.items()}.get(taker, "-" if taker == NOBODY else taker)


def matches(rows: tuple[TieRow, ...], dealer: str, family: str, all_tied: str) -> bool:
    return unfolded(rows, dealer) == {**book(family), "TTT": all_tied}


def test_the_book_has_every_sequence_but_three_ties() -> None:
    assert len(book("first")) == 26


@pytest.mark.parametrize("seats", [2, 4])
def test_catalan_counts_and_gives_a_level_hand_to_those_who_did_not_deal(seats: int) -> None:
    rows = table(rules("catalan", seats))
    assert matches(rows, "A", "nd_a_deals", all_tied="B")
    assert matches(rows, "B", "nd_b_deals", all_tied="A")


def test_catalan_as_pagat_has_it() -> None:
    rows = table(rules("catalan", tiebreak="first"))
    assert matches(rows, "A", "first", all_tied="B")
    assert matches(rows, "B", "first", all_tied="A")


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("dealer", ["A", "B"])
def test_doubling_gives_a_level_hand_to_nobody(seats: int, dealer: str) -> None:
    assert matches(table(rules("doubling", seats)), dealer, "none", all_tied="-")


@pytest.mark.parametrize("seats", [2, 4, 6, 8])
def test_argentine_gives_a_level_hand_to_who_won_a_trick_first(seats: int) -> None:
    rows = table(rules("argentine", seats))
    assert matches(rows, "A", "first", all_tied="B")
    assert matches(rows, "B", "first", all_tied="A")


def test_three_ties_may_be_nobodys() -> None:
    assert table(rules("argentine", ttt="none"))[-1] == TieRow((TIED, TIED, TIED), NOBODY, NOBODY)


def test_rows_that_end_alike_are_one() -> None:
    """Twelve rows for Catalan, eight where the first trick decides."""
    assert [len(table(rules(variant))) for variant in ("catalan", "doubling", "argentine")] == [
        12,
        12,
        8,
    ]


def test_a_row_is_odd_where_one_should_look_twice() -> None:
    by_tricks = {row.tricks: row for row in table(rules("catalan"))}
    assert by_tricks[FIRST, OTHER, TIED].odd
    assert not by_tricks[FIRST, TIED, FIRST].odd


@pytest.mark.parametrize("offer", ["dealer_choice", "nondealer_proposes"])
def test_one_card_tied_goes_to_those_who_did_not_deal(offer: str) -> None:
    won, tied = table(rules("catalan", one_card_offer=offer), one_card=True)
    assert won == TieRow((FIRST,), FIRST, FIRST)
    assert tied == TieRow((TIED,), OTHER, FIRST)


def test_no_table_for_a_deal_that_does_not_exist() -> None:
    assert table(rules("catalan", one_card_offer="off"), one_card=True) == ()
    assert table(rules("argentine"), one_card=True) == ()


@pytest.mark.parametrize(
    ("variant", "seats", "house", "all_tied"),
    [
        ("french", 2, {}, "--"),
        ("french", 2, {"ttt": "leader_side"}, "BA"),
        ("french", 4, {}, "BA"),
        ("french", 4, {"ttt": "none"}, "--"),
        ("french-free", 4, {}, "BA"),
        ("trut", 4, {}, "--"),
        ("trut-deux-sevres", 4, {}, "--"),
        ("trut-deux-sevres", 2, {}, "--"),
        ("trut-gatine", 4, {}, "--"),
    ],
)
def test_the_first_trick_decides(
    variant: str, seats: int, house: dict[str, str], all_tied: str
) -> None:
    """RULES 0.3, family FIRST, and what three ties are in each; when A deals, and when B does."""
    rows = table(rules(variant, seats, **house))
    for dealer, taker in zip("AB", all_tied, strict=True):
        assert matches(rows, dealer, "first", all_tied=taker)


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
def test_a_level_put_is_nobodys(variant: str, house: dict[str, str]) -> None:
    """Also where a put must come first, and where two of four have put their cards away."""
    rows = table(rules(variant, variants.get(variant).seats[0], **house))
    for dealer in "AB":
        assert matches(rows, dealer, "none", all_tied="-")


@pytest.mark.parametrize("seats", [3, 4, 8])
def test_a_third_player_may_take_the_third_trick(seats: int) -> None:
    """RULES 10: equal most is nobody's, one each like three ties; else as with two."""
    rows = table(rules("put-many", seats))
    assert TieRow((FIRST, OTHER, THIRD), NOBODY, NOBODY) in rows
    assert matches(tuple(row for row in rows if THIRD not in row.tricks), "A", "none", all_tied="-")


def test_among_many_three_ties_may_be_for_the_one_who_led() -> None:
    """He took no trick, so that no letter of the table stands for him."""
    assert table(rules("put-many", 5, ttt="leader_side"))[-1] == TieRow(
        (TIED, TIED, TIED), LEADER, LEADER
    )


def test_the_sequences_name_the_sides_as_they_take_a_trick() -> None:
    assert len(sequences()) == 14
    assert len(sequences(sides=3)) == len(sequences(sides=8)) == 15
    assert sequences(1, sides=5) == ((FIRST,), (TIED,))


@pytest.mark.parametrize(
    ("variant", "seats"),
    [
        *product(
            ["mineiro", "paulista", "uruguayan", "valencian", "venezuelan", "arriba-o-abajo"],
            [2, 4, 6],
        ),
        *product(["menorcan"], [4, 6]),
    ],
)
def test_every_truco_gives_a_level_hand_to_who_won_a_trick_first(variant: str, seats: int) -> None:
    """RULES 0.3: family FIRST, three ties to the side that led, in all of sections 11 to 18, 22 and 23 but espaseta."""
    rows = table(rules(variant, seats))
    assert matches(rows, "A", "first", all_tied="B")
    assert matches(rows, "B", "first", all_tied="A")
    assert table(rules(variant, seats, ttt="none"))[-1] == TieRow(
        (TIED, TIED, TIED), NOBODY, NOBODY
    )


def test_espaseta_counts_as_catalan_does() -> None:
    assert table(rules("espaseta")) == table(rules("catalan"))


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
    """RULES 11: its winner takes it whatever comes after; really tied, the next decides; after the third nobody."""
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
def test_elsewhere_a_call_changes_nothing_in_who_takes_the_hand(
    variant: str, house: dict[str, str]
) -> None:
    assert table(rules(variant, **house), raised=True) == table(rules(variant, **house))
