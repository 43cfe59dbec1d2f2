"""The taps that are always there (NOTATION.md): corrections, dealer, void, resign, end."""

import pytest

from companion import variants
from companion.engine import parse, resume
from companion.engine.table_taps import FORMS, REASONS
from tests.playing import play, refused, taps, told, words

PICA = {"seats": 6, "rules": "pica_pica=always best_of=1"}
ONE_DUEL = "truco@1 yes@4 won@1 won@1"  # side 1 keeps 2


def absent(state, *keys):
    return not set(keys) & set(state)


# Corrections


@pytest.mark.parametrize(
    "tap",
    (
        "fix fix@0 fix@4=1 fix@0=0 fix@0=1000 fix@0=-1000 fix@0=x fix@1=-5 "
        "fix-truts@0=1 fix-games@0=0 fix-games@0=3 fix-games@0=-1 fix-games dealer "
        "dealer@0 dealer@4 dealer@1=2 void@1 void=3 end@0 end=1 resign resign@4 "
        "resign@0=1 fix@0=1,cheating void,nothing fix@0,misdeal dealer@1,misdeal end,other "
        "resign@0,signal won@0,misdeal truc@1,other undo,other"
    ).split(),
)
def test_a_correction_or_other_rare_tap_in_a_wrong_form_is_illegal(tap):
    assert refused("catalan", tap, score="3-4", rules="best_of=3")


@pytest.mark.parametrize(
    "tap", ["fix@0=1", "fix-games@0=1", "dealer@2", "void", "void=pass", "resign@0", "end"]
)
@pytest.mark.parametrize("over", ["end", "resign@1", "fix@0=12"])
def test_corrections_and_other_rare_taps_are_illegal_after_the_match(tap, over):
    assert told("catalan", over)["legal"] == []
    assert refused("catalan", f"{over} {tap}").reason == "over"


@pytest.mark.parametrize("reason", REASONS)
def test_a_reason_for_a_correction_changes_nothing_in_play(reason):
    taps = "won@1 fix@0=2 void fix@1=3 truc@1 void=pass fix-games@0=1 hand@0".split()
    reasoned = [f"{tap},{reason}" if tap[0] in "fv" else tap for tap in taps]
    how = {"rules": "best_of=3"}
    assert told("catalan", " ".join(reasoned), **how) == told("catalan", " ".join(taps), **how)
    assert told("trut", f"fix-truts@1=2,{reason}") == told("trut", "fix-truts@1=2")


def test_a_correction_reopens_an_untouched_hand_and_leaves_a_touched_one():
    assert told("catalan", "fix@1=7", score="3-4")["open"] == {"word": "eleven", "answer": [1, 3]}
    assert told("catalan", "fix@1=7 fix@1=-1", score="3-4")["open"] is None
    assert told("catalan", "won@1 fix@1=7", score="3-4")["open"] is None
    assert told("trut", "fix@1=2")["open"]["word"] == "trut"


def test_a_correction_that_wins_on_an_untouched_hand_does_not_pass_the_deal():
    state = told("catalan", "won@1 won@1 fix@0=12", rules="best_of=3")
    assert state["winner"] == 0
    assert state["games"] == [1, 0]
    assert state["score"] == [0, 0]
    assert state["dealer"] == 1
    assert absent(state, "hand_winner")
    final = told("catalan", "fix@0=13")
    assert final["match_winner"] == 0
    assert final["score"] == [13, 0]
    assert final["dealer"] == 0
    assert final["legal"] == []


def test_a_correction_that_wins_on_a_touched_hand_passes_the_deal():
    state = told("catalan", "truc@1 fix@0=12", rules="best_of=3")
    assert state["winner"] == 0
    assert state["hand_winner"] is None
    assert state["dealer"] == 1
    assert state["open"] is None


def test_fix_truts_changes_truts_and_leaves_petits():
    assert told("trut", "fix-truts@0=2", score="3/1-0/1")["truts"] == [5, 0]
    assert told("trut", "fix-truts@0=2", score="3/1-0/1")["score"] == [1, 1]
    assert told("trut-gatine", "fix-truts@1=-1", score="3/1-2/2")["truts"] == [3, 1]
    assert refused("trut", "fix-truts@0=5", score="3/1-0/1").reason == "value"
    assert refused("trut", "fix-truts@0=-4", score="3/1-0/1").reason == "value"
    won = told("trut", "fix-truts@0=4", score="3/1-0/1")
    assert (won["match_winner"], won["truts"], won["dealer"]) == (0, [7, 0], 0)
    assert told("trut-deux-sevres", "fix-truts@0=1", score="5/2-0/0")["open"]["word"] == "fortial"


def test_a_correction_of_petits_makes_one_long_at_most_and_none_in_gatine():
    assert told("trut", "fix@0=7", score="3/1-0/1") | {"legal": []} == told(
        "trut", "fix@0=2", score="3/1-0/1"
    ) | {"legal": []}
    assert told("trut-gatine", "fix@0=7", score="3/1-0/1")["score"] == [2, 1]


def test_fix_games_changes_games_and_may_end_the_match():
    how = {"rules": "best_of=3", "score": "3-4", "games": "1-0"}
    assert told("catalan", "fix-games@1=1", **how)["games"] == [1, 1]
    assert told("catalan", "fix-games@0=-1", **how)["games"] == [0, 0]
    state = told("catalan", "fix-games@0=1", **how)
    assert state["match_winner"] == 0
    assert state["games"] == [2, 0]
    assert state["score"] == [3, 4]
    assert state["dealer"] == 0
    assert absent(state, "winner", "hand_winner")
    touched = told("catalan", "won@1 fix-games@0=1", **how)
    assert (touched["match_winner"], touched["hand_winner"], touched["dealer"]) == (0, None, 1)
    assert told("put-many", "fix-games@2=1", seats=3)["match_winner"] == 2


def test_a_gatine_hand_that_was_held_stays_so_if_a_correction_makes_it_two_all():
    held = "yes@2 fix@1=2 hand@0"
    state = told("trut-gatine", held, score="0/2-0/0", dealer=1)
    assert (state["truts"], state["score"]) == ([1, 0], [0, 2])
    sung = told("trut-gatine", "no@1 fix@1=-1 hand@0", score="0/2-0/2")
    assert sung["score"] == [0, 0]


def test_a_correction_does_not_change_a_decision_that_was_begun():
    state = told("trut-gatine", "no@2 fix@0=-2 no@0", score="0/2-0/0", dealer=1)
    assert (state["score"], state["hand_winner"]) == ([0, 1], 1)
    state = told("trut-deux-sevres", "no@1 fix@1=-1 no@3", score="0/0-6/2")
    assert (state["score"], state["truts"]) == ([1, 1], [0, 6])
    assert told("paulista", "vira=4 fix@0=-3 no@0", score="11-4")["score"] == [8, 5]


# Who deals


def test_setting_the_dealer_reopens_the_hand_and_the_deal_goes_on_from_there():
    state = told("trut", "dealer@2", score="0/2-0/0")
    assert (state["dealer"], state["leader"], state["open"]["by"]) == (2, 3, 3)
    assert told("catalan", "dealer@2 hand@0")["dealer"] == 3
    assert {"one@2"} == {tap for tap in taps(play("catalan", "dealer@2")) if tap.startswith("one")}
    assert told("argentine", "dealer@2", **PICA)["leader"] == 3


def test_setting_the_dealer_is_refused_once_the_hand_is_touched():
    assert refused("catalan", "won@1 dealer@2").reason == "moment"
    assert refused("uruguayan", "muestra=5c dealer@2").reason == "moment"
    assert refused("argentine", "won@1 won@1 dealer@2", **PICA).reason == "moment"
    assert told("catalan", "fix@0=1 dealer@2")["dealer"] == 2


# A hand that does not count


def test_a_void_hand_is_dealt_again_by_the_same_dealer_or_the_next():
    state = told("catalan", "truc@1 yes@2 won@1 retruc@2 void", score="3-4")
    assert (state["score"], state["hand_winner"], state["dealer"]) == ([3, 4], None, 0)
    assert (state["open"], state["stake"], state["tricks"]) == (None, 1, [])
    assert told("catalan", "void=pass")["dealer"] == 1
    assert told("catalan", "void")["hand_winner"] is None
    assert told("catalan", "yes@0 void", score="11-4")["open"]["word"] == "eleven"


def test_side_bets_paid_in_a_void_hand_stay_paid():
    assert told("argentine", "envido@0 yes@1 best@1 void")["score"] == [0, 2]
    assert "pido-flor" not in words(play("argentine", "hand@1 void", rules="flor=on"))


def test_void_in_a_round_of_duels_drops_only_that_duel():
    again = told("argentine", f"{ONE_DUEL} won@2 void", **PICA)
    assert (again["kept"], again["leader"], again["dealer"], again["tricks"]) == ([0, 2], 2, 0, [])
    on = told("argentine", f"{ONE_DUEL} won@2 void=pass", **PICA)
    assert (on["kept"], on["leader"], on["hand_winner"]) == ([0, 2], 3, None)
    paid = told("argentine", f"{ONE_DUEL} void=pass void=pass", **PICA)
    assert (paid["score"], paid["kept"], paid["dealer"]) == ([0, 2], [0, 0], 1)


# Resigning and ending


def test_a_side_that_resigns_loses_the_game_and_its_points_stay():
    state = told("catalan", "truc@1 resign@3", score="3-4", rules="best_of=3")
    assert state["winner"] == 0
    assert state["games"] == [1, 0]
    assert state["hand_winner"] is None
    assert state["dealer"] == 1
    final = told("catalan", "resign@3", score="3-4")
    assert (final["match_winner"], final["score"], final["dealer"]) == (0, [3, 4], 0)
    assert absent(final, "hand_winner")
    assert refused("put-many", "resign@0", seats=3).reason == "moment"
    assert told("put-pass", "resign@0")["match_winner"] == 1  # out of the hand, not of the side


def test_the_end_tap_stops_the_match_without_a_winner():
    state = told("argentine", f"{ONE_DUEL} end", **PICA)
    assert state["ended"] is True
    assert state["score"] == [0, 0]
    assert state["dealer"] == 0
    assert state["legal"] == []
    assert absent(state, "hand_winner", "winner", "match_winner", "kept")
    assert told("catalan", "truc@1 end", score="3-4", games="1-1", rules="best_of=3")["games"] == [
        1,
        1,
    ]
    assert absent(told("catalan", "end undo"), "ended")


RECEIPTS = [
    "end",
    "void",
    "void,misdeal",
    "void=pass",
    "dealer@2",
    "fix-games@1=1",
    "fix@0=3",
    "resign@0",
    "won@1 resign@0",
    "truc@1 fix@0=12",
]


@pytest.mark.parametrize("taps", RECEIPTS)
def test_a_match_can_be_resumed_after_a_correction_from_what_was_shown(taps):
    """What was shown is enough to go on, even if the rules refuse the tap one day."""
    *before, last = taps.split()
    stood = play("catalan", " ".join(before), score="3-4", rules="best_of=3")
    after = play("catalan", taps, score="3-4", rules="best_of=3")
    resumed = resume(stood, parse(last), after.score_text, after.events)
    assert resumed.score == after.score
    assert resumed.games == after.games
    assert resumed.dealer == after.dealer
    assert (resumed.ended, resumed.winner) == (after.ended, after.winner)


@pytest.mark.parametrize("taps", ["truc@1 yes@2 hand@1", "fix@1=2", "resign@0", "fix-games@1=1"])
def test_a_match_resumed_after_its_end_has_nothing_to_play(taps):
    *before, last = taps.split()
    stood = play("catalan", " ".join(before), score="10-10", rules="best_of=1")
    after = play("catalan", taps, score="10-10", rules="best_of=1")
    resumed = resume(stood, parse(last), after.score_text, after.events)
    assert (resumed.winner, resumed.hand) == (1, after.hand)


def test_a_match_resumed_after_a_hand_has_the_next_one_dealt():
    after = play("catalan", "hand@1")
    assert (
        resume(play("catalan"), parse("hand@1"), after.score_text, after.events).hand == after.hand
    )


@pytest.mark.parametrize("tap", ["fix@0=1", "fix-truts@0=1", "fix@1=-1", "won@1", "hand@1"])
def test_a_match_with_truts_can_be_resumed_from_what_was_shown(tap):
    stood = play("trut-deux-sevres", score="3/2-1/2")
    after = play("trut-deux-sevres", tap, score="3/2-1/2")
    resumed = resume(stood, parse(tap), after.score_text, after.events)
    assert resumed.score == after.score
    assert resumed.truts == after.truts
    assert resumed.score_text == after.score_text


# Duels

BETWEEN = {"seats": 6, "rules": "pica_pica=between best_of=1"}


def test_a_match_won_by_fix_games_drops_the_kept_points_of_duels():
    assert play("argentine", "hand@1", score="5-10", **BETWEEN).duel_points == (0, 1)
    won = play("argentine", "hand@1 fix-games@0=1", score="5-10", **BETWEEN)
    assert (won.winner, won.duel_points) == (0, ())


def test_a_correction_on_an_untouched_deal_decides_again_about_duels():
    assert told("argentine", "fix@0=1", score="4-10", **BETWEEN)["kept"] == [0, 0]
    assert absent(told("argentine", "fix@0=-1", score="5-10", **BETWEEN), "kept")
    assert told("argentine", "won@1 fix@0=-1", score="5-10", **BETWEEN)["kept"] == [0, 0]
    # a round begun is finished
    assert told("argentine", "won@1 won@1 fix@0=-1", score="5-10", **BETWEEN)["leader"] == 2


def test_a_correction_that_wins_in_a_round_adds_the_kept_points_first():
    state = told("argentine", f"{ONE_DUEL} fix@0=5", score="25-29", **PICA)
    assert state["match_winner"] == 1
    assert state["score"] == [30, 31]
    assert state["hand_winner"] is None
    assert state["dealer"] == 1
    untouched = told("argentine", "fix@0=5", score="25-29", **PICA)
    assert (untouched["match_winner"], untouched["dealer"]) == (0, 0)
    assert absent(untouched, "hand_winner")


def test_pido_flor_is_paid_at_once_in_a_round_of_duels():
    how = {"seats": 6, "rules": "pica_pica=always flor=on best_of=1"}
    line = f"{ONE_DUEL} pido-flor@4=1 yes@1"
    state = told("argentine", line, **how)
    assert (state["score"], state["kept"], state["leader"]) == ([3, 0], [0, 2], 2)
    assert {tap for tap in taps(play("argentine", ONE_DUEL, **how)) if tap[0] == "p"} == {
        "pido-flor@1=4",
        "pido-flor@4=1",
    }
    assert "pido-flor" not in words(play("argentine", f"{ONE_DUEL} won@2", **how))
    last = f"{ONE_DUEL} hand@2 hand@3"
    assert {"pido-flor@3=0", "pido-flor@0=3"} <= taps(play("argentine", last, **how))
    assert refused("argentine", f"{last} pido-flor@1=4", **how)


# All of them


@pytest.mark.parametrize("name", variants.VARIANTS)
def test_every_game_accepts_corrections_and_other_rare_taps_without_offering_them(name):
    game = variants.get(name)
    line = f"fix@0=1 fix@0=-1 fix@1=1 dealer@{game.seats[0] - 1} void void=pass end"
    assert play(name, line, rules="best_of=3").ended
    assert play(name, "fix-games@1=1 end", rules="best_of=3").ended
    assert not set(FORMS) & words(play(name))


@pytest.mark.parametrize("tap", ["fix@0=99", "resign@1", "fix-games@0=1"])
@pytest.mark.parametrize(
    "name", [name for name, game in variants.VARIANTS.items() if not game.each_for_himself]
)
def test_every_game_can_be_won_by_a_correction_or_a_resignation(name, tap):
    rules = "best_of=1"
    if tap == "fix@0=99" and play(name).truts:
        tap = "fix-truts@0=7"
    first = sorted(taps(play(name, rules=rules)))[0].replace("*", "2")
    untouched = play(name, tap, rules=rules)
    touched = play(name, f"{first} {tap}", rules=rules)
    assert (untouched.winner, untouched.dealer, touched.winner, touched.dealer) == (0, 0, 0, 1)
