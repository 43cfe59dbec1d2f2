"""Truc valencià (RULES.md 18): camas of 24 stones. Seat 0 deals, seat 1 leads."""

import pytest

from companion import variants
from tests.playing import play, refused, seated, taps, told, words
from tests.sequences import EVERY, FIRST, by_the_book, falls

GAME = "valencian"


def named(game, *names):
    return {t for t in taps(game) if t.partition("@")[0] in names}


def test_valencian_everything_that_may_be_done_at_the_start():
    possible = seated("envit fold hand la-falta truc won", range(4)) | {"tied"}
    assert told(GAME)["legal"] == sorted(possible)


def test_valencian_the_ranking_of_the_twenty_two_cards():
    rank = ["/".join(group) for group in variants.get(GAME).ranking({})]
    assert rank == "1e 1b 7e 7o 3 7c/7b 6 5 4".split()


# Tricks


@pytest.mark.parametrize("sequence", EVERY)
@pytest.mark.parametrize("seats", [2, 4, 6, 8])
@pytest.mark.parametrize("dealer", [0, 1])
def test_valencian_the_first_trick_decides_and_ties_are_for_the_side_of_mano(
    sequence, seats, dealer
):
    expected = by_the_book(FIRST, sequence, all_tied=1 - dealer)
    assert falls(GAME, sequence, seats=seats, dealer=dealer) == expected


def test_valencian_a_tied_trick_is_led_again_by_the_same_seat():
    assert told(GAME, "tied")["leader"] == 1
    assert told(GAME, "won@2")["leader"] == 2
    assert told(GAME, "won@1 won@1")["leader"] == 2  # the next hand


# Truc

CLIMB = ("truc@1", "retruc@2", "quatre-val@3", "joc-fora@0")
LADDER = [("truc", 2, 1), ("retruc", 3, 2), ("quatre-val", 4, 3), ("joc-fora", "game", 4)]


@pytest.mark.parametrize("step", range(4))
def test_valencian_the_ladder(step):
    calls = " ".join(CLIMB[: step + 1])
    word, met, refused_pays = LADDER[step]
    by = int(CLIMB[step][-1])
    answer = [0, 2] if by % 2 else [1, 3]
    state = told(GAME, calls)
    assert state["open"] == {
        "word": word,
        "by": by,
        "yes": met,
        "no": refused_pays,
        "answer": answer,
    }
    assert told(GAME, f"{calls} yes@{answer[0]}")["stake"] == met
    assert told(GAME, f"{calls} no@{answer[1]}")["score"][by % 2] == refused_pays
    later = (
        " ".join(f"{call} yes@{(int(call[-1]) + 1) % 4}" for call in CLIMB[:step])
        + f" won@1 {CLIMB[step]}"
    )
    assert told(GAME, later)["open"] == state["open"]


def test_valencian_only_the_side_that_accepted_raises_and_nothing_is_above_joc_fora():
    assert named(play(GAME, "truc@1 yes@2"), "truc", "retruc") == {"retruc@0", "retruc@2"}
    assert not {"truc", "retruc", "quatre-val", "joc-fora"} & words(
        play(GAME, " ".join(CLIMB) + " yes@1")
    )


def test_valencian_joc_fora_is_for_the_cama():
    line = " ".join(CLIMB) + " yes@1 won@1 won@1"
    assert told(GAME, line, score="20-3", rules="best_of=1")["score"] == [20, 24]
    state = told(GAME, line, score="20-3")
    assert state["winner"] == 1
    assert state["games"] == [0, 1]
    assert state["score"] == [0, 0]
    assert state["hand_winner"] == 1
    assert told(GAME, " ".join(CLIMB) + " yes@1 fold@3", rules="best_of=1")["score"] == [24, 0]
    assert told(GAME, " ".join(CLIMB) + " yes@1 hand@1", rules="best_of=1")["score"] == [0, 24]
    assert told(GAME, " ".join(CLIMB) + " yes@1 tied tied tied", rules="ttt=none")["score"] == [
        0,
        0,
    ]


def test_valencian_playing_is_no_answer_unless_the_house_says_so():
    assert refused(GAME, "truc@1 won@2").reason == "question"
    assert told(GAME, "truc@1 won@2", rules="silent_accept=on")["stake"] == 2


# Envit

# The chain, accepted, refused, what may follow. At 0-0 the falta is twelve.
CHAINS = [
    ("envit@1", 2, 1, {"torne", "la-falta"}),
    ("envit@1 torne@2", 4, 2, {"la-falta"}),
    ("la-falta@1", 12, 1, set()),
    ("envit@1 la-falta@2", 12, 2, set()),
    ("envit@1 torne@2 la-falta@3", 12, 4, set()),
]


@pytest.mark.parametrize(("chain", "met", "refused_pays", "follow"), CHAINS)
def test_valencian_every_chain_of_envit(chain, met, refused_pays, follow):
    open_ = told(GAME, chain)["open"]
    by = int(chain[-1])
    assert open_ == {
        "word": chain.split()[-1][:-2], "by": by, "yes": met, "no": refused_pays,
        "answer": [0, 2] if by % 2 else [1, 3],
    }  # fmt: skip
    assert words(play(GAME, chain)) == {"yes", "no", *follow}
    first, second = open_["answer"]
    assert told(GAME, f"{chain} no@{first}")["score"][by % 2] == refused_pays
    assert told(GAME, f"{chain} yes@{second} best@3")["score"] == [0, met]
    assert told(GAME, f"{chain} yes@{second} best@0")["score"] == [met, 0]


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
def test_valencian_la_falta_completes_the_males_of_the_leader_or_the_cama(score, worth):
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


@pytest.mark.parametrize("seats", [2, 4, 6, 8])
def test_valencian_any_seat_may_call_envit_or_la_falta(seats):
    calls = named(play(GAME, seats=seats), "envit", "la-falta")
    assert calls == seated("envit la-falta", range(seats))
    assert "torne" not in words(play(GAME, seats=seats))


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


# The end


def test_valencian_twenty_four_stones_are_a_cama_and_two_of_three_the_match():
    state = told(GAME, "won@1 won@1", score="3-23")
    assert state["winner"] == 1
    assert state["games"] == [0, 1]
    assert state["score"] == [0, 0]
    assert state["dealer"] == 1
    assert told(GAME, "won@1 won@1", score="3-23", games="0-1")["match_winner"] == 1
    assert told(GAME, "truc@1 yes@2 won@1 won@1", score="3-23", rules="best_of=1")["score"] == [
        3,
        25,
    ]


def test_valencian_an_envit_that_wins_the_cama_ends_the_hand():
    state = told(GAME, "truc@1 envit@0 yes@1 best@0", score="22-3")
    assert state["winner"] == 0
    assert state["hand_winner"] is None
    assert state["open"] is None
    assert state["dealer"] == 1
    assert told(GAME, "envit@0 no@1", score="23-3", rules="best_of=1")["match_winner"] == 0


# Flor, a house rule


def test_valencian_flor_cancels_an_envit_and_goes_before_an_open_truc():
    how = {"rules": "flor=on"}
    assert told(GAME, "envit@1 flor@2 no@3 no@0 no@1", **how)["score"] == [3, 0]
    assert "envit" not in words(play(GAME, "envit@1 flor@2 no@3 no@0 no@1", **how))
    assert told(GAME, "truc@1 flor@2 no@3 no@0 no@1", **how)["open"]["word"] == "truc"
    assert told(GAME, "flor@1 no@2 no@3 resto@0", score="3-5", **how)["open"]["yes"] == 24 - 5 + 6
    assert "pido-flor" in words(play(GAME, "hand@1", **how))
    assert "flor" not in words(play(GAME))


def test_valencian_after_an_accepted_envit_the_question_goes_by_its_word():
    assert told(GAME, "envit@0 yes@1")["open"] == {"word": "envit", "answer": [0, 1, 2, 3]}
    assert told(GAME, "envit@0 torne@1 yes@0 says@1=25")["open"] == {
        "word": "envit",
        "answer": [0, 2, 3],
    }


def test_valencian_after_a_refused_envit_a_flor_is_for_players_who_have_not_spoken_in_it():
    state = told(GAME, "envit@0 torne@1 no@2", rules="flor=on")
    assert [tap for tap in state["legal"] if tap.startswith("flor")] == ["flor@3"]
