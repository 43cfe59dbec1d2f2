"""Truc valencià (RULES.md 18): camas of 24 stones. Seat 0 deals, seat 1 leads."""

import pytest

from tests.playing import play, taps, told, words

GAME = "valencian"


def named(game, *names):
    return {t for t in taps(game) if t.partition("@")[0] in names}


# Truc

CLIMB = ("truc@1", "retruc@2", "quatre-val@3", "joc-fora@0")


def test_valencian_only_the_side_that_accepted_raises_and_nothing_is_above_joc_fora():
    assert named(play(GAME, "truc@1 yes@2"), "truc", "retruc") == {"retruc@0", "retruc@2"}
    assert not {"truc", "retruc", "quatre-val", "joc-fora"} & words(
        play(GAME, " ".join(CLIMB) + " yes@1")
    )


# Envit


@pytest.mark.parametrize(
    ("score", "worth"),
    [
        ("0-0", 12),
        ("5-3", 7),
        ("3-5", 7),
        ("11-11", 1),
        ("12-3", 12),
        ("3-12", 12),
        ("20-13", 4),
        ("23-23", 1),
    ],
)
def test_valencian_la_falta_is_what_the_leader_lacks_of_the_males_or_of_the_cama(score, worth):
    had = [int(points) for points in score.split("-")]
    assert told(GAME, "la-falta@1", score=score)["open"]["yes"] == worth
    assert told(GAME, "la-falta@0", score=score)["open"]["yes"] == worth
    for side in (0, 1):
        got = told(GAME, f"la-falta@1 yes@2 best@{side}", score=score, rules="best_of=1")["score"]
        assert got[side] == had[side] + worth
        assert got[1 - side] == had[1 - side]


def test_valencian_males_are_half_the_target():
    assert told(GAME, "la-falta@1", score="5-3", rules="target=18")["open"]["yes"] == 4
    assert told(GAME, "la-falta@1", score="9-3", rules="target=18")["open"]["yes"] == 9


def test_valencian_envit_is_once_a_hand_in_the_first_trick_and_before_a_truc_is_accepted():
    assert not {"envit", "la-falta"} & words(play(GAME, "envit@1 no@2"))
    assert not {"envit", "la-falta"} & words(play(GAME, "envit@1 yes@2 best@0"))
    assert not {"envit", "la-falta"} & words(play(GAME, "won@1"))
    assert not {"envit", "la-falta"} & words(play(GAME, "truc@1 yes@2"))
    assert not {"envit", "la-falta"} & words(play(GAME, "truc@1 retruc@2"))
    assert {"envit", "la-falta"} <= words(play(GAME, "won@1 won@1"))


def test_valencian_envit_goes_before_a_truc_that_waits_and_comes_from_the_side_that_must_answer():
    assert named(play(GAME, "truc@1"), "envit", "la-falta") == {
        "envit@0",
        "envit@2",
        "la-falta@0",
        "la-falta@2",
    }
    state = told(GAME, "truc@1 envit@0 yes@3 best@0")
    assert state["score"] == [2, 0]
    assert state["open"] == {"word": "truc", "by": 1, "yes": 2, "no": 1, "answer": [0, 2]}
    assert told(GAME, "truc@1 envit@0 torne@1 no@2 no@2")["score"] == [0, 2 + 1]


def test_valencian_the_numbers_are_said_from_mano_until_so_meues():
    assert told(GAME, "envit@0 yes@1")["open"] == {"word": "envit", "answer": [0, 1, 2, 3]}
    says = {int(t.partition("=")[2]) for t in named(play(GAME, "envit@0 yes@1"), "says")}
    assert says == {*range(8), *range(20, 34)}
    assert told(GAME, "envit@0 yes@1 says@1=30 good@2")["score"] == [0, 2]
    # the first said wins a tie
    assert told(GAME, "envit@0 yes@1 says@1=30 says@2=30 says@0=30")["score"] == [0, 2]
    assert told(GAME, "envit@0 yes@1 says@1=30 says@2=31 says@3=32 says@0=33")["score"] == [2, 0]
    assert told(GAME, "la-falta@0 yes@1 says@1=30")["open"] == {
        "word": "envit",
        "answer": [0, 2, 3],
    }


# Flor, a house rule


def test_valencian_flor_cancels_an_envit_and_goes_before_an_open_truc():
    how = {"rules": "flor=on"}
    assert told(GAME, "envit@1 flor@2 no@3 no@0 no@1", **how)["score"] == [3, 0]
    assert "envit" not in words(play(GAME, "envit@1 flor@2 no@3 no@0 no@1", **how))
    assert told(GAME, "truc@1 flor@2 no@3 no@0 no@1", **how)["open"]["word"] == "truc"
    assert told(GAME, "flor@1 no@2 no@3 resto@0", score="3-5", **how)["open"]["yes"] == 24 - 5 + 6
    assert "pido-flor" in words(play(GAME, "hand@1", **how))
    assert "flor" not in words(play(GAME))


def test_valencian_the_question_after_an_accepted_raise_of_an_envit_is_still_called_envit():
    assert told(GAME, "envit@0 yes@1")["open"] == {"word": "envit", "answer": [0, 1, 2, 3]}
    assert told(GAME, "envit@0 torne@1 yes@0 says@1=25")["open"] == {
        "word": "envit",
        "answer": [0, 2, 3],
    }


def test_valencian_after_a_refused_envit_a_flor_is_for_players_who_have_not_spoken_in_it():
    state = told(GAME, "envit@0 torne@1 no@2", rules="flor=on")
    assert [tap for tap in state["legal"] if tap.startswith("flor")] == ["flor@3"]
