"""Test the figures of a book, as a phone without scripts sees them."""

from __future__ import annotations

import re

import pytest

from companion.book.pages import figure_sentences
from tests.book.test_figures import share
from tests.book.test_overview import CATALAN, PUT
from tests.plain_phones import words


@pytest.fixture
def both(client, made) -> str:
    text = "\n".join(
        [*(CATALAN.format(day=day) for day in (1, 3, 5)), *(PUT.format(day=day) for day in (2, 4))]
    )
    assert client.post(made, data={"do": "records", "records": text}).status_code == 303
    return made


def test_figures_are_shown_for_a_person_whose_folded_hands_were_all_voided(client, made):
    taps = "fold@1 void fold@1 void fold@1 void won@0 won@0"
    record = f'[Variant "put-many"]\n[Players "Anna, Biel, Carme"]\n[Date "2026-11-20"]\n\n{taps}\n'
    assert client.post(made, data={"do": "records", "records": record}).status_code == 303
    for person in (1, 2, 3):
        page = words(client.get(f"{made}/figures?person={person}").text)
        assert "Hands folded 0 of 1" in page
        assert "Of these, 1 is unfinished and counts as neither won nor lost." in page
        assert "Against" not in page


def test_comebacks_and_ratings_are_shown_only_if_one_game_is_chosen(client, both):
    every = words(client.get(f"{both}/figures?person=1").text)
    assert "All games" in every
    assert not any(text in every for text in ("far behind", "Biggest comeback", "Rating:"))
    one = words(client.get(f"{both}/figures?person=1&game=catalan").text)
    assert all(text in one for text in ("far behind", "Rating:"))
    assert "3 matches" in one


def test_a_rating_plot_has_a_label_with_the_first_and_the_last_rating(client, both):
    page = client.get(f"{both}/figures?person=1&game=catalan").text
    (label,) = re.findall(r'<svg class="plot rating"[^>]* aria-label="([^"]*)"', page)
    said = r"Anna: rating (.*) after the first match, (.*) after match 3\."
    first, last = re.fullmatch(said, label).groups()
    (three,) = re.findall(r"Rating: (\d+\.\d ± \d+\.\d)", words(page))
    assert last == three
    assert first != last


def test_a_season_of_a_book_can_be_of_all_games_or_of_one_game(client, both):
    every, one = (words(client.get(f"{both}{what}").text) for what in ("", "?game=put"))
    assert "1 Carme 3 in a row 3 of 3 2 Anna 3 of 5" in every
    assert "1 Biel 2 of 2 2 Anna 0 of 2" in one
    assert "All games" in one


def test_a_book_with_one_game_does_not_ask_for_the_game(client, made, kept_match):
    page = words(client.get(f"{made}/figures?person=1").text)
    assert "Rating:" in page
    assert "All games" not in page


@pytest.mark.parametrize("game", ["trut", "x" * 300, ""])
def test_figures_for_a_game_that_was_never_played_are_those_of_all_games(client, both, game):
    assert "5 matches" in words(client.get(f"{both}/figures?game={game}").text)


def test_figures_begin_with_sentences_that_give_shares_in_small_numbers(client, both):
    page = words(client.get(f"{both}/figures?person=2&game=catalan").text)
    assert "Biel calls truc in 3 of 3 hands." in page
    assert "Anna plays best with Carme: together they won 3 of 3 matches." in words(
        client.get(f"{both}/figures?person=1&game=catalan").text
    )
    whole = words(client.get(f"{both}/figures?game=catalan").text)
    assert "Most called: truc, in 3 of 3 hands." in whole
    assert "Who calls truc In how many of their hands. Biel 3 of 3" in whole


def test_figures_begin_with_the_number_of_matches_hands_and_evenings(client, both):
    assert "5 matches played 3 hands recorded 5 evenings" in words(
        client.get(f"{both}/figures").text
    )
    biel = words(client.get(f"{both}/figures?person=2&game=catalan").text)
    assert "3 matches played 3 hands recorded 3 evenings" in biel
    pair = words(client.get(f"{both}/figures?pair=1-3").text)
    assert "3 matches played 3 hands recorded 3 evenings" in pair


def test_every_bar_of_a_chart_of_figures_has_its_number_and_its_range_in_words(client, both):
    page = client.get(f"{both}/figures?person=1").text
    assert "Matches won 3 of 5" in words(page)
    assert 'aria-label="60%, probably between 23% and 88%"' in page
    assert "Together with Biel" not in words(page)
    assert "Together with Carme 3 of 3" in words(page)


@pytest.mark.parametrize(
    ("hits", "of", "said"),
    [
        (1, 4, "1 of 4"),
        (7, 10, "7 of 10"),
        (53, 212, "1 of 4"),
        (37, 53, "7 of 10"),
        (2, 100, "1 of 50"),
        (0, 40, "0 of 40"),
        (40, 40, "40 of 40"),
        (26, 40, "2 of 3"),
        (24, 40, "3 of 5"),
        (99, 100, "99 of 100"),
        (19, 20, "9 of 10"),
    ],
)
def test_a_share_in_a_sentence_is_rounded_but_never_to_all_cases(hits, of, said):
    assert figure_sentences.simple(share(hits, of)) == said
