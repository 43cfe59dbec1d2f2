"""Test the counts of a match. Seat 0 deals, so seat 1 leads.

`test_told_again` compares most counts with a second implementation.
"""

from __future__ import annotations

import pytest

from companion.book import figures, shares
from companion.book.figures import Unrecorded
from companion.book.shares import Share
from companion.book.sums import merged, totals
from companion.book.tallying import tally
from companion.engine import MatchLog, parse
from companion.retelling.replay import Replay
from tests.playing import begin


def counted(variant, taps, **how):
    return tally(Replay.from_log(MatchLog.of(begin(variant, **how), map(parse, taps.split()))))


def test_a_refused_call_counts_for_the_caller_and_for_the_player_who_refuses():
    caller = counted("catalan", "truc@1 no@2").seats[1]
    assert shares.refused("truc", "truc").share(caller) == Share(1, 1)
    answerer = counted("catalan", "truc@1 no@2").seats[2]
    assert shares.answered("no", "truc").share(answerer) == Share(1, 1)


def test_a_hand_that_was_decided_by_a_tied_trick_is_counted_as_decided_by_a_tie():
    assert shares.TIED.share(counted("catalan", "tied won@1").table) == Share(1, 1)
    assert shares.TIED.share(counted("catalan", "won@1 tied").table) == Share(1, 1)
    assert shares.TIED.share(counted("catalan", "won@1 won@3").table) == Share(0, 1)
    assert shares.TIED.share(counted("catalan", "won@1 won@0 won@3").table) == Share(0, 1)


def test_a_hand_taken_without_recording_its_tricks_counts_only_its_points():
    told = counted("catalan", "hand@1 hand@0")
    assert (told.table["hands.short"], told.table["hands"], told.table["points.short"]) == (2, 0, 2)
    assert all(not counts["dealt"] for counts in told.seats)
    assert shares.WON_BY_TALKING.share(told.table).of == 0
    assert figures.unrecorded(told.table) == Unrecorded(points=2, truts=0, corrections=0)


def test_a_correction_of_the_score_is_not_counted_as_points_won_or_as_a_hand():
    told = counted("catalan", "fix@0=3 fix@0=-3 won@1 won@3")
    assert figures.unrecorded(told.table) == Unrecorded(points=0, truts=0, corrections=2)
    assert figures.unrecorded(told.sides[1]).corrections == 0
    assert shares.WON_BY_TALKING.share(told.table).of == 1


def test_a_folded_hand_is_counted_for_the_player_who_folded():
    assert shares.FOLDED.share(counted("catalan", "fold@2").seats[2]) == Share(1, 1)


def test_folded_hands_are_counted_as_a_share_of_the_recorded_hands():
    """Biel folded in two hands that were voided, and played the third: 0 of 1 hands folded."""
    told = counted("put-many", "fold@1 void fold@1 void won@0 won@0", seats=3)
    assert shares.FOLDED.share(told.seats[1]) == Share(0, 1)


def test_a_call_made_twice_in_a_hand_counts_as_called_in_one_hand():
    told = counted(
        "french-free", "raise@1=1 yes@0 raise@0=1 yes@1 raise@1=1 yes@0 won@1 won@1 won@0 won@0"
    )
    assert told.seats[1]["called.raise.raise"] == 2
    assert shares.called_in("raise", "raise").share(told.seats[1]) == Share(1, 2)
    assert shares.heard("raise", "raise").share(told.table) == Share(1, 2)


def test_a_call_is_counted_as_a_share_of_the_hands_of_games_that_have_it():
    """One of two hands is of a game that has envido: envido was called in 1 of 1 hands."""
    envido = counted("argentine", "envido@3 no@0 won@1 won@1")
    together = totals([((1, 2, 3, 4), envido), ((1, 2, 3, 4), counted("catalan", "won@1 won@1"))])
    assert shares.heard("envido", "envido").share(together.table) == Share(1, 1)
    assert shares.called_in("envido", "envido").share(together.people[4]) == Share(1, 1)
    assert shares.HANDS_WON.share(together.people[4]) == Share(2, 2)


def test_the_numbers_said_in_an_envido_are_counted():
    """The player before the dealer calls and says the best number; the dealer says "good"."""
    taps = "envido@3 yes@0 says@1=25 says@2=27 says@3=30 good@0 won@1 won@3"
    told = counted("argentine", taps).seats[3]
    assert told["opened.envido.30"] == told["says.envido.30"] == told["won.envido.envido"] == 1
    shown = figures.numbers(counted("argentine", taps).seats[3])
    assert (shown[0].said, shown[0].opened) == (((30, 1),), ((30, 1),))


def test_an_unfinished_match_counts_in_no_share():
    told = counted("catalan", "won@1 won@3")
    assert (told.table["matches"], told.table["matches.unfinished"]) == (0, 1)
    assert [shares.MATCHES_WON.share(counts).of for counts in told.sides] == [0, 0]


def test_an_unfinished_match_counts_in_no_figures_against_an_opponent():
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
def test_hands_won_by_a_refusal_or_fold_before_the_first_trick_are_counted_separately(
    taps, talked, early
):
    told = counted("catalan", taps)
    for counts in (told.table, merged(told.sides)):
        assert shares.WON_BY_TALKING.share(counts) == Share(talked, 1)
        assert shares.WON_BEFORE_A_TRICK.share(counts) == Share(early, 1)


def test_a_trut_that_both_opponents_refuse_counts_as_one_hand_won_by_a_refusal():
    trut = counted("trut", "trut@1 no@2 no@0", seats=4)
    assert shares.WON_BY_TALKING.share(trut.table) == Share(1, 1)


def test_the_share_of_hands_decided_by_a_tie_is_the_same_for_both_sides():
    told = counted("catalan", "tied won@1 truc@2 no@3")
    for counts in (told.table, *told.sides):
        assert shares.TIED.share(counts) == Share(1, 1)


@pytest.mark.parametrize(
    ("variant", "score", "taps", "most"),
    [
        ("argentine", "3-20", "hand@0 " * 27, ("most.comeback", 17)),
        ("trut", "0/0-3/0", "hand@0 hand@0 yes@0 hand@0 " * 7, ("most.comeback-truts", 3)),
    ],
)
def test_a_game_won_from_far_behind_is_a_comeback(variant, score, taps, most):
    """A side was far behind if it was once behind by at least a third of the target.

    In games with truts, the target and the difference are in truts.
    """
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
