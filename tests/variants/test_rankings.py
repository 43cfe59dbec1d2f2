"""The order of the cards in every game, the highest first; cards joined by / are equal."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from companion import variants

SPANISH = "3 2 1o/1c 12 11 10 7c/7b 6 5 4"
FRENCH = "3 2 A K Q J 10 9 8 7 6 5 4"
# What follows the pieces of a card turned up.
REST = "1e 1b 7e 7o 3 2 1c/1o 12 11 10 7c/7b 6 5 4"

RANKINGS = [
    ("arriba-o-abajo", {}, "5o 11b 10o 1e 1b 7e 7o 3 2 1o/1c 12"),
    ("espaseta", {}, f"1e 1b 7e 7o {SPANISH}"),
    ("french", {"seven_eight": "7_high"}, "7 8 A K Q J 10 9"),
    ("french", {"seven_eight": "8_high"}, "8 7 A K Q J 10 9"),
    ("french", {"seven_eight": "8_low"}, "7 A K Q J 10 9 8"),
    ("french-free", {"deck": "36", "seven_eight": "7_high"}, "7 6 A K Q J 10 9 8"),
    ("french-free", {"deck": "32", "seven_eight": "7_high"}, "7 8 A K Q J 10 9"),
    ("french-free", {"deck": "32", "seven_eight": "8_high"}, "8 7 A K Q J 10 9"),
    ("menorcan", {"deck": "30"}, "11b 10o 1e 1b 7e 7o 3 2 1o/1c 7c/7b 6 5 4"),
    ("menorcan", {"deck": "26"}, "11b 10o 1e 1b 7e 7o 3 1o/1c 7c/7b 6 5 4"),
    ("menorcan", {"deck": "30", "fives": "above_amo"}, "5 11b 10o 1e 1b 7e 7o 3 2 1o/1c 7c/7b 6 4"),
    ("menorcan", {"deck": "26", "seats": "8"}, "11b 10o 1e 1b 7e 7o 3 1o/1c 7c/7b 9 8 6 5 4"),
    ("mineiro", {"clean_deck": "off"}, "4c 7h As 7d 3 2 Ac/Ah/Ad K J Q 7s/7c 6 5 4s/4h/4d"),
    ("mineiro", {"clean_deck": "on"}, "4c 7h As 7d 3 2 Ac/Ah/Ad K J Q"),
    ("north-catalan", {}, "10o 3 2 1 12 11 10c/10e/10b 9 8 7 6 5 4"),
    ("paulista", {"clean_deck": "off"}, "3 2 A K J Q 7 6 5 4"),
    ("paulista", {"clean_deck": "on"}, "3 2 A K J Q"),
    ("paulista", {"clean_deck": "keeps_fours"}, "3 2 A K J Q 4"),
    ("paulista", {"clean_deck": "keeps_fours", "vira": "3"}, "4c 4h 4s 4d 3 2 A K J Q"),
    ("paulista", {"clean_deck": "off", "jokers": "on"}, "joker 3 2 A K J Q 7 6 5 4"),
    ("paulista", {"clean_deck": "on", "jokers": "on", "vira": "Q"}, "Jc Jh Js Jd joker 3 2 A K Q"),
    ("put", {}, FRENCH),
    ("truc-y-flou", {}, f"1e 1b 7e 7o {SPANISH}"),
    ("trut", {"seven_eight": "8_high"}, "8 7 A K Q J 10 9"),
    ("trut", {"seven_eight": "7_high"}, "7 8 A K Q J 10 9"),
    ("trut-deux-sevres", {"seven_eight": "7_high"}, "7 8 A K Q J 10 9"),
    ("trut-deux-sevres", {"seven_eight": "8_high"}, "8 7 A K Q J 10 9"),
    ("trut-gatine", {"gatine_order": "printed", "seven_eight": "8_high"}, "8 7 A 10 K Q J 9"),
    ("trut-gatine", {"gatine_order": "printed", "seven_eight": "7_high"}, "7 8 A 10 K Q J 9"),
    ("trut-gatine", {"gatine_order": "usual", "seven_eight": "8_high"}, "8 7 A K Q J 10 9"),
    ("uruguayan", {}, REST),
    ("valencian", {"deck": "22"}, "1e 1b 7e 7o 3 7c/7b 6 5 4"),
    ("valencian", {"deck": "26"}, "1e 1b 7e 7o 3 2 7c/7b 6 5 4"),
    ("valencian", {"deck": "36"}, "1e 1b 7e 7o 3 2 1o/1c 12 11 7c/7b 6 5 4"),
    ("valencian", {"deck": "26", "seats": "8"}, "1e 1b 7e 7o 3 2 7c/7b 9 8 6 5 4"),
    ("venezuelan", {}, REST),
    ("venezuelan", {"vira": "5o"}, f"11o 10o {REST}"),
    ("venezuelan", {"vira": "1e"}, f"11e 10e {REST}"),
    ("venezuelan", {"vira": "12c"}, f"11c 10c {REST}"),
    ("venezuelan", {"vira": "11o"}, f"12o 10o {REST}"),
    ("venezuelan", {"vira": "10b"}, f"11b 12b {REST}"),
]
PIECES = ("2", "4", "5", "11", "10")


def ranking(game, **house):
    return ["/".join(group) for group in variants.get(game).ranking(house)]


@pytest.mark.parametrize(("game", "house", "order"), RANKINGS)
def test_the_cards_rank_as_the_rules_say(game, house, order):
    assert ranking(game, **house)[: len(order.split())] == order.split()


@pytest.mark.parametrize("game", ["amostra", "uruguayan"])
def test_the_five_pieces_beat_all_other_cards_and_the_king_replaces_a_piece_turned_up(game):
    for rank, suit in product(("1", "2", "3", "4", "5", "6", "7", "10", "11", "12"), "oceb"):
        strongest = [("12" if piece == rank else piece) + suit for piece in PIECES]
        assert ranking(game, muestra=rank + suit) == strongest + REST.split()


@pytest.mark.parametrize(
    ("clean_deck", "cycle", "below"),
    [("off", "4 5 6 7 Q J K A 2 3 4", "3 2 A K J Q 7 6 5 4"), ("on", "Q J K A 2 3 Q", "")],
)
def test_the_manilhas_are_the_rank_after_the_card_turned_up_ordered_by_suit(
    clean_deck, cycle, below
):
    ranks = cycle.split()
    for turned, manilha in pairwise(ranks):
        found = ranking("paulista", clean_deck=clean_deck, vira=turned)
        assert found[:4] == [manilha + suit for suit in "chsd"]
        if below:
            assert found[4:] == [rank for rank in below.split() if rank != manilha]
