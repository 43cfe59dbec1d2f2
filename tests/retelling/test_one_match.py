"""A match is retold as a curve of its score and as a sheet of points."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from companion.engine import MatchLog, parse
from companion.retelling import svg
from companion.retelling.curve import course
from companion.retelling.replay import Replay
from companion.retelling.score_sheet import score_lines
from tests.playing import begin

EVENING = (
    (Path(__file__).parents[1] / "records" / "evening.truc")
    .read_text(encoding="utf-8")
    .split("\n", 1)[1]
)


def played(variant, taps, **how):
    return Replay.from_log(MatchLog.of(begin(variant, **how), map(parse, taps.split())))


@pytest.mark.parametrize("text", ["", "; only a comment"])
def test_a_text_without_a_record_is_refused_like_a_record_that_cannot_be_played(text):
    with pytest.raises(ValueError, match="no record"):
        Replay.from_text(text)


def test_the_course_of_a_match_has_its_scores_and_calls():
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
