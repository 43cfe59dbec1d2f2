"""In pica pica (RULES.md 17) six players play three duels, which are paid at the end of the round.

If seat 0 deals, seat 1 plays against seat 4, then 2 against 5, then 3 against 0. `moments.txt` has
the scores at which each house rule allows pica pica.
"""

import pytest

from tests.playing import play, state_of, taps


@pytest.mark.parametrize("game", ["argentine", "uruguayan", "venezuelan", "mineiro", "paulista"])
def test_hands_of_all_six_players_and_rounds_of_duels_alternate_by_house_rule(game):
    how = {"seats": 6, "score": "6-6", "rules": "pica_pica=alternate target=24 best_of=1"}
    line = ""
    deals = {"hand@1": 6, "hand@2 hand@3 hand@4": 2, "hand@3": 6, "hand@4 hand@5 hand@0": 2}
    for deal, players in deals.items():
        active = [tap for tap in taps(play(game, line, **how)) if tap.startswith("won")]
        assert len(active) == players
        line += f" {deal}"
    assert play(game, line, **how).dealer == 4


def test_the_points_for_a_hidden_flor_count_at_once_and_are_not_kept_with_those_of_the_round():
    how = {"seats": 6, "rules": "pica_pica=always flor=on"}
    state = state_of("argentine", "truco@1 yes@4 won@1 won@1 pido-flor@4=1 yes@1", **how)
    assert (state["score"], state["kept"]) == ([3, 0], [0, 2])
