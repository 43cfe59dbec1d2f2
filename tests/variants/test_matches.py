"""Each variant has its own target, and its own number of games in a match."""

from __future__ import annotations

import pytest

from companion import variants
from tests.playing import play, state_of

# The target, and the most games of a match, for the usual number of players.
MATCHES = {
    "amostra": (24, 1),
    "argentine": (30, 3),
    "arriba-o-abajo": (30, 1),
    "catalan": (12, 1),
    "doubling": (16, 1),
    "espaseta": (12, 1),
    "french": (12, 3),
    "french-free": (12, 1),
    "gauderio": (24, 1),
    "menorcan": (24, 3),
    "mineiro": (12, 1),
    "north-catalan": (12, 3),
    "paulista": (12, 1),
    "put": (5, 1),
    "put-many": (5, 1),
    "put-original": (5, 1),
    "put-pass": (5, 1),
    "truc-y-flou": (25, 1),
    "trut": (7, 1),
    "trut-deux-sevres": (7, 1),
    "trut-gatine": (7, 1),
    "uruguayan": (30, 3),
    "valencian": (24, 3),
    "venezuelan": (24, 1),
}


@pytest.mark.parametrize("game", variants.VARIANTS)
def test_a_game_is_won_at_its_target_and_a_match_by_most_of_its_games(game):
    target, games = MATCHES[game]
    others = "-".join(["0"] * (play(game).rules.accounts - 1))
    tap = "fix@0=1"
    score = f"{target - 1}-{others}"
    if play(game).truts:
        tap = "fix-truts@0=1"
        score = f"{target - 1}/0-0/0"
    won = state_of(game, tap, score=score)
    assert (won["winner"], won["games"][0], "match_winner" in won) == (0, 1, games == 1)
    if games == 3:
        assert state_of(game, tap, score=score, games="1-0")["match_winner"] == 0
    more = state_of(game, tap, score=score, rules=f"target={target + 1}")
    assert "winner" not in more


@pytest.mark.parametrize(
    ("game", "seats", "target"),
    [("gauderio", 2, 18), ("gauderio", 6, 24), ("amostra", 2, 18), ("amostra", 6, 30)],
)
def test_some_games_have_another_target_for_another_number_of_players(game, seats, target):
    assert variants.get(game).rules(seats).tally.target == target
    assert state_of(game, "hand@1", seats=seats, score=f"3-{target - 1}")["match_winner"] == 1
    assert state_of(game, "hand@1", seats=seats, score=f"3-{target - 2}")["score"] == [
        3,
        target - 1,
    ]
