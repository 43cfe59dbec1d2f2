"""Put for three to eight, each alone (RULES.md 10). Seat 0 deals, so seat 1 leads."""

import pytest

from tests.playing import play, refused, taps, told, words

GAME = "put-many"

# The plain hand


@pytest.mark.parametrize("seats", range(3, 9))
def test_put_many_has_three_to_eight_seats_and_no_partners(seats):
    state = told(GAME, "won@2 won@2", seats=seats)
    assert state["score"] == [0, 0, 1] + [0] * (seats - 3)
    assert (state["hand_winner"], state["dealer"], state["leader"]) == (2, 1, 2)
    last = told(GAME, dealer=seats - 1, seats=seats)
    assert last["leader"] == 0
    assert {f"won@{s}" for s in range(seats)} <= set(last["legal"])


@pytest.mark.parametrize(
    ("tricks", "winner"),
    [
        ("won@1 won@1", 1),
        ("won@1 tied won@1", 1),
        ("won@1 won@0 won@0", 0),
        ("won@1 tied tied", 1),
        ("tied tied won@2", 2),
        ("won@1 won@0 won@2", None),
        ("won@1 won@0 tied", None),
        ("won@1 tied won@0", None),
        ("tied tied tied", None),
    ],
)
def test_put_many_the_player_with_most_tricks_gets_a_point_and_a_tie_goes_to_nobody(tricks, winner):
    state = told(GAME, tricks)
    assert state["hand_winner"] == winner
    assert state["score"] == [int(seat == winner) for seat in range(3)]
    assert (state["dealer"], state["tricks"]) == (1, [])


def test_put_many_only_two_tricks_of_one_player_end_the_hand_early():
    for tricks in ("won@1 tied", "won@1 won@2", "tied won@1", "tied tied"):
        assert "hand_winner" not in told(GAME, tricks)


# Throwing in


def test_put_many_a_player_who_throws_in_is_out_of_the_hand():
    state = told(GAME, "fold@2")
    assert (state["score"], state["leader"], state["open"]) == ([0, 0, 0], 1, None)
    assert state["legal"] == ("fold@0 fold@1 hand@0 hand@1 put@1 tied won@0 won@1").split()
    assert refused(GAME, "fold@2 won@2").reason == "elsewhere"
    assert refused(GAME, "fold@2 fold@2").reason == "elsewhere"


def test_put_many_the_last_player_left_in_the_hand_scores():
    state = told(GAME, "fold@1 fold@0")
    assert (state["score"], state["hand_winner"], state["dealer"]) == ([0, 0, 1], 2, 1)
    assert told(GAME, "won@1 fold@1 won@0 fold@2")["score"] == [1, 0, 0]
    assert "won@1" in taps(play(GAME, "fold@1 fold@0"))  # in again with the next hand


# The put


@pytest.mark.parametrize(
    ("before", "leads"), [("", 1), ("won@2", 2), ("won@2 tied", 2), ("tied", 1), ("fold@1", 2)]
)
def test_put_many_only_the_seat_about_to_lead_may_put(before, leads):
    assert {t for t in taps(play(GAME, before)) if t.startswith("put")} == {f"put@{leads}"}


def test_put_many_every_other_player_still_in_answers_in_turn():
    state = told(GAME, "put@1", seats=5)
    assert state["open"] == {"word": "put", "by": 1, "yes": "game", "no": 1, "answer": [2]}
    assert (state["legal"], state["stake"]) == (["no@2", "yes@2"], 1)
    answers = "put@1"
    for seat, answer in ((2, "no"), (3, "yes"), (4, "no"), (0, "yes")):
        assert told(GAME, answers, seats=5)["open"]["answer"] == [seat]
        answers += f" {answer}@{seat}"
    state = told(GAME, answers, seats=5)
    assert (state["open"], state["stake"], state["leader"]) == (None, "game", 1)
    assert state["legal"] == ["hand@0", "hand@1", "hand@3", "tied", "won@0", "won@1", "won@3"]


def test_put_many_a_yes_does_not_end_the_asking():
    state = told(GAME, "put@1 yes@2")
    assert (state["open"]["answer"], state["legal"]) == ([0], ["no@0", "yes@0"])
    assert told(GAME, "put@1 yes@2 no@0")["stake"] == "game"
    assert told(GAME, "put@1 no@2 yes@0")["stake"] == "game"


def test_put_many_a_player_who_threw_in_is_not_asked():
    assert told(GAME, "fold@2 put@1", seats=4)["open"]["answer"] == [3]
    assert told(GAME, "fold@2 put@1 no@3", seats=4)["open"]["answer"] == [0]


def test_put_many_a_tie_for_most_tricks_in_a_contest_goes_to_nobody_and_the_game_goes_on():
    for tricks in ("won@1 won@2 won@0", "won@1 won@2 tied", "tied tied tied"):
        state = told(GAME, f"put@1 yes@2 yes@0 {tricks}", score="4-3-1")
        assert state["score"] == [4, 3, 1]
        assert state["hand_winner"] is None
        assert state["dealer"] == 1
        assert state["stake"] == 1


def test_put_many_a_hand_has_one_put_and_nobody_may_leave_a_contest():
    assert words(play(GAME, "put@1 yes@2 yes@0 won@0")) == {"won", "tied", "hand"}
    assert refused(GAME, "put@1 won@2").reason == "question"
    assert refused(GAME, "put@1 fold@0").reason == "question"


def test_put_many_one_tap_for_the_whole_hand_scores_what_it_is_worth():
    assert told(GAME, "hand@2")["score"] == [0, 0, 1]
    assert told(GAME, "put@1 yes@2 no@0 hand@2")["match_winner"] == 2
    assert refused(GAME, "put@1 yes@2 no@0 hand@0").reason == "elsewhere"


# The two other puts, read for more players

PARLETT = {"rules": "put_rules=parlett", "seats": 3}
HOYLE = {"rules": "put_rules=hoyle", "seats": 3}


def test_put_many_parlett_only_the_leader_puts_or_throws_in_and_a_hand_is_for_the_game():
    assert {"put@1", "fold@1"} == {tap for tap in taps(play(GAME, **PARLETT)) if tap[0] in "pf"}
    assert play(GAME, "won@1 won@2 won@2", **PARLETT).winner == 2
    assert play(GAME, "won@1 won@2 won@0", **PARLETT).score == (0, 0, 0)
    assert play(GAME, "fold@1 fold@2", **PARLETT).score == (1, 0, 0)


def test_put_many_hoyle_all_may_put_or_throw_in_in_trick_one_and_then_the_first_still_in():
    first = taps(play(GAME, **HOYLE))
    assert {"put@0", "put@1", "put@2", "fold@0", "fold@1", "fold@2", "won@0"} <= first
    assert not any(tap.startswith("hand") for tap in first)  # it needs a put that was seen
    assert taps(play(GAME, "won@2", **HOYLE)) == {"put@1", "fold@1"}
    assert taps(play(GAME, "won@2 fold@1", **HOYLE)) == {"put@2", "fold@2"}
    assert play(GAME, "won@2 fold@1 fold@2", **HOYLE).score == (1, 0, 0)
    seen = play(GAME, "won@2 put@1 no@2 yes@0", **HOYLE)
    assert {"hand@0", "hand@1", "won@0", "won@1"} <= taps(seen)
    assert play(GAME, "won@2 put@1 no@2 yes@0 won@0 won@0", **HOYLE).winner == 0
