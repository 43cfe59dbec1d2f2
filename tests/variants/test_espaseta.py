"""Truc d'espaseta (RULES.md 18): Catalan truc with four cards above the three."""

import pytest

from tests.playing import told

GAME = "espaseta"


@pytest.mark.parametrize(
    ("line", "how"),
    [
        ("truc@1 retruc@2 yes@3 won@0 won@0", {}),
        ("truc@1 won@2 retruc@2 no@3", {}),  # playing on meets a truc
        ("truc@1 no@2 fold@3 hand@0", {}),
        ("one@0 truc@1 yes@2 tied", {}),
        ("one@3 yes@0 won@0", {"rules": "one_card_offer=nondealer_proposes"}),
        ("one@3 no@0 won@0 tied won@2", {"rules": "one_card_offer=nondealer_proposes"}),
        ("yes@1 won@1 won@3", {"score": "3-11"}),
        ("no@1 no@3 yes@1 won@0 won@0", {"score": "3-11"}),
        ("tied tied tied", {"score": "11-11"}),
        ("truc@1 yes@2 won@1 won@3", {"score": "3-10", "rules": "best_of=3"}),
    ],
)
def test_espaseta_every_hand_has_the_states_of_catalan_truc(line, how):
    done = line.split()
    for taps in range(len(done) + 1):
        assert told(GAME, " ".join(done[:taps]), **how) == told(
            "catalan", " ".join(done[:taps]), **how
        )
