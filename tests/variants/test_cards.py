"""Cards have the ranks, and make the numbers for envido and flor, that `cards.txt` lists."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, pairwise, product

import pytest

from companion import variants
from companion.engine.cards import number_of_three, number_of_two, pack, strongest
from companion.engine.declare import Declare
from tests.variants.lists import entries

PIECES = ("2", "4", "5", "11", "10")
# The card turned up in the last test, if the game turns a card up.
TURNED = {"muestra": "6o", "vira": "6o"}


def given(text: str) -> tuple[int | None, dict[str, str], dict[str, str]]:
    house = dict(pair.split("=") for pair in text.split())
    seats = house.pop("seats", None)
    turned = {word: house.pop(word) for word in ("muestra", "vira") if word in house}
    return int(seats) if seats else None, house, turned


def facts(game: str, text: str) -> dict[str, str]:
    seats, house, turned = given(text)
    rules = variants.get(game).rules(seats, house)
    return {"seats": str(rules.seats), **dict(rules.house), **turned}


def suits_of(game: str, text: str) -> str:
    seats, house, _ = given(text)
    variant = variants.get(game)
    return variant.suits_under(variant.rules(seats, house))


def marked(cards: str) -> tuple[list[str], tuple[int, ...]]:
    starred = [position for position, card in enumerate(cards.split()) if card.endswith("*")]
    return cards.replace("*", "").split(), tuple(starred)


def lines() -> Iterator[tuple[str, str, str, str]]:
    """Yield the game, the settings, the kind and the rest of each line of `cards.txt`.

    The kind is the first word of the line: `order`, `pack`, `wins`, `two` or `three`.
    """
    for game, how, line in entries("cards.txt"):
        kind, _, text = line.partition(" ")
        yield game, how, kind, text


def test_cards_txt_has_an_example_of_which_card_wins_for_every_game():
    assert {game for game, _, kind, _ in lines() if kind == "wins"} == set(variants.VARIANTS)


@pytest.mark.parametrize(("game", "how", "kind", "text"), list(lines()))
def test_cards_rank_and_count_as_cards_txt_says(game, how, kind, text):
    ranking = variants.get(game).ranking(facts(game, how))
    suits = suits_of(game, how)
    if kind == "order":
        order = text.split()
        assert ["/".join(place) for place in ranking][: len(order)] == order
    elif kind == "pack":
        assert len(pack(ranking, suits)) == int(text)
    elif kind == "wins":
        played, winning = marked(text)
        assert strongest(played, ranking, suits) == winning
    else:
        cards, _, points = text.partition(" | ")
        held, counting = marked(cards)
        count = {"two": number_of_two, "three": number_of_three}[kind]
        number = count(held, suits, variants.get(game).pieces(facts(game, how)))
        if points == "none":
            assert number is None
        else:
            assert number.points == int(points)
        if kind == "two":
            assert number.positions == counting


@pytest.mark.parametrize("game", ["amostra", "uruguayan"])
def test_the_five_pieces_are_the_highest_cards_even_if_one_of_them_is_turned_up(game):
    ranks = ("1", "2", "3", "4", "5", "6", "7", "10", "11", "12")
    others = variants.get(game).ranking({})
    for rank, suit in product(ranks, "oceb"):
        highest = [("12" if piece == rank else piece) + suit for piece in PIECES]
        ranking = variants.get(game).ranking({"muestra": rank + suit})
        assert ranking == (*((card,) for card in highest), *others)


@pytest.mark.parametrize(
    ("clean_deck", "cycle"), [("off", "4 5 6 7 Q J K A 2 3 4"), ("on", "Q J K A 2 3 Q")]
)
def test_the_manilhas_are_the_cards_of_the_rank_after_the_card_turned_up(clean_deck, cycle):
    game = variants.get("paulista")
    others = game.ranking({"clean_deck": clean_deck})
    for turned, manilha in pairwise(cycle.split()):
        found = game.ranking({"clean_deck": clean_deck, "vira": turned})
        manilhas = [(manilha + suit,) for suit in "chsd"]
        assert found == (*manilhas, *(place for place in others if place != (manilha,)))


@pytest.mark.parametrize("game", variants.VARIANTS)
def test_a_table_accepts_every_number_that_cards_can_make(game):
    variant = variants.get(game)
    switches = {option.key for option in variant.options} & {"envido", "flor"}
    rules = variant.rules(None, dict.fromkeys(switches, "on"))
    known = {"seats": str(rules.seats), **dict(rules.house), **TURNED}
    ranking = variant.ranking(known)
    cards = [card for card in pack(ranking, variant.suits) if card != known["muestra"]]
    by_part = {part.name: part.numbers for part in rules.parts if isinstance(part, Declare)}
    if "declare" in by_part:
        for held in combinations(cards, 2):
            made = number_of_two(held, variant.suits, variant.pieces(known))
            assert made.points in by_part["declare"], held
    if "flor-points" in by_part:
        for held in islice(combinations(cards, 3), 0, None, 7):
            flor = number_of_three(held, variant.suits, variant.pieces(known))
            assert flor is None or flor.points in by_part["flor-points"], held
