"""Which card wins in each game, and how many two or three cards make, as RULES.md says it."""

from __future__ import annotations

from itertools import combinations, islice

import pytest

from companion import variants
from companion.engine.cards import number_of_three, number_of_two, pack, strongest
from companion.engine.declare import Declare

# The game and its house rules; the cards, with those that win marked by a star (two if they tie).
WINNERS = [
    ("catalan", "", "3c* 2e 1o"),
    ("catalan", "", "12c* 12o* 11e"),
    ("catalan", "ranking=moll", "2h* As"),
    ("north-catalan", "", "10o* 3e"),
    ("north-catalan", "", "3e* 10c 9b"),
    ("espaseta", "", "7c 7o* 3e"),
    ("espaseta", "", "1e* 1b 7e"),
    ("valencian", "", "1b* 7e 7o 3c"),
    ("valencian", "", "7c* 7b* 6o"),
    ("valencian", "deck=36", "1o* 12c"),
    ("menorcan", "", "11b* 10o 1e"),
    ("menorcan", "", "7c 2e*"),
    ("menorcan", "seats=6 fives=above_amo", "5o* 5e* 11b"),
    ("arriba-o-abajo", "", "5o* 11b 1e"),
    ("arriba-o-abajo", "", "12c* 11o 5b"),
    ("truc-y-flou", "", "1e* 1b"),
    ("truc-y-flou", "", "1o* 1c* 12b"),
    ("french", "seven_eight=7_high", "7h* 8s Ad"),
    ("french-free", "deck=36 seven_eight=7_high", "6c* As"),
    ("doubling", "", "As* Kh 7c"),
    ("trut", "seven_eight=8_high", "8d* 7s"),
    ("trut-deux-sevres", "seven_eight=8_high", "Ad* Kd 10d"),
    ("trut-gatine", "gatine_order=printed", "10s* Kd"),
    ("trut-gatine", "gatine_order=usual", "Kd* 10s"),
    ("put", "", "3s* 2d Ah"),
    ("put-original", "", "Kc* Ks* Qd"),
    ("put-pass", "", "2c* Ah"),
    ("put-many", "", "5c* 4h"),
    ("mineiro", "", "4c* 7h As 7d 3s"),
    ("mineiro", "", "7d* 3s Ac"),
    ("mineiro", "", "Jc* Qs 7s"),
    ("paulista", "vira=4", "5d* 3s"),
    ("paulista", "vira=4", "5c* 5h"),
    ("paulista", "", "3s* 5c"),
    ("paulista", "jokers=on vira=3", "4d* joker 3s"),
    ("paulista", "jokers=on", "joker* joker* 3s"),
    ("argentine", "", "1e* 1b 7e 7o"),
    ("argentine", "", "1o 2c*"),
    ("gauderio", "", "7o* 3c"),
    ("amostra", "muestra=6o", "2o* 4o 1e"),
    ("amostra", "muestra=2o", "12o* 4o 1e"),
    ("uruguayan", "muestra=1c", "10c* 1e 12c"),
    ("uruguayan", "muestra=1c", "1e* 10o"),
    ("uruguayan", "", "1e* 10c"),
    ("venezuelan", "vira=3b", "11b* 10b 1e"),
    ("venezuelan", "vira=11b", "12b* 10b 1e"),
]
# What two cards of three make for an envido, envit or embit; those that count are starred.
NUMBERS = [
    ("argentine", "", "7o* 6o* 12e", 33),
    ("argentine", "", "12o* 11o* 7e", 20),
    ("argentine", "", "7o* 5c 3e", 7),
    ("argentine", "", "12o* 11c 10e", 0),
    ("argentine", "", "7o* 6o* 5o", 33),
    ("argentine", "", "7o* 6o*", 33),
    ("gauderio", "", "1b* 4b* 7e", 25),
    ("valencian", "", "1e* 7e* 6o", 28),
    ("valencian", "seats=8", "9o* 8o* 7o", 37),
    ("valencian", "deck=36", "12c* 7c* 3o", 27),
    ("uruguayan", "muestra=6o", "2o* 7c* 6c", 37),
    ("uruguayan", "muestra=6o", "4o* 12c* 11e", 29),
    ("uruguayan", "muestra=2o", "12o* 3c* 1e", 33),
    ("uruguayan", "muestra=6o", "2o* 4o* 1e", 34),
    ("uruguayan", "muestra=6o", "3o* 7o* 2e", 30),
    ("amostra", "muestra=1b", "10b* 5c* 4e", 32),
    ("venezuelan", "vira=1o", "11o* 7c* 10c", 37),
    ("venezuelan", "vira=1o", "10o* 7c* 4o", 36),
    ("menorcan", "", "11b* 7c* 3e", 35),
    ("menorcan", "", "11b* 10o* 1e", 35),
    ("menorcan", "", "10o* 6c* 2e", 33),
    ("menorcan", "seats=8", "11b* 9c* 3e", 37),
    ("truc-y-flou", "", "10o* 7c* 1e", 34),
    ("truc-y-flou", "", "11b* 10o* 3e", 34),
    ("mineiro", "envido=on", "7h* Ah* Ks", 28),
    ("mineiro", "envido=on", "Kh* Qh* 3s", 20),
    ("paulista", "envido=on jokers=on", "joker 5h* 3s", 5),
]
# What three cards make for a flor or a flou; 0 for those that are none.
FLORS = [
    ("argentine", "flor=on", "7o 6o 5o", 38),
    ("argentine", "flor=on", "12o 11o 10o", 20),
    ("argentine", "flor=on", "7o 6o 5c", 0),
    ("valencian", "flor=on", "7e 6e 1e", 34),
    ("uruguayan", "muestra=6o", "2o 4o 5o", 47),
    ("uruguayan", "muestra=6o", "2o 4o 7c", 46),
    ("uruguayan", "muestra=6o", "10o 7c 6c", 40),
    ("uruguayan", "muestra=6o", "10o 7c 6e", 0),
    ("uruguayan", "", "10o 7c 6c", 0),
    ("amostra", "muestra=11c", "12c 3e 2e", 32),
    ("truc-y-flou", "", "10o 11b 7c", 41),
    ("truc-y-flou", "", "10o 5c 3c", 35),
    ("mineiro", "flor=on", "7h Ah Kh", 28),
    ("paulista", "flor=on jokers=on", "joker 7h 6h", 0),
]
# The card turned up in the law below, in the games that turn one.
TURNED = {"muestra": "6o", "vira": "6o"}


def given(text: str) -> tuple[int | None, dict[str, str], dict[str, str]]:
    """Return the number of players, the house rules, and the card turned up."""
    house = dict(pair.split("=") for pair in text.split())
    seats = house.pop("seats", None)
    turned = {word: house.pop(word) for word in ("muestra", "vira") if word in house}
    return int(seats) if seats else None, house, turned


def facts(game: str, text: str) -> dict[str, str]:
    """Return what the ranking of a game depends on."""
    seats, house, turned = given(text)
    rules = variants.get(game).rules(seats, house)
    return {"seats": str(rules.seats), **dict(rules.house), **turned}


def suits_of(game: str, text: str) -> str:
    seats, house, _ = given(text)
    variant = variants.get(game)
    return variant.suits_under(variant.rules(seats, house))


def marked(cards: str) -> tuple[list[str], tuple[int, ...]]:
    """Return the cards, and the positions of those with a star."""
    starred = [position for position, card in enumerate(cards.split()) if card.endswith("*")]
    return cards.replace("*", "").split(), tuple(starred)


def test_every_game_has_an_example_of_which_card_wins() -> None:
    assert {game for game, *_ in WINNERS} == set(variants.VARIANTS)


@pytest.mark.parametrize(("game", "house", "cards"), WINNERS)
def test_the_highest_card_wins_and_equal_ones_tie(game: str, house: str, cards: str) -> None:
    ranking = variants.get(game).ranking(facts(game, house))
    played, winning = marked(cards)
    assert strongest(played, ranking, suits_of(game, house)) == winning


@pytest.mark.parametrize(("game", "house", "cards", "points"), NUMBERS)
def test_two_cards_of_a_suit_make_20_and_their_values(
    game: str, house: str, cards: str, points: int
) -> None:
    held, counting = marked(cards)
    pieces = variants.get(game).pieces(facts(game, house))
    number = number_of_two(held, suits_of(game, house), pieces)
    assert (number.points, number.positions) == (points, counting)


@pytest.mark.parametrize(("game", "house", "cards", "points"), FLORS)
def test_three_cards_of_a_suit_make_20_and_their_values(
    game: str, house: str, cards: str, points: int
) -> None:
    pieces = variants.get(game).pieces(facts(game, house))
    number = number_of_three(cards.split(), suits_of(game, house), pieces)
    assert (number.points if number else 0) == points


@pytest.mark.parametrize("game", variants.VARIANTS)
def test_a_table_accepts_every_number_that_cards_can_make(game: str) -> None:
    """The numbers on the keys are those of the rules; what cards make must be among them."""
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


@pytest.mark.parametrize(
    ("game", "house", "cards"),
    [
        ("catalan", "", 40),
        ("catalan", "ranking=moll", 40),
        ("north-catalan", "", 48),
        ("valencian", "", 22),
        ("valencian", "deck=26", 26),
        ("valencian", "deck=36", 36),
        ("valencian", "seats=8", 30),
        ("menorcan", "", 30),
        ("menorcan", "deck=26", 26),
        ("french", "", 32),
        ("french-free", "deck=36", 36),
        ("put", "", 52),
        ("mineiro", "", 40),
        ("mineiro", "clean_deck=on", 27),
        ("paulista", "", 40),
        ("paulista", "clean_deck=on", 24),
        ("paulista", "clean_deck=keeps_fours", 28),
        ("paulista", "jokers=on", 42),
        ("argentine", "", 40),
        ("uruguayan", "muestra=2o", 40),
    ],
)
def test_the_pack_has_as_many_cards_as_the_rules_say(game: str, house: str, cards: int) -> None:
    found = pack(variants.get(game).ranking(facts(game, house)), suits_of(game, house))
    assert len(found) == cards
