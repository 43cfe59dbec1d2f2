"""The card turned up can be recorded once a hand. It changes nothing except the legal taps."""

from __future__ import annotations

import pytest

from tests.playing import play, state_of, taps

TURNING = [
    ("amostra", "muestra", "5c", 40),
    ("paulista", "vira", "Q", 10),
    ("uruguayan", "muestra", "5c", 40),
    ("venezuelan", "vira", "11o", 40),
]


DUELS = {"seats": 6, "rules": "pica_pica=always"}


@pytest.mark.parametrize(("game", "word", "card", "cards"), TURNING)
def test_the_card_turned_up_is_recorded_before_the_first_duel_for_all_three_duels(
    game, word, card, cards
):
    turned = f"{word}={card}"

    def possible(line):
        return len([tap for tap in taps(play(game, line, **DUELS)) if tap.startswith(word)])

    assert [possible(line) for line in ("", "tied", "hand@1", turned)] == [cards, 0, 0, 0]
    for line in (f"{turned} hand@1", f"{turned} hand@1 void", f"{turned} hand@1 hand@2"):
        state = play(game, line, **DUELS)
        assert str(state.hand.turned) == turned
        assert possible(line) == 0
    assert possible(f"{turned} hand@1 hand@2 hand@3") == possible(f"{turned} tied void") == cards


@pytest.mark.parametrize(("game", "word", "card", "cards"), TURNING)
def test_recording_the_card_turned_up_changes_only_the_legal_taps(game, word, card, cards):
    def possible(line):
        return {tap for tap in taps(play(game, line)) if tap.startswith(word)}

    assert len(possible("")) == len(possible(f"{word}={card} won@1 won@1")) == cards
    before = state_of(game)
    after = state_of(game, f"{word}={card}")
    gone = set(before["legal"]) - set(after["legal"])
    assert gone == possible("") | {tap for tap in before["legal"] if tap in ("burn@1", "pass@1")}
    assert after | {"legal": []} == before | {"legal": []}
