"""After a refused envido only a seat that did not speak in it may announce a flor."""

from __future__ import annotations

from dataclasses import replace

from companion import variants
from companion.engine import parse, replay, start
from companion.engine.deal import Redeal
from tests.playing import seated, taps


def test_a_no_to_another_question_does_not_count_as_the_refusal_of_envido():
    argentine = variants.get("argentine").rules(house={"flor": "on"})
    game = start(replace(argentine, parts=(Redeal(), *argentine.parts)))
    game = replay(game, map(parse, "redeal@1 no@0 envido@3 no@2".split()))
    assert seated("flor", range(4)) & taps(game) == {"flor@0", "flor@1"}
