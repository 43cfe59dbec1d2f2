"""Argentine truco with flor (RULES.md 14). Seat 0 deals, 1 is mano, 3 is mano's partner."""

from itertools import product

import pytest

from companion.engine import legal
from tests.playing import play, refused, taps, told, words

GAME = "argentine"
FLOR = {"rules": "flor=on best_of=1"}
PER_FLOR = {"rules": "flor=on resto_value=3_per_flor"}


def named(game, *names):
    return {t for t in taps(game) if t.partition("@")[0] in names}


# The announcement


def test_argentine_flor_exists_only_if_the_house_plays_it():
    assert not {"flor", "pido-flor"} & words(play(GAME, "won@1 won@1"))
    assert "flor" not in words(play(GAME))


def test_argentine_flor_any_seat_announces_in_the_first_trick_and_only_there():
    assert named(play(GAME, **FLOR), "flor") == {"flor@0", "flor@1", "flor@2", "flor@3"}
    assert "flor" not in words(play(GAME, "won@1", **FLOR))
    assert "flor" in words(play(GAME, "won@1 won@1", **FLOR))  # the next hand


@pytest.mark.parametrize(
    ("announcer", "order"), [(0, [1, 2, 3]), (1, [2, 3, 0]), (2, [3, 0, 1]), (3, [0, 1, 2])]
)
def test_argentine_flor_every_other_seat_answers_in_play_order_from_the_announcer(announcer, order):
    line = f"flor@{announcer}"
    for seat in order:
        state = told(GAME, line, **FLOR)
        assert state["open"] == {"word": "flor", "answer": [seat]}
        mine = seat % 2 == announcer % 2
        answers = ("flor", "no") if mine else ("achico", "contraflor", "no", "resto")
        assert state["legal"] == [f"{word}@{seat}" for word in answers]
        line += f" no@{seat}"
    assert told(GAME, line, **FLOR)["open"] is None


def test_argentine_flor_nobody_answers_out_of_turn_folds_or_plays_on():
    assert refused(GAME, "flor@1 no@3", **FLOR).reason == "elsewhere"
    assert refused(GAME, "flor@1 contraflor@0", **FLOR).reason == "elsewhere"
    assert refused(GAME, "flor@1 flor@3", **FLOR).reason == "question"
    assert refused(GAME, "flor@1 no@2 contraflor@3", **FLOR).reason == "question"
    assert refused(GAME, "flor@1 fold@1", **FLOR).reason == "question"
    assert refused(GAME, "flor@1 won@1", **FLOR).reason == "question"


# The table of the rule book


def test_argentine_flor_contraflor_and_resto_go_to_the_announcing_side_at_once():
    assert told(GAME, "flor@1 contraflor@2", **FLOR)["open"] == {
        "word": "contraflor", "by": 2, "yes": 6, "no": 4, "answer": [1, 3]
    }  # fmt: skip
    assert told(GAME, "flor@1 contraflor@2", **FLOR)["legal"] == [
        "achico@1", "achico@3", "resto@1", "resto@3", "yes@1", "yes@3"
    ]  # fmt: skip
    assert told(GAME, "flor@1 no@2 no@3 resto@0", **FLOR)["open"] == {
        "word": "resto", "by": 0, "yes": 36, "no": 4, "answer": [1]
    }  # fmt: skip
    assert told(GAME, "flor@1 no@2 no@3 resto@0", **FLOR)["legal"] == ["achico@1", "yes@1"]


def test_argentine_flor_a_player_without_flor_does_not_answer_and_achico_is_the_word_that_refuses():
    assert refused(GAME, "flor@1 no@2 no@3 contraflor@0 yes@3", **FLOR).reason == "elsewhere"
    assert refused(GAME, "flor@1 no@2 no@3 contraflor@0 no@3", **FLOR).reason == "question"
    assert told(GAME, "flor@1 achico@2 no@3 contraflor@0 resto@1", **FLOR)["open"]["answer"] == [0]
    refusal = told(GAME, "flor@1 contraflor@2 achico@3", **FLOR)
    assert refusal["score"] == [4, 0]
    assert told(GAME, "flor@1 contraflor@2 no@3", **FLOR) == refusal  # as old records have it


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


def test_argentine_flor_a_player_who_shrank_is_not_in_the_contraflor():
    state = told(GAME, "flor@1 achico@2 no@3 contraflor@0 yes@1", **FLOR)
    assert state["open"] == {"word": "flor", "answer": [0, 1]}
    assert told(GAME, "flor@1 achico@2 no@3 contraflor@0", **FLOR)["open"]["yes"] == 6


@pytest.mark.parametrize(
    ("score", "worth"), [("0-0", 36), ("10-20", 16), ("20-10", 16), ("29-28", 7)]
)
def test_argentine_flor_a_resto_is_what_the_leader_lacks_and_the_flors(score, worth):
    assert told(GAME, "flor@1 resto@2", score=score, **FLOR)["open"]["yes"] == worth
    both = told(GAME, "flor@1 no@2 flor@3 resto@0", score=score, **FLOR)
    assert both["open"]["yes"] == worth + 3
    assert told(GAME, "flor@1 resto@2", score="0-0", rules="flor=on target=24")["open"]["yes"] == 30


def test_argentine_flor_a_resto_in_the_other_reading_is_for_the_flors_only():
    assert told(GAME, "flor@1 resto@2", score="10-20", **PER_FLOR)["open"]["yes"] == 6
    assert told(GAME, "flor@1 no@2 flor@3 resto@0 yes@1 best@0", **PER_FLOR)["score"] == [9, 0]
    # 3 has one too
    assert told(GAME, "flor@1 contraflor@2 resto@3 yes@2 best@2", **PER_FLOR)["score"][0] == 9
    assert told(GAME, "flor@1 resto@2 no@1", **PER_FLOR)["score"] == [4, 0]


# Whose is the best


def test_argentine_flor_the_flors_are_said_from_mano_by_those_who_have_one():
    state = told(GAME, "flor@3 contraflor@0 yes@3", **FLOR)
    assert state["open"] == {"word": "flor", "answer": [0, 3]}
    game = play(GAME, "flor@3 contraflor@0 yes@3", **FLOR)
    assert named(game, "best") == {"best@0", "best@3"}
    assert named(game, "says") == {f"says@{seat}={n}" for seat, n in product((0, 3), range(20, 39))}
    assert "good" not in words(game)


def test_argentine_flor_a_flor_is_twenty_to_thirty_eight():
    for number in (0, 7, 19, 39):
        assert refused(GAME, f"flor@1 contraflor@2 yes@1 says@1={number}", **FLOR).reason == "value"


def test_argentine_flor_three_flors_are_said_in_play_order():
    line = "flor@1 no@2 flor@3 contraflor@0 yes@1 says@1=25"
    assert told(GAME, line, **FLOR)["open"] == {"word": "flor", "answer": [0, 3]}
    assert told(GAME, f"{line} says@3=28 good@0", **FLOR)["score"] == [0, 9]
    assert told(GAME, f"{line} says@0=26", **FLOR)["open"] == {"word": "flor", "answer": [3]}
    assert told(GAME, f"{line} says@0=26 good@3", **FLOR)["score"] == [9, 0]


# Flor goes before everything


@pytest.mark.parametrize(
    "envido",
    [
        "envido@0",
        "envido@0 envido@1",
        "falta-envido@3",
        "envido@0 yes@1",
        "envido@0 yes@1 says@1=25",
    ],
)
def test_argentine_flor_a_flor_cancels_an_envido_in_progress(envido):
    assert {"flor@0", "flor@1", "flor@2", "flor@3"} <= taps(play(GAME, envido, **FLOR))
    state = told(GAME, f"{envido} flor@2 no@3 no@0 no@1", **FLOR)
    assert (state["score"], state["open"], state["stake"]) == ([3, 0], None, 1)
    assert not {"envido", "real-envido", "falta-envido", "flor"} & words(
        play(GAME, f"{envido} flor@2 no@3 no@0 no@1", **FLOR)
    )


def test_argentine_flor_a_flor_precedes_a_truco_that_waits():
    state = told(GAME, "truco@1 flor@2 no@3 no@0 no@1", **FLOR)
    assert state["score"] == [3, 0]
    assert state["open"] == {"word": "truco", "by": 1, "yes": 2, "no": 1, "answer": [0, 2]}
    assert "envido" not in words(play(GAME, "truco@1 flor@2 no@3 no@0 no@1", **FLOR))
    assert told(GAME, "truco@1 flor@2 no@3 no@0 no@1 yes@2 won@1 won@1", **FLOR)["score"] == [3, 2]


def test_argentine_flor_a_flor_cancels_an_envido_that_came_before_a_truco():
    state = told(GAME, "truco@1 envido@0 flor@3", **FLOR)
    assert state["open"] == {"word": "flor", "answer": [0]}
    after = told(GAME, "truco@1 envido@0 flor@3 no@0 no@1 no@2", **FLOR)
    assert (after["open"]["word"], after["score"]) == ("truco", [0, 3])


def test_argentine_flor_a_flor_is_once_a_hand_and_the_hand_goes_on_at_its_worth():
    game = play(GAME, "flor@1 no@2 no@3 no@0", **FLOR)
    assert "flor" not in words(game)
    assert told(GAME, "flor@1 no@2 no@3 no@0 truco@1 yes@2 won@0 won@0", **FLOR)["score"] == [2, 3]


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


def test_argentine_flor_right_after_a_hand_an_opponent_may_be_challenged():
    assert "pido-flor" not in words(play(GAME, **FLOR))
    after = play(GAME, "won@1 won@1", **FLOR)
    opponents = [pair for pair in product(range(4), range(4)) if sum(pair) % 2]
    assert named(after, "pido-flor") == {f"pido-flor@{one}={other}" for one, other in opponents}
    assert refused(GAME, "won@1 won@1 pido-flor@0=2", **FLOR).reason == "value"
    for end in ("fold@1", "truco@1 no@2", "hand@0", "tied tied tied"):
        assert "pido-flor" in words(play(GAME, end, **FLOR))


def test_argentine_flor_pido_flor_is_possible_until_the_next_hand_is_touched():
    assert "pido-flor" not in words(play(GAME, "won@1 won@1 won@2", **FLOR))
    assert "pido-flor" not in words(play(GAME, "won@1 won@1 truco@2", **FLOR))
    # a correction is no tap of the hand
    assert "pido-flor" in words(play(GAME, "won@1 won@1 fix@0=1", **FLOR))
    assert "pido-flor" in words(play(GAME, "won@1 won@1 dealer@3", **FLOR))
    assert "pido-flor" not in words(play(GAME, "won@1 void", **FLOR))


def test_argentine_flor_every_opponent_may_be_challenged_once_unless_they_announced():
    once = play(GAME, "won@1 won@1 pido-flor@0=1 no@1", **FLOR)
    left = "pido-flor@0=3 pido-flor@1=0 pido-flor@1=2 pido-flor@2=3 pido-flor@3=0 pido-flor@3=2"
    assert named(once, "pido-flor") == set(left.split())
    twice = (
        "won@1 won@1 pido-flor@0=1 no@1 pido-flor@3=2 yes@2 pido-flor@1=0 no@0 pido-flor@2=3 no@3"
    )
    assert told(GAME, twice, **FLOR)["score"] == [1, 1 + 1 + 3 + 1]
    assert "pido-flor" not in words(play(GAME, twice, **FLOR))
    announced = play(GAME, "flor@1 achico@2 no@3 no@0 hand@1", **FLOR)
    assert {tap[-1] for tap in named(announced, "pido-flor")} == {"0", "3"}


def test_argentine_flor_the_points_count_at_once_and_a_correction_may_come_between():
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


def test_argentine_flor_the_accused_answers_and_somebody_pays():
    state = told(GAME, "won@1 won@1 pido-flor@0=1", **FLOR)
    assert state["open"] == {"word": "pido-flor", "answer": [1]}
    assert state["legal"] == ["no@1", "yes@1"]
    assert "hand_winner" not in state
    assert told(GAME, "won@1 won@1 pido-flor@0=1 yes@1", **FLOR)["score"] == [3, 1]
    assert told(GAME, "won@1 won@1 pido-flor@0=1 no@1", **FLOR)["score"] == [0, 2]
    assert told(GAME, "won@1 won@1 pido-flor@3=0 yes@0", **FLOR)["score"] == [0, 4]


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


# After an envido that was refused


def test_argentine_flor_after_a_refused_envido_a_flor_is_for_players_who_have_not_spoken_in_it():
    assert named(play(GAME, "envido@3 no@2", **FLOR), "flor") == {"flor@0", "flor@1"}
    assert refused(GAME, "envido@3 no@2 flor@3", **FLOR).reason == "elsewhere"
    assert refused(GAME, "envido@3 no@2 flor@2", **FLOR).reason == "elsewhere"
    raised = play(GAME, "envido@3 envido@0 real-envido@3 no@2", **FLOR)
    assert named(raised, "flor") == {"flor@1"}
    assert not named(play(GAME, "envido@0 no@1", seats=2, **FLOR), "flor")


def test_argentine_flor_a_refused_envido_stays_paid_and_no_other_may_follow_the_flor():
    state = told(GAME, "envido@3 no@2 flor@0 no@1 no@2 no@3", **FLOR)
    assert (state["score"], state["open"]) == ([3, 1], None)
    assert not {t for t in state["legal"] if "envido" in t or t.startswith("flor")}
    contest = told(GAME, "envido@3 no@2 flor@0 contraflor@1 yes@0 best@1", **FLOR)
    assert contest["score"] == [0, 7]


def test_argentine_flor_nobody_may_announce_a_flor_after_an_accepted_envido():
    assert not named(play(GAME, "envido@3 yes@2 best@3", **FLOR), "flor")
    assert not named(play(GAME, "envido@3 envido@0 yes@3 best@3", **FLOR), "flor")


def test_argentine_flor_a_refused_envido_over_a_truco_leaves_the_truco_open_for_a_flor():
    line = "truco@1 envido@0 no@1"
    assert named(play(GAME, line, **FLOR), "flor") == {"flor@2", "flor@3"}
    state = told(GAME, f"{line} flor@2 no@3 no@0 no@1", **FLOR)
    assert (state["score"], state["open"]["word"]) == ([4, 0], "truco")
    assert not named(play(GAME, f"{line} yes@0 won@1", **FLOR), "flor")  # trick one is over
