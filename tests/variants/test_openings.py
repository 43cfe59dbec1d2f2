"""Everything that may be tapped when a hand has just been dealt, in every game."""

from __future__ import annotations

import pytest

from companion import variants
from tests.playing import told

# `won@0-3` is the same tap by each of these seats, `{envido,flor}@0-3` several such taps.
OPENINGS = [
    ("argentine", "{fold,hand,truco,won}@0-3 {envido,real-envido,falta-envido}@0,3 tied", {}),
    ("arriba-o-abajo", "{fold,hand,truco,won}@0-3 tied", {}),
    ("catalan", "{fold,hand,truc,won}@0-3 one@0 tied", {}),
    ("doubling", "{double,fold,hand,won}@0-3 redeal@1 tied", {}),
    ("espaseta", "{fold,hand,truc,won}@0-3 one@0 tied", {}),
    ("french", "{fold,hand,mon-reste,two-more,won}@0-1 redeal@1 tied", {}),
    ("french", "fold@0-1 {hand,mon-reste,two-more,won}@0-3 redeal@1 tied", {"seats": 4}),
    ("french-free", "{fold,hand,mon-reste,won}@0-3 raise@0-3=* redeal@1 tied", {"seats": 4}),
    ("gauderio",
     "{envido,falta-envido,flor,fold,hand,real-envido,truco,won}@0-3 tied", {}),
    ("menorcan", "{envit,fold,hand,la-falta,truc,won}@0-3 tied", {}),
    ("mineiro", "{fold,hand,truco,won}@0-3 burn@1 pass@1 tied", {}),
    ("put", "{fold,put,won}@0-1 tied", {}),
    ("put", "fold@1 put@1 {hand,won}@0-1 tied", {"rules": "put_rules=parlett"}),
    ("put-many", "{fold,hand,won}@0-2 put@1 tied", {}),
    ("put-original", "{fold,hand,won}@0-1 put@1 tied", {}),
    ("put-pass", "{fold,put,won}@2-3 tied", {}),
    ("put-pass", "{fold,hand,won}@2-3 put@3 tied", {"rules": "put_rules=original"}),
    ("put-pass", "fold@3 put@3 {hand,won}@2-3 tied", {"rules": "put_rules=parlett"}),
    ("truc-y-flou", "{embit,flor,fold,hand,truc,won}@0-5 tied", {}),
    ("trut", "{fold,hand,trut,won}@0-3 tied", {}),
    ("trut-deux-sevres", "{brelan,fold,hand,tied,trut,won}@0-3", {}),
    ("trut-gatine", "{brelan,fold,hand,suite,tied,trut,won}@0-1", {"seats": 2}),
    ("valencian", "{envit,fold,hand,la-falta,truc,won}@0-3 tied", {}),
]  # fmt: skip
# A card may be turned up in these games as well; their own tests say which.
TURNING = {"amostra", "paulista", "uruguayan", "venezuelan"}


def expand(text):
    """Yield each tap that the text stands for."""
    for item in text.split():
        names, _, seats = item.partition("@")
        seats, star, value = seats.partition("=")
        first, dash, last = seats.partition("-")
        numbers = range(int(first), int(last) + 1) if dash else seats.split(",")
        for word in names.strip("{}").split(","):
            yield from (f"{word}@{seat}{star}{value}" if seats else word for seat in numbers)


@pytest.mark.parametrize(("game", "text", "how"), OPENINGS)
def test_nothing_else_may_be_tapped_when_a_hand_has_just_been_dealt(game, text, how):
    state = told(game, **how)
    assert state["legal"] == sorted(expand(text))
    assert (state["open"], state["tricks"], state["cards"]) == (None, [], 3)
    assert set(state["score"]) | set(state["games"]) == {0}


def test_the_first_taps_of_every_game_are_the_listed_ones() -> None:
    assert {game for game, _, _ in OPENINGS} | TURNING == set(variants.VARIANTS)
