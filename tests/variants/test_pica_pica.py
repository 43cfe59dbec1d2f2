"""Pica pica (RULES.md 17): six players in three hands of two, paid at the end of the round.

Seat 0 deals: 1 plays against 4, then 2 against 5, then 3 against 0. The first named is mano.
"""

import pytest

from tests.playing import play, refused, taps


def active(game):
    return sorted(t for t in taps(game) if t.startswith("won"))


# By turns with hands of six

TURNS = {"seats": 6, "rules": "pica_pica=alternate best_of=1"}


@pytest.mark.parametrize("game", ["argentine", "uruguayan", "venezuelan", "mineiro", "paulista"])
def test_pica_pica_a_hand_of_six_and_a_round_of_duels_take_turns_between_its_two_scores(game):
    how = {"seats": 6, "score": "6-6", "rules": "pica_pica=alternate target=24 best_of=1"}
    line = ""
    for players, deal in (
        (6, "hand@1"),
        (2, "hand@2 hand@3 hand@4"),
        (6, "hand@3"),
        (2, "hand@4 hand@5 hand@0"),
    ):
        assert len(active(play(game, line, **how))) == players
        line += f" {deal}"
    assert play(game, line, **how).dealer == 4


def test_pica_pica_turns_begin_again_if_corrections_leave_the_window_and_come_back():
    due = "hand@1"
    assert len(active(play("argentine", f"{due} fix@0=-9", score="10-10", **TURNS))) == 6
    assert len(active(play("argentine", f"{due} fix@0=-9 fix@0=9", score="10-10", **TURNS))) == 6
    again = f"{due} fix@0=-9 fix@0=9 hand@2"
    assert len(active(play("argentine", again, score="10-10", **TURNS))) == 2
    out_of_it = "won@1 fix@0=-9 won@1 fix@0=9"
    assert len(active(play("argentine", out_of_it, score="10-10", **TURNS))) == 6


def test_pica_pica_turns_are_kept_by_corrections_within_the_window_and_by_a_void_hand():
    due = "hand@1"
    assert len(active(play("argentine", f"{due} fix@0=-2", score="10-10", **TURNS))) == 2
    assert len(active(play("argentine", f"{due} dealer@4", score="10-10", **TURNS))) == 2
    assert len(active(play("argentine", f"{due} void", score="10-10", **TURNS))) == 2
    assert len(active(play("argentine", "void", score="10-10", **TURNS))) == 6
    # that deal was its turn
    assert len(active(play("argentine", "void=pass", score="10-10", **TURNS))) == 2


@pytest.mark.parametrize("game", ["argentine", "mineiro"])
def test_pica_pica_turns_without_a_window_begin_with_the_first_deal(game):
    how = {"seats": 6, "rules": "pica_pica=alternate_always best_of=1 target=24"}
    due = "hand@1"
    duels = "hand@2 hand@3 hand@4"
    deals = ("", due, f"{due} {duels}")
    assert [len(active(play(game, line, **how))) for line in deals] == [6, 2, 6]
    assert len(active(play(game, f"{due} fix@0=4 fix@0=-4", **how))) == 2


def test_pica_pica_each_game_begins_with_a_hand_of_six():
    how = {"seats": 6, "rules": "pica_pica=alternate best_of=3 handicap=6-6"}
    assert len(active(play("argentine", "hand@1", score="6-6", **how))) == 2
    assert len(active(play("argentine", "hand@1 resign@0", score="6-6", **how))) == 6


# A first duel that is void


def test_pica_pica_a_void_first_duel_leaves_the_round_untouched_only_if_no_points_were_kept():
    how = {"seats": 6, "rules": "pica_pica=between best_of=1", "score": "10-10"}
    clean = play("argentine", "truco@1 void", **how)
    assert clean.untouched
    assert play("argentine", "truco@1 void dealer@3", **how).dealer == 3
    assert len(active(play("argentine", "truco@1 void fix@0=-9", **how))) == 6
    assert len(active(play("argentine", "tied fix@1=19 void", **how | {"score": "22-7"}))) == 6
    kept = play("argentine", "envido@1 yes@4 best@4 void", **how)
    assert (kept.untouched, kept.duel_points, active(kept)) == (False, (2, 0), ["won@1", "won@4"])
    assert refused("argentine", "envido@1 yes@4 best@4 void dealer@3", **how).reason == "moment"
    assert len(active(play("argentine", "envido@1 yes@4 best@4 void fix@0=-9", **how))) == 2
