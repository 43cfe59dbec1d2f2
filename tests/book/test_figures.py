"""Shares with their basis, ratings, plots and pictures: what pages print."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ET
import zlib
from collections import Counter
from pathlib import Path

import pytest

from companion.book import figures, png, rating, svg
from companion.book.chances import Share
from companion.book.course import course
from companion.book.paper import paper
from companion.book.played import of_line, of_text
from companion.book.rating import Rating, Result
from companion.engine import Line, parse
from tests.playing import begin

EVENING = (Path(__file__).parents[1] / "records" / "evening.truc").read_text(encoding="utf-8").split("\n", 1)[1]


def played(variant, taps, **how):
    return of_line(Line.of(begin(variant, **how), map(parse, taps.split())))


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 0, 0.0, 1.0), (5, 10, 0.2366, 0.7634), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_the_range_of_a_share_is_wilsons(hits, of, low, high):
    """The last one stands in textbooks."""
    assert Share(hits, of).range == pytest.approx((low, high), abs=0.00006)


def test_what_a_page_says_of_a_call():
    counts = Counter({"called.truc.truc": 5, "met.truc.truc": 3, "refused.truc.truc": 1, "settled.truc.truc": 2})
    (call,) = figures.calls(counts)
    assert (call.ladder, call.word, call.made, call.met, call.won) == ("truc", "truc", 5, Share(3, 4), Share(0, 2))


def test_what_a_page_says_of_answers():
    (answer,) = figures.answers(Counter({"yes.truc": 2, "no.truc": 1, "raised.truc": 1, "yes-settled.truc": 2}))
    assert (answer.taken, answer.raised, answer.won) == (Share(3, 4), 1, Share(0, 2))


def test_points_by_talking_and_by_cards():
    counts = Counter({"points.refused": 3, "points.cards": 4, "points.bet": 2, "points.short": 9, "points.fix": 1})
    assert figures.by_talking(counts) == Share(3, 9)
    assert figures.unrecorded(counts) == 10


def test_a_rating_rises_with_the_winners_and_grows_surer():
    rated = rating.after({}, Result((1, 2, 3, 4), 2, 0))
    assert rated[1].mean == rated[3].mean > 25 > rated[2].mean
    assert rated[1].unsure < 25 / 3


@pytest.mark.parametrize("result", [Result((1, 2), 2, None), Result((1, 0), 2, 0), Result((1, 1), 2, 0)])
def test_a_match_nobody_won_or_with_an_unknown_player_rates_nobody(result):
    assert rating.after({}, result) == {}


def test_more_than_two_sides_are_rated_too():
    rated = rating.after({}, Result((1, 2, 3), 3, 2))
    assert rated[3].mean > rated[1].mean == pytest.approx(rated[2].mean)


def test_the_course_of_a_match_with_its_raises():
    told = course(of_text(EVENING))
    assert [point.score for point in told.games[0]][:3] == [(0, 0), (0, 2), (1, 2)]
    assert told.games[0][-1].score == (13, 11)
    assert [(mark.hand, mark.word, mark.met) for mark in told.marks][:3] == [
        (1, "truc", True),
        (4, "truc", True),
        (4, "retruc", False),
    ]


def test_several_games_begin_anew():
    told = course(played("catalan", "fix@0=12 won@1 won@3 fix@1=11", rules="best_of=3"))
    assert [game[-1].score for game in told.games][:2] == [(12, 0), (0, 12)]


def test_truts_are_what_wins():
    told = course(played("trut-gatine", "hand@1 hand@1", seats=2))
    assert told.games[0][-1].score[1] > 0


def test_the_sheet_of_points():
    lines = paper(of_text(EVENING))
    assert [(line.hand, line.gained, line.total) for line in lines][:2] == [(1, (0, 2), (0, 2)), (2, (1, 0), (1, 2))]
    assert (lines[-1].total, lines[-1].game) == ((13, 11), 0)
    assert lines[3].why[0].why == "refused"
    assert not paper(played("catalan", "hand@0"))[0].recorded


def test_the_sheet_keeps_the_last_figures_of_a_game_that_was_won():
    lines = paper(played("catalan", "fix@0=10 truc@1 yes@2 hand@0 hand@1", rules="best_of=3"))
    assert [(line.total, line.game) for line in lines] == [((12, 0), 0), ((0, 1), None)]


def test_the_plot_of_a_score_is_a_picture_with_words():
    told = course(of_text(EVENING))
    tree = ET.fromstring(svg.course_svg(told, 'Anna & Co "13" to 11', ["truc"] * len(told.marks)))
    assert tree.get("aria-label") == 'Anna & Co "13" to 11'
    assert len(tree.findall("*/polyline")) == 2
    assert len(tree.findall("*/g")) == len(told.marks)
    assert not [node for node in tree.iter() if node.get("style")]


def test_the_plot_of_a_rating():
    course_of = [Rating(25, 8), Rating(27, 7), Rating(26, 6)]
    tree = ET.fromstring(svg.rating_svg(course_of, "Anna"))
    assert len(tree.findall("*/polygon")) == len(tree.findall("*/polyline")) == 1


def test_the_picture_to_share_holds_what_nobody_can_break_out_of():
    told = course(of_text(EVENING))
    shown = svg.Shown("Catalan truc", ("<script>&", '"x'), ("13", "11"), 0, "")
    tree = ET.fromstring(svg.picture(shown, told))
    assert {node.tag.rpartition("}")[2] for node in tree.iter()} == {"svg", "rect", "text", "polyline"}


def test_the_png_is_one():
    data = png.picture(["13", "6/2"], course(of_text(EVENING)))
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (1200, 630)
    at = data.index(b"IDAT")
    size = struct.unpack(">I", data[at - 4 : at])[0]
    assert len(zlib.decompress(data[at + 4 : at + 4 + size])) == 630 * 1201
    assert len(data) < 10_000
