"""Argentine truco without flor (RULES.md 14). Seat 0 deals and is the pie, 1 is mano."""

from tests.playing import play, told

# Envido


def test_argentine_a_hand_won_after_an_envido_of_the_same_worth_is_still_explained_by_its_truco():
    game = play("argentine", "truco@1 envido@0 yes@1 best@1 yes@2 won@1 won@1")
    (paid,) = (event for event in game.events if event.kind == "points")
    assert (paid.why, paid.word, paid.points) == ("played", "truco", 2)


# Falta envido


def test_argentine_a_side_bet_that_wins_the_game_ends_the_hand_and_voids_what_was_open():
    state = told("argentine", "truco@1 envido@0 yes@1 best@1", score="10-28")
    assert (state["winner"], state["hand_winner"], state["games"]) == (1, None, [0, 1])
    assert (state["score"], state["dealer"], state["open"]) == ([0, 0], 1, None)
    assert told("argentine", "envido@0 no@1", score="29-10", rules="best_of=1")["match_winner"] == 0
