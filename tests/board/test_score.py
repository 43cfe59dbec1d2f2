"""Beside its digits, the score is drawn as is usual in the game, or as the phone's setting says."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from companion import variants
from companion.board.score import (
    MarkDrawing,
    Score,
    own_side_first,
    score_board,
    score_marks,
    unowned_cube,
)
from companion.engine import legal, start
from companion.engine.variant import Count
from companion.web import phone as settings
from companion.words.people import People
from tests.plain_phones import words
from tests.playing import play


def made(drawing: MarkDrawing, name: str) -> int:
    return dict(drawing.paths).get(name, "").count("M")


def stones(drawing: MarkDrawing, name: str) -> int:
    widths = re.findall(r"h(\d+)", dict(drawing.paths).get(name, ""))
    return sum(int(width) // 12 + 1 for width in widths)


def marks(variant: str, score: str, by: str = "") -> MarkDrawing:
    """Return the drawing of the first side's score.

    `by` is the way of drawing, for example "matches"; "" is the usual way of the game.
    """
    game = start(variants.get(variant).rules(), score=score)
    count = variants.get(variant).count
    count = Count(by or count.by, count.halves)  # type: ignore[arg-type]
    return score_marks(game, 0, count).drawing


@pytest.mark.parametrize("points", range(30))
def test_argentine_points_are_matchsticks_in_fives_with_a_line_at_half_the_target(points):
    drawing = marks("argentine", f"{points}-0")
    assert made(drawing, "made") == made(drawing, "head") == points
    assert made(drawing, "faint") == 6 - -(-min(points, 15) // 5) - -(-max(points - 15, 0) // 5)
    assert made(drawing, "line") == 1


def test_the_score_says_whether_a_side_is_in_malas_or_buenas():
    game = start(variants.get("argentine").rules(), score="14-15")
    shown = [score_marks(game, side, variants.get("argentine").count).stage for side in (0, 1)]
    assert shown == ["14 malas", "0 buenas"]


@pytest.mark.parametrize(("variant", "mark"), [("argentine", 15), ("catalan", 11), ("put", 0)])
def test_the_bar_of_a_score_is_marked_at_half_the_target_or_at_the_hand_of_eleven(variant, mark):
    game = play(variant)
    people = People(("Anna", "Biel", "Carme", "Pep")[: game.rules.seats], game.rules)
    shown = score_board(game, legal(game), people, variants.get(variant).count)
    assert {side.mark for side in shown.sides} == {mark}


def test_the_last_group_of_matchsticks_may_have_fewer_than_five():
    assert made(marks("valencian", "12-0", "matches"), "made") == 12
    assert made(marks("valencian", "0-0", "matches"), "faint") == 6


@pytest.mark.parametrize("points", range(24))
def test_valencian_points_are_drawn_as_stones_in_two_rows(points):
    drawing = marks("valencian", f"{points}-0")
    assert (stones(drawing, "stones"), stones(drawing, "left")) == (points, 24 - points)
    assert (drawing.width, drawing.height) == (12 * 12, 2 * 12)


def test_truts_are_drawn_as_longs_and_their_points_as_petits():
    drawing = marks("trut", "6/2-3/1")
    assert (made(drawing, "long"), made(drawing, "petit"), made(drawing, "faint")) == (6, 2, 1)


def test_points_in_jetons_are_drawn_as_fives_and_ones():
    drawing = marks("catalan", "8-0", "jetons")
    assert (made(drawing, "long"), made(drawing, "petit")) == (1, 3)


def test_the_doubling_cube_is_in_the_middle_until_a_side_has_accepted_a_double():
    count = variants.get("doubling").count
    new = play("doubling")
    assert unowned_cube(new) == "1"
    doubled = play("doubling", "double@1 yes@0")
    assert unowned_cube(doubled) == ""
    assert [score_marks(doubled, side, count).cube for side in (0, 1)] == ["2", ""]
    again = play("doubling", "double@1 yes@0 double@0 yes@1")
    assert [score_marks(again, side, count).cube for side in (0, 1)] == ["", "4"]


@pytest.mark.parametrize("by", settings.CHOICES["count"])
@pytest.mark.parametrize("variant", variants.VARIANTS)
def test_the_score_of_every_game_can_be_drawn_in_every_way(variant, by):
    usual = variants.get(variant).count
    count = Count(by or usual.by, usual.halves)  # type: ignore[arg-type]
    game = play(variant)
    people = People(("",) * game.rules.seats, game.rules)
    sides = score_board(game, legal(game), people, count).sides
    drawn = {side.counted.drawing is not None for side in sides}
    assert drawn == {count.by in ("matches", "stones", "jetons")}


@pytest.mark.parametrize("variant", ["argentine", "doubling", "put-many", "trut"])
def test_the_page_draws_the_score_as_the_phone_has_chosen(open_match, phone, variant):
    anna = phone(0, at=open_match(variant, names=()))
    for chosen in settings.CHOICES["count"]:
        anna.client.post("/phone", data={"count": chosen})
        page = anna.page()
        by = chosen or variants.get(variant).count.by
        drawn = by in ("matches", "stones", "jetons")
        assert (re.search(r'<span class="marks">\s*<svg', page) is not None) == drawn
        assert re.findall(r'<span class="points[^>]*>(\d+)</span>', page) == ["0"] * page.count(
            'class="half '
        )
        assert page.count('class="cube"') == (by == "cube")
        assert "None" not in words(page)


@pytest.mark.parametrize(
    ("game", "name", "in_one_line"),
    [("catalan", "Guillermina & Bartomeua", "Guill. & Bart."), ("put-many", "Guill.", "")],
)
def test_a_side_with_long_names_has_a_short_form_that_fits_in_one_line(game, name, in_one_line):
    began = start(variants.get(game).rules(4))
    people = People(("Guillermina", "Biel", "Bartomeua", "Pep"), began.rules)
    sides = score_board(began, legal(began), people, variants.get(game).count).sides
    assert (sides[0].name, sides[0].initials) == (name, in_one_line)
    assert sides[1].initials == ""


def test_a_drawing_of_matchsticks_is_as_wide_as_its_groups_and_the_line_between_them():
    assert marks("argentine", "0-0").width == marks("argentine", "29-0").width == 6 * 24 + 8 - 2


def places(drawing: MarkDrawing, *names: str) -> list[int]:
    """Return how far from the left each mark of these paths begins, in order."""
    paths = dict(drawing.paths)
    found: list[int] = []
    for name in names:
        found += map(int, re.findall(r"M(\d+)", paths.get(name, "")))
    return sorted(found)


def test_the_line_at_half_the_target_is_in_the_middle_between_two_groups_of_matchsticks():
    drawing = marks("argentine", "29-0")
    [line] = places(drawing, "line")
    ends = [int(at) for at in re.findall(r"[ML](\d+)", dict(drawing.paths)["made"])]
    before = max(at for at in ends if at < line)
    after = min(at for at in ends if at > line)
    assert line - before == after - line


def test_the_stones_that_are_not_scored_yet_follow_the_stones_that_are():
    drawing = marks("valencian", "5-0")
    [first] = places(drawing, "stones")
    assert places(drawing, "left") == [first, first + 5 * 12]  # the second row, and the first one


def test_petits_are_drawn_on_the_right_of_the_longs():
    drawing = marks("trut", "6/2-3/1")
    longs = places(drawing, "long", "faint")
    petits = places(drawing, "petit")
    assert (len(longs), len(petits)) == (7, 2)
    assert len({right - left for left, right in pairwise(longs)}) == 1
    assert longs[-1] < petits[0] < petits[1] < drawing.width


def board(variant: str, names: str = "Anna Biel Carme Pep", **how: str) -> Score:
    game = play(variant, seats=len(names.split()), **how)
    people = People(tuple(names.split()), game.rules)
    return score_board(game, legal(game), people, variants.get(variant).count)


def test_names_have_two_lines_only_if_they_are_long_and_there_are_two_sides():
    long = "Guillermina Biel Bartomeua"
    assert board("catalan", f"{long} Pep").two_lines
    assert not board("catalan").two_lines
    many = board("put-many", long)
    assert (many.two_lines, many.many, many.worth_after) == (False, True, 3)


def test_the_board_shows_a_mark_for_each_game_that_wins_the_match():
    sides = board("catalan", rules="best_of=5", games="2-1").sides
    assert [side.games for side in sides] == [(True, True, False), (True, False, False)]
    assert [side.won for side in sides] == ["Games won: 2 of 3", "Games won: 1 of 3"]
    assert [side.games for side in board("trut").sides] == [(), ()]


def test_a_phone_has_its_own_side_first_and_keys_only_if_it_may_tap():
    both = board("catalan")
    mine = own_side_first(both, 1, tap=True)
    assert [side.number for side in mine.sides] == [1, 0]
    assert all(side.points is not None for side in mine.sides)
    watched = own_side_first(both, 1, tap=False)
    assert [side.points for side in watched.sides] == [None, None]


def test_the_keys_of_a_side_say_what_it_gains_and_what_it_gives_away():
    [points, _] = [side.points for side in board("catalan").sides]
    assert (points.took.tap, points.took.worth, points.took.who) == ("hand@0", "+1", "")
    assert (points.gives.tap, points.gives.worth, points.gives.who) == (
        "fold@0",
        "+1",
        "Biel & Pep",
    )
    assert points.disabled == ("fix@0=-1", "fix-games@0=-1")
    assert [key.disabled for key in points.dealers.keys] == [True, False, False, False]
