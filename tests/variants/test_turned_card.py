"""The card turned up: it is noted once a hand and changes nothing but what may be tapped."""

from __future__ import annotations

import pytest

from tests.playing import play, taps, told

TURNING = [
    ("amostra", "muestra", "5c", 40),
    ("paulista", "vira", "Q", 10),
    ("uruguayan", "muestra", "5c", 40),
    ("venezuelan", "vira", "11o", 40),
]


@pytest.mark.parametrize(("game", "word", "card", "cards"), TURNING)
def test_the_card_turned_up_is_noted_once_a_hand_and_changes_nothing_else(game, word, card, cards):
    def possible(line):
        return {tap for tap in taps(play(game, line)) if tap.startswith(word)}

    assert len(possible("")) == len(possible(f"{word}={card} won@1 won@1")) == cards
    before = told(game)
    after = told(game, f"{word}={card}")
    gone = set(before["legal"]) - set(after["legal"])
    assert gone == possible("") | {tap for tap in before["legal"] if tap in ("burn@1", "pass@1")}
    assert after | {"legal": []} == before | {"legal": []}
