"""A sheet says, for each card that may be turned up, which cards are then the highest.

After somebody has recorded the card turned up, the sheet shows this card.
"""

from __future__ import annotations

from itertools import chain

import pytest

from companion import variants
from companion.cheatsheets import Sheet, build_sheet, noted
from companion.cheatsheets.turning import Lift
from companion.engine import Game, MatchLog, Rules, legal, parse, start
from tests.cheatsheets.sheets import rules

TURNING = [
    ("paulista", "vira"),
    ("uruguayan", "muestra"),
    ("amostra", "muestra"),
    ("venezuelan", "vira"),
]


def body(sheet: Sheet, topic: str) -> tuple:
    return next(found.body for found in sheet.topics if found.id == topic)


def after(rules: Rules, *taps: str) -> Game:
    line = MatchLog(start(rules))
    for text in taps:
        line = line.play(parse(text))
    return line.game


def highest_of(row: Lift, card: str) -> list[str]:
    """Return the highest cards that a row of the sheet lists, best first.

    If the row names only the rank of a card, its suit is that of `card`.
    """
    found = []
    for one in row.highest:
        found += [one.rank + suit for suit in one.suits or (card[-1],)]
    return found


@pytest.mark.parametrize(
    ("variant", "word", "house"),
    [*((*turning, {}) for turning in TURNING), ("paulista", "vira", {"clean_deck": "on"})],
)
def test_the_sheet_lists_the_highest_cards_for_every_card_turned_up(variant, word, house) -> None:
    game = variants.get(variant)
    played = rules(variant, **house)
    (offer,) = (offer for offer in legal(start(played)) if offer.tap.word == word)
    listed = body(build_sheet(game, played), "turned")
    for card in offer.values:
        rank = card.rstrip("oceb")
        (row,) = (row for row in listed if rank in [turned.rank for turned in row.turned])
        ranking = game.ranking({**dict(played.house), word: card})
        highest = highest_of(row, card)
        assert [place[0] for place in ranking[: len(highest)]] == highest


def test_manilhas_are_listed_by_suit_on_the_sheet() -> None:
    rows = body(build_sheet(variants.get("paulista"), rules("paulista")), "turned")
    assert {row.highest[0].suits for row in rows} == {("c", "h", "s", "d")}
    assert rows[3].highest[0].name == "queen of clubs, hearts, spades, diamonds"


def test_games_without_a_turned_card_have_no_topic_for_it() -> None:
    """In paulista with the clean pack, eight players hold all 24 cards: none is left to turn up."""
    eight = rules("paulista", 8, clean_deck="on")
    for turnless in (eight, rules("mineiro"), rules("argentine"), rules("valencian")):
        sheet = build_sheet(variants.get(turnless.variant), turnless)
        assert "turned" not in {topic.id for topic in sheet.topics}


@pytest.mark.parametrize(("variant", "word"), TURNING)
def test_the_ranking_draws_no_card_twice_whichever_card_is_turned_up(
    variant: str, word: str
) -> None:
    game = variants.get(variant)
    played = rules(variant)
    (offer,) = (offer for offer in legal(start(played)) if offer.tap.word == word)
    for card in offer.values:
        places = body(build_sheet(game, played, noted=((word, card),)), "ranking")
        drawn = []
        for one in chain.from_iterable(place.cards for place in places):
            drawn += [one.rank + suit for suit in one.suits]
        assert len(drawn) == len(set(drawn)) == 40 - (card[-1] in "oceb")


@pytest.mark.parametrize(("variant", "tap", "word", "name"), [
    ("paulista", "vira=7", "Vira", "seven of any suit"),
    ("uruguayan", "muestra=5c", "Muestra", "five of cups"),
    ("venezuelan", "vira=11o", "Vira", "knight of coins"),
])  # fmt: skip
def test_the_sheet_shows_the_card_turned_up(variant: str, tap: str, word: str, name: str) -> None:
    played = rules(variant)
    sheet = build_sheet(variants.get(variant), played, noted=noted(after(played, tap)))
    assert sheet.turned is not None
    assert (sheet.turned.word, sheet.turned.card.name) == (word, name)
    assert build_sheet(variants.get(variant), played).turned is None


def test_the_next_hand_begins_without_a_recorded_turned_card() -> None:
    played = rules("paulista")
    assert noted(after(played, "vira=7", "won@1")) == (("vira", "7"),)
    assert noted(after(played, "vira=7", "won@1", "won@1")) == ()
    assert noted(after(rules("mineiro"), "burn@1")) == ()


@pytest.mark.parametrize(
    ("variant", "tap"),
    [("paulista", "vira=7"), ("uruguayan", "muestra=5c"), ("venezuelan", "vira=1c")],
)
def test_the_text_about_the_ranking_changes_after_the_turned_card_is_recorded(
    variant: str, tap: str
) -> None:
    played = rules(variant)
    sheets = (
        build_sheet(variants.get(variant), played),
        build_sheet(variants.get(variant), played, noted=noted(after(played, tap))),
    )
    rankings = [[topic for topic in sheet.topics if topic.id == "ranking"] for sheet in sheets]
    before, then = (ranking.says[0] for (ranking,) in rankings)
    assert "stand above these" in before
    assert "come first" in then
