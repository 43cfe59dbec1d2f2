"""The sentences of a sheet that the rules alone cannot show."""

from __future__ import annotations

import pytest

from companion import variants
from companion.cheatsheets import Sheet
from tests.cheatsheets.sheets import sheet, topic, topic_names
from tests.playing import every_table


def told(sheet: Sheet, wanted: str) -> str:
    """Return everything a topic says, with its rows of words."""
    found = topic(sheet, wanted)
    return " ".join((*found.says, str(found.body)))


@pytest.mark.parametrize("variant", ["argentine", "uruguayan"])
def test_sheets_say_that_a_player_may_keep_silent_while_the_partner_is_ahead(variant: str) -> None:
    """RULES 14: only when the other side has overtaken must it be beaten or conceded."""
    assert "keep silent while your partner is ahead" in told(sheet(variant), "bets")


@pytest.mark.parametrize("variant", ["argentine", "uruguayan"])
def test_sheets_say_that_the_word_envido_is_always_a_call(variant: str) -> None:
    assert "always counts as a call" in told(sheet(variant), "bets")


def test_sheets_say_the_range_of_the_numbers() -> None:
    says = told(sheet("argentine", flor="on"), "bets") + told(
        sheet("argentine", flor="on"), "announced"
    )
    for number in ("20 to 33", "0 to 7", "20 to 38"):
        assert number in says


def test_sheets_say_other_names_of_a_game_and_its_cards() -> None:
    assert "Truka, tru" in told(sheet("french"), "words")
    assert "Perico, perica" in told(sheet("uruguayan"), "words")


@pytest.mark.parametrize("variant", ["mineiro", "paulista"])
def test_brazilian_sheets_call_the_dealer_pe(variant: str) -> None:
    assert "Pé" in told(sheet(variant), "words")
    assert "Burning and passing at eleven" in told(sheet(variant), "sources")


@pytest.mark.parametrize("seats", [2, 4])
def test_the_gatine_sheet_says_that_a_held_hand_clears_only_the_winner_s_points(seats: int) -> None:
    assert "only the winner’s points go to 0" in told(sheet("trut-gatine", seats), "special")


@pytest.mark.parametrize(("variant", "seats"), every_table())
def test_sheets_for_pairs_have_signals(variant: str, seats: int) -> None:
    """The sheet for two says that there is nobody to signal to, and what pairs use if known."""
    game = variants.get(variant)
    pairs = any(rules.seats > rules.sides for rules in map(game.rules, game.seats))
    assert ("signals" in topic_names(sheet(variant, seats))) == pairs


def test_the_sheet_for_two_explains_the_governors_of_four() -> None:
    assert "governors" in told(sheet("french", 2), "ladder")
    assert "a Seven" in told(sheet("french", 2), "signals")
