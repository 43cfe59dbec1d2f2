"""A wall writes long names smaller, lays out tables in columns and shows its pages in turn."""

from __future__ import annotations

import pytest

from companion.web import walls


@pytest.mark.parametrize(("letters", "kind"), [(24, ""), (25, "long"), (32, "long"), (33, "xlong")])
def test_a_long_name_on_a_wall_is_set_smaller(letters, kind):
    assert walls.size_class("x" * letters) == kind


@pytest.mark.parametrize(
    ("tiles", "grid"), [(0, "g1x1"), (1, "g1x1"), (3, "g1x3"), (4, "g2x2"), (7, "g2x4")]
)
def test_a_wall_shows_more_than_three_tables_in_two_columns(tiles, grid):
    assert walls.grid_class(tiles) == grid


@pytest.mark.parametrize(
    ("page", "calling", "following"),
    [(1, (), 2), (3, (), 1), (1, (2, 3), 2), (2, (1, 2), 1), (2, (2,), 2)],
)
def test_while_some_pages_of_a_wall_call_teams_only_these_pages_are_shown_in_turn(
    page, calling, following
):
    assert walls.next_page(page, 3, calling) == following
