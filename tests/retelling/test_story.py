"""The story of a match: at most two sentences, each only if it is true."""

from __future__ import annotations

import pytest

from companion.retelling import story
from companion.words.people import People
from tests.retelling.test_one_match import played

NAMES = ("Anna", "Biel", "Carme", "Dídac")


@pytest.mark.parametrize(
    ("taps", "told"),
    [
        ("fix@1=8 fix@0=3 fix@0=9", ("Anna & Carme came back from 0–8 down to win.",)),
        ("fix@0=12", ("Not one point for Biel & Dídac.",)),
        (
            "fix@0=10 fix@1=10 truc@1 yes@2 won@0 won@0",
            (
                "It was 10–10 before the last hand.",
                "In the last hand Biel called truc, and it was accepted.",
            ),
        ),
        (
            "hand@1 hand@0 hand@0 hand@0 hand@0 hand@0 fix@0=7",
            ("Anna & Carme took 5 hands in a row.",),
        ),
        ("fix@0=3 fix@1=2 fix@0=9", ("Anna & Carme were never behind.",)),
        (
            "fix@1=2 fix@0=3 fix@0=7 truc@1 retruc@2 no@3",
            ("In the last hand Carme called retruc, and it was refused.",),
        ),
        (
            "fix@1=2 fix@0=1 truc@0 no@1 truc@0 no@1 truc@0 no@1 fix@0=8",
            ("Anna called 3 times and won every time.",),
        ),
    ],
)
def test_the_story_of_a_match_tells_what_was_remarkable(taps, told):
    match = played("catalan", taps)
    assert story.tell_story(match, People(NAMES, match.rules)) == told


@pytest.mark.parametrize(
    "taps", ["fix@0=12 fix@1=12 fix@0=12", "fix@1=4 fix@0=12 fix@0=3 fix@1=2 fix@0=12"]
)
def test_the_story_of_several_games_does_not_tell_what_happened_only_in_the_last(taps):
    match = played("catalan", taps, rules="best_of=3")
    assert story.tell_story(match, People(NAMES, match.rules)) == ()


@pytest.mark.parametrize("taps", ["", "hand@0", "fix@0=3 end"])
def test_a_match_without_a_winner_has_no_story(taps):
    match = played("catalan", taps)
    assert story.tell_story(match, People(NAMES, match.rules)) == ()
