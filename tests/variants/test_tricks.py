"""After every sequence of three tricks the correct side takes the hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest

from companion import variants
from tests.sequences import COUNT_NONE, EVERY, FIRST, SIDE, by_the_book, by_the_engine
from tests.variants.lists import entries, how_played

LINE = re.compile(r"(first|count) (leader|nobody)(?: then (.+?))?(?: tie (\S+))?")


class Case(NamedTuple):
    """A line of `tricks.txt`: how tricks decide a hand in one game.

    * `how`: the settings of the match.
    * `decides`: for each sequence of tricks, who takes the hand.
    * `is_leaders`: if true, eldest's side takes a hand of three tied tricks, otherwise nobody.
    * `taps`: the taps before the tricks (`before`), and the tap of a tied trick (`tied`).
    """

    game: str
    how: dict[str, Any]
    decides: dict[str, str | None]
    is_leaders: bool
    taps: dict[str, str]

    @property
    def seats(self) -> tuple[int, ...]:
        if "seats" in self.how:
            return (self.how["seats"],)
        return variants.get(self.game).seats

    def taker_of_three_ties(self, dealer: int) -> int | None:
        if self.is_leaders:
            return 1 - dealer
        return None


def cases() -> Iterator[Case]:
    for game, how, line in entries("tricks.txt"):
        decides, three_ties, before, tied = LINE.fullmatch(line).groups()
        table = {"first": FIRST, "count": COUNT_NONE}[decides]
        taps = {"before": before or "", "tied": tied or "tied"}
        yield Case(game, how_played(how), table, three_ties == "leader", taps)


# RULES.md 0.3, the column COUNT-ND for "B deals" and "A deals"; here side 0 is A.
COUNT_ND = {
    "A A": "AA", "B B": "BB",
    "A B A": "AA", "A B B": "BB", "A B T": "AB",
    "B A A": "AA", "B A B": "BB", "B A T": "AB",
    "A T A": "AA", "A T B": "AB", "A T T": "AA",
    "B T A": "AB", "B T B": "BB", "B T T": "BB",
    "T A A": "AA", "T A B": "AB", "T A T": "AA",
    "T B A": "AB", "T B B": "BB", "T B T": "BB",
    "T T A": "AA", "T T B": "BB", "T T T": "AB",
}  # fmt: skip


def equal_tricks(sequence, dealer):
    """Return the side that takes the hand after a sequence of tricks, such as "A B T".

    If the sides have equally many tricks, the side that does not deal takes the hand.
    """
    b_deals, a_deals = COUNT_ND.get(sequence, COUNT_ND.get(sequence[:3], ""))
    return SIDE[(a_deals, b_deals)[dealer]]


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.game)
def test_the_correct_side_takes_the_hand_after_each_sequence_of_tricks(case):
    for seats, dealer in product(case.seats, (0, 1)):
        all_tied = case.taker_of_three_ties(dealer)
        how = {**case.how, **case.taps, "seats": seats, "dealer": dealer}
        found = {each: by_the_engine(case.game, each, **how) for each in EVERY}
        assert found == {each: by_the_book(case.decides, each, all_tied) for each in EVERY}


@pytest.mark.parametrize("game", ["catalan", "espaseta"])
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_dealers_opponents_take_the_hand_if_the_sides_have_equally_many_tricks(game, dealer):
    found = {each: by_the_engine(game, each, dealer=dealer)[1] for each in EVERY}
    assert found == {each: equal_tricks(each, dealer) for each in EVERY}


def test_the_player_with_more_tricks_takes_a_hand_in_the_game_put_pass():
    for sequence in EVERY:
        found = by_the_engine("put-pass", sequence, before="put@3 yes@2", seats_of_sides=(2, 3))
        assert (sequence, found) == (sequence, by_the_book(COUNT_NONE, sequence, None))
