"""Test the picture of an evening, which shows the wins of sides or people, and winning streaks."""

from __future__ import annotations

from companion.book.pages.night import night_of, winning_streaks
from tests.book.test_evening import match

NAMES = {1: "Anna", 2: "Biel", 3: "Carme", 4: "Pep"}
PAIRS = (1, 2, 3, 4)


def played(*results):
    """Return matches with these results, the last match first. The results are in order of play."""
    return tuple(match(at, who, won) for at, (who, won) in enumerate(results, start=1))[::-1]


def test_the_picture_of_an_evening_of_two_pairs_has_the_wins_of_each_pair():
    night = night_of(played((PAIRS, 0), ((2, 1, 4, 3), 0), (PAIRS, 0), (PAIRS, None)), NAMES)
    assert (night.duel, night.figures, night.matches) == (True, "2–1", 4)
    assert [side.names for side in night.sides] == ["Anna & Carme", "Biel & Pep"]
    assert night.sides[0].points == "0,28 16.7,28 16.7,15 50,15 50,15 83.3,15 83.3,2 100,2"


def test_the_picture_of_an_evening_of_two_players_has_the_wins_of_each_player():
    night = night_of(played(((1, 2), 0), ((2, 1), 0), ((1, 2), 0)), NAMES)
    assert (night.duel, night.figures) == (True, "2–1")
    assert [side.names for side in night.sides] == ["Anna", "Biel"]
    assert not night_of(played(((1, 2), 0), ((1, 3), 0)), NAMES).duel
    assert not night_of(played(((1, 0), 0), ((0, 1), 0)), NAMES).duel


def test_the_picture_of_an_evening_of_changing_pairs_has_the_wins_of_each_person():
    night = night_of(played((PAIRS, 0), ((1, 2, 4, 3), 0)), NAMES)
    assert not night.duel
    won = [(side.names, side.won) for side in night.sides]
    assert won == [("Anna", 2), ("Carme", 1), ("Pep", 1), ("Biel", 0)]


def test_an_evening_has_no_picture_before_somebody_has_won_a_match():
    assert night_of(played((PAIRS, None)), NAMES) is None
    assert night_of((), NAMES) is None


def test_a_winning_streak_is_three_or_more_wins_in_a_row_up_to_the_last_match():
    three = played((PAIRS, 1), (PAIRS, 0), (PAIRS, 0), (PAIRS, 0))
    assert winning_streaks(three) == {1: 3, 3: 3}
    assert winning_streaks(played((PAIRS, 0), (PAIRS, 0))) == {}
    assert winning_streaks((match(9, PAIRS, 1), *three)) == {}
