"""Records of matches, each with what its page says of them."""

from __future__ import annotations

import re

import pytest

from companion.retelling import report, result
from companion.words.people import People
from tests.retelling.test_one_match import played

NAMES = ("Anna", "Biel", "Carme", "Dídac", "Emma", "Ferran")
DUELS = {"seats": 6, "rules": "pica_pica=always", "score": "9-9"}
FLOR = {"rules": "flor=on", "seats": 2}


def sheet(variant, taps, **how):
    match = played(variant, taps, **how)
    return report.points_sheet(match, People(NAMES[: match.rules.seats], match.rules))


def lines(variant, taps, **how):
    """Return each line of the sheet as one text: hand, gains, totals, reasons."""
    found = []
    for line in sheet(variant, taps, **how).lines:
        gained = ", ".join(gain or "." for gain in line.gained)
        said = ". ".join(filter(None, (*line.why, line.won)))
        mark = "±" if line.corrects else line.hand
        found.append(f"{mark}: {gained} = {' – '.join(line.total)} {said}")
    return found


SHEETS = [
    (  # a trut takes the petits of both, and the line says so
        "trut",
        "hand@1 trut@1 yes@0 hand@0",
        {"seats": 2},
        [
            "1: ., 0/+1 = 0/0 – 0/1 Biel: hand won, tricks not recorded",
            "2: +1/0, 0/−1 = 1/0 – 0/0 "
            "Anna: trut accepted, tricks not recorded; the points make a trut",
        ],
    ),
    (  # the third petit
        "trut-deux-sevres",
        "hand@0",
        {"seats": 2, "score": "2/2-1/1"},
        [
            "0: ., . = 2/2 – 1/1 Score at the beginning",
            "1: +1/−2, 0/−1 = 3/0 – 1/0 "
            "Anna: hand won, tricks not recorded; the petits make a long",
        ],
    ),
    (  # a correction stands beside the hands, and does not mark them
        "catalan",
        "won@0 won@0 fix@1=3 fix@1=-2,misdeal won@1 won@1",
        {},
        [
            "1: +1, . = 1 – 0 Anna & Carme: hand won",
            "±: ., +3 = 1 – 3 Correction for Biel & Dídac: +3",
            "±: ., −2 = 1 – 1 Correction for Biel & Dídac: −2 (misdeal)",
            "2: ., +1 = 1 – 2 Biel & Dídac: hand won",
        ],
    ),
    (  # a hand goes on after a correction
        "argentine",
        "envido@1 no@0 fix@0=1 hand@0",
        {"seats": 2},
        [
            "1: ., +1 = 0 – 1 Biel: envido refused",
            "±: +1, . = 1 – 1 Correction for Anna: +1",
            "1: +1, . = 2 – 1 Anna: hand won, tricks not recorded",
        ],
    ),
    (  # won by giving up
        "catalan",
        "hand@0 resign@1",
        {},
        [
            "1: +1, . = 1 – 0 Anna & Carme: hand won, tricks not recorded",
            "2: ., . = 1 – 0 Biel & Dídac resigned the game. Anna & Carme win the game",
        ],
    ),
    (  # won by a correction
        "catalan",
        "fix-games@1=1",
        {},
        ["±: ., . = 0 – 0 Correction for Biel & Dídac, games: +1. Biel & Dídac win the game"],
    ),
    (  # the points of a round that is not finished are void
        "argentine",
        "won@1 won@1 truco@2 yes@5 won@2 end",
        DUELS,
        [
            "0: ., . = 9 – 9 Score at the beginning",
            "1: ., +1 = 9 – 10 Biel, Dídac & Ferran: hand won",
            "2: ., −1 = 9 – 9 The match was stopped. "
            "The points of the unfinished round of duels do not count",
        ],
    ),
    (
        "argentine",
        "won@1 won@1 resign@0",
        DUELS,
        [
            "0: ., . = 9 – 9 Score at the beginning",
            "1: ., +1 = 9 – 10 Biel, Dídac & Ferran: hand won",
            "2: ., −1 = 9 – 9 Anna, Carme & Emma resigned the game. "
            "The points of the unfinished round of duels do not count. "
            "Biel, Dídac & Ferran win the game",
        ],
    ),
    (  # one opponent was asked
        "put-many",
        "fold@0 put@1 no@2",
        {"seats": 3, "rules": "put_rules=original"},
        ["1: ., +1, . = 0 – 1 – 0 Biel: won by resignation"],
    ),
]


@pytest.mark.parametrize(("variant", "taps", "how", "told"), SHEETS)
def test_the_lines_of_a_score_sheet_say_what_changed_and_why(variant, taps, how, told):
    assert lines(variant, taps, **how) == told


SENTENCES = [
    ("catalan", "hand@0", {}, []),
    ("catalan", "truc@1 void", {}, ["Calls cancelled: 1."]),
    ("catalan", "truc@1 retruc@2 no@3", {}, ["Calls answered: 2; accepted: 1."]),
    ("argentine", "envido@1 flor@0 no@1", FLOR, ["Calls cancelled: 1."]),
    (
        "put-many",
        "hand@0 hand@1 hand@2 hand@2 hand@0 hand@1",
        {"seats": 3, "rules": "put_rules=original"},
        [
            "After hand 1 Anna led, 1–0–0.",
            "After hand 3 it was level, 1–1–1.",
            "After hand 4 Carme led, 1–1–2.",
        ],
    ),
    (
        "put-many",
        "hand@0 hand@1 hand@2 hand@2",
        {"seats": 3, "rules": "put_rules=original"},
        [
            "After hand 1 Anna led, 1–0–0.",
            "After hand 2 Anna & Biel led, 1–1–0.",
            "After hand 3 it was level, 1–1–1.",
        ],
    ),
]


@pytest.mark.parametrize(("variant", "taps", "how", "told"), SENTENCES)
def test_the_sentences_beside_the_curve_are_true(variant, taps, how, told):
    assert list(sheet(variant, taps, **how).sentences) == told


CALLS = [
    ("catalan", "truc@1 void", {}, ["Hand 1: Biel called truc, cancelled"]),
    ("catalan", "truc@1 no@2", {}, ["Hand 1: Biel called truc, refused"]),
    ("catalan", "truc@1", {}, ["Hand 1: Biel called truc"]),
    (
        "argentine",
        "envido@1 flor@0 no@1",
        FLOR,
        ["Hand 1: Biel called envido, cancelled", "Hand 1: Anna called flor"],
    ),
]


@pytest.mark.parametrize(("variant", "taps", "how", "told"), CALLS)
def test_a_mark_on_the_curve_says_what_became_of_its_call(variant, taps, how, told):
    plot = str(sheet(variant, taps, **how).plot)
    assert re.findall("<title>(.*?)</title>", plot) == told


def test_a_player_who_shrinks_from_a_contraflor_does_not_call():
    hands = sheet("argentine", "flor@1 contraflor@0 achico@1", **FLOR).hands
    assert hands[0].text.endswith("Biel backed down (me achico)")


def test_corrections_stand_beside_the_hands_they_were_made_in():
    hands = sheet("catalan", "won@0 fix@1=1 won@0 fix@0=-1").hands
    assert [(hand.number, hand.text) for hand in hands] == [
        (1, "Anna took the trick"),
        (0, "Correction for Biel & Dídac: +1"),
        (1, "Anna took the trick"),
        (0, "Correction for Anna & Carme: −1"),
    ]


RESULTS = [
    ("argentine", "won@1 won@1", DUELS, ("9", "10"), ()),
    ("argentine", "won@1 won@1 end", DUELS, ("9", "9"), ()),
    ("catalan", "hand@0", {"rules": "best_of=3"}, ("1", "0"), ()),
    ("catalan", "resign@0 hand@0", {"rules": "best_of=3"}, ("0", "1"), ("0–0", "1–0")),
    ("catalan", "resign@0", {"rules": "best_of=3"}, ("0", "1"), ("0–0",)),
    ("catalan", "resign@0 resign@0", {"rules": "best_of=3"}, ("0", "2"), ("0–0", "0–0")),
    ("trut", "hand@1", {"seats": 2}, ("0/0", "0/1"), ()),
    ("trut", "trut@1 yes@0 hand@1", {"seats": 2, "score": "0/0-6/1"}, ("0", "7"), ()),
    ("trut", "resign@1", {"seats": 2, "score": "1/2-1/0"}, ("1/2", "1/0"), ()),
]


@pytest.mark.parametrize(("variant", "taps", "how", "figures", "games"), RESULTS)
def test_a_result_shows_games_once_one_is_won_and_the_score_until_then(
    variant, taps, how, figures, games
):
    match = played(variant, taps, **how)
    shown = result.result_picture(match, People(NAMES[: match.rules.seats], match.rules), "")
    assert tuple(side.score for side in shown.sides) == figures
    assert tuple(score for score, _ in shown.games) == games
