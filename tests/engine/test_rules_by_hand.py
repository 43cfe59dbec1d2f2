"""Rules can be built from parts without a variant, and equal parts make equal rules.

The tests in tests/variants check what each part does, in hands of the games that have the part.
"""

from dataclasses import replace

import pytest

from companion.engine import Offer, Part, Rules, play, start
from companion.engine.decision import Opening
from companion.engine.flor import Flor, PidoFlor
from companion.engine.hand import Tap
from companion.engine.ladder import Ladder, steps
from companion.engine.packet import Turned
from companion.engine.tally import Points, Truts
from companion.engine.tricks import ByTheTrick, Tricks, Verdict

NULL = Verdict("nobody", "nobody")
TRUT = Ladder("trut", steps(("trut", 3, 1)), quorum="one_yes", in_turn=True, reply=False)


def rules(*parts):
    return Rules(Points(5), (*parts, Tricks(NULL)))


@pytest.mark.parametrize(
    "part",
    [
        Ladder("envit", steps(("envit", 2, 1)), interrupts=frozenset({"turc"})),
        Ladder("envit", steps(("envit", 2, 1)), settled_by="turc"),
        Opening("special", lambda _: True, closes=frozenset({"turc"})),
        Opening("forced", lambda _: True, called="turc", call=lambda _: Tap("turc", 0)),
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


def test_rules_with_the_part_pido_flor_also_need_the_part_flor():
    with pytest.raises(ValueError, match="the rules name parts they do not have: flor"):
        rules(PidoFlor())


def test_rules_with_equal_parts_are_equal():
    assert rules(TRUT) == rules(replace(TRUT))
    assert hash(rules(TRUT)) == hash(rules(replace(TRUT)))
    assert rules(TRUT) != rules(replace(TRUT, in_turn=False))


def test_a_part_that_only_offers_a_tap_changes_nothing_else_in_the_hand():
    class Toast(Part):
        name = "toast"

        def offers(self, game):
            yield Offer(Tap("salut", game.dealer), self.name, "deal")

    game = start(rules(Toast()))
    after = play(game, Tap("salut", 0))
    assert after.hand.taps == (Tap("salut", 0),)
    assert after.hand._replace(taps=()) == game.hand


def test_a_game_without_a_handicap_begins_without_points_and_truts():
    assert start(rules()).score == (0, 0)
    truts = start(Rules(Truts(7, clears="both"), (Tricks(NULL),)))
    assert (truts.score, truts.truts) == ((0, 0), (0, 0))
