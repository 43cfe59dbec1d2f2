"""Truco venezolano (RULES.md 18): 24 points. Seat 0 deals, seat 1 is mano and leads."""

import pytest

from tests.playing import play, refused, taps, told, words

GAME = "venezuelan"


def named(game, *names):
    return {t for t in taps(game) if t.partition("@")[0].partition("=")[0] in names}


# The vira


def test_venezuelan_the_vira_is_noted_once_a_hand():
    assert len(named(play(GAME), "vira")) == 40
    assert not named(play(GAME, "vira=11o"), "vira")
    for card in ("8o", "11", "11h", "Q"):
        assert refused(GAME, f"vira={card}").reason == "value"


# Truco

CLIMB = ("truco@1", "retruco@2", "vale-nueve@3", "vale-juego@0")


def test_venezuelan_only_the_side_that_accepted_raises():
    assert named(play(GAME, "truco@1 yes@2 won@1"), "truco", "retruco") == {
        "retruco@0",
        "retruco@2",
    }
    assert not {"truco", "retruco", "vale-nueve", "vale-juego"} & words(
        play(GAME, " ".join(CLIMB) + " yes@1")
    )


def test_venezuelan_vale_juego_is_for_the_game():
    state = told(GAME, " ".join(CLIMB) + " yes@1 won@0 won@0", score="3-20")
    assert (state["score"], state["match_winner"], state["hand_winner"]) == ([24, 20], 0, 0)


# Envido


def test_venezuelan_the_increment_is_a_whole_number_said_in_reply_only():
    assert {"envido@1=*", "envido@3=*", "envido@1", "envido@3"} <= taps(play(GAME, "envido@0"))
    assert named(play(GAME), "envido") == {"envido@0", "envido@3"}
    assert refused(GAME, "envido@0=5").reason == "value"
    for increment in ("0", "-2", "x", "05"):
        assert refused(GAME, f"envido@0 envido@1={increment}").reason == "value"


@pytest.mark.parametrize(("score", "lacks"), [("3-5", 19), ("5-3", 19), ("13-5", 11), ("5-13", 11)])
def test_venezuelan_the_falta_is_what_the_leader_lacks_in_either_half(score, lacks):
    assert told(GAME, "falta-envido@0", score=score)["open"]["yes"] == lacks


def test_venezuelan_nothing_is_raised_over_a_falta():
    assert words(play(GAME, "envido@0 falta-envido@1", rules="flor=off")) == {"yes", "no"}


def test_venezuelan_only_the_last_two_call_envido_unless_the_house_says_so():
    assert named(play(GAME, seats=2), "envido") == {"envido@0", "envido@1"}
    assert named(play(GAME, seats=6, dealer=4), "envido") == {"envido@3", "envido@4"}
    assert len(named(play(GAME, rules="envido_callers=anyone"), "envido")) == 4


def test_venezuelan_envido_goes_before_an_open_truco_and_is_closed_by_an_accepted_one():
    assert named(play(GAME, "truco@1"), "envido", "falta-envido") == {"envido@0", "falta-envido@0"}
    assert told(GAME, "truco@1 envido@0 yes@1 best@0")["open"]["word"] == "truco"
    assert "envido" not in words(play(GAME, "truco@1 yes@2"))
    assert "envido" not in words(play(GAME, "won@1"))
    assert "envido" not in words(play(GAME, "envido@0 no@1"))


def test_venezuelan_envido_numbers_reach_37():
    assert {"says@1=0", "says@1=37", "says@0=28"} <= taps(play(GAME, "envido@0 yes@1"))
    assert refused(GAME, "envido@0 yes@1 says@1=38").reason == "value"
    assert told(GAME, "envido@0 yes@1 says@1=30 says@2=37 good@3")["score"] == [2, 0]


# Flor


def test_venezuelan_a_flor_pays_three_and_cancels_the_envido():
    assert told(GAME, "flor@1 no@2 no@3 no@0")["score"] == [0, 3]
    assert told(GAME, "envido@0 flor@1 no@2 no@3 no@0")["open"] is None
    assert "envido" not in words(play(GAME, "envido@0 flor@1 no@2 no@3 no@0"))
    assert told(GAME, "truco@1 flor@2 no@3 no@0 no@1 yes@2")["stake"] == 3
    assert "flor" not in words(play(GAME, rules="flor=off"))


def test_venezuelan_pido_flor_is_never_offered_because_an_unsaid_flor_is_void():
    assert "pido-flor" not in words(play(GAME, "won@1 won@1"))


# The end


def test_venezuelan_flor_comes_at_the_latest_in_answer_to_the_truco():
    assert {"flor@0", "flor@1", "flor@2", "flor@3"} <= taps(play(GAME, "truco@1"))
    assert "flor" not in words(play(GAME, "truco@1 yes@2"))
    assert "flor" not in words(play(GAME, "truco@1 retruco@2"))
    assert refused(GAME, "truco@1 yes@2 flor@0").reason == "moment"
    assert refused(GAME, "truco@1 retruco@2 flor@0").reason == "question"
    refused_first = play(GAME, "truco@1 envido@0 no@1")
    assert {"flor@2", "flor@3"} <= taps(refused_first)
    assert "flor" not in words(play(GAME, "truco@1 envido@0 no@1 yes@2"))
