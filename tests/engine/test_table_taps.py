"""Corrections and the taps dealer, void, resign and end work in every game as NOTATION.md says."""

import pytest

from companion import variants
from companion.engine import parse, resume
from companion.engine.table_taps import FORMS, REASONS
from tests.playing import play, refused, state_of, taps, words

PICA = {"seats": 6, "rules": "pica_pica=always best_of=1"}
ONE_DUEL = "truco@1 yes@4 won@1 won@1"  # gives side 1 two duel points


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


@pytest.mark.parametrize(("tap", "example"), [("fix", "fix@0=-1"), ("dealer", "dealer@0")])
def test_the_refusal_of_a_tap_without_a_seat_gives_an_example(tap, example):
    assert str(refused("catalan", tap)) == f"{tap} names a seat, 0 to 3, as in {example}"


@pytest.mark.parametrize(
    "tap", ["fix@0=1", "fix-games@0=1", "dealer@2", "void", "void=pass", "resign@0", "end"]
)
@pytest.mark.parametrize("over", ["end", "resign@1", "fix@0=12"])
def test_corrections_and_other_rare_taps_are_illegal_after_the_match(tap, over):
    assert state_of("catalan", over)["legal"] == []
    assert refused("catalan", f"{over} {tap}").reason == "over"


@pytest.mark.parametrize("reason", REASONS)
def test_a_reason_for_a_correction_changes_nothing_in_play(reason):
    taps = "won@1 fix@0=2 void fix@1=3 truc@1 void=pass fix-games@0=1 hand@0".split()
    reasoned = [f"{tap},{reason}" if tap[0] in "fv" else tap for tap in taps]
    how = {"rules": "best_of=3"}
    assert state_of("catalan", " ".join(reasoned), **how) == state_of(
        "catalan", " ".join(taps), **how
    )
    assert state_of("trut", f"fix-truts@1=2,{reason}") == state_of("trut", "fix-truts@1=2")


def test_a_correction_may_give_999_points_or_take_all_points_away():
    assert play("catalan", "fix@0=999").score == (999, 0)
    assert play("catalan", "fix@0=-3", score="3-4").score == (0, 4)


def test_a_correction_that_wins_an_untouched_hand_keeps_its_deal_for_the_next_game():
    how = {"seats": 3, "rules": "alone=turns best_of=3"}
    for line, dealer, alone in (("fix@0=30", 0, 0), ("won@1 fix@0=30", 1, 1)):
        game = play("argentine", line, **how)
        assert (game.games, game.dealer, game.hand.alone) == ((1, 0, 0), dealer, alone)


@pytest.mark.parametrize(
    "tap",
    ["fix@0=1,other", "fix-truts@0=1,other", "void,other", "void=pass,other", "won@1 void,other"],
)
def test_the_event_of_a_correction_or_a_misdeal_has_its_reason(tap):
    assert play("trut", tap).events[0].word == "other"


def test_the_tap_fix_games_changes_how_many_games_are_won_and_may_end_the_match():
    how = {"rules": "best_of=3", "score": "3-4", "games": "1-0"}
    assert state_of("catalan", "fix-games@1=1", **how)["games"] == [1, 1]
    assert state_of("catalan", "fix-games@0=-1", **how)["games"] == [0, 0]
    state = state_of("catalan", "fix-games@0=1", **how)
    assert state["match_winner"] == 0
    assert state["games"] == [2, 0]
    assert state["score"] == [3, 4]
    assert state["dealer"] == 0
    assert not {"winner", "hand_winner"} & set(state)
    touched = state_of("catalan", "won@1 fix-games@0=1", **how)
    assert (touched["match_winner"], touched["hand_winner"], touched["dealer"]) == (0, None, 1)
    assert state_of("put-many", "fix-games@2=1", seats=3)["match_winner"] == 2


# Who deals


def test_changing_the_dealer_begins_the_hand_again():
    state = state_of("trut", "dealer@2", score="0/2-0/0")
    assert (state["dealer"], state["leader"], state["open"]["by"]) == (2, 3, 3)
    assert state_of("catalan", "dealer@2 hand@0")["dealer"] == 3


# A hand that does not count


def test_the_same_dealer_deals_again_after_void_without_the_value_pass():
    state = state_of("catalan", "truc@1 yes@2 won@1 retruc@2 void", score="3-4")
    assert (state["score"], state["hand_winner"], state["dealer"]) == ([3, 4], None, 0)
    assert (state["open"], state["stake"], state["tricks"]) == (None, 1, [])
    assert state_of("catalan", "void=pass")["dealer"] == 1


def test_the_tap_void_in_a_round_of_duels_drops_only_the_present_duel():
    again = state_of("argentine", f"{ONE_DUEL} won@2 void", **PICA)
    assert (again["kept"], again["leader"], again["dealer"], again["tricks"]) == ([0, 2], 2, 0, [])
    on = state_of("argentine", f"{ONE_DUEL} won@2 void=pass", **PICA)
    assert (on["kept"], on["leader"], on["hand_winner"]) == ([0, 2], 3, None)
    paid = state_of("argentine", f"{ONE_DUEL} void=pass void=pass", **PICA)
    assert (paid["score"], paid["kept"], paid["dealer"]) == ([0, 2], [0, 0], 1)


# Resigning and ending


def test_the_side_of_a_player_who_resigns_loses_the_game():
    assert state_of("catalan", "resign@3", score="3-4")["score"] == [3, 4]
    assert state_of("put-pass", "resign@0")["match_winner"] == 1  # seat 0 is out of this hand


def test_the_tap_end_stops_the_match_without_a_winner():
    state = state_of("argentine", f"{ONE_DUEL} end", **PICA)
    assert (state["ended"], state["score"], state["dealer"], state["legal"]) == (
        True,
        [0, 0],
        0,
        [],
    )
    assert not {"hand_winner", "winner", "match_winner", "kept"} & set(state)
    ended = state_of("catalan", "truc@1 end", score="3-4", games="1-1", rules="best_of=3")
    assert ended["games"] == [1, 1]
    assert "ended" not in state_of("catalan", "end undo")


RESUMED = {
    "catalan": (
        {"score": "3-4", "rules": "best_of=3"},
        *("end", "void", "void,misdeal", "void=pass", "dealer@2", "fix-games@1=1", "fix@0=3"),
        *("fix-games@0=1", "resign@0", "won@1 resign@0", "truc@1 fix@0=12", "hand@1"),
    ),
    "espaseta": (
        {"score": "10-10"},
        *("truc@1 yes@2 hand@1", "fix@1=2", "resign@0", "fix-games@1=1"),
    ),
    "trut-deux-sevres": (
        {"score": "3/2-1/2"},
        *("fix@0=1", "fix-truts@0=1", "fix@1=-1", "won@1", "hand@1"),
    ),
}


@pytest.mark.parametrize("game", RESUMED)
def test_a_match_can_be_resumed_from_its_recorded_score_and_events(game):
    how, *lines = RESUMED[game]
    for line in lines:
        *before, last = line.split()
        after = play(game, line, **how)
        stood = play(game, " ".join(before), **how)
        resumed = resume(stood, parse(last), after.score_text, after.events)
        assert (resumed.score_text, resumed.games) == (after.score_text, after.games), line
        assert (resumed.dealer, resumed.ended) == (after.dealer, after.ended), line
        assert resumed.winner == after.winner, line
        if after.over or after.untouched:
            assert resumed.hand == after.hand, line


# Duels

BETWEEN = {"seats": 6, "rules": "pica_pica=between best_of=1"}


def test_duel_points_are_dropped_if_a_correction_of_games_wins_the_match():
    assert play("argentine", "hand@1", score="5-10", **BETWEEN).duel_points == (0, 1)
    won = play("argentine", "hand@1 fix-games@0=1", score="5-10", **BETWEEN)
    assert (won.winner, won.duel_points) == (0, ())


def test_a_correction_before_the_first_tap_decides_again_whether_duels_are_played():
    assert state_of("argentine", "fix@0=1", score="4-10", **BETWEEN)["kept"] == [0, 0]
    assert "kept" not in state_of("argentine", "fix@0=-1", score="5-10", **BETWEEN)
    assert state_of("argentine", "won@1 fix@0=-1", score="5-10", **BETWEEN)["kept"] == [0, 0]
    # a round of duels that has begun is finished
    assert state_of("argentine", "won@1 won@1 fix@0=-1", score="5-10", **BETWEEN)["leader"] == 2


def test_a_correction_of_points_that_wins_the_match_adds_the_duel_points_first():
    state = state_of("argentine", f"{ONE_DUEL} fix@0=5", score="25-29", **PICA)
    assert state["match_winner"] == 1
    assert state["score"] == [30, 31]
    assert state["hand_winner"] is None
    assert state["dealer"] == 1
    untouched = state_of("argentine", "fix@0=5", score="25-29", **PICA)
    assert (untouched["match_winner"], untouched["dealer"]) == (0, 0)
    assert "hand_winner" not in untouched


# Every game


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
    if tap == "fix@0=99" and play(name).truts:
        tap = "fix-truts@0=7"
    first = sorted(taps(play(name)))[0].replace("*", "2")
    matches = {"best_of=1": 0, "best_of=3": None}
    if tap == "fix-games@0=1":
        del matches["best_of=3"]  # the tap counts a game there, but ends no hand
    for rules, winner in matches.items():
        untouched = play(name, tap, rules=rules)
        touched = play(name, f"{first} {tap}", rules=rules)
        assert untouched.games == touched.games == (1, 0)
        assert (untouched.winner, touched.winner) == (winner, winner)
        assert (untouched.dealer, touched.dealer) == (0, 1)
