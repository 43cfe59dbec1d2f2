"""Truco paulista (RULES.md 12): truco mineiro with a card turned up. Seat 0 deals."""

import pytest

from companion import variants
from tests.playing import play, refused, seated, taps, told, words

GAME = "paulista"
WHOLE = "4 5 6 7 Q J K A 2 3".split()
CLEAN = "Q J K A 2 3".split()


def vira(game):
    return {t.partition("=")[2] for t in taps(game) if t.startswith("vira")}


# The card turned up


def test_paulista_any_rank_may_be_turned_up_and_is_noted_once_a_hand():
    assert vira(play(GAME)) == set(WHOLE)
    assert not vira(play(GAME, "vira=7"))
    assert vira(play(GAME, "vira=7 won@1 won@1")) == set(WHOLE)


@pytest.mark.parametrize("card", ["8", "10", "7c", "k", "1"])
def test_paulista_an_unknown_card_is_illegal(card):
    assert refused(GAME, f"vira={card}").reason == "value"
    assert refused(GAME, "vira").reason == "value"
    assert refused(GAME, "vira@0=7").reason == "seat"


def test_paulista_the_turned_card_changes_nothing_else():
    before = told(GAME)
    after = told(GAME, "vira=Q")
    gone = {f"vira={card}" for card in WHOLE} | {"burn@1", "pass@1"}
    assert set(after["legal"]) == set(before["legal"]) - gone
    assert after | {"legal": []} == before | {"legal": []}


def test_paulista_the_vira_is_turned_after_the_deal_so_burning_and_passing_come_before():
    assert told(GAME, "burn@1 pass@1 vira=7 truco@1 yes@2 won@2")["score"] == [3, 0]
    assert refused(GAME, "vira=7 burn@1").reason == "moment"
    assert refused(GAME, "vira=7 pass@1").reason == "moment"


def test_paulista_the_vira_may_be_noted_before_the_side_on_eleven_has_looked():
    state = told(GAME, score="11-3")
    assert state["open"] == {"word": "eleven", "answer": [0, 2]}
    viras = {f"vira={card}" for card in WHOLE}
    assert set(state["legal"]) == seated("yes no", (0, 2)) | viras
    assert told(GAME, "vira=7", score="11-3")["open"] == {"word": "eleven", "answer": [0, 2]}
    assert told(GAME, "vira=7 yes@0 won@0 won@0", score="11-3")["match_winner"] == 0


def test_paulista_the_vira_cannot_be_noted_while_a_call_waits_for_its_answer():
    assert refused(GAME, "truco@1 vira=7").reason == "question"
    assert refused(GAME, "truco@2 yes@1 tied vira=7").reason == "question"


# The clean pack


def test_paulista_clean_only_cards_of_the_clean_pack_can_be_turned_up():
    assert vira(play(GAME, rules="clean_deck=on")) == set(CLEAN)
    assert refused(GAME, "vira=7", rules="clean_deck=on").reason == "value"


@pytest.mark.parametrize(
    ("seats", "burns"), [(2, 3), (4, 3), (6, 1), (8, 0)]
)  # 24 cards, one of them turned up
def test_paulista_clean_a_packet_is_burnt_only_if_enough_cards_are_left(seats, burns):
    how = {"seats": seats, "rules": "clean_deck=on"}
    assert "burn" not in words(play(GAME, "burn@1 " * burns, **how))
    if burns:
        assert "burn" in words(play(GAME, "burn@1 " * (burns - 1), **how))


def test_paulista_clean_eight_players_have_no_card_left_to_turn_up():
    assert "vira" not in words(play(GAME, seats=8, rules="clean_deck=on"))
    assert "pass@1" in taps(play(GAME, seats=8, rules="clean_deck=on"))
    assert {"vira", "burn"} <= words(play(GAME, seats=8))


# The rest is truco mineiro


@pytest.mark.parametrize(
    "line",
    [
        "burn@1 pass@1 truco@1 seis@2 nove@3 doze@0 no@1",
        "won@2 truco@1 yes@0 tied no tied",
        "truco@2 yes@1 tied yes won@1",
        "truco@2 seis@3 yes@2 tied yes",
        "tied tied tied",
        "fold@0 hand@3",
    ],
)
@pytest.mark.parametrize("rules", ["", "truco_scope=trick ttt=none", "ladder=2-4-6-10-12"])
def test_paulista_is_told_as_truco_mineiro_apart_from_the_card_turned_up(line, rules):
    def but_for_the_vira(state):
        return state | {"legal": [tap for tap in state["legal"] if not tap.startswith("vira")]}

    assert but_for_the_vira(told(GAME, line, rules=rules)) == told("mineiro", line, rules=rules)


def test_paulista_the_federation_rules_are_those_of_brazil_today():
    today = dict(variants.get(GAME).presets[1].house)
    rules = " ".join(f"{key}={value}" for key, value in today.items())
    assert today["truco_scope"] == "hand"
    assert told(GAME, "vira=7 truco@1 yes@2 won@1 won@0 won@0", rules=rules)["score"] == [3, 0]
    assert told(GAME, "truco@1 yes@2 tied tied tied", rules=rules)["hand_winner"] is None
