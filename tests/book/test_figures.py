"""Shares with their basis, ratings and their plot: what pages print."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from companion.book import figures, rating, rating_plot
from companion.book.chances import Share
from companion.book.rating import RatedMatch, Rating


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
    """The last one stands in textbooks."""
    assert Share(hits, of).range == pytest.approx((low, high), abs=0.00006)


@pytest.mark.parametrize(("hits", "of"), [(3, 2), (1, 0), (-1, 2), (7, 1)])
def test_a_share_of_impossible_counts_is_drawn_between_0_and_1(hits, of):
    """More hands folded than recorded were a "math domain error"."""
    share = Share(hits, of)
    assert 0 <= share.range[0] <= share.range[1] <= 1
    assert 0 <= share.value <= 1
    assert all(0 <= percent <= 100 for percent in share.percent)


def test_the_figures_of_a_call_say_how_often_it_was_made_accepted_and_won():
    counts = Counter(
        {"called.truc.truc": 5, "met.truc.truc": 3, "refused.truc.truc": 1, "settled.truc.truc": 2}
    )
    (call,) = figures.calls(counts)
    assert (call.ladder, call.word, call.made, call.accepted, call.won) == (
        "truc",
        "truc",
        5,
        Share(3, 4),
        Share(0, 2),
    )


def test_the_figures_of_answers_say_how_often_calls_were_accepted_raised_and_won():
    (answer,) = figures.answers(
        Counter({"yes.truc": 2, "no.truc": 1, "raised.truc": 1, "yes-settled.truc": 2})
    )
    assert (answer.taken, answer.raised, answer.won) == (Share(3, 4), 1, Share(0, 2))


def test_points_won_without_showing_cards_are_a_share_of_recorded_hands():
    counts = Counter({"hands.won": 9, "hands.won.talked": 3, "points.short": 9, "points.fix": 1})
    assert figures.by_talking(counts) == Share(3, 9)
    assert figures.unrecorded(counts) == 10


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
    """95 of 100, not two of three."""
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
