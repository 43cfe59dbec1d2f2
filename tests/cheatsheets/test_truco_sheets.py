"""Sheets of RULES 11 to 18: ladders, caps, special hands, side bets, rankings."""

from __future__ import annotations

from itertools import chain

import pytest

from companion.cheatsheets.ranking import Card
from companion.cheatsheets.specials import specials
from companion.engine import start
from tests.cheatsheets.sheets import rules, sheet, topic

BRAZILIAN = ["mineiro", "paulista"]


# The calls of the hand


# The cap


def test_the_cap_on_raises_is_printed_in_words() -> None:
    notes = [step.notes[-1] for step in topic(sheet("mineiro"), "ladder").body[1:]]
    assert notes[1:] == [f"not by a side with {points} or more" for points in (9, 6, 3)]
    assert "or more" not in notes[0]


# Eleven


@pytest.mark.parametrize("variant", BRAZILIAN)
@pytest.mark.parametrize("seats", [2, 4, 6, 8])
def test_brazilian_sheets_explain_eleven_and_eleven_all(variant: str, seats: int) -> None:
    """RULES 11: 3 if it is played, 1 for the others if not, no calls; 11-11 is for the game."""
    one, both = specials(rules(variant, seats))
    assert (one.at.points, both.at.points) == (11, 11)
    assert one.asked == "eleven"
    assert one.answer == "that_side"
    assert one.yes == 3
    assert one.no == 1
    assert one.calls is False
    assert (both.asked, both.yes, both.calls, both.decides) == ("", 1, False, True)


def test_the_ladder_to_twelve_by_twos_has_its_special_hand_at_ten() -> None:
    one, both = specials(rules("mineiro", ladder="2-4-6-10-12"))
    assert (one.at.points, one.yes, one.no) == (10, 4, 2)
    assert (both.at.points, both.yes, both.decides) == (10, 2, True)
    assert one.at(start(rules("mineiro", ladder="2-4-6-10-12"), score="11-3"))
    assert topic(sheet("mineiro", ladder="2-4-6-10-12"), "special").title == "At 10"


@pytest.mark.parametrize(
    ("ladder", "word"), [("1-3-6-9-12", "Mão de onze"), ("2-4-6-10-12", "Mão de dez")]
)
def test_the_special_hand_is_named_after_its_score_on_the_sheet(ladder: str, word: str) -> None:
    words = [pair.word for pair in topic(sheet("paulista", ladder=ladder), "words").body]
    assert [found for found in words if found in ("Mão de onze", "Mão de dez")] == [word]


@pytest.mark.parametrize(("blind", "says"), [("on", "nobody looks"), ("off", "like any other")])
def test_the_sheet_says_whether_eleven_all_is_played_blind(blind: str, says: str) -> None:
    special = topic(sheet("mineiro", blind_at_11_11=blind), "special")
    assert any(says in line for line in special.says)


# Side bets


# The cards


def card_text(card: Card) -> str:
    """Return a card as RULES writes it: `7`, or `7o` for one suit."""
    return card.rank + (card.suits[0] if len(card.suits) == 1 else "")


@pytest.mark.parametrize(
    ("variant", "house", "book"),
    [
        ("mineiro", {}, "4c 7h As 7d 3 2 Ac/Ah/Ad K J Q 7s/7c 6 5 4s/4h/4d"),
        ("valencian", {}, "1e 1b 7e 7o 3 7c/7b 6 5 4"),
        ("trut-gatine", {}, "8 7 A 10 K Q J 9"),
        (
            "arriba-o-abajo",
            {},
            "5o 11b 10o 1e 1b 7e 7o 3 2 1o/1c 12 11o/11c/11e 10c/10e/10b 7c/7b 6 5c/5e/5b 4",
        ),
    ],
)
def test_truco_sheets_have_the_order_of_cards_in_the_rules(
    variant: str, house: dict[str, str], book: str
) -> None:
    places = topic(sheet(variant, **house), "ranking").body
    drawn = ("/".join(map(card_text, place.cards)) for place in places)
    assert " ".join(drawn) == book


@pytest.mark.parametrize(
    ("variant", "house", "count"),
    [
        ("mineiro", {}, 40),
        ("mineiro", {"clean_deck": "on"}, 27),
        ("paulista", {"clean_deck": "on"}, 24),
        ("valencian", {}, 22),
        ("menorcan", {}, 30),
        ("menorcan", {"deck": "26"}, 26),
        ("arriba-o-abajo", {}, 40),
    ],
)
def test_truco_sheets_have_the_pack_in_the_rules(
    variant: str, house: dict[str, str], count: int
) -> None:
    """RULES 11, 13, 18, 22 and 23; the number is in the words too."""
    found = topic(sheet(variant, **house), "ranking")
    cards = chain.from_iterable(place.cards for place in found.body)
    assert sum(len(card.suits) for card in cards) == count
    assert any(str(count) in line for line in found.says)


# The deal


@pytest.mark.parametrize(
    ("variant", "seats", "clean", "burns"),
    [
        ("mineiro", 4, "off", "3"),
        ("mineiro", 8, "on", "1"),
        ("paulista", 6, "on", "1"),
        ("paulista", 8, "off", "3"),
    ],
)
def test_the_sheet_says_how_often_the_packet_may_be_burnt(
    variant: str, seats: int, clean: str, burns: str
) -> None:
    """RULES 11 and 13: three times, or as often as the clean deck allows."""
    says = topic(sheet(variant, seats, clean_deck=clean), "deal").says
    assert any(f"t most {burns} burns a hand" in line for line in says)


def test_the_sheet_tells_eight_players_with_the_clean_deck_that_nothing_is_burnt() -> None:
    says = topic(sheet("paulista", 8, clean_deck="on"), "deal").says
    assert any("none left to burn" in line for line in says)
    assert not any("vira" in line for line in says)


@pytest.mark.parametrize(
    ("seats", "says"), [(4, "to their partner"), (6, "of their choice"), (8, "partner opposite")]
)
def test_the_sheet_says_who_may_get_the_packet(seats: int, says: str) -> None:
    for variant in BRAZILIAN:
        assert any(says in line for line in topic(sheet(variant, seats), "deal").says)
        assert not any("passes" in line for line in topic(sheet(variant, 2), "deal").says)


# Pica pica


@pytest.mark.parametrize("variant", ["argentine", "uruguayan"])
@pytest.mark.parametrize("pica_pica", ["off", "always", "between"])
def test_pica_pica_is_explained_only_if_it_is_played(variant: str, pica_pica: str) -> None:
    six = sheet(variant, 6, pica_pica=pica_pica)
    assert any("1 against 4" in line for line in topic(six, "deal").says) == (pica_pica != "off")
    assert any("duel" in line for line in topic(six, "score").says) == (pica_pica != "off")
    assert any("at least 5 more" in line for line in topic(six, "deal").says) == (
        pica_pica == "between"
    )
    for wanted in ("deal", "score", "bets"):
        assert not any("duel" in line for line in topic(sheet(variant), wanted).says)


def test_the_sheet_says_who_may_call_envido_in_a_duel() -> None:
    """RULES 17: the last two to play are then both."""
    for pica_pica, last_two, both in (
        ("off", True, False),
        ("between", True, True),
        ("always", False, True),
    ):
        says = topic(sheet("argentine", 6, pica_pica=pica_pica), "bets").says
        assert any("player before the dealer" in line for line in says) == last_two
        assert any("duel" in line for line in says) == both


def test_a_round_of_duels_is_drawn_as_one_table() -> None:
    """Nobody sits out, and the deal passes only after all three duels."""
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


# What is not known


@pytest.mark.parametrize("variant", ["espaseta", "valencian", "venezuelan"])
def test_sheets_of_games_that_sources_only_mention_say_what_is_not_known(variant: str) -> None:
    disputes = topic(sheet(variant), "sources").body.disputes
    assert any(dispute.about == "What is not known" for dispute in disputes)


def test_the_sheet_tells_eight_valencian_players_that_the_pack_is_too_small() -> None:
    """RULES 18 lists eight players and 22 cards."""
    assert any("22" in line for line in topic(sheet("valencian", 8), "deal").says)
