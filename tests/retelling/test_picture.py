"""The picture of a result shows all its text within its frame, for all games and names."""

from __future__ import annotations

import io
from itertools import product

import pytest
from PIL import Image

from companion.retelling import letters, picture, result
from companion.retelling.canvas import Canvas
from companion.retelling.curve import Course, course
from companion.retelling.picture import SIDES, SIZES, ResultPicture, ShownSide
from companion.retelling.replay import Replay
from companion.words.people import People
from tests.retelling.test_one_match import EVENING, played

LONG = (
    "Christabelle",
    "Hermenegilda",
    "Bartholomeus",
    "Maximilianus",
    "Wilhelmina W",
    "Ferran",
    "Gemma",
    "Oriol",
)
MARGIN = 30  # width in pixels of the edge in which only the frame is drawn


def image(shown, whole, shape):
    canvas = picture.canvas(shape)
    for _ in picture.drawing(canvas, shown, whole):
        pass
    return Image.open(io.BytesIO(canvas.png())).convert("RGB")


def shown_of(match, names=LONG):
    return result.result_picture(
        match, People(names[: match.rules.seats], match.rules), "23 de novembre del 2026"
    )


MATCHES = {
    "four": lambda: Replay.from_text(EVENING),
    "series": lambda: played(
        "catalan", "fix@0=12 won@1 won@3 fix@0=3 fix@1=12 fix@0=12", rules="best_of=3"
    ),
    "truts": lambda: played("trut", "hand@1 hand@0 hand@0 fix-truts@0=7", seats=2),
    "many": lambda: played("put-many", "hand@0 hand@1 hand@0 hand@2 fix@4=5", seats=5),
}


@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("match", MATCHES)
def test_everything_in_a_result_picture_is_within_its_frame(match, shape):
    match = MATCHES[match]()
    drawn = image(shown_of(match), course(match), shape)
    wide, high = SIZES[shape]
    assert drawn.size == (wide, high)
    columns = (*range(18, MARGIN), *range(wide - MARGIN, wide - 18))
    edge = [drawn.getpixel(xy) for xy in product(columns, range(18, high - 18))]
    assert (
        max(max(pixel) for pixel in edge) < 130
    )  # there is only felt, which is darker than letters
    colours = {colour: count for count, colour in drawn.getcolors(wide * high)}
    for side in range(match.rules.accounts):
        assert colours.get(SIDES[side], 0) > 500


def test_a_result_picture_has_the_sides_with_their_scores_and_a_story():
    shown = shown_of(Replay.from_text(EVENING), ("Anna", "Biel", "Carme", "Dídac"))
    assert [(side.names, side.score) for side in shown.sides] == [
        (("Anna", "Carme"), "13"),
        (("Biel", "Dídac"), "11"),
    ]
    assert (
        shown.story
        == "Anna & Carme came back from 1–6 down to win. Dídac called 4 times and won 3 of them."
    )


def test_a_result_picture_says_who_won_against_whom():
    shown = shown_of(Replay.from_text(EVENING), ("Anna", "Biel", "Carme", "Dídac"))
    assert (shown.cry, shown.against) == ("Anna & Carme won", "against Biel & Dídac · to 12")
    assert [fact.label for fact in shown.facts] == ["hands", "calls"]
    assert shown_of(MATCHES["series"]()).against == "against Hermenegilda & Maximilianus"
    assert shown_of(MATCHES["many"]()).cry == ""


def test_a_result_picture_of_several_games_has_the_score_of_each_game():
    assert shown_of(MATCHES["series"]()).games == (("12–0", 0), ("3–13", 1), ("12–0", 0))


def test_the_result_picture_of_a_won_match_shows_truts_without_points():
    assert [side.score for side in shown_of(MATCHES["truts"]()).sides] == ["7", "0"]


def test_a_result_picture_of_many_sides_lists_the_best_side_first():
    assert [side.score for side in shown_of(MATCHES["many"]()).sides] == ["5", "2", "1", "1", "0"]


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Élodie Ñandú-Ção l·l", "Élodie Ñandú-Ção l·l"),
        ("Łukasz Șerban", "Łukasz Șerban"),
        ("Nguyễn", "Nguyên"),
        ("Zoë 🎉", "Zoë"),
        ("Наташа", ""),
        ("  a\tb ", "a b"),
        ("Anna : menée\u202f!", "Anna\u00a0: menée\u00a0!"),
    ],
)
def test_a_name_in_a_picture_keeps_the_characters_that_can_be_drawn(name, drawn):
    assert letters.known(name) in (drawn, drawn.replace("ê", "e"))


def test_a_player_whose_name_cannot_be_drawn_is_shown_with_the_number_of_their_seat():
    shown = shown_of(Replay.from_text(EVENING), ("Наташа", "🎉", "Carme", "Dídac"))
    assert shown.sides[0].names == ("Player 1", "Carme")


def test_drawing_a_shape_colours_only_the_pixels_that_it_covers():
    canvas = Canvas(10, 10)
    canvas.shape([[(2, 2), (6, 2), (6, 5.5), (2, 5.5)]], (200, 100, 50))
    drawn = Image.open(io.BytesIO(canvas.png()))
    assert drawn.getpixel((2, 2)) == drawn.getpixel((5, 4)) == (200, 100, 50)
    assert drawn.getpixel((3, 5)) == (100, 50, 25)
    assert {drawn.getpixel(xy) for xy in ((1, 3), (6, 3), (3, 6), (3, 1))} == {(0, 0, 0)}


def test_the_result_picture_of_a_match_can_be_drawn_without_its_course():
    shown = ResultPicture(
        "Put", "today", (ShownSide(("Anna",), "5", 0), ShownSide(("Biel",), "0", 1)), 0
    )
    colours = image(shown, Course((), (), 1, 1, 1), "wide").getcolors(10**6)
    assert SIDES[1] in [colour for _, colour in colours]
