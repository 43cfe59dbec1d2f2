"""Truc d'espaseta (RULES.md 18): Catalan truc with four cards above the three."""

import pytest

from companion import variants
from companion.engine.option import UnknownHouseRule
from tests.playing import play, refused, told, words
from tests.sequences import EVERY

GAME = "espaseta"


def test_espaseta_the_plain_seven_is_beaten_by_the_coins_that_by_the_swords_that_by_the_two_aces():
    rank = ["/".join(group) for group in variants.get(GAME).ranking({})]
    assert rank[:4] == ["1e", "1b", "7e", "7o"]
    assert rank[4:] == "3 2 1o/1c 12 11 10 7c/7b 6 5 4".split()


@pytest.mark.parametrize("sequence", EVERY)
@pytest.mark.parametrize("rules", ["", "tiebreak=first", "tiebreak=count_none", "ttt=none"])
def test_espaseta_every_hand_falls_as_in_catalan_truc(sequence, rules):
    taps = [{"A": "won@0", "B": "won@1", "T": "tied"}[trick] for trick in sequence.split()]
    for played in range(1, 4):
        line = " ".join(taps[:played])
        assert told(GAME, line, rules=rules) == told("catalan", line, rules=rules)
        if "hand_winner" in told(GAME, line, rules=rules):
            return


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
def test_espaseta_every_hand_is_told_as_catalan_truc(line, how):
    done = line.split()
    for taps in range(len(done) + 1):
        assert told(GAME, " ".join(done[:taps]), **how) == told(
            "catalan", " ".join(done[:taps]), **how
        )


def test_espaseta_the_ladder_and_who_answers():
    assert told(GAME, "truc@1")["open"] == {
        "word": "truc",
        "by": 1,
        "yes": 2,
        "no": 1,
        "answer": [2],
    }
    assert told(GAME, "truc@1 retruc@2")["open"] == {
        "word": "retruc",
        "by": 2,
        "yes": 3,
        "no": 2,
        "answer": [3],
    }
    assert not {"truc", "retruc"} & words(play(GAME, "truc@1 retruc@2 yes@3"))
    assert refused(GAME, "truc@1 yes@0").reason == "elsewhere"


def test_espaseta_eleven_is_played_for_three_or_declined_for_one():
    assert told(GAME, score="3-11")["open"] == {"word": "eleven", "answer": [1, 3]}
    assert told(GAME, "yes@1", score="3-11")["stake"] == 3
    assert told(GAME, "no@1", score="3-11")["score"] == [4, 11]


def test_espaseta_twelve_points_win():
    state = told(GAME, "truc@1 yes@2 won@1 won@3", score="3-10")
    assert (state["score"], state["match_winner"], state["legal"]) == ([3, 12], 1, [])


def test_espaseta_it_is_for_four():
    with pytest.raises(UnknownHouseRule, match="played by 4, not by 2"):
        variants.get(GAME).rules(2)
