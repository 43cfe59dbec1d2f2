"""Test the replay of a match of a book, on a page like that of a table."""

from __future__ import annotations

import re

import pytest

from tests.plain_phones import words


def test_a_replay_is_shown_on_a_page_like_that_of_a_table(client, kept_match):
    page = client.get(f"{kept_match}/replay?at=2").text
    said = words(page)
    assert "Biel called truc" in said
    assert "truc accepted" in said
    assert "Tap 2 of 9, hand 1" in said
    assert 'class="ring seats-4"' in page
    assert "data-tap" not in page
    assert 'data-step="back" href="' + f"{kept_match}/replay?at=0" in page
    assert 'data-step="on" href="' + f"{kept_match}/replay?at=4" in page


@pytest.mark.parametrize(("at", "tap"), [("0", 0), ("9", 9), ("99", 9), ("x", 9), ("-1", 9)])
def test_a_replay_of_a_match_can_begin_at_any_tap(client, kept_match, at, tap):
    said = words(client.get(f"{kept_match}/replay?at={at}").text)
    assert f"Tap {tap} of 9" in said
    # Before the first tap of a hand it says who begins, not that there is nothing.
    assert ("Anna deals, Biel leads." in said) == (tap == 0)


def test_a_replay_advances_automatically_without_a_script(client, kept_match):
    page = client.get(f"{kept_match}/replay?at=3&play=1").text
    assert f'http-equiv="refresh" content="2;url={kept_match}/replay?at=4&amp;play=1"' in page
    assert "refresh" not in client.get(f"{kept_match}/replay?at=9&play=1").text


def test_every_step_of_a_replay_shows_the_score_after_its_tap(client, kept_match):
    pages = [client.get(f"{kept_match}/replay?at={at}").text for at in range(10)]
    scores = [re.findall(r'class="points"[^>]*>(\d+)', page) for page in pages]
    assert scores[0] == ["0", "0"]
    assert scores[4] == ["0", "2"]
    assert scores[9] == ["12", "2"]
