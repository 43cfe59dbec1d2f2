"""A game has its presets, its numbers of players, and house rules for each number of players."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import variants
from companion.engine.variant import AS_WRITTEN, Preset

CATALAN = variants.get("catalan")


@pytest.mark.parametrize(
    ("game", "reader", "name"),
    [
        ("argentine", "es_AR", "Argentina and Uruguay today"),
        ("argentine", "es_UY", "Argentina and Uruguay today"),
        ("argentine", "es", "As written"),
        ("paulista", "pt_BR", "Brazil today"),  # the usual preset
        ("paulista", "en", "Brazil today"),
        ("catalan", "ca", "As written"),
    ],
)
def test_a_reader_is_first_offered_the_preset_of_their_language_or_the_usual_one(
    game, reader, name
):
    assert variants.get(game).first_preset(reader).name == name


def test_the_first_of_several_presets_for_a_reader_is_offered_first():
    first = Preset.of("First", "answers=either", readers=("ca",))
    second = Preset.of("Second", "raises=endless", usual=True, readers=("ca", "en"))
    game = replace(CATALAN, presets=(AS_WRITTEN, first, second))
    assert [game.first_preset(reader) for reader in ("ca", "en", "fr")] == [first, second, second]


def test_the_house_rules_of_a_preset_are_written_as_in_a_record():
    assert Preset.of("Both", "answers=either ttt=none").house == (
        ("answers", "either"),
        ("ttt", "none"),
    )


def test_a_game_is_played_by_its_usual_number_of_players_if_no_number_is_given():
    north_catalan = variants.get("north-catalan")
    assert north_catalan.rules().seats == 6
    assert "answers" not in north_catalan.complete({})  # only four players have this house rule
    assert north_catalan.complete({}, 4)["answers"] == "captain"


@pytest.mark.parametrize(
    ("game", "seats", "accounts"),
    [("catalan", 2, 2), ("catalan", 4, 2), ("argentine", 3, 3), ("argentine", 6, 2)],
)
def test_every_side_has_a_score_or_every_player_if_the_number_of_players_is_odd(
    game, seats, accounts
):
    assert variants.get(game).accounts(seats) == accounts


def test_every_player_has_a_score_in_a_game_without_partners():
    assert [variants.get("put-many").accounts(seats) for seats in (3, 4, 8)] == [3, 4, 8]


def test_a_game_of_spanish_cards_may_be_played_with_french_cards_by_a_house_rule():
    assert CATALAN.suits_under(CATALAN.rules()) == "spanish"
    assert CATALAN.suits_under(CATALAN.rules(house={"ranking": "moll"})) == "french"
