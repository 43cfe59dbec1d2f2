"""Truco mineiro is played as RULES.md 11 says. In these tests seat 0 deals and seat 1 leads."""

from itertools import product

import pytest

from tests.playing import play, state_of, words

GAME = "mineiro"
# The deal: burn, pass, keep


@pytest.mark.parametrize(
    ("game", "deck", "burns"),
    [
        ("mineiro", "off", {4: 3, 8: 3}),
        ("mineiro", "on", {2: 3, 4: 3, 6: 3, 8: 1}),  # 27 cards
        ("paulista", "on", {2: 3, 4: 3, 6: 1, 8: 0}),  # 24 cards, one of them turned up
    ],
)
def test_eldest_may_burn_cards_in_mineiro_and_paulista_only_if_enough_are_left(game, deck, burns):
    for seats, most in burns.items():
        how = {"seats": seats, "rules": f"clean_deck={deck}"}
        offered = ["burn" in words(play(game, "burn@1 " * burnt, **how)) for burnt in range(most)]
        assert all(offered)
        assert "burn" not in words(play(game, "burn@1 " * most, **how))


# The cap


@pytest.mark.parametrize(
    ("score", "calls", "raises"),
    [
        ("8-0", "truco@1", True),  # 8 + 3 does not win
        ("9-0", "truco@1", False),  # 9 + 3 wins without a raise
        ("9-0", "truco@0", True),  # only the score of the answering side matters
        ("0-5", "truco@1 seis@2", True),
        ("0-6", "truco@1 seis@2", False),
        ("2-0", "truco@1 seis@2 nove@3", True),
        ("3-0", "truco@1 seis@2 nove@3", False),
        ("8-0", "truco@1 yes@2", True),  # the rule also holds for a raise after the answer
        ("9-0", "truco@1 yes@2", False),
        ("0-5", "truco@1 seis@2 yes@1", True),
        ("0-6", "truco@1 seis@2 yes@1", False),
        ("3-0", "truco@1 seis@2 nove@3 yes@2", False),
    ],
)
def test_a_raise_in_mineiro_is_illegal_if_accepting_the_call_could_win_the_game(
    score, calls, raises
):
    next_words = {"seis", "nove", "doze"}
    assert bool(next_words & words(play(GAME, calls, score=score))) is raises
    assert next_words & words(play(GAME, calls, score=score, rules="raise_cap=off"))


# Truco by the trick


@pytest.mark.parametrize(
    "before", ["", "won@1", "won@0", "tied", "won@1 won@0", "won@0 won@1", "tied tied"]
)
@pytest.mark.parametrize("rest", list(product("ABT", repeat=3)))
def test_in_mineiro_the_first_untied_trick_after_truco_decides_the_hand(before, rest):
    """The leader calls truco before playing a card, so nobody is asked about a tied trick."""
    left = rest[: 3 - len(before.split())]
    state = state_of(GAME, before)
    line = f"{before} truco@{state['leader']} yes@{(state['leader'] + 1) % 4}"
    decided = next((side for side in left if side != "T"), None)
    for trick in left:
        assert "hand_winner" not in state_of(GAME, line)
        line += {"A": " won@0", "B": " won@1", "T": " tied"}[trick]
        if trick == decided:
            break
    side = {"A": 0, "B": 1, None: None}[decided]
    state = state_of(GAME, line)
    assert (state["hand_winner"], state["dealer"]) == (side, 1)
    assert state["score"] == [3 * (side == 0), 3 * (side == 1)]
