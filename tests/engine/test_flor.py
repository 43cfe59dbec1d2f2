"""A flor may still be announced after a refused envido, and by accepting a raise."""

from __future__ import annotations

from dataclasses import replace

from companion import variants
from companion.engine import parse, replay, start
from companion.engine.deal import Redeal
from tests.playing import play, seated, taps


def test_a_no_to_another_question_does_not_count_as_the_refusal_of_envido():
    argentine = variants.get("argentine").rules(house={"flor": "on"})
    game = start(replace(argentine, parts=(Redeal(), *argentine.parts)))
    game = replay(game, map(parse, "redeal@1 no@0 envido@3 no@2".split()))
    assert seated("flor", range(4)) & taps(game) == {"flor@0", "flor@1"}


def test_a_seat_announces_its_flor_by_accepting_a_raise_unless_it_has_announced_it_already():
    contested = "flor@1 no@2 flor@3 contraflor@0"
    announced = play("argentine", f"{contested} yes@3", rules="flor=on").hand
    assert [call.seat for call in announced.calls] == [1, 3, 0]
    silent = play("argentine", "flor@1 contraflor@2 yes@3", rules="flor=on").hand
    assert [call.seat for call in silent.calls] == [1, 2, 3]
    *_, last = silent.calls
    assert (last.word, last.accepted, last.reply, last.bet) == ("contraflor", True, True, True)
