"""Test shares with their ranges, and ratings with their plot."""

from __future__ import annotations

import ast
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from companion import book
from companion.book import rating, rating_plot
from companion.book.rating import RatedMatch, Rating
from companion.book.shares import FOLDED, MATCHES, MATCHES_WON, Counts, Share


def share(hits, of):
    counts = Counts()
    for case in range(of):
        MATCHES.count(counts, *([MATCHES_WON] if case < hits else []))
    return MATCHES_WON.share(counts)


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (5, 10, 0.2366, 0.7634),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_the_range_of_a_share_is_the_wilson_interval(hits, of, low, high):
    assert share(hits, of).range == pytest.approx((low, high), abs=0.00006)


@pytest.mark.parametrize(
    ("hits", "of", "percent"), [(46, 80, 58), (1, 8, 13), (1, 3, 33), (2, 3, 67), (0, 0, 0)]
)
def test_half_a_percent_is_rounded_up(hits, of, percent):
    assert share(hits, of).percent[0] == percent


@pytest.mark.parametrize(("hits", "of"), [(3, 2), (1, 0), (-1, 2)])
def test_no_share_has_more_hits_than_cases(hits, of):
    with pytest.raises(ValueError, match="is not a share"):
        Share(hits, of)


def test_a_case_is_refused_if_a_hit_belongs_to_other_cases_or_comes_twice():
    counts = Counts()
    for hits in ((FOLDED,), (MATCHES_WON, MATCHES_WON)):
        with pytest.raises(ValueError, match="matches"):
            MATCHES.count(counts, *hits)
    assert not counts


def test_only_the_module_shares_builds_shares():
    """This ensures that the hits of a share are always counted together with its cases."""
    for path in sorted(Path(book.__file__).parent.rglob("*.py")):
        made = [node for node in ast.walk(ast.parse(path.read_text())) if _makes_a_share(node)]
        assert len(made) == (path.name == "shares.py"), path


def _makes_a_share(node):
    return isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "Share"


def test_winning_raises_a_rating_and_narrows_its_range():
    rated = rating.after({}, RatedMatch((1, 2, 3, 4), 2, 0))
    assert rated[1].mean == rated[3].mean > 25 > rated[2].mean
    assert rated[1].unsure < 25 / 3


@pytest.mark.parametrize(
    "result", [RatedMatch((1, 2), 2, None), RatedMatch((1, 0), 2, 0), RatedMatch((1, 1), 2, 0)]
)
def test_a_match_without_a_winner_or_with_an_unknown_player_changes_no_rating(result):
    assert rating.after({}, result) == {}


def test_a_match_of_more_than_two_sides_is_rated():
    rated = rating.after({}, RatedMatch((1, 2, 3), 3, 2))
    assert rated[3].mean > rated[1].mean == pytest.approx(rated[2].mean)


def test_a_rating_has_a_range_of_95_percent():
    assert Rating(27.0, 5.0).reach == pytest.approx(9.8)


def test_the_plot_of_a_rating_has_a_line_a_range_and_dates():
    course_of = [Rating(25, 8), Rating(27, 7), Rating(26, 6)]
    tree = ET.fromstring(rating_plot.svg(course_of, "Anna", ("1 March", "20 <May>")))
    assert len(tree.findall("*/polygon")) == len(tree.findall("*/polyline")) == 1
    assert [text.text for text in tree.findall("text")] == [
        "10",
        "20",
        "30",
        "40",
        "1 March",
        "20 <May>",
    ]
