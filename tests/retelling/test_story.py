"""The story of a match: at most two sentences, each only if it is true."""

from __future__ import annotations

import pytest

from companion.retelling import story
from companion.words.people import People
from tests.retelling.test_one_match import played

NAMES = ("Anna", "Biel", "Carme", "Dídac")
OF_11 = "yes@0 hand@0"  # a side on 11 points decides to play, and wins


def told(variant, taps, **how):
    match = played(variant, taps, **how)
    return story.tell_story(match, People(NAMES[: match.rules.seats], match.rules))


@pytest.mark.parametrize(
    ("score", "taps", "sentences"),
    [
        ("6-10", f"{'hand@0 ' * 5} {OF_11}", ["Anna & Carme came back from 6–10 down to win."]),
        ("11-0", OF_11, ["Not one point for Biel & Dídac."]),
        (
            "10-10",
            "truc@1 yes@2 won@0 won@0",
            [
                "It was 10–10 before the last hand.",
                "In the last hand Biel called truc, and it was accepted.",
            ],
        ),
        ("6-7", f"{'won@0 won@0 ' * 5} {OF_11}", ["Anna & Carme took 5 hands in a row."]),
        ("9-7", f"hand@0 hand@0 {OF_11}", ["Anna & Carme were never behind."]),
        (
            "10-9",
            "truc@1 retruc@2 no@3",
            [
                "Anna & Carme were never behind.",
                "In the last hand Carme called retruc, and it was refused.",
            ],
        ),
        ("8-9", f"{'truc@0 no@1 ' * 3} {OF_11}", ["Anna called 3 times and won every time."]),
        (
            "8-9",
            f"truc@0 void {'truc@0 no@1 ' * 3} {OF_11}",
            ["Anna called 4 times and won 3 of them."],
        ),
    ],
)
def test_the_story_of_a_match_tells_what_was_remarkable(score, taps, sentences):
    assert list(told("catalan", taps, score=score)) == sentences


@pytest.mark.parametrize(
    ("variant", "score", "taps", "why"),
    [
        ("catalan", "0-0", "fix@1=8 fix@0=12", "the score was corrected"),
        ("catalan", "3-8", "fix-games@0=1", "a correction ended the match"),
        ("catalan", "3-8", "resign@1", "the side that was ahead gave up"),
        ("catalan", "9-10", "fix@0=1 truc@1 yes@2 hand@0", "it was level after a correction"),
        (
            "argentine",
            "27-26",
            "envido@1 no@0 truco@1 retruco@0 yes@1 hand@0",
            "a bet made it level",
        ),
        ("trut-gatine", "6/0-6/1", "trut@1 yes@0 hand@0", "one side was a petit ahead"),
        ("put", "3-4", "put@1 yes@0 hand@0", "one hand is no course"),
    ],
)
def test_the_story_of_a_match_leaves_out_what_is_not_true(variant, score, taps, why):
    seats = 4 if variant == "catalan" else 2
    course = [one for one in told(variant, taps, score=score, seats=seats) if "called" not in one]
    assert course == [], why


@pytest.mark.parametrize(
    ("score", "taps"),
    [("6/1-6/0", "trut@1 yes@0 hand@0"), ("6/0-0/0", "hand@1 trut@1 yes@0 hand@0")],
)
def test_the_story_of_a_match_counts_petits_as_points(score, taps):
    """The match was not level before the last hand, and the losers did not end with nothing."""
    assert told("trut", taps, score=score, seats=2)[0] == "Anna was never behind."


@pytest.mark.parametrize(
    "taps", ["fix@0=12 fix@1=12 fix@0=12", "fix@1=4 fix@0=12 fix@0=3 fix@1=2 fix@0=12"]
)
def test_the_story_of_several_games_does_not_tell_what_was_corrected_in_the_last(taps):
    assert told("catalan", taps, rules="best_of=3") == ()


def test_the_story_of_several_games_does_not_call_a_side_never_behind_that_lost_one():
    taps = f"resign@0 {'hand@0 ' * 11} {OF_11} {'hand@0 ' * 11} {OF_11}"
    assert told("catalan", taps, rules="best_of=3") == ("Not one point for Biel & Dídac.",)


def test_points_of_a_game_before_keep_the_story_from_saying_that_a_side_got_none():
    taps = f"hand@1 {'hand@0 ' * 11} {OF_11} {'hand@0 ' * 11} {OF_11}"
    assert told("catalan", taps, rules="best_of=3") == ()


@pytest.mark.parametrize("taps", ["", "hand@0", "hand@0 end"])
def test_a_match_without_a_winner_has_no_story(taps):
    assert told("catalan", taps) == ()
