"""Three or two cards of the same suit make a number, and a card alone if no two share a suit."""

from __future__ import annotations

from companion.engine.cards import number_of_three, number_of_two


def test_three_cards_of_a_suit_make_a_number_of_all_three():
    flor = number_of_three(("7o", "12o", "5o"), "spanish")
    assert (flor.positions, flor.values, flor.points) == ((0, 1, 2), (7, 0, 5), 32)


def test_two_cards_of_a_suit_make_a_number_without_the_third():
    envido = number_of_two(("7o", "3c", "5o"), "spanish")
    assert (envido.positions, envido.values, envido.points) == ((0, 2), (7, 5), 32)


def test_a_card_alone_makes_a_number_if_no_two_share_a_suit():
    envido = number_of_two(("3c", "7o", "12b"), "spanish")
    assert (envido.positions, envido.values, envido.points) == ((1,), (7,), 7)
