"""Argentine truco without flor (RULES.md 14). Seat 0 deals and is the pie, 1 is mano."""

import pytest

from companion import variants
from tests.playing import play, refused, taps, told, words

# Truco


def test_argentine_either_opponent_answers_and_only_the_side_that_accepted_raises():
    assert told("argentine", "truco@1")["open"]["answer"] == [0, 2]
    later = taps(play("argentine", "truco@1 yes@2"))
    assert {"retruco@0", "retruco@2"} <= later
    assert not {"retruco@1", "retruco@3"} & later


def test_argentine_playing_on_accepts_no_call_unless_the_house_says_so():
    assert refused("argentine", "truco@1 won@2").reason == "question"
    assert play("argentine", "truco@1 won@2", rules="silent_accept=on").hand.worth == 2
    assert (
        refused("argentine", "truco@1 envido@0 won@2", rules="silent_accept=on").reason
        == "question"
    )


# Truco on the trick (CatsAtCards)


def test_argentine_by_the_trick_a_truco_is_raised_in_its_trick_and_ties_are_not_asked_about():
    how = {"rules": "truco_scope=trick"}
    assert told("argentine", "truco@2 yes@1 tied", **how)["open"] is None
    assert play("argentine", "truco@2 yes@1 retruco@1 yes@2 tied won@0", **how).score == (3, 0)
    assert refused("argentine", "truco@2 yes@1 tied retruco@1", **how).reason == "moment"
    assert (
        refused("argentine", "truco@2 yes@1 retruco@1 yes@2 tied vale-cuatro@2", **how).reason
        == "moment"
    )
    # none yet: it may be called in any trick
    assert "truco" in words(play("argentine", "tied", **how))
    # by the hand it is as it was
    assert "retruco" in words(play("argentine", "truco@2 yes@1 tied"))
    assert told("argentine", "truco@2 yes@1 tied tied tied", **how)["hand_winner"] is None


def test_argentine_the_rules_of_catsatcards_are_a_preset():
    rules = " ".join(f"{key}={value}" for key, value in variants.get("argentine").presets[1].house)
    assert rules == "truco_scope=trick envido_openers=plain_only falta=seed"
    assert play("argentine", "won@1 truco@1 yes@0 won@0", rules=rules).score == (2, 0)
    assert not {"real-envido", "falta-envido"} & words(play("argentine", rules=rules))


# Envido


def test_argentine_envido_leaves_the_worth_of_the_hand_alone():
    game = play("argentine", "envido@0 yes@1 best@1 truco@2 yes@1 won@1 won@1")
    assert game.score == (0, 4)
    assert told("argentine", "envido@0 yes@1 best@1")["stake"] == 1


def test_argentine_a_hand_won_after_an_envido_of_the_same_worth_is_still_explained_by_its_truco():
    game = play("argentine", "truco@1 envido@0 yes@1 best@1 yes@2 won@1 won@1")
    (paid,) = (event for event in game.events if event.kind == "points")
    assert (paid.why, paid.word, paid.points) == ("played", "truco", 2)


def test_argentine_only_the_last_two_to_play_may_call_envido():
    assert {t for t in taps(play("argentine")) if t.startswith("envido")} == {
        "envido@0",
        "envido@3",
    }
    assert "envido@1" in taps(play("argentine", rules="envido_callers=anyone"))
    assert {t for t in taps(play("argentine", seats=6, dealer=2)) if t.startswith("envido")} == {
        "envido@1",
        "envido@2",
    }
    assert {t for t in taps(play("argentine", seats=2)) if t.startswith("envido")} == {
        "envido@0",
        "envido@1",
    }


def test_argentine_anyone_of_the_other_side_answers_or_raises():
    assert {"yes@1", "no@1", "envido@1", "yes@3", "real-envido@3"} <= taps(
        play("argentine", "envido@0")
    )


def test_argentine_envido_is_once_a_hand_and_only_in_the_first_trick():
    assert "envido" not in words(play("argentine", "envido@0 no@1"))
    assert "envido" not in words(play("argentine", "envido@0 yes@1 best@1"))
    assert "envido" not in words(play("argentine", "won@1"))
    assert "envido" in words(play("argentine", "won@1 won@1"))  # the next hand


def test_argentine_only_plain_envido_opens_under_the_rules_of_catsatcards():
    assert not {"real-envido", "falta-envido"} & words(
        play("argentine", rules="envido_openers=plain_only")
    )
    assert "real-envido" in words(play("argentine", "envido@0", rules="envido_openers=plain_only"))


def test_argentine_envido_at_most_twice_unless_the_house_says_so():
    assert "envido" not in words(play("argentine", "envido@0 envido@1"))
    assert (
        told("argentine", "envido@0 envido@1 envido@0", rules="envido_max=unlimited")["open"]["yes"]
        == 6
    )


# Envido goes first


def test_argentine_envido_interrupts_a_truco_that_waits_and_then_truco_must_be_answered():
    assert told("argentine", "truco@1 envido@0")["open"]["word"] == "envido"
    state = told("argentine", "truco@1 envido@0 yes@1 best@2")
    assert state["score"] == [2, 0]
    assert (state["open"]["word"], state["open"]["answer"]) == ("truco", [0, 2])
    assert play("argentine", "truco@1 envido@0 no@3 yes@2 won@1 won@1").score == (1, 2)


def test_argentine_only_the_side_that_must_answer_a_truco_may_call_envido_then():
    assert {t for t in taps(play("argentine", "truco@1")) if "envido" in t} == {
        "envido@0", "real-envido@0", "falta-envido@0"
    }  # fmt: skip


def test_argentine_envido_is_closed_once_truco_is_accepted():
    assert "envido" not in words(play("argentine", "truco@1 yes@0"))
    assert "envido" not in words(play("argentine", "truco@1 retruco@0"))  # raising accepts


# The numbers


def test_argentine_the_numbers_are_said_from_mano_and_the_higher_wins():
    state = told("argentine", "envido@0 yes@1")
    assert state["open"] == {"word": "envido", "answer": [0, 1, 2, 3]}
    assert play("argentine", "envido@0 yes@1 says@1=25 says@2=28 good@3").score == (2, 0)
    assert play("argentine", "envido@0 yes@1 says@1=25 says@2=28 says@3=31 says@0=33").score == (
        2,
        0,
    )


def test_argentine_a_seat_that_was_passed_over_says_its_number_once_its_side_is_behind():
    """A seat is silent while its partner leads; once overtaken, it must speak (CatsAtCards)."""
    line = "envido@3 yes@0 says@1=27 says@0=28"
    state = told("argentine", line)
    assert state["open"] == {"word": "envido", "answer": [3]}
    assert [tap for tap in state["legal"] if tap.endswith("@3") or tap == "says@3=27"] == [
        "best@3",
        "good@3",
    ]
    # of equal ones the first said wins
    assert play("argentine", f"{line} says@3=28").score == (2, 0)
    assert told("argentine", f"{line} says@3=30")["open"] == {"word": "envido", "answer": [2]}
    assert play("argentine", f"{line} says@3=30 says@2=33").score == (2, 0)
    assert refused("argentine", f"{line} says@3=30 says@0=33").reason == "elsewhere"


def test_argentine_a_number_must_be_possible_and_not_lower_than_the_best():
    assert refused("argentine", "envido@0 yes@1 says@1=28 says@2=27").reason == "value"
    assert refused("argentine", "envido@0 yes@1 says@1=12").reason == "value"
    assert refused("argentine", "envido@0 yes@1 says@1=34").reason == "value"
    assert {f"says@1={n}" for n in (0, 7, 20, 33)} <= taps(play("argentine", "envido@0 yes@1"))


def test_argentine_nobody_says_a_number_twice_and_only_the_side_behind_concedes():
    assert refused("argentine", "envido@0 yes@1 says@1=28 says@1=30").reason == "elsewhere"
    said = taps(play("argentine", "envido@0 yes@1 says@1=28"))
    assert {tap for tap in said if tap.startswith("good")} == {"good@0", "good@2"}
    assert refused("argentine", "envido@0 yes@1 good@2").reason == "question"


# Falta envido


@pytest.mark.parametrize(
    ("formula", "score", "caller_gets", "others_get"),
    [
        ("seed", "10-12", 20, 18),  # both in malas: either wins the chico
        ("seed", "10-15", 15, 20),  # else 30 less the score of the other side
        ("seed", "20-15", 15, 10),
        ("leader", "10-12", 18, 18),
        ("leader", "10-20", 10, 10),
        ("stage", "10-12", 3, 3),
        ("stage", "10-15", 15, 15),
        ("stage", "0-0", 15, 15),
    ],
)
def test_argentine_the_falta_has_three_formulas(formula, score, caller_gets, others_get):
    how = {"score": score, "rules": f"falta={formula} best_of=1"}
    assert told("argentine", "falta-envido@0", **how)["open"]["yes"] == caller_gets
    had = [int(points) for points in score.split("-")]
    assert play("argentine", "falta-envido@0 yes@1 best@0", **how).score[0] == had[0] + caller_gets
    assert play("argentine", "falta-envido@0 yes@1 best@1", **how).score[1] == had[1] + others_get


def test_argentine_malas_are_half_the_target():
    assert (
        told("argentine", "falta-envido@0", score="3-4", rules="falta=stage target=24")["open"][
            "yes"
        ]
        == 8
    )


def test_argentine_a_side_bet_that_wins_the_game_ends_the_hand_and_voids_what_was_open():
    state = told("argentine", "truco@1 envido@0 yes@1 best@1", score="10-28")
    assert (state["winner"], state["hand_winner"], state["games"]) == (1, None, [0, 1])
    assert (state["score"], state["dealer"], state["open"]) == ([0, 0], 1, None)
    assert told("argentine", "envido@0 no@1", score="29-10", rules="best_of=1")["match_winner"] == 0
