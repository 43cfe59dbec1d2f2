"""The sheet finds what a hand pays in truts and points by playing hands."""

from __future__ import annotations

import pytest

from companion.cheatsheets.scoring import Gain, exchange, gains, has_truts, most_points
from tests.cheatsheets.sheets import rules, sheet, topic
from tests.playing import told

TRUTS = ["trut", "trut-deux-sevres", "trut-gatine"]


def score(variant: str, **house: str) -> tuple[str, ...]:
    return topic(sheet(variant, **house), "score").body


@pytest.mark.parametrize("variant", TRUTS)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_sheet_says_that_a_plain_hand_and_a_refused_trut_pay_one(variant, seats):
    plain, refused, _ = gains(rules(variant, seats))
    assert plain == Gain("plain", "trut", points=1, truts=0, clears="")
    assert refused == Gain("refused", "trut", points=1, truts=0, clears="")


@pytest.mark.parametrize(
    ("variant", "house", "clears"),
    [
        ("trut", {}, "both"),
        ("trut-deux-sevres", {}, "other"),
        ("trut-deux-sevres", {"keep_petits_on_trut": "off"}, "both"),
        ("trut-gatine", {}, "own"),
    ],
)
def test_the_sheet_says_whose_points_a_trut_clears(variant, house, clears):
    """A trut clears the points of both sides in RULES 4, the loser's in 5, the winner's in 6."""
    *_, met = gains(rules(variant, **house))
    assert met == Gain("met", "trut", points=0, truts=1, clears=clears)


def test_the_sheet_says_whether_three_points_make_a_trut():
    assert [exchange(rules(variant)) for variant in TRUTS] == [3, 3, None]
    assert most_points(rules("trut-gatine")) == 2


@pytest.mark.parametrize(
    ("variant", "taps", "before", "said"),
    [
        ("trut", "yes@0 hand@1", "0/2-0/1", "points"),
        ("trut-deux-sevres", "hand@1", "0/2-0/2", "petits"),
    ],
)
def test_points_that_become_a_trut_clear_the_other_side_too(variant, taps, before, said):
    """In RULES 4 and 5 the points of both sides go to 0, on the sheet as in play."""
    played = told(variant, taps, score=before)
    assert (played["score"], played["truts"]) == ([0, 0], [0, 1])
    assert any(line.endswith(f"the {said} of both sides go to 0.") for line in score(variant))


def test_sheets_of_games_without_truts_list_no_gains_of_truts():
    assert not has_truts(rules("french"))
    assert gains(rules("put-many")) == ()


def test_the_score_of_the_sheet_is_printed_in_words():
    assert score("trut")[0] == "First to 7 truts wins the game."
    assert (
        "Trut accepted: the winner of the hand gets 1 trut; the points of both sides go to 0."
        in score("trut")
    )
    assert score("trut-deux-sevres", target="5")[0] == "First to 5 longs wins the game."
    assert "Trut refused: the caller’s side gets 1 petit." in score("trut-deux-sevres")
    assert "3 petits make a long; the petits of both sides go to 0." in score("trut-deux-sevres")
    assert (
        score("trut-gatine")[-1] == "Points never turn into a trut, and no side holds more than 2."
    )


@pytest.mark.parametrize(
    ("variant", "plain"),
    [
        ("french", "A hand nobody raises is worth 1."),
        ("put", "A hand in which nobody calls is not played out."),
        ("put-original", "A hand nobody raises is worth 1."),
        ("put-pass", "A hand in which nobody calls is not played out."),
        ("put-many", "A hand nobody raises is worth 1."),
    ],
)
def test_the_sheet_says_what_a_plain_hand_is_worth(variant, plain):
    assert score(variant)[-1] == plain


@pytest.mark.parametrize(
    ("alone", "ends"),
    [
        ("dealer", "play goes on until one is ahead"),
        ("turns", "play goes on until one is ahead"),
        ("fixed", "the first to play"),
    ],
)
def test_the_sheet_says_what_happens_if_two_of_three_players_are_equal_at_the_target(alone, ends):
    """RULES 26: partners who stay together all match always have equal points."""
    assert ends in " ".join(topic(sheet("argentine", 3, alone=alone), "score").body)
