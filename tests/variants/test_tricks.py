"""Every way in which three tricks can fall, in every game whose hand is decided by tricks."""

from __future__ import annotations

from itertools import product

import pytest

from companion import variants
from tests.sequences import COUNT_NONE, EVERY, FIRST, SIDE, by_the_book, falls

# Whose hand it is if all three tricks are tied.
LED = "the side that led"
NOBODY = "nobody"
FOUR = {"seats": (4,)}

# Game, what decides it, whose three ties are, and how it is played.
GAMES = [
    ("amostra", FIRST, LED, {}),
    ("argentine", FIRST, LED, {}),
    ("argentine", FIRST, LED, {"before": "truco@2 yes@1", **FOUR}),
    ("argentine", FIRST, LED, {"before": "envido@0 no@1", **FOUR}),
    ("arriba-o-abajo", FIRST, LED, {}),
    ("catalan", FIRST, LED, {"rules": "tiebreak=first"}),
    ("catalan", COUNT_NONE, NOBODY, {"rules": "tiebreak=count_none ttt=none"}),
    ("catalan", COUNT_NONE, LED, {"rules": "tiebreak=count_none ttt=leader_side"}),
    ("doubling", COUNT_NONE, NOBODY, {}),
    ("espaseta", FIRST, LED, {"rules": "tiebreak=first"}),
    ("espaseta", COUNT_NONE, NOBODY, {"rules": "tiebreak=count_none ttt=none"}),
    ("french", FIRST, NOBODY, {"seats": (2,)}),
    ("french", FIRST, LED, FOUR),
    ("french", FIRST, LED, {"seats": (2,), "rules": "ttt=leader_side"}),
    ("french", FIRST, NOBODY, {"rules": "ttt=none", **FOUR}),
    ("french", COUNT_NONE, NOBODY, {"rules": "tiebreak=count_none ttt=none"}),
    ("french-free", FIRST, LED, {}),
    ("french-free", COUNT_NONE, NOBODY, {"rules": "tiebreak=count_none ttt=none"}),
    ("gauderio", FIRST, LED, {}),
    ("menorcan", FIRST, LED, {"tied": "tied@0"}),
    ("menorcan", FIRST, LED, {"rules": "lead_after_tie=tied_leader"}),
    ("mineiro", FIRST, LED, {}),
    ("mineiro", FIRST, NOBODY, {"rules": "ttt=none"}),
    ("mineiro", FIRST, LED, {"rules": "truco_scope=hand", "before": "truco@2 yes@1", **FOUR}),
    ("north-catalan", FIRST, NOBODY, {"rules": "tiebreak=first"}),
    ("north-catalan", COUNT_NONE, LED, {"rules": "tiebreak=count_none ttt=leader_side"}),
    ("paulista", FIRST, LED, {}),
    ("put", COUNT_NONE, NOBODY, {"before": "put@0 yes@1"}),
    ("put", COUNT_NONE, NOBODY, {"before": "put@1 yes@0"}),
    ("put", COUNT_NONE, LED, {"before": "put@1 yes@0", "rules": "ttt=leader_side"}),
    ("put-original", COUNT_NONE, NOBODY, {}),
    ("put-original", COUNT_NONE, LED, {"rules": "ttt=leader_side"}),
    ("truc-y-flou", FIRST, LED, {}),
    ("trut", FIRST, NOBODY, {}),
    ("trut", FIRST, LED, {"rules": "ttt=leader_side"}),
    ("trut-deux-sevres", FIRST, NOBODY, {"tied": "tied@0"}),
    ("trut-deux-sevres", FIRST, LED, {"tied": "tied@0", "rules": "ttt=leader_side"}),
    ("trut-gatine", FIRST, NOBODY, {"tied": "tied@0"}),
    ("trut-gatine", FIRST, LED, {"tied": "tied@0", "rules": "ttt=leader_side"}),
    ("uruguayan", FIRST, LED, {}),
    ("valencian", FIRST, LED, {}),
    ("venezuelan", FIRST, LED, {}),
]

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
    """Return who takes the hand if an equal number of tricks is for the dealer's opponents."""
    b_deals, a_deals = COUNT_ND.get(sequence, COUNT_ND.get(sequence[:3], ""))
    return SIDE[(a_deals, b_deals)[dealer]]


@pytest.mark.parametrize(("game", "decides", "three_ties", "how"), GAMES)
def test_tricks_decide_the_hand_as_soon_as_the_rules_say(game, decides, three_ties, how):
    how = dict(how)
    for seats, dealer in product(how.pop("seats", variants.get(game).seats), (0, 1)):
        all_tied = {LED: 1 - dealer, NOBODY: None}[three_ties]
        found = {each: falls(game, each, seats=seats, dealer=dealer, **how) for each in EVERY}
        assert found == {each: by_the_book(decides, each, all_tied) for each in EVERY}


@pytest.mark.parametrize("game", ["catalan", "espaseta"])
@pytest.mark.parametrize("dealer", [0, 1])
def test_most_tricks_win_and_an_equal_count_goes_to_the_dealers_opponents(game, dealer):
    found = {each: falls(game, each, dealer=dealer)[1] for each in EVERY}
    assert found == {each: equal_tricks(each, dealer) for each in EVERY}


def test_put_pass_the_two_who_play_take_the_game_by_more_tricks():
    for sequence in EVERY:
        found = falls("put-pass", sequence, before="put@3 yes@2", seats_of_sides=(2, 3))
        assert (sequence, found) == (sequence, by_the_book(COUNT_NONE, sequence, None))
