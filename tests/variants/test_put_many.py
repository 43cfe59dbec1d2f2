"""Put for three to eight, each alone (RULES.md 10). Seat 0 deals, so seat 1 leads."""

import pytest

from tests.playing import told

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


# The put


def test_put_many_a_tie_for_most_tricks_in_a_contest_goes_to_nobody_and_the_game_goes_on():
    for tricks in ("won@1 won@2 won@0", "won@1 won@2 tied", "tied tied tied"):
        state = told(GAME, f"put@1 yes@2 yes@0 {tricks}", score="4-3-1")
        assert state["score"] == [4, 3, 1]
        assert state["hand_winner"] is None
        assert state["dealer"] == 1
        assert state["stake"] == 1
