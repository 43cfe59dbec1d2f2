"""Every game, at every number of players, has a sheet with every topic it needs, derived and in words."""

from __future__ import annotations

from itertools import chain

import pytest

from companion import variants
from companion.cheatsheets import TOPICS, Sheet, Topic, build
from companion.engine import Line, parse, start

ALWAYS = {"ranking", "ladder", "ties", "deal", "score", "house", "words", "sources", "signals"}
NEEDED = {"catalan": {"special", "one_card"}, "doubling": set(), "argentine": {"bets"}}
TABLES = [(variant, seats) for variant, game in variants.VARIANTS.items() for seats in game.seats]


def sheet(variant: str, seats: int | None = None, **house: str) -> Sheet:
    game = variants.get(variant)
    return build(game, game.rules(seats, house))


def topic(sheet: Sheet, wanted: str) -> Topic:
    return next(topic for topic in sheet.topics if topic.id == wanted)


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_it_has_every_topic_in_order_and_something_to_say_about_each(variant: str, seats: int) -> None:
    topics = sheet(variant, seats).topics
    order = [TOPICS.index(topic.id) for topic in topics]
    assert order == sorted(order)
    assert {topic.id for topic in topics} >= ALWAYS
    for topic in topics:
        assert topic.title
        assert topic.says or topic.id in ("house", "words", "sources"), topic.id


@pytest.mark.parametrize("variant", NEEDED)
def test_a_topic_is_there_when_the_game_has_it(variant: str) -> None:
    assert {topic.id for topic in sheet(variant).topics} == ALWAYS | NEEDED[variant]


def test_no_one_card_deal_no_topic() -> None:
    assert "one_card" not in {topic.id for topic in sheet("catalan", one_card_offer="off").topics}


@pytest.mark.parametrize("variant", variants.VARIANTS)
def test_every_card_of_the_ranking_is_drawn_once(variant: str) -> None:
    places = topic(sheet(variant), "ranking").body
    cards = list(chain.from_iterable(place.cards for place in places))
    drawn = [(card.rank, suit) for card in cards for suit in card.suits]
    assert [place.number for place in places] == list(range(1, len(places) + 1))
    named = {(card.rank, card.suits) for card in cards}
    assert len(named) == len(cards)
    assert {suit for _, suit in drawn} == set("oceb" if variants.get(variant).suits == "spanish" else "shdc")


def test_the_rankings_of_the_rule_book() -> None:
    def ranks(variant: str) -> str:
        places = topic(sheet(variant), "ranking").body
        return " ".join("/".join(card.name for card in place.cards) for place in places)

    assert ranks("catalan").startswith("three of any suit two of any suit ace of any suit king of any suit horse")
    assert ranks("doubling").startswith("ace of any suit king of any suit queen")
    assert ranks("argentine").startswith("ace of swords ace of batons seven of swords seven of coins three of any suit")
    assert "ace of cups/ace of coins" in ranks("argentine")


def test_the_ladder_in_words() -> None:
    plain, truc, retruc = topic(sheet("catalan"), "ladder").body
    assert (plain.call, plain.yes, plain.no) == ("No call", "1", "")
    assert (truc.call, truc.yes, truc.no) == ("Truc", "2", "1")
    assert truc.notes == ("either side calls", "next player answers, or says Retruc")
    assert retruc.notes == ("only who said yes calls", "next player answers")


def test_a_step_like_the_one_before_is_not_explained_again() -> None:
    notes = [step.notes for step in topic(sheet("doubling"), "ladder").body]
    assert notes[3:] == [("likewise",), ("likewise",)]


def test_eleven_in_words() -> None:
    one, both = topic(sheet("catalan"), "special").body
    assert topic(sheet("catalan"), "special").title == "At 11"
    assert one.title == "One side on 11"
    assert "Not played: 1 for the others, and the deal passes on." in one.says
    assert "Played: the hand is worth 3, no calls." in one.says
    assert both.says == ("Nothing is asked; the hand is worth 1, no calls.", "Whoever takes it wins the game.")


def test_who_does_what_around_the_table() -> None:
    """Catalan goes to the right: the one who leads sits on the dealer's right, the one who cuts on his left."""
    seating = topic(sheet("catalan"), "deal").body
    dealer, right, partner, left = seating.chairs
    assert dealer.roles == ("deals",)
    assert right.roles == ("leads", "deals next")
    assert left.roles == ("cuts",)
    assert left.x < dealer.x == partner.x < right.x
    assert partner.y < right.y < dealer.y
    assert [chair.order for chair in seating.chairs] == [4, 1, 2, 3]


def test_a_clockwise_table_is_drawn_the_other_way() -> None:
    """JorisL does not say who cuts, so the drawing does not either."""
    dealer, left, _, right = topic(sheet("doubling"), "deal").body.chairs
    assert left.x < dealer.x < right.x
    assert left.roles == ("leads", "deals next")
    assert right.roles == ()


def test_with_two_players_the_other_one_does_the_rest() -> None:
    _, other = topic(sheet("catalan", 2), "deal").body.chairs
    assert other.roles == ("leads", "deals next", "cuts")


def test_a_changed_house_rule_comes_first_and_says_what_is_usual() -> None:
    rules = topic(sheet("catalan", tiebreak="first"), "house").body
    assert rules[0].key == "tiebreak"
    assert rules[0].usual == "the hand goes to those who did not deal"
    assert [rule.changed for rule in rules] == [True] + [False] * (len(rules) - 1)


def test_as_written_nothing_is_changed() -> None:
    for variant in variants.VARIANTS:
        assert not any(rule.changed for rule in topic(sheet(variant), "house").body)


def test_a_default_that_follows_another_rule_is_not_a_change() -> None:
    """Catalan by plain counting: three ties are then nobody's too, unless the table says otherwise."""
    changed = {rule.key for rule in topic(sheet("catalan", tiebreak="count_none"), "house").body if rule.changed}
    assert changed == {"tiebreak"}


def test_a_house_rule_changes_the_prose() -> None:
    assert any("dealer may give three" in line for line in topic(sheet("catalan"), "one_card").says)
    proposed = topic(sheet("catalan", one_card_offer="nondealer_proposes"), "one_card").says
    assert any("may ask for one card" in line for line in proposed)
    assert not any("dealer may give three" in line for line in proposed)


def test_where_the_sources_disagree_the_reading_in_force_is_named() -> None:
    dispute = topic(sheet("catalan", tiebreak="first"), "sources").body.disputes[0]
    assert dispute.about == "Level in tricks"
    assert dispute.here == "the hand goes to who won a trick first"


def test_the_score_says_target_and_match() -> None:
    assert topic(sheet("argentine"), "score").body[:2] == (
        "First to 30 wins the game.",
        "The match is the best of 3 games.",
    )
    assert topic(sheet("catalan", target="18"), "score").body[0] == "First to 18 wins the game."


@pytest.mark.parametrize(
    ("variant", "score", "taps", "wanted"),
    [
        ("catalan", "", "", ""),
        ("catalan", "", "truc@1", "ladder"),
        ("catalan", "", "truc@1 yes@2", ""),
        ("catalan", "11-4", "", "special"),
        ("catalan", "11-4", "yes@0", "special"),
        ("catalan", "11-11", "", "special"),
        ("catalan", "4-4", "", ""),
        ("doubling", "", "redeal@1", "deal"),
        ("doubling", "", "double@1", "ladder"),
        ("argentine", "", "truco@1", "ladder"),
        ("argentine", "", "truco@1 envido@0", "bets"),
        ("argentine", "", "envido@0 yes@1", "bets"),
    ],
)
def test_the_topic_of_the_moment(variant: str, score: str, taps: str, wanted: str) -> None:
    """A raise is open: the ladder. Eleven: eleven. Nothing going on: the sheet from its beginning."""
    line = Line(start(variants.get(variant).rules(), score=score))
    for text in taps.split():
        line = line.tap(parse(text))
    assert sheet(variant).moment(line.game) == wanted


def test_a_proposed_card_opens_the_one_card_deal() -> None:
    rules = variants.get("catalan").rules(4, {"one_card_offer": "nondealer_proposes"})
    line = Line(start(rules)).tap(parse("one@1"))
    assert sheet("catalan", one_card_offer="nondealer_proposes").moment(line.game) == "one_card"


def test_the_topic_of_the_moment_comes_first() -> None:
    opened = sheet("catalan").opened("special")
    assert opened.first == opened.topics[0].id == "special"
    assert len(opened.topics) == len(sheet("catalan").topics)
    assert sheet("catalan").opened("no such topic") == sheet("catalan")
