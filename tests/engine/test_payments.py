"""The events of a tap say what the tap paid. The function `pays` says what a tap would pay."""

import pytest

from companion import variants
from companion.engine import Event, legal
from companion.engine.play import pays
from companion.engine.variant import AS_WRITTEN
from tests.playing import play


def paid(variant, taps, **how):
    return [event for event in play(variant, taps, **how).events if event.kind == "points"]


def offer_of(game, tap):
    word, _, seat = tap.partition("@")
    wanted = (word, int(seat))
    return next(offer for offer in legal(game) if (offer.tap.word, offer.tap.seat) == wanted)


@pytest.mark.parametrize(
    ("variant", "taps", "how", "event"),
    [
        # a hand that decides the game pays the points that its winner lacks
        (
            "put",
            "put@1 yes@0 won@1 won@1",
            {"score": "2-1"},
            Event("points", 1, 4, "played", "put"),
        ),
        ("catalan", "truc@1 yes@2 won@1 won@3", {}, Event("points", 1, 2, "played", "truc")),
        # the hand was played for truco, although an envido of the same worth was accepted before
        (
            "argentine",
            "truco@1 envido@0 yes@1 best@1 yes@2 won@1 won@1",
            {},
            Event("points", 1, 2, "played", "truco"),
        ),
        # the hand was taken after seis, although a contraflor of the same worth was accepted before
        (
            "mineiro",
            "truco@0 seis@1 yes@0 flor@0 contraflor@1 yes@2 best@0 hand@0",
            {"rules": "flor=on truco_scope=hand", "dealer": 3},
            Event("points", 0, 6, "short", "seis"),
        ),
        (
            "argentine",
            "flor@1 no@2 no@3 no@0",
            {"rules": "flor=on"},
            Event("points", 1, 3, "bet", "flor"),
        ),
        ("trut", "fix-truts@0=2", {}, Event("points", 0, 0, "fix", truts=2)),
        # with two more points the side has three, which is a trut
        ("trut", "won@1 fix@0=2", {"score": "4/1-3/1"}, Event("points", 0, 2, "fix", truts=1)),
    ],
)
def test_the_event_of_a_tap_says_what_it_pays_and_why(variant, taps, how, event):
    assert paid(variant, taps, **how) == [event]


def test_the_points_of_a_tap_are_found_without_playing_it():
    game = play("catalan", "truc@1")
    assert pays(game, offer_of(game, "no@2")) == (Event("points", 1, 1, "refused", "truc"),)


def test_the_points_of_a_side_bet_are_found_without_playing_the_tap_that_decides_it():
    game = play("argentine", "envido@0")
    refusal = Event("points", 0, 1, "bet-refused", "envido")
    assert pays(game, offer_of(game, "no@1")) == (refusal,)
    accepted = play("argentine", "envido@0 yes@1")
    assert pays(accepted, offer_of(accepted, "best@3")) == (Event("points", 1, 2, "bet", "envido"),)


def test_a_tap_that_pays_nothing_has_no_points():
    game = play("catalan")
    assert pays(game, offer_of(game, "truc@1")) == ()
    assert pays(game, offer_of(game, "won@1")) == ()


def test_the_points_of_a_tap_do_not_include_the_points_of_earlier_taps():
    game = play("catalan", "hand@1")
    assert pays(game, offer_of(game, "fold@2")) == (Event("points", 1, 1, "folded"),)


@pytest.mark.parametrize(("best_of", "wins"), [(1, 1), (3, 2), (5, 3)])
def test_winning_more_than_half_of_the_games_wins_the_match(best_of, wins):
    rules = f"best_of={best_of}"
    assert play("catalan", f"fix-games@0={wins}", rules=rules).winner == 0
    if wins > 1:
        assert play("catalan", f"fix-games@0={wins - 1}", rules=rules).winner is None


def test_a_game_without_a_usual_preset_uses_the_rules_as_written():
    assert variants.get("doubling").usual is AS_WRITTEN
    assert variants.get("paulista").usual.name == "Brazil today"


def test_a_hand_dealt_again_after_three_ties_has_the_event_deal():
    game = play("trut-gatine", "yes@2 tied@0 tied@0 tied@0", score="3/2-4/1")
    assert game.events == (Event("deal"),)


def test_a_hand_that_nobody_takes_ends_without_the_event_deal():
    game = play("trut-gatine", "tied@0 tied@0 tied@0")
    assert game.events == (Event("hand"),)


@pytest.mark.parametrize(
    ("game", "taps", "why"),
    [
        ("argentine", "won@1 tied", "tie"),
        ("catalan", "won@0 tied won@1", "tie"),
        ("catalan", "one@0 tied", "tie"),
        ("mineiro", "won@2 truco@3 yes@0 tied yes", "tie"),
        ("mineiro", "truco@1 yes@2 tied won@1", "tie"),
        ("mineiro", "tied truco@0 yes@1 won@2", ""),  # only the trick of the truco counts
        ("put-many", "won@1 tied tied", "tie"),
        ("trut-gatine", "tied@0 won@1", "tie"),
        ("argentine", "won@1 won@1", ""),
        ("catalan", "won@0 tied won@0", ""),  # a side with two tricks needs no tie
        ("catalan", "won@1 won@0 won@1", ""),
        ("put-many", "won@1 won@2 won@0", ""),
        ("trut", "hand@1", ""),
    ],
)
def test_the_event_hand_says_whether_a_tied_trick_decided_the_hand(game, taps, why):
    (end,) = (event for event in play(game, taps).events if event.kind == "hand")
    assert end.why == why
