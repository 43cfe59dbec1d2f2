"""After the taps that `moments.txt` lists, the state of the game is as listed there.

A line lists the legal taps, the reason why the last tap is refused, the leader, or the caller.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from companion import variants
from tests.playing import refused, state_of
from tests.variants.lists import entries, how_played

# A hand of these games may begin with a card turned up, so `moments.txt` need not list their first
# moment; test_turned_card.py tests it.
TURNING = {"amostra", "uruguayan", "venezuelan"}


def moments() -> Iterator[tuple[str, str, str, dict[str, object]]]:
    """Yield each moment of `moments.txt`: game, taps before it, expected text, settings."""
    for game, how, line in entries("moments.txt"):
        before, _, says = line.partition(" | ")
        for taps in before.split(", "):
            yield game, taps.strip("-"), says, how_played(how)


def numbers(text: str) -> list[str]:
    """Split a list and write its ranges out: "0,2-4" gives ["0", "2", "3", "4"]."""
    found: list[str] = []
    for item in text.split(","):
        first, dash, last = item.partition("-")
        found += map(str, range(int(first), int(last) + 1)) if dash else [item]
    return found


def expand(text: str) -> Iterator[str]:
    """Yield every tap of a short form: "{fold,won}@0-1" gives "fold@0", "fold@1", "won@0" …"""
    for item in text.split():
        head, is_valued, values = item.partition("=")
        names, at, seats = head.partition("@")
        for word, seat in product(names.strip("{}").split(","), numbers(seats)):
            yield from (f"{word}{at}{seat}{is_valued}{value}" for value in numbers(values))


@pytest.mark.parametrize(("game", "taps", "says", "how"), list(moments()))
def test_each_moment_has_the_legal_taps_or_the_refusal_that_moments_txt_lists(
    game, taps, says, how
):
    if says.startswith("refused"):
        error = refused(game, taps, **how)
        assert f"refused {error.reason}" == says
        assert error.why
        return
    state = state_of(game, taps, **how)
    if says.startswith("leads "):
        assert f"leads {state['leader']}" == says
        return
    if says.startswith("called by "):
        assert f"called by {state['open']['by']}" == says
        return
    word, _, offered = says.rpartition("? ")
    assert state["legal"] == sorted(expand(offered))
    assert (state["open"] or {"word": ""})["word"] == word


def test_moments_txt_lists_the_first_legal_taps_of_games_without_a_turned_up_card():
    first = {game for game, taps, *_ in moments() if taps == ""}
    assert first | TURNING == set(variants.VARIANTS)
