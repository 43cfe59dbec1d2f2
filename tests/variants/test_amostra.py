"""Truco de amostra (RULES.md 24): truco gaudério with a card turned up. Seat 0 deals."""

import pytest

from tests.playing import play, refused, taps, told

GAME = "amostra"


@pytest.mark.parametrize(
    "line",
    [
        "truco@1 retruco@2 vale-cuatro@3 yes@0 won@1 tied",
        "truco@1 envido@0 real-envido@3 no@2 no@0 envido@1 yes@2 best@2",
        "falta-envido@0 yes@1 best@1",
        "flor@1 achico@2 flor@3 no@0 won@1 truco@3 yes@2 fold@3",
        "envido@0 flor@3 contraflor@0 resto@1 yes@0 best@3",
        "won@1 tied pido-flor@0=3 yes@3 tied tied tied",
    ],
)
def test_amostra_is_told_as_truco_gauderio_apart_from_the_card_turned_up(line):
    def but_for_cards(state):
        return state | {
            "legal": [t for t in state["legal"] if not t.startswith(("muestra", "says"))]
        }

    done = line.split()
    for taken in range(len(done) + 1):
        here, there = (told(game, " ".join(done[:taken])) for game in (GAME, "gauderio"))
        assert but_for_cards(here) == but_for_cards(there)


def test_amostra_an_envido_reaches_thirty_seven_and_a_flor_forty_seven():
    assert told(GAME, "muestra=5c envido@1 yes@2 says@1=36 says@2=37 good@3")["score"] == [2, 0]
    assert refused(GAME, "envido@1 yes@2 says@1=38").reason == "value"
    assert told(GAME, "flor@1 contraflor@2 yes@1 says@1=46 says@2=47")["score"] == [6, 0]
    assert refused(GAME, "flor@1 contraflor@2 yes@1 says@1=48").reason == "value"


def test_amostra_the_amostra_is_noted_once_a_hand():
    assert "muestra=5c" in taps(play(GAME))
    assert refused(GAME, "muestra=5c muestra=6c")
    assert "muestra=6c" in taps(play(GAME, "muestra=5c won@1 won@1"))
