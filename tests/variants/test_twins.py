"""Games that differ only in their cards have the same states after the same taps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import play
from companion.engine.records import state
from tests.playing import begin, words
from tests.simple_rules import walked

TRICK = "flor=on truco_scope=trick falta=stage resto_value=3_per_flor"
TWINS = [
    ("amostra", "gauderio", ""),
    ("amostra", "gauderio", "envido_openers=plain_only ttt=none"),
    ("espaseta", "catalan", ""),
    ("espaseta", "catalan", "one_card_offer=nondealer_proposes best_of=3 eleven_both=as_usual"),
    ("paulista", "mineiro", ""),
    ("paulista", "mineiro", "truco_scope=hand ttt=none flor=on"),
    ("paulista", "mineiro", "ladder=2-4-6-10-12 envido=on eleven_decline=1"),
    ("uruguayan", "argentine", "flor=on envido_max=unlimited envido_callers=anyone"),
    ("uruguayan", "argentine", TRICK),
]
OF_CARDS = ("muestra", "vira", "says")


def but_for_cards(game):
    told = state(game)
    return told | {"legal": [tap for tap in told["legal"] if not tap.startswith(OF_CARDS)]}


@pytest.mark.parametrize(("game", "like", "rules"), TWINS)
@given(seed=st.integers(0, 2**32), points=st.tuples(st.integers(0, 11), st.integers(0, 11)))
def test_a_game_that_differs_only_in_its_cards_has_the_same_states(game, like, rules, seed, points):
    how = {"seats": 4, "dealer": seed % 4, "score": f"{points[0]}-{points[1]}", "rules": rules}
    here = begin(game, **how)
    there = begin(like, **how)
    assert but_for_cards(here) == but_for_cards(there)
    assert words(here) >= words(there)
    for tap, after in walked(there, seed):
        here = play(here, tap)
        assert but_for_cards(here) == but_for_cards(after)
