"""Each mechanism of the engine by itself, with small rules made up for the test.

Answers in turn, one governor who answers, many sides, worths that are words, a call already open.
"""

from dataclasses import replace

import pytest

from companion.engine import Game, MatchLog, Rules, Tap, parse, start
from companion.engine.asking import opponents
from companion.engine.decision import Decision, Opening
from companion.engine.flor import Flor, PidoFlor
from companion.engine.fold_and_claim import Fold
from companion.engine.ladder import Ladder, steps
from companion.engine.packet import Turned
from companion.engine.tally import Points
from companion.engine.tricks import ByTheTrick, Tricks, Verdict
from tests.playing import taps, words

NULL = Verdict("nobody", "nobody")


def rules(*parts, seats=4, sides=2, target=5):
    return Rules(Points(target), (*parts, Tricks(NULL), Fold()), seats=seats, accounts=sides)


def play(rules: Rules, text: str = "") -> Game:
    return MatchLog.of(start(rules), map(parse, text.split())).game


def answering(game: Game) -> list[int]:
    return list(game.hand.question.answer)


# Who answers, and when it is enough

TRUT = Ladder("trut", steps(("trut", 3, 1)), quorum="one_yes", in_turn=True, reply=False)


def test_the_first_yes_in_turn_settles_a_call_if_one_yes_is_needed():
    game = play(rules(TRUT), "trut@1")
    assert answering(game) == [2]
    assert answering(play(rules(TRUT), "trut@1 no@2")) == [0]
    assert play(rules(TRUT), "trut@1 no@2 yes@0").hand.worth == 3
    assert play(rules(TRUT), "trut@1 no@2 no@0").score == (0, 1)


def test_a_refusal_needs_all_opponents_if_one_yes_accepts():
    either = rules(replace(TRUT, in_turn=False))
    assert sorted(answering(play(either, "trut@1"))) == [0, 2]
    assert answering(play(either, "trut@1 no@0")) == [2]
    assert play(either, "trut@1 no@0 yes@2").hand.worth == 3


def test_only_the_governor_of_a_side_answers():
    def governor(game, seat):
        governors = (game.dealer, game.rules.after(game.dealer))
        return tuple(s for s in opponents(game, seat) if s in governors)

    ladder = Ladder(
        "more",
        steps(("two-more", 2, 1), ("two-more", 4, 2), owned=False),
        answers=governor,
        reply=False,
    )
    assert answering(play(rules(ladder), "two-more@3")) == [0]
    assert answering(play(rules(ladder), "two-more@2")) == [1]
    again = play(rules(ladder), "two-more@3 yes@0")
    # without ownership the same side may raise again
    assert {"two-more@1", "two-more@0"} <= taps(again)


def singing(game: Game) -> tuple[int, ...]:
    return game.rules.order(game.rules.after(game.dealer))


def test_one_no_settles_the_question_if_all_must_say_yes():
    sing = Decision(
        "chanter",
        singing,
        yes=lambda game, _: game.hand._replace(cards=6),
        no=lambda game, _: game.hand,
        quorum="all_yes",
        in_turn=True,
    )
    game = play(rules(sing), "yes@1 yes@2")
    assert answering(game) == [3]
    assert taps(game) == {"yes@3", "no@3"}
    assert play(rules(sing), "yes@1 yes@2 yes@3 yes@0").hand.cards == 6
    assert play(rules(sing), "yes@1 no@2").hand.cards == 3


# Many sides, and words for a worth

PUT = Ladder("put", steps(("put", "game", 1)), quorum="everyone", in_turn=True, reply=False)
MANY = rules(PUT, seats=3, sides=3)


def test_all_answer_a_question_to_everyone_and_those_who_refuse_leave_the_hand():
    assert answering(play(MANY, "put@1")) == [2]
    game = play(MANY, "put@1 no@2 yes@0")
    assert (game.hand.out, game.hand.worth) == ({2}, "game")
    assert not {"won@2", "fold@2"} & taps(game)
    assert play(MANY, "put@1 no@2 no@0").score == (0, 1, 0)


def test_a_hand_worth_the_game_lifts_the_score_to_the_target():
    assert play(MANY, "put@1 yes@2 no@0 won@2 won@2").winner == 2
    assert play(MANY, "put@1 yes@2 no@0 won@2 won@2").score == (0, 0, 5)
    assert play(MANY, "put@1 yes@2 no@0 won@2 won@1 tied").score == (0, 0, 0)


def test_the_last_side_left_takes_the_hand():
    assert play(MANY, "fold@1").hand.out == {1}
    assert play(MANY, "fold@1 fold@0").score == (0, 0, 1)


def test_two_tricks_take_the_hand_among_many_sides():
    assert play(MANY, "won@1 won@1").score == (0, 1, 0)
    assert play(MANY, "won@1 won@2 won@0").score == (0, 0, 0)


# A call that stands before anybody speaks


def test_an_opening_may_begin_the_hand_with_an_open_call():
    forced = Opening(
        "forced", lambda game: game.score == (0, 1), call=lambda _: ("trut", Tap("trut", 0))
    )
    game = play(rules(TRUT, forced), "fold@0")
    assert game.score == (0, 1)
    assert (game.hand.question.word, answering(game)) == ("trut", [1])
    assert play(rules(TRUT, forced), "fold@0 no@1 no@3").score == (1, 1)


def test_an_opening_may_close_a_ladder_and_set_the_worth():
    quiet = Opening("quiet", lambda game: True, closes=frozenset({"trut"}), worth=2)
    assert "trut" not in words(play(rules(TRUT, quiet)))
    assert play(rules(TRUT, quiet), "won@1 won@1").score == (0, 2)


# Names of parts


@pytest.mark.parametrize(
    "part",
    [
        Ladder("envit", steps(("envit", 2, 1)), interrupts=frozenset({"turc"})),
        Ladder("envit", steps(("envit", 2, 1)), settled_by="turc"),
        Opening("special", lambda _: True, closes=frozenset({"turc"})),
        Tricks(NULL, interrupts=frozenset({"turc"})),
        ByTheTrick(NULL, ladder="turc"),
        Turned("vira", ("4",), interrupts=frozenset({"turc"})),
        Flor(ladder="turc", bet="", settled_by="truc"),
        Flor(ladder="truc", bet="", settled_by="turc"),
    ],
    ids=lambda part: type(part).__name__,
)
def test_rules_refuse_a_misspelt_part_name(part):
    with pytest.raises(ValueError, match="the rules name parts they do not have: turc"):
        Rules(Points(5), (part, Ladder("truc", steps(("truc", 2, 1)))))


def test_rules_with_pido_flor_need_flor():
    with pytest.raises(ValueError, match="the rules name parts they do not have: flor"):
        rules(PidoFlor())


def test_rules_put_together_by_hand_are_equal_if_their_parts_are():
    assert rules(TRUT) == rules(replace(TRUT))
    assert hash(rules(TRUT)) == hash(rules(replace(TRUT)))
    assert rules(TRUT) != rules(replace(TRUT, in_turn=False))
