"""Every game has, for every number of players, a sheet with every topic it needs."""

from __future__ import annotations

from itertools import chain

import pytest

from companion import variants
from companion.cheatsheets import TOPICS
from companion.engine import MatchLog, parse, start
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
def test_sheets_for_pairs_have_signals(variant: str, seats: int) -> None:
    game = variants.get(variant)
    pairs = any(rules.seats > rules.accounts for rules in map(game.rules, game.seats))
    assert ("signals" in topic_names(sheet(variant, seats))) == pairs


def test_signals_on_the_sheet_are_those_of_the_rules() -> None:
    """RULES 2b names three signs; for the other games of its sections RULES names none."""
    signs = [(pair.word, pair.means) for pair in topic(sheet("french", 4), "signals").body]
    assert signs == [("Grin", "a Seven"), ("Wink", "an Eight"), ("Shrug", "an Ace")]
    for variant in ("french-free", "trut", "trut-deux-sevres", "trut-gatine", "put-pass"):
        assert topic(sheet(variant, 4), "signals").body == ()


def test_a_sheet_without_the_one_card_deal_has_no_topic_for_it() -> None:
    assert "one_card" not in topic_names(sheet("catalan", one_card_offer="off"))


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


def test_rankings_on_the_sheet_are_those_of_the_rules() -> None:
    def ranks(variant: str) -> str:
        places = topic(sheet(variant), "ranking").body
        return " ".join("/".join(card.name for card in place.cards) for place in places)

    assert ranks("catalan").startswith(
        "three of any suit two of any suit ace of any suit king of any suit knight"
    )
    assert ranks("doubling").startswith("ace of any suit king of any suit queen")
    assert ranks("argentine").startswith(
        "ace of swords ace of batons seven of swords seven of coins three of any suit"
    )
    assert "ace of cups/ace of coins" in ranks("argentine")


def test_the_ladder_is_printed_in_words() -> None:
    plain, truc, retruc = topic(sheet("catalan"), "ladder").body
    assert (plain.call, plain.yes, plain.no) == ("No call", "1", "")
    assert (truc.call, truc.yes, truc.no) == ("Truc", "2", "1")
    assert truc.notes == ("either side may call", "the next player answers, or calls Retruc")
    assert retruc.notes == ("only the side that accepted may raise", "the next player answers")


def test_a_ladder_step_with_the_notes_of_the_one_before_says_as_above() -> None:
    """The same call again has no notes; a different call with the same notes says "as above"."""
    notes = [step.notes for step in topic(sheet("doubling"), "ladder").body]
    assert notes[3:] == [(), ()]
    assert topic(sheet("french-free"), "ladder").body[-1].notes == ("as above",)


def test_a_worth_of_a_game_or_a_trut_is_printed_as_a_word() -> None:
    """For example "mon reste" is worth "game", and a trut is worth "long" in some games."""
    _, any_more, reste = topic(sheet("french-free"), "ladder").body
    assert (any_more.call, any_more.yes, any_more.no) == ("Raise", "+ any", "as before")
    assert (reste.call, reste.yes, reste.no) == ("Mon reste", "game", "as before")
    assert topic(sheet("french-free", refused_pays="proposed"), "ladder").body[1].no == "the bid"
    assert topic(sheet("trut-deux-sevres"), "ladder").body[1].call == "Trut / Brelan"
    assert topic(sheet("trut-deux-sevres"), "ladder").body[1].yes == "long"
    assert topic(sheet("trut-deux-sevres", brelan="off"), "ladder").body[1].call == "Trut"
    assert topic(sheet("trut-gatine"), "ladder").body[1].call == "Trut / Berlan / Suite"


def test_a_hand_that_needs_a_put_has_no_worth_on_the_sheet() -> None:
    """In Hoyle's put no hand is played without a put; elsewhere it pays the game or a point."""
    plain, put = topic(sheet("put"), "ladder").body
    assert (plain.yes, plain.notes) == ("–", ("the hand is not played out",))
    assert (put.yes, put.no) == ("game", "1")
    assert put.notes == (
        "either side may call; after the first trick only the side that did not deal",
        "the opponent answers",
    )
    assert topic(sheet("put", put_rules="parlett"), "ladder").body[0].yes == "game"
    assert topic(sheet("put", put_rules="original"), "ladder").body[0].yes == "1"


def test_the_hand_of_eleven_is_printed_in_words() -> None:
    one, both = topic(sheet("catalan"), "special").body
    assert topic(sheet("catalan"), "special").title == "At 11"
    assert one.title == "One side on 11"
    assert "Don’t play: the others score 1, and the deal passes." in one.says
    assert "Play: the hand is worth 3, without calls." in one.says
    assert both.says == (
        "The hand is worth 1, without calls.",
        "Whoever wins the hand wins the game.",
    )


def test_the_seats_show_who_deals_cuts_and_leads() -> None:
    """Catalan truc is played to the right: the leader sits right of the dealer, the cutter left."""
    seating = topic(sheet("catalan"), "deal").body
    dealer, right, partner, left = seating.chairs
    assert dealer.roles == ("deals",)
    assert right.roles == ("leads", "deals next")
    assert left.roles == ("cuts",)
    assert left.x < dealer.x == partner.x < right.x
    assert partner.y < right.y < dealer.y
    assert [chair.order for chair in seating.chairs] == [4, 1, 2, 3]


def test_the_table_of_a_game_played_clockwise_is_drawn_the_other_way() -> None:
    """The source JorisL does not say who cuts, so the drawing shows no cutter."""
    dealer, left, _, right = topic(sheet("doubling"), "deal").body.chairs
    assert left.x < dealer.x < right.x
    assert left.roles == ("leads", "deals next")
    assert right.roles == ()


def test_with_two_players_the_other_one_cuts_leads_and_deals_next() -> None:
    _, other = topic(sheet("catalan", 2), "deal").body.chairs
    assert other.roles == ("leads", "deals next", "cuts")


def test_a_seat_that_passes_its_cards_has_no_place_in_the_order_of_play() -> None:
    """RULES 9: dealer and eldest pass their cards; eldest's partner leads, then the dealer's."""
    dealer, eldest, second, first = topic(sheet("put-pass"), "deal").body.chairs
    assert (dealer.order, dealer.roles) == (0, ("deals", "passes"))
    assert (eldest.order, eldest.roles) == (0, ("passes", "deals next"))
    assert (second.order, second.roles) == (2, ())
    assert (first.order, first.roles) == (1, ("leads",))


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
def test_without_changes_no_house_rule_is_marked(variant: str, seats: int) -> None:
    assert not any(rule.changed for rule in topic(sheet(variant, seats), "house").body)


def test_a_default_that_depends_on_another_house_rule_is_not_marked() -> None:
    """With `tiebreak=count_none`, the default of `ttt` becomes that three ties go to nobody."""
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


def test_a_sheet_names_the_reading_in_force_if_sources_disagree() -> None:
    dispute = topic(sheet("catalan", tiebreak="first"), "sources").body.disputes[0]
    assert dispute.about == "Equal number of tricks"
    assert dispute.here == "the hand goes to the side that won a trick first"


def test_the_sheet_says_the_target_and_how_many_games_win_the_match() -> None:
    assert topic(sheet("argentine"), "score").body[:2] == (
        "First to 30 wins the game.",
        "The match is the best of 3 games.",
    )
    assert topic(sheet("catalan", target="18"), "score").body[0] == "First to 18 wins the game."
    assert topic(sheet("put"), "score").body[1] == "One game decides."


@pytest.mark.parametrize("variant", sorted(variants.VARIANTS))
def test_every_part_of_the_rules_names_an_existing_topic_of_the_sheet(variant: str) -> None:
    game = variants.get(variant)
    for seats in game.seats:
        assert {part.topic for part in game.rules(seats).parts} <= {*TOPICS}


def test_a_proposed_card_opens_the_sheet_at_the_one_card_deal() -> None:
    rules = variants.get("catalan").rules(4, {"one_card_offer": "nondealer_proposes"})
    line = MatchLog(start(rules)).play(parse("one@1"))
    assert sheet("catalan", one_card_offer="nondealer_proposes").moment(line.game) == "one_card"


def test_the_question_who_passes_opens_the_sheet_at_the_deal() -> None:
    assert sheet("put-pass").moment(start(variants.get("put-pass").rules())) == ""
    free = variants.get("put-pass").rules(4, {"pass_roles": "free"})
    assert sheet("put-pass", pass_roles="free").moment(start(free)) == "deal"


def test_the_topic_of_the_moment_comes_first_on_the_sheet() -> None:
    opened = sheet("catalan").opened("special")
    assert opened.first == opened.topics[0].id == "special"
    assert len(opened.topics) == len(sheet("catalan").topics)
    assert sheet("catalan").opened("no such topic") == sheet("catalan")
