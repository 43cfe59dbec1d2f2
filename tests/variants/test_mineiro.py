"""Truco mineiro (RULES.md 11). Seat 0 deals unless a test says otherwise; 1 is mano."""

from itertools import product

import pytest

from companion import variants
from tests.playing import play, refused, seated, taps, told, words

GAME = "mineiro"
HAND = {"rules": "truco_scope=hand"}
MODERN = {"rules": "ladder=2-4-6-10-12"}
TODAY = " ".join(f"{key}={value}" for key, value in variants.get(GAME).presets[2].house)


def named(game, *names):
    return {t for t in taps(game) if t.partition("@")[0] in names}


# The deal: burn, pass, keep


def test_mineiro_only_mano_burns_or_passes_the_packet():
    assert named(play(GAME, dealer=3), "burn", "pass") == {"burn@0", "pass@0"}
    assert refused(GAME, "burn@0").reason == "elsewhere"
    assert refused(GAME, "pass@3").reason == "elsewhere"


def test_mineiro_at_most_three_packets_are_burnt():
    assert "burn" in words(play(GAME, "burn@1 burn@1"))
    assert refused(GAME, "burn@1 burn@1 burn@1 burn@1").reason == "moment"


def test_mineiro_a_packet_is_passed_at_most_once_and_mano_may_burn_before_or_after():
    assert named(play(GAME, "pass@1"), "burn", "pass") == {"burn@1"}
    assert named(play(GAME, "burn@1 burn@1 burn@1"), "burn", "pass") == {"pass@1"}
    assert not named(play(GAME, "burn@1 pass@1 burn@1 burn@1"), "burn", "pass")
    assert refused(GAME, "pass@1 pass@1").reason == "moment"


def test_mineiro_burning_and_passing_change_nothing_but_the_cards():
    state = told(GAME, "burn@1 pass@1 burn@1")
    assert (state["stake"], state["cards"], state["leader"], state["dealer"]) == (1, 3, 1, 0)
    assert (state["tricks"], state["open"]) == ([], None)


@pytest.mark.parametrize("first", ["truco@1 yes@2", "won@1", "burn@1 truco@3 yes@0", "tied"])
def test_mineiro_burn_and_pass_are_the_first_taps_of_a_hand_or_illegal(first):
    assert not {"burn", "pass"} & words(play(GAME, first))


def test_mineiro_the_next_hand_has_its_own_three_packets():
    assert named(play(GAME, "burn@1 burn@1 burn@1 pass@1 won@1 won@1"), "burn", "pass") == {
        "burn@2",
        "pass@2",
    }


def test_mineiro_two_players_have_no_partner_to_pass_a_packet_to():
    assert named(play(GAME, seats=2), "burn", "pass") == {"burn@1"}


def test_mineiro_six_players_name_the_partner_who_gets_the_packet_and_eight_have_one_opposite():
    assert named(play(GAME, seats=6), "pass") == {"pass@1=3", "pass@1=5"}
    assert named(play(GAME, seats=6, dealer=4), "pass") == {"pass@5=1", "pass@5=3"}
    assert refused(GAME, "pass@1", seats=6).reason == "value"
    assert refused(GAME, "pass@1=2", seats=6).reason == "value"
    assert refused(GAME, "pass@1=3", seats=4).reason == "value"
    assert named(play(GAME, seats=8), "pass") == {"pass@1"}


@pytest.mark.parametrize(
    ("seats", "deck", "burns"),
    [
        (4, "off", 3),
        (8, "off", 3),
        (2, "on", 3),
        (4, "on", 3),
        (6, "on", 3),
        (8, "on", 1),
    ],  # 27 cards when clean
)
def test_mineiro_a_packet_is_burnt_only_if_enough_cards_are_left(seats, deck, burns):
    how = {"seats": seats, "rules": f"clean_deck={deck}"}
    assert "burn" in words(play(GAME, "burn@1 " * (burns - 1), **how))
    assert "burn" not in words(play(GAME, "burn@1 " * burns, **how))


# Truco, seis, nove, doze


def test_mineiro_each_call_is_offered_to_the_players_who_may_make_it():
    assert named(play(GAME), "truco") == {"truco@0", "truco@1", "truco@2", "truco@3"}
    assert named(play(GAME, "truco@1"), "seis", "yes", "no") == {
        "seis@0", "seis@2", "yes@0", "yes@2", "no@0", "no@2"
    }  # fmt: skip
    assert named(play(GAME, "truco@1 yes@2"), "truco", "seis", "nove") == {"seis@0", "seis@2"}
    assert named(play(GAME, "truco@1 seis@2"), "nove", "seis", "doze") == {"nove@1", "nove@3"}
    assert named(play(GAME, "truco@1 seis@2 yes@3"), "nove") == {"nove@1", "nove@3"}
    assert named(play(GAME, "truco@1 seis@2 nove@3 yes@2"), "doze") == {"doze@0", "doze@2"}
    assert not {"truco", "seis", "nove", "doze"} & words(
        play(GAME, "truco@1 seis@2 nove@3 doze@0 yes@1")
    )


def test_mineiro_the_first_answer_binds_and_any_opponent_gives_it():
    assert told(GAME, "truco@0", seats=6)["open"]["answer"] == [1, 3, 5]
    assert told(GAME, "truco@0 no@5", seats=6)["hand_winner"] == 0
    assert told(GAME, "truco@7", seats=8)["open"]["answer"] == [0, 2, 4, 6]
    assert told(GAME, "truco@0", seats=2)["open"]["answer"] == [1]
    assert refused(GAME, "truco@1 yes@2 yes@0").reason == "moment"


# The cap


@pytest.mark.parametrize(
    ("score", "calls", "raises"),
    [
        ("8-0", "truco@1", True),  # 8 + 3 does not win
        ("9-0", "truco@1", False),  # accepting alone could win
        ("9-0", "truco@0", True),  # it is the answering side that counts
        ("0-5", "truco@1 seis@2", True),
        ("0-6", "truco@1 seis@2", False),
        ("2-0", "truco@1 seis@2 nove@3", True),
        ("3-0", "truco@1 seis@2 nove@3", False),
        ("8-0", "truco@1 yes@2", True),  # the same test for a raise made later
        ("9-0", "truco@1 yes@2", False),
        ("0-5", "truco@1 seis@2 yes@1", True),
        ("0-6", "truco@1 seis@2 yes@1", False),
        ("3-0", "truco@1 seis@2 nove@3 yes@2", False),
    ],
)
def test_mineiro_no_raise_if_accepting_would_already_win(score, calls, raises):
    next_words = {"seis", "nove", "doze"}
    assert bool(next_words & words(play(GAME, calls, score=score))) is raises
    assert next_words & words(play(GAME, calls, score=score, rules="raise_cap=off"))


def test_mineiro_the_cap_moves_with_the_target_and_the_ladder():
    assert "seis" in words(play(GAME, "truco@1", score="9-0", rules="target=15"))
    assert "seis" not in words(play(GAME, "truco@1", score="12-0", rules="target=15"))
    assert "seis" in words(play(GAME, "truco@1", score="7-0", **MODERN))
    assert "seis" not in words(play(GAME, "truco@1", score="8-0", **MODERN))


# Truco by the trick


@pytest.mark.parametrize(
    "before", ["", "won@1", "won@0", "tied", "won@1 won@0", "won@0 won@1", "tied tied"]
)
@pytest.mark.parametrize("rest", list(product("ABT", repeat=3)))
def test_mineiro_a_tied_trick_leaves_it_to_the_next_and_three_leave_it_to_nobody(before, rest):
    """The leader calls truco before any trick, so that no tie is asked about."""
    left = rest[: 3 - len(before.split())]
    state = told(GAME, before)
    line = f"{before} truco@{state['leader']} yes@{(state['leader'] + 1) % 4}"
    decided = next((side for side in left if side != "T"), None)
    for trick in left[: left.index(decided) + 1 if decided else len(left)]:
        assert "hand_winner" not in told(GAME, line)
        line += {"A": " won@0", "B": " won@1", "T": " tied"}[trick]
    side = {"A": 0, "B": 1, None: None}[decided]
    state = told(GAME, line)
    assert (state["hand_winner"], state["dealer"]) == (side, 1)
    assert state["score"] == [3 * (side == 0), 3 * (side == 1)]


def test_mineiro_by_the_trick_a_call_is_raised_before_its_trick_is_complete_or_not_at_all():
    assert "seis" in words(play(GAME, "tied truco@1 yes@2"))
    assert not {"truco", "seis"} & words(play(GAME, "truco@1 yes@2 tied"))
    assert told(GAME, "truco@1 yes@2 tied")["stake"] == 3


# Was an equal card on the table already?


@pytest.mark.parametrize(
    "line",
    [
        "truco@2 yes@1 tied",
        "truco@3 yes@0 tied",  # mano's partner does not lead
        "truco@0 yes@3 tied",
        "truco@1 yes@2 seis@2 yes@1 tied",  # raised later in the trick, not in answer
        "truco@2 seis@3 yes@2 tied",  # in answer to a call that was not the leader's
        "won@2 truco@1 yes@0 tied",  # seat 2 leads the second trick
        "won@1 won@2 truco@3 yes@2 tied",
        "tied truco@0 yes@1 tied",
    ],
)
def test_mineiro_a_tied_trick_with_a_truco_is_asked_about(line):
    state = told(GAME, line)
    assert state["open"] == {"word": "tied-before", "answer": [0, 1, 2, 3]}
    assert state["legal"] == ["no", "yes"]
    assert state["tricks"][-1] is None


@pytest.mark.parametrize(
    "line",
    [
        "tied",  # no truco
        "truco@1 yes@2 tied",  # by the leader
        "truco@1 seis@2 yes@1 tied",  # directly in answer to the leader's
        "truco@1 seis@2 nove@1 yes@2 tied",
        "truco@1 seis@2 nove@3 yes@0 tied",
        "truco@2 seis@1 yes@2 tied",  # the call that stands is the leader's
        "truco@1 yes@2 seis@2 yes@3 nove@1 yes@0 tied",
        "won@2 truco@2 yes@1 tied",
        "truco@2 yes@1 tied no tied",  # the second time the call is of an earlier trick
        "truco@2 yes@1 won@1",
    ],
)
def test_mineiro_a_tied_trick_is_not_asked_about_if_the_answer_would_be_no(line):
    assert told(GAME, line)["open"] is None


def test_mineiro_by_the_hand_a_tied_trick_is_never_asked_about():
    assert told(GAME, "truco@2 yes@1 tied", **HAND)["open"] is None


def test_mineiro_if_the_tie_counts_the_side_that_called_last_loses_the_worth_of_the_hand():
    state = told(GAME, "truco@2 yes@1 tied yes")
    assert state["score"] == [0, 3]
    assert state["hand_winner"] == 1
    assert state["dealer"] == 1
    assert state["tricks"] == []
    assert told(GAME, "truco@2 seis@3 yes@2 tied yes")["score"] == [6, 0]
    assert told(GAME, "won@1 won@2 truco@3 yes@2 tied yes")["score"] == [3, 0]


def test_mineiro_if_the_tie_does_not_count_the_next_trick_decides_and_mano_leads():
    state = told(GAME, "won@2 truco@1 yes@0 tied no")
    assert state["tricks"] == [2, None]
    assert state["leader"] == 1
    assert state["stake"] == 3
    assert state["open"] is None
    assert told(GAME, "won@2 truco@1 yes@0 tied no won@3")["score"] == [0, 3]
    assert told(GAME, "truco@2 yes@1 tied no tied won@0")["score"] == [3, 0]


def test_mineiro_the_question_about_a_tie_is_answered_by_the_table_without_a_seat():
    assert refused(GAME, "truco@2 yes@1 tied yes@1").reason == "seat"
    assert refused(GAME, "truco@2 yes@1 tied won@1").reason == "question"
    assert refused(GAME, "truco@2 yes@1 tied seis@1").reason == "question"
    assert refused(GAME, "truco@2 yes@1 tied fold@1").reason == "question"
    assert refused(GAME, "yes").reason == "moment"


def test_mineiro_two_players_are_asked_about_a_tied_trick_too():
    state = told(GAME, "truco@0 yes@1 tied", seats=2)
    assert state["open"] == {"word": "tied-before", "answer": [0, 1]}
    assert told(GAME, "truco@0 yes@1 tied yes", seats=2)["score"] == [0, 3]


# Truco by the hand


def test_mineiro_by_the_hand_raises_may_come_in_any_trick():
    assert {"seis@0", "seis@2"} <= taps(play(GAME, "truco@1 yes@2 won@1 won@0", **HAND))
    assert told(GAME, "truco@1 yes@2 won@1 seis@0 yes@1 won@2 nove@1 no@0", **HAND)["score"] == [
        0,
        6,
    ]
    assert told(GAME, "won@1 truco@1 yes@2 won@0 won@0", **HAND)["score"] == [3, 0]


def test_mineiro_the_preset_brazil_today_has_its_rules():
    assert TODAY == "truco_scope=hand ttt=none blind_at_11_11=off raise_cap=off"
    assert told(GAME, "truco@2 yes@1 tied", rules=TODAY)["open"] is None
    assert "seis" in words(play(GAME, "truco@1", score="9-0", rules=TODAY))
    assert words(play(GAME, score="11-11", rules=TODAY)) == {"won", "tied", "fold", "hand"}
    assert told(GAME, "won@1 truco@1 seis@2 yes@1 won@0 tied", rules=TODAY)["score"] == [0, 6]


# Eleven


def test_mineiro_the_side_on_eleven_plays_or_runs_and_nothing_else_is_possible():
    state = told(GAME, score="11-4")
    assert state["open"] == {"word": "eleven", "answer": [0, 2]}
    assert state["legal"] == ["no@0", "no@2", "yes@0", "yes@2"]
    assert state["stake"] == 1
    assert told(GAME, score="4-11", seats=6)["open"] == {"word": "eleven", "answer": [1, 3, 5]}
    assert told(GAME, score="4-11", seats=2)["open"] == {"word": "eleven", "answer": [1]}
    assert refused(GAME, "burn@1", score="4-11").reason == "question"


def test_mineiro_a_played_hand_of_eleven_is_worth_three_without_burning_passing_or_calls():
    game = play(GAME, "yes@2", score="11-4")
    assert (game.hand.worth, words(game)) == (3, {"won", "tied", "fold", "hand"})
    assert told(GAME, "yes@0 won@0 won@2", score="11-4")["match_winner"] == 0
    lost = told(GAME, "yes@0 won@1 won@2 won@3", score="11-4")
    assert (lost["score"], lost["hand_winner"]) == ([11, 7], 1)
    assert told(GAME, "yes@0 won@1 won@1", score="11-9")["match_winner"] == 1
    assert told(GAME, "yes@0 tied tied tied", score="11-4")["score"] == [11, 7]  # seat 1 led
    assert told(GAME, "yes@0 fold@2", score="11-4")["score"] == [11, 7]


def test_mineiro_running_costs_a_point_and_the_deal_passes():
    state = told(GAME, "no@0", score="11-4")
    assert (state["score"], state["hand_winner"], state["dealer"]) == ([11, 5], 1, 1)
    assert state["open"] == {"word": "eleven", "answer": [0, 2]}
    assert told(GAME, "no@0", score="11-4", rules="eleven_decline=3")["score"] == [11, 7]


# Eleven all


def test_mineiro_mao_de_ferro_is_played_blind_for_the_game():
    state = told(GAME, score="11-11")
    assert (state["open"], state["stake"]) == (None, 1)
    assert words(play(GAME, score="11-11")) == {"won", "tied", "fold", "hand"}
    assert told(GAME, "won@0 won@0", score="11-11")["match_winner"] == 0
    assert told(GAME, "tied tied tied", score="11-11")["match_winner"] == 1
    assert told(GAME, "tied tied tied", score="11-11", rules="ttt=none")["score"] == [11, 11]


def test_mineiro_a_mao_de_ferro_that_is_not_blind_has_no_calls_burn_or_pass_either():
    how = {"score": "11-11", "rules": "blind_at_11_11=off"}
    assert words(play(GAME, **how)) == {"won", "tied", "fold", "hand"}
    assert refused(GAME, "truco@1", **how).reason == "moment"
    assert told(GAME, "won@1 won@1", **how)["match_winner"] == 1


# The ladder 2-4-6-10-12


def test_mineiro_by_twos_a_plain_hand_is_worth_two():
    assert told(GAME, **MODERN)["stake"] == 2
    assert told(GAME, "won@1 won@1", **MODERN)["score"] == [0, 2]
    assert told(GAME, "fold@1", **MODERN)["score"] == [2, 0]


def test_mineiro_by_twos_the_special_hand_is_at_ten_for_four_and_running_costs_two():
    assert told(GAME, score="10-4", **MODERN)["open"] == {"word": "eleven", "answer": [0, 2]}
    assert told(GAME, score="9-4", **MODERN)["open"] is None
    assert told(GAME, score="11-4", **MODERN)["open"] == {"word": "eleven", "answer": [0, 2]}
    assert told(GAME, "yes@0", score="10-4", **MODERN)["stake"] == 4
    assert told(GAME, "yes@0 won@1 won@1", score="10-4", **MODERN)["score"] == [10, 8]
    assert told(GAME, "yes@0 won@0 won@0", score="10-4", **MODERN)["match_winner"] == 0
    assert told(GAME, "no@2", score="10-4", **MODERN)["score"] == [10, 6]
    assert told(GAME, "no@2", score="10-4", rules="ladder=2-4-6-10-12 eleven_decline=1")[
        "score"
    ] == [10, 5]


def test_mineiro_by_twos_ten_all_is_played_like_eleven_all():
    assert told(GAME, score="10-10", **MODERN)["open"] is None
    assert words(play(GAME, score="10-10", **MODERN)) == {"won", "tied", "fold", "hand"}
    assert told(GAME, "won@1 won@1", score="10-10", **MODERN)["match_winner"] == 1


# Flor, a house rule


def test_mineiro_flor_has_the_words_and_numbers_of_the_argentine_game():
    game = play(GAME, "flor@1 no@2 no@3 contraflor@0 yes@1", rules="flor=on")
    assert {f"says@1={flor}" for flor in (20, 38)} <= taps(game)
    assert not {"says@1=19", "says@1=39"} & taps(game)
    assert told(GAME, "flor@1 no@2 no@3 no@0 won@1 won@1", rules="flor=on")["score"] == [0, 4]
    assert (
        told(GAME, "flor@1 no@2 no@3 resto@0", score="3-5", rules="flor=on")["open"]["yes"]
        == 12 - 5 + 6
    )


def test_mineiro_flor_makes_a_truco_wait_and_nobody_burns_after_it():
    assert told(GAME, "truco@1 flor@2 no@3 no@0 no@1", rules="flor=on")["open"]["word"] == "truco"
    assert "flor" in words(play(GAME, "truco@1 yes@2", rules="flor=on"))
    assert "flor" not in words(play(GAME, "won@1", rules="flor=on"))
    assert not {"burn", "pass"} & words(play(GAME, "flor@1 no@2 no@3 no@0", rules="flor=on"))


@pytest.mark.parametrize(
    ("score", "rules"), [("11-3", "flor=on"), ("10-3", "flor=on ladder=2-4-6-10-12")]
)
def test_mineiro_a_special_hand_has_no_flor_and_nobody_asks_for_one_after_it(score, rules):
    assert not {"flor", "pido-flor"} & words(play(GAME, "yes@0", score=score, rules=rules))
    assert "pido-flor" not in words(play(GAME, "yes@0 won@1 won@1", score=score, rules=rules))


def test_mineiro_pido_flor_comes_before_the_question_of_the_next_hand():
    state = told(GAME, "truco@1 yes@2 won@0", score="8-3", rules="flor=on")
    assert state["open"] == {"word": "eleven", "answer": [0, 2]}
    assert {"pido-flor@0=1", "yes@0"} <= set(state["legal"])
    asked = told(GAME, "truco@1 yes@2 won@0 pido-flor@1=0", score="8-3", rules="flor=on")
    assert asked["open"] == {"word": "pido-flor", "answer": [0]}
    assert asked["legal"] == ["no@0", "yes@0"]
    none = told(GAME, "truco@1 yes@2 won@0 pido-flor@1=0 yes@0", score="8-8", rules="flor=on")
    assert (none["score"], none["open"]) == ([11, 11], None)  # eleven all: it opens anew


# Envido, a house rule

ENVIDO = {"rules": "envido=on"}


@pytest.mark.parametrize("game", ["mineiro", "paulista"])
def test_mineiro_envido_is_played_only_if_the_house_says_so(game):
    assert not any("envido" in tap for tap in taps(play(game)))
    opened = {tap for tap in taps(play(game, **ENVIDO)) if "envido" in tap}
    assert opened == seated("envido real-envido falta-envido", (0, 3))


def test_mineiro_a_falta_uses_the_target_of_the_game():
    # both under six
    assert told(GAME, "falta-envido@0 yes@1 best@1", score="3-5", **ENVIDO)["match_winner"] == 1
    assert told(GAME, "falta-envido@0 yes@1 best@0", score="3-7", **ENVIDO)["score"] == [
        3 + 12 - 7,
        7,
    ]
    assert (
        told(GAME, "falta-envido@0", score="3-7", rules="envido=on target=24")["open"]["yes"]
        == 24 - 3
    )


def test_mineiro_the_numbers_of_an_envido_are_two_of_a_suit_and_twenty():
    possible = taps(play(GAME, "envido@3 yes@0", **ENVIDO))
    said = {tap for tap in possible if tap.startswith("says@1=")}
    assert said == {f"says@1={number}" for number in (*range(8), *range(20, 34))}


def test_mineiro_envido_is_for_the_first_trick_before_a_truco_is_accepted_and_once_a_hand():
    for line in ("won@1", "truco@1 yes@2", "envido@3 no@0", "flor@1 no@2 no@3 no@0"):
        assert not any("envido" in tap for tap in taps(play(GAME, line, rules="envido=on flor=on")))
    assert not {"burn", "pass"} & words(play(GAME, "envido@3 no@0", **ENVIDO))
    assert {"flor@1", "flor@2"} <= taps(play(GAME, "envido@3 no@0", rules="envido=on flor=on"))


@pytest.mark.parametrize(
    ("line", "score", "rules"),
    [
        ("yes@0", "11-3", ""),
        ("", "11-11", ""),
        ("yes@0", "10-3", "ladder=2-4-6-10-12"),
        ("", "11-11", "flor=on"),
    ],
)
def test_mineiro_a_special_hand_has_no_envido(line, score, rules):
    possible = taps(play(GAME, line, score=score, rules=f"envido=on {rules}"))
    assert not any("envido" in tap for tap in possible)


# Pica pica, a house rule

PICA = {"seats": 6, "rules": "pica_pica=always"}


def test_mineiro_a_round_of_duels_has_no_burn_and_no_pass():
    assert words(play(GAME, **PICA)) == {"truco", "won", "tied", "fold", "hand"}
    assert told(GAME, "won@1 won@1 truco@5 yes@2 won@2 tied tied tied", **PICA)["score"] == [3, 2]


def test_mineiro_a_side_on_eleven_gets_an_ordinary_hand_instead_of_duels():
    assert told(GAME, score="11-3", **PICA)["open"] == {"word": "eleven", "answer": [0, 2, 4]}
    assert {"won@0", "won@5"} <= taps(play(GAME, score="11-11", **PICA))
    assert "burn" in words(play(GAME, score="4-5", seats=6, rules="pica_pica=between"))
    assert "burn" not in words(play(GAME, score="7-5", seats=6, rules="pica_pica=between"))
    assert "burn" in words(play(GAME, score="8-5", seats=6, rules="pica_pica=between"))


def test_mineiro_a_round_of_duels_is_finished_in_duels_whatever_is_corrected():
    state = told(GAME, "won@1 fix@0=11 won@1", **PICA)
    assert (state["open"], state["kept"], state["leader"]) == (None, [0, 1], 2)
    assert told(GAME, "won@1 fix@0=11 void", **PICA)["open"] is None
    assert told(GAME, "won@1 fix@0=11 won@1 hand@2 hand@3", **PICA)["match_winner"] == 0
