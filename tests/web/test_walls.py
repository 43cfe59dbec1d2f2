"""A wall shows its pages in turn, and draws each of them once for all televisions.

It writes long names smaller and lays out tables in columns.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain

import pytest

from companion.web import language, walls


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
    [(1, (), 2), (3, (), 1), (1, (2, 3), 2), (1, (1, 3), 3), (2, (1, 2), 1), (2, (2,), 2)],
)
def test_while_some_pages_of_a_wall_call_teams_only_these_pages_are_shown_in_turn(
    page, calling, following
):
    assert walls.next_page(page, 3, calling) == following


@pytest.mark.parametrize(
    ("things", "most", "sizes"),
    [(0, 8, []), (1, 8, [1]), (8, 8, [8]), (9, 8, [4, 5]), (5, 4, [2, 3]), (17, 8, [5, 6, 6])],
)
def test_tables_are_split_evenly_over_as_few_pages_as_possible(things, most, sizes):
    pages = walls.split_evenly(things, most)
    assert [len(page) for page in pages] == sizes
    assert [*chain.from_iterable(pages)] == [*range(things)]


@pytest.fixture
def templates(monkeypatch):
    """Write the name of a template and what it shows, instead of a page."""

    def render(name: str, **shown: object) -> str:
        return f"{name} shows {shown}"

    monkeypatch.setattr(walls, "render_template", render)


@dataclass
class Clock:
    """A clock that a test puts forward, and the pages that were drawn since the test began."""

    now: float = 100.0
    drawn: list[int] = field(default_factory=list)

    def draw(self, page: int) -> walls.PageInTurn:
        self.drawn.append(page)
        return walls.PageInTurn(token="x", title=f"at {self.now}", page=page, pages=3, next=1)


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(walls, "monotonic", lambda: clock.now)
    return clock


@pytest.mark.usefixtures("templates")
@pytest.mark.parametrize(
    ("asked", "page"),
    [
        ("", 1),
        ("?page=3", 3),
        ("?page=0", 1),
        ("?page=x", 1),
        ("?page=999", 999),
        ("?page=1000", 1),
    ],
)
def test_the_address_of_a_wall_names_the_page_that_is_shown(app, clock, asked, page):
    with app.test_request_context(f"/{asked}"):
        answer = walls.answer_with_wall("places", "token", clock.draw)
    assert clock.drawn == [page]
    assert answer.get_data(as_text=True).startswith("places/wall.html shows ")


@pytest.mark.usefixtures("templates")
def test_htmx_gets_only_the_part_of_a_wall_that_changes(app, clock):
    with app.test_request_context("/", headers={"HX-Request": "true"}):
        answer = walls.answer_with_wall("places", "token", clock.draw)
    assert answer.get_data(as_text=True).startswith("places/_wall.html shows ")


@pytest.mark.usefixtures("templates")
def test_for_a_second_all_televisions_get_the_same_page_of_a_wall(app, clock):
    def show(page: int = 1, token: str = "token", code: str = "en") -> str:
        with app.test_request_context(f"/?page={page}"):
            language.set_language(language.load(code))
            answer = walls.answer_with_wall("places", token, clock.draw)
        return answer.get_data(as_text=True)

    first = show()
    clock.now += 0.99
    assert show() == first
    assert len(clock.drawn) == 1
    assert show(page=2) != first
    show(token="another")
    show(code="fr")
    assert len(clock.drawn) == 4
    clock.now += 0.01
    assert show() != first
    assert len(clock.drawn) == 5


@pytest.mark.usefixtures("templates")
def test_a_server_keeps_a_limited_number_of_drawn_pages(app, clock, monkeypatch):
    monkeypatch.setattr(walls, "MOST", 2)

    def show(page: int) -> None:
        with app.test_request_context(f"/?page={page}"):
            walls.answer_with_wall("places", "token", clock.draw)

    for page in (1, 2, 1, 2, 3, 3, 1):
        show(page)
    assert clock.drawn == [1, 2, 3, 1]
