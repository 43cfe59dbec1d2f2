import pytest

from companion.engine import Illegal, MatchLog, counting, parse, replay
from tests.playing import begin, play, refused

LOG = [
    ("truc@1 yes@2", [True, True]),
    ("truc@1 undo", [False, False]),
    ("truc@1 undo redo", [True, False, False]),
    ("truc@1 yes@2 undo undo redo", [True, False, False, False, False]),
    ("truc@1 undo won@1 won@1", [False, False, True, True]),
    ("", []),
]


@pytest.mark.parametrize(("taps", "counts"), LOG)
def test_undo_redo_and_undone_taps_do_not_count(taps, counts):
    assert list(counting(map(parse, taps.split()))) == counts


@pytest.mark.parametrize(("taps", "counts"), LOG)
def test_the_taps_that_count_lead_to_the_same_game_as_the_whole_log(taps, counts):
    rows = [parse(tap) for tap in taps.split()]
    counted = [row for row, count in zip(rows, counts, strict=True) if count]
    assert MatchLog.of(begin("catalan"), rows).game == MatchLog.of(begin("catalan"), counted).game


def test_replay_plays_several_taps_one_after_the_other():
    taps = "truc@1 yes@2 won@1 won@3"
    assert replay(begin("catalan"), map(parse, taps.split())) == play("catalan", taps)
    assert replay(begin("catalan"), ()) == begin("catalan")


def test_a_match_log_knows_the_tap_that_undo_takes_back():
    log = MatchLog.of(begin("catalan"), map(parse, ["truc@1", "yes@2"]))
    assert str(log.tap) == "yes@2"
    undone = log.play(parse("undo"))
    assert (str(undone.tap), str(undone.ahead.tap)) == ("truc@1", "yes@2")


def test_a_long_match_log_can_be_compared_hashed_and_printed():
    log = MatchLog.of(
        begin("catalan", rules="target=99"), map(parse, ["truc@1", *["fix@0=1", "fix@0=-1"] * 1000])
    )
    assert log == log.play(parse("undo")).play(parse("redo"))
    assert hash(log)
    assert len(repr(log)) < 5000


def test_undo_and_redo_are_refused_before_the_first_tap():
    with pytest.raises(Illegal, match="nothing to take back"):
        MatchLog(begin("catalan")).play(parse("undo"))
    with pytest.raises(Illegal, match="nothing to put back"):
        MatchLog(begin("catalan")).play(parse("redo"))


@pytest.mark.parametrize(
    ("best_of", "possible", "impossible"),
    [
        (1, ["0-0"], ["1-0", "0-1"]),
        (3, ["0-0", "1-0", "1-1"], ["2-0", "0-2", "1", "1-0-0", "x", "1--1"]),
        (5, ["2-0", "2-2"], ["3-0", "2-3"]),
    ],
)
def test_a_match_may_begin_with_any_games_that_have_not_decided_it(best_of, possible, impossible):
    rules = f"best_of={best_of}"
    for games in possible:
        assert begin("catalan", rules=rules, games=games).games == tuple(map(int, games.split("-")))
    for games in impossible:
        with pytest.raises(ValueError, match="not a possible count of games"):
            begin("catalan", rules=rules, games=games)


@pytest.mark.parametrize(
    ("variant", "taps", "reason", "sentence"),
    [
        ("catalan", "won@0,misdeal", "value", "carries no reason"),
        ("catalan", "truc@1=3", "value", "the value '3'"),
        ("trut", "yes@1 yes@2 yes@3 yes@0 cards@1", "value", "no value"),
        ("catalan", "truc@4", "seat", "no seat 4: seats are 0 to 3"),
        ("catalan", "tied@1", "seat", "names no seat"),
        ("catalan", "one@3", "elsewhere", "only for seat 0 now"),
        ("catalan", "yes@1", "moment", "not possible now"),
        ("argentine", "truco@1 fold@2", "question", "truco waits for the answer of seat 2 or 0"),
    ],
)
def test_the_refusal_of_a_tap_says_what_is_wrong_with_it(variant, taps, reason, sentence):
    error = refused(variant, taps, score="3/2-4/2" if variant == "trut" else "")
    assert error.reason == reason
    assert sentence in error.why
