"""The draw of cards before the first deal decides who sits where and who deals."""

from itertools import permutations

import pytest

from companion import variants
from companion.engine.drawing import Draw, Seated

HALVES = Draw("highest", "halves")


@pytest.mark.parametrize(
    ("draw", "places", "seated"),
    [
        (HALVES, (1, 2, 3, 4), Seated((0, 2, 1, 3), 0)),
        (HALVES, (1, 3, 2, 4), Seated((0, 1, 2, 3), 0)),
        (HALVES, (4, 1, 3, 2), Seated((0, 1, 2, 3), 1)),
        (HALVES, (3, 4, 1, 2), Seated((0, 2, 1, 3), 1)),
        (Draw("lowest", "halves"), (1, 2, 3, 4), Seated((0, 2, 1, 3), 3)),
        (Draw("lowest"), (1, 2, 3, 4), Seated((0, 1, 2, 3), 3)),
        (Draw("agreed", "halves"), (1, 2, 3, 4), Seated((0, 2, 1, 3), 2)),
        (HALVES, (2, 1), Seated((0, 1), 1)),
        (HALVES, (6, 1, 2, 3, 4, 5), Seated((0, 1, 4, 2, 5, 3), 1)),
    ],
)
def test_drawing_cards_decides_who_are_partners_and_who_deals(draw, places, seated):
    assert draw.seated(places, 1) == seated


@pytest.mark.parametrize("number", [4, 6])
def test_players_with_high_and_low_cards_sit_alternately_and_player_0_keeps_seat_0(number):
    for places in permutations(range(1, number + 1)):
        players = HALVES.seated(places, 0).players
        high = [places[player] <= number // 2 for player in players]
        assert sorted(players) == list(range(number)), places
        assert players[0] == 0, places
        assert all(high[seat] != high[seat - 1] for seat in range(number)), places


@pytest.mark.parametrize("places", [(1, 1, 2, 3), (0, 1, 2, 3), (1, 2, 3, 5), (2, 3)])
def test_a_draw_with_a_missing_or_repeated_place_is_refused(places):
    with pytest.raises(ValueError, match="exactly one player"):
        HALVES.seated(places, 0)


SAID = {
    "amostra": ("highest", "agreed"),
    "argentine": ("agreed", "halves"),
    "catalan": ("lowest", "agreed"),
    "gauderio": ("highest", "agreed"),
    "french": ("highest", "halves"),
    "mineiro": ("highest", "halves"),
    "paulista": ("highest", "halves"),
    "put": ("highest", "agreed"),
    "put-original": ("highest", "agreed"),
    "put-pass": ("lowest", "halves"),
    "trut": ("highest", "halves"),
    "uruguayan": ("agreed", "halves"),
}


@pytest.mark.parametrize("game", sorted(variants.VARIANTS))
def test_the_draw_of_every_game_decides_what_its_sources_say(game):
    said = SAID.get(game)
    assert variants.get(game).draw == (said and Draw(*said))
