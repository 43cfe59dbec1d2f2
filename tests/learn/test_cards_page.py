"""The card pages say which of the picked cards wins, and which number the picked cards make."""

from __future__ import annotations

import re
from itertools import product

import pytest
from flask.testing import FlaskClient

from companion import variants
from companion.cheatsheets import build_sheet
from companion.learn.cards import BETWEEN, PLAYED, Cards, has_numbers
from tests.plain_phones import words

LIVE = re.compile(r'<li>\s*<a class="tap( on)?"[^>]* href="([^"]*)"')


def page(client: FlaskClient, address: str, status: int = 200) -> str:
    answer = client.get(f"/games/{address}")
    assert answer.status_code == status
    return answer.text


def result(text: str) -> str:
    return words(text.partition('<div class="result"')[2].partition("</div>")[0].partition(">")[2])


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("catalan/winner", "Pick two cards or more."),
        ("catalan/winner?cards=3c.2e", "Wins: Three of cups"),
        ("catalan/winner?rules=ranking=moll&cards=2h.As", "Wins: Two of hearts"),
        ("argentine/winner?cards=7o.7e.2c", "Wins: Seven of swords"),
        ("put/winner?cards=3s.3h", "Tied: Three of spades, Three of hearts What a tie means"),
        ("paulista/winner?turned=4&cards=5d.3s", "Wins: Five of diamonds"),
        ("paulista/winner?turned=none&cards=5d.3s", "Wins: Three of spades"),
        ("argentine/number?cards=7o", "Pick the two or three cards you hold."),
        ("argentine/number?cards=7o.6o.12e", "Envido 33 20 + 7 + 6"),
        ("argentine/number?cards=7o.5c", "Envido 7 No two are of a suit"),
        ("argentine/number?rules=flor=on&cards=7o.6o.5o", "Flor 38 20 + 7 + 6 + 5"),
        ("argentine/number?rules=flor=on envido=off&cards=7o.6o.5c", "These cards make no number"),
        ("uruguayan/number?turned=6o&cards=2o.7c", "Envido 37 20 + 10 + 7"),
        ("valencian/number?cards=1e.7e", "Envit 28 20 + 1 + 7"),
        ("truc-y-flou/number?cards=10o.5c.3c", "Flou 35 20 + 7 + 5 + 3"),
    ],
)
def test_card_pages_say_which_card_wins_and_which_number_the_cards_make(
    client: FlaskClient, address: str, says: str
) -> None:
    assert result(page(client, address)).lower().startswith(says.lower())


def test_a_card_is_picked_by_one_touch_and_put_back_by_a_second_touch(client: FlaskClient) -> None:
    text = page(client, "argentine/winner?seats=6&table=ABC&cards=7o")
    keys = [(on, link.replace("&amp;", "&")) for on, link in LIVE.findall(text)]
    assert len(keys) == 40
    assert all("seats=6&table=ABC" in link for _, link in keys)
    put_back = [link for is_picked, link in keys if is_picked]
    assert [link for link in put_back if "cards=" in link] == []
    assert [on for on, _ in LIVE.findall(client.get(keys[0][1]).text)].count(" on") == 2


def test_no_more_cards_can_be_picked_than_a_trick_or_a_hand_has(client: FlaskClient) -> None:
    text = page(client, "argentine/number?cards=7o.6o.12e")
    assert [is_picked for is_picked, _ in LIVE.findall(text)] == [" on"] * 3


def test_a_card_that_the_pack_lacks_is_named_and_the_others_stay_picked(
    client: FlaskClient,
) -> None:
    text = page(client, "valencian/winner?cards=zz.1o.7e.7e.3c")
    assert "Not in this pack, or too many: zz, 1o, 7e. The others stay." in words(text)
    assert result(text).lower().startswith("wins: seven of swords")


def test_the_card_turned_up_is_asked_for_first_and_cannot_be_picked(client: FlaskClient) -> None:
    text = page(client, "uruguayan/winner")
    assert "which card is turned up?" in words(text)
    turned = page(client, "uruguayan/winner?turned=6o&cards=6o.7e")
    assert "Not in this pack" in words(turned)
    assert "Muestra" in words(turned)


def test_the_ranking_shows_the_cards_just_above_and_below_each_picked_card(
    client: FlaskClient,
) -> None:
    order = page(client, "argentine/winner?cards=7e.4o").partition('class="order"')[2]
    numbers = re.findall(r'value="(\d+)"', order.partition("</ol>")[0])
    assert numbers == ["2", "3", "4", "13", "14"]
    assert order.count('class="gap"') == 2


def test_card_pages_exist_for_every_game_and_number_of_players(client: FlaskClient) -> None:
    for game, variant in variants.VARIANTS.items():
        for seats in variant.seats:
            rules = variant.rules(seats)
            text = page(client, f"{game}/winner?seats={seats}&turned=none")
            cards = Cards(variant, rules, "en", "", (), PLAYED).pack
            assert len(LIVE.findall(text)) == len(cards)
            page(client, f"{game}/number?seats={seats}", 200 if has_numbers(rules) else 404)


@pytest.mark.parametrize("game", variants.VARIANTS)
def test_the_winner_is_the_card_that_the_sheet_ranks_higher(game: str) -> None:
    # A third of the cards with any other card of the pack, and the largest trick.
    variant = variants.get(game)
    rules = variant.rules()
    (shown,) = (topic for topic in build_sheet(variant, rules).topics if topic.id == "ranking")
    number = {}
    for place in shown.body:
        for card in place.cards:
            number.update({(card.rank, suit): place.number for suit in card.suits})
    cards = Cards(variant, rules, "en", "", (), PLAYED).pack
    for pair in [*product(cards[::3], cards), cards[::-1][:PLAYED]]:
        if len(set(pair)) < len(pair):
            continue
        picked = Cards(variant, rules, "en", "", tuple(pair), PLAYED)
        places = []
        for text in picked.picked:
            card = picked.card(text)
            places.append(number[card.rank, card.suits[0]])
        best = min(places)
        assert picked.winners == tuple(at for at, place in enumerate(places) if place == best)


@pytest.mark.parametrize(
    "query",
    ["cards=" + BETWEEN * 5000, "cards=" + "7o." * 4000, "turned=" + "x" * 9000, "cards=%00"],
)
def test_no_query_in_the_address_of_a_card_page_causes_an_error(
    client: FlaskClient, query: str
) -> None:
    assert result(page(client, f"argentine/winner?{query}"))
