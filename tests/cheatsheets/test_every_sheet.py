"""Every game has a sheet for every number of players, and each sheet is complete."""

from __future__ import annotations

from itertools import chain

import pytest

from companion import variants
from companion.cheatsheets import TOPICS
from companion.engine.cards import pack
from tests.cheatsheets.sheets import sheet, topic, topic_names
from tests.cheatsheets.test_said import ALWAYS, LISTED
from tests.playing import every_table

TABLES = every_table()


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_every_sheet_has_its_topics_in_order_and_none_is_empty(variant: str, seats: int) -> None:
    topics = sheet(variant, seats).topics
    order = [TOPICS.index(topic.id) for topic in topics]
    assert order == sorted(order)
    assert {topic.id for topic in topics} >= ALWAYS
    for one in topics:
        assert one.title
        assert one.says or one.id in ("house", "words", "sources"), one.id


@pytest.mark.parametrize(("variant", "seats"), [table for table in TABLES if table[0] in LISTED])
def test_only_sheets_of_games_for_partners_have_signals(variant: str, seats: int) -> None:
    game = variants.get(variant)
    pairs = any(rules.seats > rules.accounts for rules in map(game.rules, game.seats))
    assert ("signals" in topic_names(sheet(variant, seats))) == pairs


def test_signals_on_the_sheet_are_those_of_the_rules() -> None:
    """RULES.md 2b names three signs for French truc; RULES.md names none for the other games."""
    signs = [(pair.word, pair.means) for pair in topic(sheet("french", 4), "signals").body]
    assert signs == [("Grin", "a Seven"), ("Wink", "an Eight"), ("Shrug", "an Ace")]
    for variant in ("french-free", "trut", "trut-deux-sevres", "trut-gatine", "put-pass"):
        assert topic(sheet(variant, 4), "signals").body == ()


@pytest.mark.parametrize("variant", variants.VARIANTS)
def test_every_card_of_the_ranking_is_drawn_once(variant: str) -> None:
    places = topic(sheet(variant), "ranking").body
    cards = list(chain.from_iterable(place.cards for place in places))
    suits = set(chain.from_iterable(card.suits for card in cards))
    assert [place.number for place in places] == list(range(1, len(places) + 1))
    named = {(card.rank, card.suits) for card in cards}
    assert len(named) == len(cards)
    game = variants.get(variant)
    rules = game.rules()
    whole = pack(game.ranking(dict(rules.house)), game.suits_under(rules))
    assert sum(len(card.suits) for card in cards) == len(whole)
    assert suits == set("oceb" if variants.get(variant).suits == "spanish" else "shdc")


def test_the_drawing_of_the_seats_shows_who_deals_who_cuts_and_who_leads() -> None:
    """Catalan truc is played to the right: the leader sits right of the dealer, the cutter left."""
    seating = topic(sheet("catalan"), "deal").body
    dealer, right, partner, left = seating.chairs
    assert dealer.roles == ("deals",)
    assert right.roles == ("leads", "deals next")
    assert left.roles == ("cuts",)
    assert left.x < dealer.x == partner.x < right.x
    assert partner.y < right.y < dealer.y
    assert [chair.order for chair in seating.chairs] == [4, 1, 2, 3]


def test_in_a_game_played_clockwise_the_leader_is_drawn_left_of_the_dealer() -> None:
    """The source JorisL does not say who cuts, so the drawing shows no cutter."""
    dealer, left, _, right = topic(sheet("doubling"), "deal").body.chairs
    assert left.x < dealer.x < right.x
    assert left.roles == ("leads", "deals next")
    assert right.roles == ()


def test_with_two_players_the_one_who_is_not_dealer_cuts_leads_and_deals_next() -> None:
    _, other = topic(sheet("catalan", 2), "deal").body.chairs
    assert other.roles == ("leads", "deals next", "cuts")


def test_a_seat_that_passes_its_cards_has_no_place_in_the_order_of_play() -> None:
    """RULES.md 9: the dealer and the eldest pass their cards on. The eldest's partner leads."""
    dealer, eldest, second, first = topic(sheet("put-pass"), "deal").body.chairs
    assert (dealer.order, dealer.roles) == (0, ("deals", "passes"))
    assert (eldest.order, eldest.roles) == (0, ("passes", "deals next"))
    assert (second.order, second.roles) == (2, ())
    assert (first.order, first.roles) == (1, ("leads",))


def test_the_drawing_of_a_round_of_duels_shows_all_players_at_one_table():
    chairs = topic(sheet("argentine", 6, pica_pica="always"), "deal").body.chairs
    assert [chair.order for chair in chairs] == [6, 1, 2, 3, 4, 5]
    assert [chair.roles for chair in chairs] == [
        ("deals",),
        ("leads", "deals next"),
        (),
        (),
        (),
        ("cuts",),
    ]


@pytest.mark.parametrize(
    ("variant", "seats", "cutter"), [("french", 4, 3), ("trut", 4, 3), ("put", 2, 1)]
)
def test_the_player_before_the_dealer_cuts(variant: str, seats: int, cutter: int) -> None:
    assert "cuts" in topic(sheet(variant, seats), "deal").body.chairs[cutter].roles


def test_a_changed_house_rule_comes_first_on_the_sheet_and_says_what_is_usual() -> None:
    rules = topic(sheet("catalan", tiebreak="first"), "house").body
    assert rules[0].key == "tiebreak"
    assert rules[0].usual == "the hand goes to the side that did not deal"
    assert [rule.changed for rule in rules] == [True] + [False] * (len(rules) - 1)


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_a_sheet_without_changed_house_rules_marks_none_as_changed(
    variant: str, seats: int
) -> None:
    assert not any(rule.changed for rule in topic(sheet(variant, seats), "house").body)


def test_a_default_that_follows_from_another_house_rule_is_not_marked_as_changed() -> None:
    """The house rule `ttt` says who takes a hand of three tied tricks.

    The sheet has `tiebreak=count_none`, which gives `ttt` another default. Only `tiebreak` is
    marked as changed.
    """
    listed = topic(sheet("catalan", tiebreak="count_none"), "house").body
    changed = {rule.key for rule in listed if rule.changed}
    assert changed == {"tiebreak"}


@pytest.mark.parametrize("variant", LISTED)
def test_every_sheet_says_who_leads_after_a_tie(variant: str) -> None:
    option = variants.get(variant).option("lead_after_tie")
    says: dict[str, tuple[str, ...]] = {}
    for leads in option.values:
        says[leads] = topic(sheet(variant, lead_after_tie=leads), "ties").says
    assert says[option.default] == topic(sheet(variant), "ties").says
    assert len(set(says.values())) == len(option.values)
    assert all(any("leads" in line for line in lines) for lines in says.values())


def test_if_sources_disagree_a_sheet_says_which_house_rule_is_in_play() -> None:
    dispute = topic(sheet("catalan", tiebreak="first"), "sources").body.disputes[0]
    assert dispute.about == "Equal number of tricks"
    assert dispute.here == "the hand goes to the side that won a trick first"


@pytest.mark.parametrize("variant", sorted(variants.VARIANTS))
def test_every_part_of_the_rules_names_an_existing_topic_of_the_sheet(variant: str) -> None:
    game = variants.get(variant)
    for seats in game.seats:
        assert {part.topic for part in game.rules(seats).parts} <= {*TOPICS}


def test_the_topic_at_which_a_sheet_is_opened_comes_first() -> None:
    opened = sheet("catalan").opened("special")
    assert opened.first == opened.topics[0].id == "special"
    assert len(opened.topics) == len(sheet("catalan").topics)
    assert sheet("catalan").opened("no such topic") == sheet("catalan")
