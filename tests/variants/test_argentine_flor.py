"""Argentine truco with flor (RULES.md 14). Seat 0 deals, 1 is mano, 3 is mano's partner."""

import pytest

from companion.engine import legal
from tests.playing import play, refused, taps, told, words

GAME = "argentine"
FLOR = {"rules": "flor=on best_of=1"}
PER_FLOR = {"rules": "flor=on resto_value=3_per_flor"}


def named(game, *names):
    return {t for t in taps(game) if t.partition("@")[0] in names}


# The table of the rule book


def test_argentine_flor_accepting_a_contest_announces_a_flor():
    line = "flor@1 contraflor@2 yes@3"
    assert told(GAME, line, **FLOR)["open"] == {"word": "flor", "answer": [1, 2, 3]}
    assert told(GAME, f"{line} best@3", **FLOR)["score"] == [0, 6]  # for what the button said
    # a resto counts it
    assert told(GAME, "flor@1 contraflor@2 resto@3", **FLOR)["open"]["yes"] == 39
    line = "flor@1 contraflor@2 resto@1 yes@0"
    assert told(GAME, line, **FLOR)["open"] == {"word": "flor", "answer": [0, 1, 2]}
    assert told(GAME, f"{line} best@0", **FLOR)["score"] == [36, 0]


def test_argentine_flor_a_resto_is_worth_what_is_lacking_when_it_is_paid():
    line = "flor@1 contraflor@2 resto@1"
    assert told(GAME, f"{line} fix@0=5", **FLOR)["open"]["yes"] == 36
    assert told(GAME, f"{line} fix@0=5 yes@2 best@1", **FLOR)["score"] == [5, 25 + 6]
    # one figure on the button
    assert told(GAME, f"{line} fix@0=5 yes@0 best@1", **FLOR)["score"] == [5, 25 + 6]
    assert told(GAME, f"{line} fix@0=5 achico@2", **FLOR)["score"] == [5, 4]


def test_argentine_flor_a_resto_in_the_other_reading_is_for_the_flors_only():
    assert told(GAME, "flor@1 resto@2", score="10-20", **PER_FLOR)["open"]["yes"] == 6
    assert told(GAME, "flor@1 no@2 flor@3 resto@0 yes@1 best@0", **PER_FLOR)["score"] == [9, 0]
    # 3 has one too
    assert told(GAME, "flor@1 contraflor@2 resto@3 yes@2 best@2", **PER_FLOR)["score"][0] == 9
    assert told(GAME, "flor@1 resto@2 no@1", **PER_FLOR)["score"] == [4, 0]


# Flor goes before everything


def test_argentine_flor_the_call_and_the_event_say_what_is_paid_and_for_what():
    opening = {offer.tap.word: offer.if_accepted for offer in legal(play(GAME, **FLOR))}
    assert opening["flor"] == 3
    game = play(GAME, "flor@1", **FLOR)
    offers = {offer.tap.word: (offer.if_accepted, offer.if_refused) for offer in legal(game)}
    assert offers["contraflor"] == (6, 4)
    assert offers["achico"] == (None, 4)
    assert [(e.why, e.word) for e in play(GAME, "flor@1 no@2 no@3 no@0", **FLOR).events] == [
        ("bet", "flor")
    ]


# A flor that was hidden


def test_argentine_flor_pido_flor_is_possible_until_the_next_hand_is_touched():
    assert "pido-flor" not in words(play(GAME, "won@1 won@1 won@2", **FLOR))
    assert "pido-flor" not in words(play(GAME, "won@1 won@1 truco@2", **FLOR))
    # a correction is no tap of the hand
    assert "pido-flor" in words(play(GAME, "won@1 won@1 fix@0=1", **FLOR))
    assert "pido-flor" in words(play(GAME, "won@1 won@1 dealer@3", **FLOR))
    assert "pido-flor" not in words(play(GAME, "won@1 void", **FLOR))


def test_argentine_flor_pido_flor_can_be_answered_after_a_correction():
    line = "won@1 won@1 pido-flor@0=1"
    assert told(GAME, f"{line} fix@0=2", **FLOR)["open"] == {"word": "pido-flor", "answer": [1]}
    assert told(GAME, f"{line} fix@0=2 yes@1", **FLOR)["score"] == [5, 1]
    assert refused(GAME, f"{line} dealer@3", **FLOR).reason == "moment"
    assert told(GAME, f"{line} void", **FLOR)["open"] is None


def test_argentine_flor_pido_flor_ends_a_game_as_a_correction_does():
    state = told(GAME, "won@1 won@1 pido-flor@0=1 yes@1", score="27-3", rules="flor=on")
    assert (state["winner"], state["score"], state["dealer"]) == (0, [0, 0], 1)
    assert "hand_winner" not in state
    assert "pido-flor" not in words(
        play(GAME, "won@1 won@1 pido-flor@0=1 yes@1", score="27-3", rules="flor=on")
    )


# The end


@pytest.mark.parametrize(
    "line",
    [
        "flor@1 no@2 no@3 no@0",
        "truco@0 flor@1 no@2 no@3 no@0",
        "flor@1 achico@2 no@3 no@0",
        "flor@0 contraflor@1 no@0",
        "flor@0 contraflor@1 yes@0 says@1=30 good@0",
    ],
)
def test_argentine_flor_a_flor_that_wins_the_game_ends_the_hand_and_voids_what_was_open(line):
    state = told(GAME, line, score="3-27", rules="flor=on")
    assert (state["winner"], state["hand_winner"], state["games"]) == (1, None, [0, 1])
    assert (state["score"], state["open"], state["dealer"]) == ([0, 0], None, 1)
