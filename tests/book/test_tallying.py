"""The counts of a match, as players would tell it; seat 0 deals, so that seat 1 leads."""

from __future__ import annotations

import pytest

from companion.book import figures, shares
from companion.book.figures import Unrecorded
from companion.book.shares import Share
from companion.book.sums import merged, totals
from companion.book.tallying import tallied
from companion.engine import MatchLog, parse
from companion.retelling.replay import Replay
from tests.playing import begin


def counted(variant, taps, **how):
    return tallied(Replay.from_log(MatchLog.of(begin(variant, **how), map(parse, taps.split()))))


def seat(number, taps, variant="catalan", **how):
    return {name: n for name, n in counted(variant, taps, **how).seats[number].items() if n}


def side(number, taps, variant="catalan", **how):
    return {name: n for name, n in counted(variant, taps, **how).sides[number].items() if n}


def test_an_accepted_call_that_is_won_counts_for_its_caller():
    told = seat(1, "truc@1 yes@2 won@1 won@3")
    assert told == {
        "called.truc.truc": 1,
        "decided.truc.truc": 1,
        "met.truc.truc": 1,
        "settled.truc.truc": 1,
        "won.truc.truc": 1,
        "dealt": 1,
        "dealt-with.truc": 1,
        "called-in.truc.truc": 1,
    }
    assert seat(2, "truc@1 yes@2 won@1 won@3") == {
        "answered.truc": 1,
        "taken.truc": 1,
        "yes.truc": 1,
        "yes-settled.truc": 1,
        "dealt": 1,
        "dealt-with.truc": 1,
    }


def test_an_accepted_call_that_is_lost_counts_for_the_player_who_accepted():
    told = seat(1, "truc@1 yes@2 won@0 won@2")
    assert ("won.truc.truc" in told, told["settled.truc.truc"]) == (False, 1)
    assert seat(2, "truc@1 yes@2 won@0 won@2")["yes-won.truc"] == 1


def test_a_refused_call_counts_for_both_players():
    caller = counted("catalan", "truc@1 no@2").seats[1]
    assert shares.refused("truc", "truc").share(caller) == Share(1, 1)
    answerer = counted("catalan", "truc@1 no@2").seats[2]
    assert shares.answered("no", "truc").share(answerer) == Share(1, 1)
    assert side(1, "truc@1 no@2")["points.refused"] == 1


def test_a_call_answered_with_the_next_call_counts_as_accepted():
    taps = "truc@1 retruc@2 no@3"
    assert seat(1, taps)["met.truc.truc"] == 1
    assert seat(3, taps)["no.truc"] == 1
    told = seat(2, taps)
    assert (told["raised.truc"], told["called.truc.retruc"], told["refused.truc.retruc"]) == (
        1,
        1,
        1,
    )
    assert side(0, taps)["points.refused"] == 2


def test_playing_on_counts_as_accepting_a_call_if_the_rules_allow_it():
    told = seat(0, "truc@0 won@0 won@2")
    assert (told["met.truc.truc"], told["won.truc.truc"]) == (1, 1)


def test_points_won_by_cards_and_by_calls_are_counted_separately():
    assert side(1, "won@1 won@3") | {"most.run": 1} == {
        "hands": 1,
        "hands-with.truc": 1,
        "hands.won": 1,
        "hands.taken": 1,
        "hands.cards": 1,
        "hands.played": 1,
        "points.cards": 1,
        "most.run": 1,
        "matches.unfinished": 1,
    }
    assert side(1, "truc@1 yes@2 won@1 won@3")["points.raised"] == 2


def test_a_hand_decided_by_a_tie_is_counted_as_such():
    assert shares.TIED.share(counted("catalan", "tied won@1").table) == Share(1, 1)
    assert shares.TIED.share(counted("catalan", "won@1 tied").table) == Share(1, 1)
    assert shares.TIED.share(counted("catalan", "won@1 won@3").table) == Share(0, 1)
    assert shares.TIED.share(counted("catalan", "won@1 won@0 won@3").table) == Share(0, 1)


def test_a_hand_recorded_by_one_touch_is_not_a_recorded_hand_in_the_figures():
    """The points are told as such, and nothing is made up about how they were won."""
    told = counted("catalan", "hand@1 hand@0")
    assert (told.table["hands.short"], told.table["hands"], told.table["points.short"]) == (2, 0, 2)
    assert all(not counts["dealt"] for counts in told.seats)
    assert shares.WON_BY_TALKING.share(told.table).of == 0
    assert figures.unrecorded(told.table) == Unrecorded(points=2, truts=0, corrections=0)


def test_a_call_in_a_hand_recorded_by_one_touch_counts():
    told = seat(1, "truc@1 yes@2 hand@1")
    assert (told["called.truc.truc"], told["won.truc.truc"], "dealt" in told) == (1, 1, False)


def test_a_correction_counts_as_nobodys_play():
    """Plus three and minus three were told as nothing, and minus two as points."""
    told = counted("catalan", "fix@0=3 fix@0=-3 won@1 won@3")
    assert figures.unrecorded(told.table) == Unrecorded(points=0, truts=0, corrections=2)
    assert figures.unrecorded(told.sides[1]).corrections == 0
    assert shares.WON_BY_TALKING.share(told.table).of == 1


def test_a_void_hand_decides_no_call():
    told = counted("catalan", "truc@1 yes@2 won@1 void")
    assert (
        told.seats[1]["met.truc.truc"],
        told.seats[1]["settled.truc.truc"],
        told.table["hands.void"],
    ) == (1, 0, 1)


def test_a_folded_hand_is_counted_for_the_player_who_folded():
    assert shares.FOLDED.share(counted("catalan", "fold@2").seats[2]) == Share(1, 1)


def test_folded_hands_are_counted_as_a_share_of_the_recorded_hands():
    """Biel folded two hands that were voided, and then played one: folded 0 of 1."""
    told = counted("put-many", "fold@1 void fold@1 void won@0 won@0", seats=3)
    assert shares.FOLDED.share(told.seats[1]) == Share(0, 1)


def test_a_call_made_twice_in_a_hand_is_one_hand_in_which_it_was_called():
    """Two raises in two hands were told as "calls raise in 2 of 2 hands"."""
    told = counted(
        "french-free", "raise@1=1 yes@0 raise@0=1 yes@1 raise@1=1 yes@0 won@1 won@1 won@0 won@0"
    )
    assert told.seats[1]["called.raise.raise"] == 2
    assert shares.called_in("raise", "raise").share(told.seats[1]) == Share(1, 2)
    assert shares.heard("raise", "raise").share(told.table) == Share(1, 2)


def test_a_call_is_a_share_of_the_hands_of_games_that_have_it():
    """A hand of envido and one of a game without it: envido was called in 1 of 1 hands."""
    envido = counted("argentine", "envido@3 no@0 won@1 won@1")
    together = totals([((1, 2, 3, 4), envido), ((1, 2, 3, 4), counted("catalan", "won@1 won@1"))])
    assert shares.heard("envido", "envido").share(together.table) == Share(1, 1)
    assert shares.called_in("envido", "envido").share(together.people[4]) == Share(1, 1)
    assert shares.HANDS_WON.share(together.people[4]) == Share(2, 2)


def test_a_declined_hand_of_eleven_is_counted():
    assert seat(0, "no@0", score="11-3")["declined"] == 1
    assert side(1, "no@0", score="11-3")["points.declined"] == 1


def test_the_numbers_said_in_an_envido_are_counted():
    """The last but one calls and says the best number; the dealer finds it good."""
    taps = "envido@3 yes@0 says@1=25 says@2=27 says@3=30 good@0 won@1 won@3"
    told = seat(3, taps, "argentine")
    assert told["opened.envido.30"] == told["says.envido.30"] == told["won.envido.envido"] == 1
    assert side(1, taps, "argentine")["points.bet"] == 2
    shown = figures.numbers(counted("argentine", taps).seats[3])
    assert (shown[0].said, shown[0].opened) == (((30, 1),), ((30, 1),))


def test_a_refused_envido_is_counted_for_both_sides():
    told = counted("argentine", "envido@3 no@0")
    assert told.seats[3]["refused.envido.envido"] == 1
    assert told.seats[0]["no.envido"] == 1
    assert told.sides[1]["points.bet-refused"] == 1


def test_a_truco_interrupted_by_an_envido_is_still_answered_and_counted():
    """El envido va primero."""
    told = counted("argentine", "truco@3 envido@0 no@1 yes@0 won@1 won@1")
    assert told.seats[0]["refused.envido.envido"] == 1
    assert told.seats[3]["won.truco.truco"] == 1


def test_a_bet_that_wins_the_game_leaves_the_hand_without_a_winner_in_the_figures():
    told = counted("argentine", "envido@3 yes@0 best@1", score="0-29")
    assert (told.table["hands.cut"], told.table["games"], told.sides[1]["games.won"]) == (1, 1, 1)


def test_truts_are_counted_beside_points():
    told = counted("trut", "trut@1 yes@0 won@1 won@1", seats=2)
    assert sum(n for name, n in told.sides[1].items() if name.startswith(("points.", "truts."))) > 0


def test_the_longest_run_of_won_hands_is_counted():
    assert side(1, "won@1 won@3 won@2 won@0 won@1 won@1 won@3 won@3")["most.run"] == 2
    assert side(0, "won@0 won@0 hand@1 won@0 won@0")["most.run"] == 1


def test_only_recorded_hands_count_in_a_run():
    """A longest run of 2 stood beside 1 of 1 hands won."""
    told = side(0, "hand@0 won@0 won@0 hand@0")
    assert (told["most.run"], told["hands.won"]) == (1, 1)


def test_an_unfinished_match_counts_in_no_share():
    told = counted("catalan", "won@1 won@3")
    assert (told.table["matches"], told.table["matches.unfinished"]) == (0, 1)
    assert [shares.MATCHES_WON.share(counts).of for counts in told.sides] == [0, 0]


def test_an_unfinished_match_was_played_against_nobody():
    """ "0 matches recorded … Against Anna 0 of 1" was told of a match that was stopped."""
    told = totals([((1, 2), counted("put", "won@0 end"))])
    assert shares.MATCHES_WON.share(told.versus[2, 1]).of == 0


@pytest.mark.parametrize(
    ("taps", "talked", "early"),
    [
        ("truc@1 retruc@2 no@3", 1, 1),  # two points, one hand
        ("fold@1", 1, 1),
        ("won@1 truc@1 no@2", 1, 0),  # cards had been shown
        ("won@1 fold@2", 1, 0),
        ("truc@1 yes@2 won@1 won@3", 0, 0),
    ],
)
def test_hands_won_by_a_refusal_or_fold_are_counted_and_those_before_the_first_trick(
    taps, talked, early
):
    told = counted("catalan", taps)
    for counts in (told.table, merged(told.sides)):
        assert shares.WON_BY_TALKING.share(counts) == Share(talked, 1)
        assert shares.WON_BEFORE_A_TRICK.share(counts) == Share(early, 1)


def test_a_trut_that_nobody_takes_is_one_hand_won_by_refusal():
    trut = counted("trut", "trut@1 no@2 no@0", seats=4)
    assert shares.WON_BY_TALKING.share(trut.table) == Share(1, 1)


def test_the_share_of_hands_decided_by_a_tie_has_the_same_total_for_both_sides():
    told = counted("catalan", "tied won@1 truc@2 no@3")
    for counts in (told.table, *told.sides):
        assert shares.TIED.share(counts) == Share(1, 1)


def test_a_trut_that_everybody_refuses_is_not_accepted():
    told = seat(1, "trut@1 no@2 no@0", "trut", seats=4)
    assert ("met.trut.trut" in told, told["refused.trut.trut"]) == (False, 1)


def test_a_contraflor_that_is_answered_counts_as_accepted():
    told = seat(2, "flor@1 contraflor@2 yes@3 best@1", "argentine", rules="flor=on")
    assert (told["met.flor.contraflor"], told["settled.flor.contraflor"]) == (1, 1)
    assert "won.flor.contraflor" not in told


@pytest.mark.parametrize(
    ("variant", "score", "taps", "most"),
    [
        ("argentine", "3-20", "hand@0 " * 27, ("most.comeback", 17)),
        ("trut", "0/0-3/0", "hand@0 hand@0 yes@0 hand@0 " * 7, ("most.comeback-truts", 3)),
    ],
)
def test_a_game_won_from_far_behind_is_a_comeback(variant, score, taps, most):
    """A third of the target or more; in the games of the trut family, in truts."""
    told = counted(variant, taps, seats=2, score=score)
    assert shares.COMEBACKS.share(told.sides[0]) == Share(1, 1)
    assert told.sides[0][most[0]] == most[1]
    assert shares.COMEBACKS.share(told.sides[1]).hits == 0


@pytest.mark.parametrize("taps", ["fix@0=9", "resign@1"])
def test_a_game_that_was_corrected_or_given_up_is_no_comeback(taps):
    told = counted("catalan", taps, score="3-10")
    assert shares.GAMES_WON.share(told.sides[0]) == Share(1, 1)
    assert shares.COMEBACKS.share(told.sides[0]) == Share(0, 0)
    assert told.sides[0]["most.comeback"] == 0


@pytest.mark.parametrize(
    ("with_undo", "without"),
    [
        ("truc@1 no@2 undo yes@2 won@1 won@3", "truc@1 yes@2 won@1 won@3"),
        ("truc@1 no@2 undo redo", "truc@1 no@2"),
        ("hand@1 undo won@1 won@3", "won@1 won@3"),
    ],
)
def test_undone_taps_are_not_counted(with_undo, without):
    assert counted("catalan", with_undo) == counted("catalan", without)
