"""A match with impossible settings is refused with a sentence that says what is possible."""

from __future__ import annotations

import re

import pytest

from tests.playing import play
from tests.variants.lists import entries, how_played


@pytest.mark.parametrize(("game", "_", "line"), list(entries("impossible.txt")))
def test_each_match_in_impossible_txt_is_refused_with_the_sentence_listed_there(game, _, line):
    how, _, sentence = line.partition(" | ")
    with pytest.raises(ValueError, match=re.escape(sentence)):
        play(game, **how_played(how))


@pytest.mark.parametrize(
    ("how", "sentence"), [({"games": "1-0"}, r"1-0.*lower"), ({"rules": "target"}, "key=value")]
)
def test_an_impossible_count_of_games_and_an_unreadable_house_rule_are_refused(how, sentence):
    with pytest.raises(ValueError, match=sentence):
        play("catalan", **how)
