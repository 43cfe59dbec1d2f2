"""One match retold: the curve of its score, its sheet."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import chain
from pathlib import Path

import pytest

from companion.engine import MatchLog, parse
from companion.retelling import svg
from companion.retelling.calls import calls_of
from companion.retelling.curve import course
from companion.retelling.replay import Replay
from companion.retelling.score_sheet import score_lines
from tests.playing import begin

EVENING = (
    (Path(__file__).parents[1] / "records" / "evening.truc")
    .read_text(encoding="utf-8")
    .split("\n", 1)[1]
)


AT_29 = {"score": "29-0"}
FLOR = {"rules": "flor=on"}


def played(variant, taps, **how):
    return Replay.from_log(MatchLog.of(begin(variant, **how), map(parse, taps.split())))


def test_the_course_of_a_match_has_its_scores_and_raises():
    told = course(Replay.from_text(EVENING))
    assert [point.score for point in told.games[0]][:3] == [(0, 0), (0, 2), (1, 2)]
    assert told.games[0][-1].score == (13, 11)
    assert [(mark.hand, mark.word, mark.fate) for mark in told.marks][:3] == [
        (1, "truc", "accepted"),
        (4, "truc", "accepted"),
        (4, "retruc", "refused"),
    ]


def test_the_sheet_of_points_lists_gains_and_totals_of_each_hand():
    lines = score_lines(Replay.from_text(EVENING))
    assert [(line.hand, line.total.text) for line in lines][:2] == [(1, "0-2"), (2, "1-2")]
    assert [amount.points for amount in lines[0].gained] == [0, 2]
    assert (lines[-1].total.text, lines[-1].won) == ("13-11", 0)
    assert lines[3].changes[0].event.why == "refused"
    assert not score_lines(played("catalan", "hand@0"))[0].recorded


def test_the_plot_of_a_score_has_a_description_in_words():
    told = course(Replay.from_text(EVENING))
    tree = ET.fromstring(svg.course_svg(told, 'Anna & Co "13" to 11', ["truc"] * len(told.marks)))
    assert tree.get("aria-label") == 'Anna & Co "13" to 11'
    assert len(tree.findall("*/polyline")) == 2
    assert len(tree.findall("*/g")) == len(told.marks)
    assert not [node for node in tree.iter() if node.get("style")]


@pytest.mark.parametrize(
    ("variant", "taps", "how", "told"),
    [
        ("trut", "trut@1 no@2 no@0", {"seats": 4}, "trut refused"),  # every opponent refused
        ("put-many", "put@1 no@2 no@0", {"seats": 3}, "put refused"),
        ("put-many", "put@1 yes@2 no@0 won@1", {"seats": 3}, "put accepted"),
        ("catalan", "truc@1 retruc@2 no@3", {}, "truc accepted, retruc refused"),
        ("catalan", "truc@0 won@0", {}, "truc accepted"),  # playing on
        ("catalan", "truc@1", {}, "truc None"),  # it waits for an answer
        ("catalan", "truc@1 void", {}, "truc lapsed"),
        ("catalan", "truc@1 yes@2 retruc@0 resign@1", {}, "truc accepted, retruc lapsed"),
        ("catalan", "truc@1 fix@0=12", {}, "truc lapsed"),
        ("catalan", "truc@1 end", {}, "truc lapsed"),
        ("argentine", "truco@3 envido@0 yes@3 best@0", AT_29, "truco lapsed, envido accepted"),
        ("argentine", "truco@3 envido@0 no@1 yes@0", {}, "truco accepted, envido refused"),
        ("argentine", "envido@3 flor@0 no@1 no@2 no@3", FLOR, "envido lapsed, flor None"),
        ("argentine", "flor@1 no@2 no@3 no@0", FLOR, "flor None"),
        ("argentine", "flor@1 contraflor@2 yes@3", FLOR, "flor None, contraflor accepted"),
        ("argentine", "flor@1 resto@2 achico@3", FLOR, "flor None, resto refused"),
    ],
)
def test_every_call_that_asked_something_was_accepted_or_refused_or_has_lapsed(
    variant, taps, how, told
):
    calls = chain.from_iterable(map(calls_of, played(variant, taps, **how).hands))
    assert ", ".join(f"{made.word} {made.fate}" for made in calls) == told
