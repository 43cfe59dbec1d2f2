"""The ring shows the players in the order in which they sit, in both directions of play."""

from __future__ import annotations

import pytest

from companion import variants
from companion.board import ring
from companion.engine import legal
from companion.tables import Viewer
from companion.words.people import People
from tests.playing import play

NAMES = ("Anna", "Biel", "Carme", "Pep", "Elna", "Ferran", "Gemma", "Hug")


def seen(variant: str, taps: str = "", seat: int | None = None, *, tap: bool = True, **how):
    game = play(variant, taps, **how)
    direction = "clockwise" if variant == "doubling" else "counter-clockwise"
    people = People(NAMES[: game.rules.seats], game.rules)
    return ring.ring_for(game, legal(game), people, Viewer("player", seat, tap), direction)


def test_the_ring_has_the_viewer_at_the_bottom_and_the_next_player_on_the_right():
    places = {place.name: place.at for place in seen("catalan", seat=1).places}
    assert places == {"Biel": "bottom", "Carme": "right-1", "Pep": "top", "Anna": "left-1"}


def test_the_next_player_is_on_the_left_of_the_ring_if_play_goes_clockwise():
    places = {place.name: place.at for place in seen("doubling", seat=0).places}
    assert places == {"Anna": "bottom", "Biel": "left-1", "Carme": "top", "Pep": "right-1"}


@pytest.mark.parametrize("seats", range(2, 9))
def test_no_two_players_are_at_the_same_place_of_the_ring(seats):
    spots = ring.around(seats, "counter-clockwise")
    assert len(spots) == len(set(spots)) == seats
    assert ring.around(seats, "clockwise")[0] == "bottom"


@pytest.mark.parametrize(("variant", "taps"), [("argentine", "envido@3"), ("valencian", "envit@1")])
def test_touching_a_seat_accepts_an_open_bet_and_records_who_wins_it(variant, taps):
    places = seen(variant, taps).places
    for place in places:
        answer, _, best = place.key.tap.partition(";")
        assert answer.startswith("yes@")
        assert best == f"best@{place.seat}"
    assert not any(place.key for place in seen(variant, taps, tap=False).places)


def test_a_call_that_raises_the_worth_of_the_hand_is_not_answered_by_touching_a_seat():
    assert not any(place.key for place in seen("argentine", "truco@1").places)


def test_partners_sit_opposite_each_other_on_the_ring():
    assert ring.around(2, "clockwise") == ("bottom", "top")
    assert ring.around(6, "counter-clockwise")[3] == "top"


def test_a_tap_on_a_player_records_the_trick_they_took():
    picture = seen("catalan", "won@2 tied", seat=0)
    assert [place.key.tap for place in picture.places] == ["won@0", "won@1", "won@2", "won@3"]
    assert picture.tied is not None
    assert [(trick.name, trick.side, trick.tied) for trick in picture.tricks] == [
        ("Carme", 0, False), ("tied", None, True), ("", None, False)
    ]  # fmt: skip


def test_the_ring_marks_the_dealer():
    places = seen("catalan", "truc@1", seat=0).places
    assert [place.name for place in places if place.dealer] == ["Anna"]


def test_the_ring_shows_one_trick_in_a_hand_of_one_card():
    assert len(seen("catalan", "one@0").tricks) == 1


def test_a_phone_that_may_not_tap_has_nothing_to_tap_on_the_ring():
    picture = seen("catalan", tap=False)
    assert picture.tied is None
    assert all(place.key is None for place in picture.places)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("aaailmm", "aaailmm"),  # exactly as wide as a line
        ("Annabelle", "Anna\u200bbelle"),
        ("Christabelle", "Christ\u200babelle"),
        ("Maria Magdalena Montserrat", "Maria Montse."),
        ("Jan de la Cruz", "Jan\u00a0de la\u00a0Cruz"),
        ("aaailmm al b", "aaailmm al\u00a0b"),  # one half is exactly as wide as a line
        ("Anna Maria Rosa", "Anna Rosa"),
        ("Ana Magdalena B", "Ana B"),
        ("Montserratina Bartomeua", "Montse. Bartom."),
    ],
)
def test_a_name_wider_than_a_line_of_the_ring_can_be_broken_at_one_place(name, shown):
    people = People((name, "Biel", "Carme", "Pep"), variants.get("catalan").rules())
    assert ring._name(people, 0) == shown


@pytest.mark.parametrize(("variant", "call"), [("catalan", "truc"), ("argentine", None)])
def test_an_open_call_is_accepted_by_playing_on_only_if_the_rules_say_so(variant, call):
    game = play(variant, "truc@1" if variant == "catalan" else "truco@1")
    question = ring.played_on(game, legal(game))
    assert (question.word if question else None) == call


@pytest.mark.parametrize(
    ("rules", "hint"), [("best_of=1", "The game is over"), ("best_of=3", "The match is over")]
)
def test_the_ring_says_whether_a_game_or_a_match_of_several_games_is_over(rules, hint):
    games = "1-0" if rules == "best_of=3" else ""
    picture = seen("argentine", "fold@1", rules=rules, score="29-0", games=games)
    assert picture.hint == hint


def place_of(name: str, taps: str) -> ring.RingSeat:
    """Return the first player's place in the ring, if that player has this name."""
    game = play("catalan", taps)
    people = People((name, "Biel", "Carme", "Pep"), game.rules)
    return ring.shared_ring(game, legal(game), people, tap=True).places[0]


@pytest.mark.parametrize(
    ("name", "lines", "brief"),
    [("aaailmm", False, ""), ("Annabelle", True, "Annabe."), ("Maria Ruiz", True, "M.\u00a0Ruiz")],
)
def test_a_long_name_beside_a_label_has_a_short_form_for_low_screens(name, lines, brief):
    labelled = place_of(name, "truc@3")
    assert (labelled.pill, labelled.two_lines, labelled.brief) == ("answers", lines, brief)
    assert place_of(name, "").brief == ""


@pytest.mark.parametrize(
    ("taps", "seat", "said"),
    [
        ("truc@1", 2, "Carme took the trick; you"),
        ("truc@1", 1, "Biel took the trick; Truc!, you"),
        ("truc@1", 0, "Anna took the trick; deals, you"),
        ("truc@1", 3, "Pep took the trick; you"),
    ],
)
def test_a_screen_reader_says_once_that_a_key_of_the_ring_is_ones_own(taps, seat, said):
    [own, *others] = seen("catalan", taps, seat=seat).places
    assert own.said == said
    assert not any("you" in place.said for place in others)


def test_a_screen_reader_says_of_a_player_only_what_there_is_to_say():
    picture = seen("catalan", "truc@1")
    assert picture.places[3].said == "Pep took the trick"
    watched = seen("catalan", "truc@1", tap=False)
    assert [place.said for place in watched.places] == [""] * 4


@pytest.mark.parametrize(
    ("variant", "taps", "how", "pills"),
    [
        ("catalan", "won@3", {}, "- - - leads"),
        ("catalan", "truc@1", {}, "- Truc! answers -"),
        ("argentine", "envido@3 yes@0 says@3=27", {}, "answers leads answers Envido!"),
        (
            "argentine",
            "envido@3 real-envido@0 yes@1 says@3=27",
            {},
            "answers leads answers Envido!",
        ),
        # “Real envido!” is too long for the label
        ("argentine", "real-envido@3 yes@0 says@3=27", {}, "answers leads answers called"),
        ("argentine", "", {"seats": 3}, "alone leads -"),
        ("argentine", "won@0", {"seats": 3}, "leads - -"),
        (
            "argentine",
            "",
            {"seats": 6, "rules": "pica_pica=always"},
            "waits leads waits waits - waits",
        ),
        ("put-many", "put@1 no@2", {"seats": 3}, "answers Put! out"),
        ("catalan", "resign@0", {}, "- - - -"),
        ("catalan", "", {"score": "11-0"}, "answers leads answers -"),
    ],
)
def test_the_ring_labels_each_player_with_what_they_do_now(variant, taps, how, pills):
    places = seen(variant, taps, **how).places
    assert " ".join(place.pill or "-" for place in places) == pills


def test_only_a_label_about_the_open_question_is_hot_and_only_an_asked_player_is_urgent():
    places = seen("catalan", "truc@1").places
    assert [place.hot for place in places] == [False, True, True, False]
    assert [place.urgent for place in places] == [False, False, True, False]
    assert not any(place.hot or place.urgent for place in seen("catalan").places)


@pytest.mark.parametrize(
    ("variant", "taps", "hint", "untouched"),
    [
        ("catalan", "", "Who took it?", ""),
        ("catalan", "one@0", "One card: who took it?", "One card each"),
        ("argentine", "truco@1", "", ""),
        ("argentine", "envido@3", "Who was higher?", ""),
        ("argentine", "envido@3 yes@0", "Who was higher?", ""),
    ],
)
def test_the_middle_of_the_ring_says_what_a_touch_on_a_player_records(
    variant, taps, hint, untouched
):
    assert seen(variant, taps).hint == hint
    assert seen(variant, taps, tap=False).hint == untouched
