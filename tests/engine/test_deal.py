"""If one player plays alone, all others are partners in that hand."""

from __future__ import annotations

import pytest

from tests.playing import begin


@pytest.mark.parametrize(
    ("dealer", "sides"),
    [(0, (0, 1, 1)), (1, (0, 1, 0)), (2, (0, 0, 2))],
)
def test_a_side_has_the_number_of_its_first_seat_whoever_plays_alone(dealer, sides):
    assert begin("argentine", seats=3, dealer=dealer).hand.sides == sides
