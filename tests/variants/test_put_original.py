"""Put as Willughby and Cotton knew it (RULES.md 8). Seat 0 deals, so seat 1 leads."""

import pytest

from tests.playing import play, refused, taps, told, words

GAME = "put-original"


# The put


@pytest.mark.parametrize(
    ("before", "leads"),
    [
        ("", 1),
        ("won@0", 0),
        ("won@1", 1),
        ("tied", 1),
        ("won@0 tied", 0),
        ("won@0 won@1", 1),
        ("tied tied", 1),
    ],
)
def test_put_original_only_the_seat_about_to_lead_may_put(before, leads):
    assert {t for t in taps(play(GAME, before)) if t.startswith("put")} == {f"put@{leads}"}
    assert refused(GAME, f"{before} put@{1 - leads}").reason == "elsewhere"


def test_put_original_whoever_wins_a_put_that_was_seen_has_five_and_earlier_tricks_count():
    assert told(GAME, "won@1 put@1 yes@0")["stake"] == "game"
    state = told(GAME, "won@1 put@1 yes@0 won@1", score="2-3")
    assert (state["score"], state["match_winner"]) == ([2, 5], 1)
    assert told(GAME, "won@0 won@1 put@1 yes@0 won@0", score="2-3")["score"] == [5, 3]


def test_put_original_a_hand_has_one_put_and_is_played_to_its_end():
    assert words(play(GAME, "put@1 yes@0")) == {"won", "tied", "hand"}
    assert words(play(GAME, "put@1 yes@0 won@0")) == {"won", "tied", "hand"}
    assert refused(GAME, "put@1 won@0").reason == "question"
    assert refused(GAME, "put@1 fold@0").reason == "question"
