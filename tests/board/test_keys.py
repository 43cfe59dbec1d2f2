"""Each key is in its slot and taps for the right seat, and calls of one kind share a menu."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import engine, tables, variants
from companion.board import keyboard, panel
from companion.board.keys import KeyMenu, Keys, raises_hand
from companion.engine import Offer, Tap, legal
from companion.tables import Viewer
from companion.words.people import People
from tests.playing import play

NAMES = ("Anna", "Biel", "Carme", "Pep", "Marta", "Quim")
HOST = Viewer("player", None, may_tap=True, host="full")
CARME = Viewer("player", 2, may_tap=True)
BIEL = Viewer("player", 1, may_tap=True)


def made(
    taps: str,
    viewer: Viewer,
    variant: str = "catalan",
    phones: tuple[int, ...] = (),
    end: tuple[int, ...] = (),
    **how: str | int,
) -> Keys:
    """Return the keys after these taps; `end` are the seats at one end of a flat phone."""
    game = play(variant, taps, **how)
    people = People(NAMES[: game.rules.seats], game.rules)
    return keyboard.lay_out_keys(
        game, legal(game), people, viewer, phones=phones, seats=end, flat=bool(end)
    )


def taps(slots) -> list[str]:
    return [slot.name if isinstance(slot, KeyMenu) else slot.tap for slot in slots]


def test_a_player_has_keys_to_call_and_to_fold_but_none_to_answer_while_nothing_is_asked():
    mine = made("", CARME)
    assert (taps(mine.calls), mine.yes, mine.no, mine.fold.tap) == (
        ["truc@2"],
        None,
        None,
        "fold@2",
    )


def test_a_player_who_is_asked_has_keys_to_raise_to_accept_and_to_refuse():
    mine = made("truc@1", CARME)
    assert (taps(mine.calls), mine.yes.tap, mine.no.tap) == (["retruc@2"], "yes@2", "no@2")
    assert (mine.yes.worth, mine.no.worth) == ("2", "1")


def test_contraflor_has_the_slot_of_accept_in_answer_to_a_flor():
    mine = made("flor@1", CARME, "argentine", rules="flor=on")
    assert taps(mine.bets) == ["achico@2", "resto@2"]
    assert (mine.yes.tap, mine.no.tap) == ("contraflor@2", "no@2")


def test_calls_for_the_hand_have_a_row_of_keys_and_side_bets_have_the_row_below():
    mine = made("", Viewer("player", 3, may_tap=True), "argentine", rules="flor=on")
    assert (taps(mine.calls), mine.two_call_rows) == (["truco@3"], True)
    assert taps(mine.bets) == ["envido@3", "real-envido@3", "falta-envido@3", "flor@3"]


def test_a_phone_without_a_seat_has_each_sides_truco_in_one_half_of_the_upper_row():
    shared = made("", HOST, "argentine", rules="flor=on", seats=2)
    assert (taps(shared.left), taps(shared.right)) == (["truco@0"], ["truco@1"])
    assert taps(shared.bets) == ["envido@0", "real-envido@0", "falta-envido@0", "flor@0"]
    assert taps(shared.second) == ["envido@1", "real-envido@1", "falta-envido@1", "flor@1"]


def test_a_shared_phone_has_keys_for_calls_that_only_a_partner_may_make():
    shared = made("", HOST, "argentine")
    assert (taps(shared.left), taps(shared.bets)) == (
        ["truco@2"],
        ["envido@0", "real-envido@0", "falta-envido@0"],
    )
    assert (taps(shared.right), taps(shared.second)) == (
        ["truco@1"],
        ["envido@3", "real-envido@3", "falta-envido@3"],
    )


def test_at_one_end_of_a_flat_phone_each_kind_of_call_gets_a_key_before_any_kind_gets_two():
    end = made("", HOST, "argentine", rules="flor=on", seats=2, end=(0,))
    assert taps(end.calls) == ["truco@0"]
    assert taps(end.bets) == ["envido@0", "flor@0", "bets-more"]
    assert [key.tap for key in end.bets[-1].keys] == ["real-envido@0", "falta-envido@0"]


def all_taps(offers: Iterable[Offer]) -> list[Tap]:
    return list(chain.from_iterable(offer.all_taps() for offer in offers))


@pytest.mark.parametrize("variant", variants.VARIANTS)
@given(walk=st.randoms(use_true_random=False))
def test_keys_that_raise_the_hand_keep_one_row_from_the_first_card_to_the_last(variant, walk):
    game = play(variant)
    rows = {CARME: defaultdict(set), HOST: defaultdict(set)}
    for _ in range(20):
        offers = legal(game)
        for viewer, seen in rows.items():
            keys = keyboard.lay_out_keys(
                game, offers, People(NAMES[: game.rules.seats], game.rules), viewer
            )
            raising = {*map(str, all_taps(o for o in offers if raises_hand(game.rules, o)))}
            for row in ("calls", "left", "right", "bets", "second"):
                for raised in raising & {*taps(getattr(keys, row))}:
                    seen[raised].add(row)
        possible = all_taps(offer for offer in offers if not offer.endless)
        if not possible:
            break
        game = engine.play(game, walk.choice(possible))
    for seen in rows.values():
        assert [(tap, found) for tap, found in seen.items() if len(found) > 1] == []


def test_calls_of_which_one_needs_a_number_are_in_a_menu_behind_one_key():
    answers = made("truco@1 no@4 envido@1", HOST, "venezuelan", seats=6)
    assert taps(answers.bets) == ["bets-envido", "flor@2"]
    assert [key.tap for key in answers.bets[0].keys] == ["envido@2", "envido@2=*", "falta-envido@2"]


@pytest.mark.parametrize("variant", ["argentine", "mineiro", "paulista", "valencian", "venezuelan"])
def test_a_row_has_at_most_four_keys(variant):
    keys = made("", BIEL, variant, rules="flor=on")
    assert 0 < len(keys.calls) <= len(keys.bets) <= 4


def test_a_phone_without_a_seat_has_half_a_row_for_each_side_and_one_pair_of_answers():
    nobody = made("", HOST)
    assert (taps(nobody.left), taps(nobody.right)) == (["truc@2"], ["truc@1"])
    asked = made("truco@1", HOST, "argentine")
    assert (asked.yes.tap, asked.yes.who, asked.yes.side) == ("yes@2", "Carme", 0)
    (quiero,) = (row for row in asked.others if row.label == "Quiero")
    assert (taps(quiero.keys), quiero.note) == (["yes@0"], "Accept")


@pytest.mark.parametrize(("seats", "above", "below"), [(4, "01", "23"), (5, "012", "34")])
def test_a_flat_phone_of_many_sides_has_the_keys_of_half_of_the_sides_in_the_upper_row(
    seats, above, below
):
    end = tuple(range(seats))
    keys = made("", HOST, "put-many", seats=seats, rules="put_rules=hoyle", end=end)
    assert taps(keys.calls) == [f"put@{seat}" for seat in above]
    assert taps(keys.second) == [f"put@{seat}" for seat in below]


def test_a_phone_may_answer_for_a_player_without_a_phone_and_says_whose_answer_it_is():
    assert made("truc@1", BIEL, phones=(1, 2)).yes is None
    answer = made("truc@1", BIEL, phones=(1, 3)).yes
    assert (answer.tap, answer.who) == ("yes@2", "Carme")


def test_a_pad_offers_likely_numbers_first_and_the_other_numbers_on_a_page():
    pad = made("envido@3 yes@2", BIEL, "argentine").pad
    assert [key.label for key in pad.keys] == [str(number) for number in range(20, 34)]
    assert [(page.label, len(page.keys)) for page in pad.pages] == [("0–7", 8)]


def test_a_phone_that_may_not_record_has_no_keys():
    assert made("", Viewer("watch")) == Keys()


@pytest.mark.parametrize(("viewer", "most"), [(BIEL, 3), (HOST, 6)], ids=["seated", "shared"])
def test_a_call_against_one_of_several_players_opens_a_menu_of_these_players(viewer, most):
    keys = made("won@1 won@2 hand@1", viewer, "argentine", seats=6, rules="flor=on")
    (fold,) = [slot for slot in (*keys.bets, *keys.second) if slot.label == "Pido flor…"]
    assert len({key.label for key in fold.keys}) == len(fold.keys) == most


def test_calls_that_differ_only_in_the_opponent_are_behind_one_key():
    keys = made("won@1 won@2 hand@1", BIEL, "argentine", rules="flor=on")
    (fold,) = [slot for slot in (*keys.bets, *keys.second) if slot.label == "Pido flor…"]
    assert [key.label for key in fold.keys] == ["Anna", "Carme"]


def test_a_call_that_can_only_be_against_one_player_needs_no_menu():
    assert taps(made("", BIEL, "mineiro").bets) == ["burn@1", "pass@1"]
    two = made("hand@1", BIEL, "argentine", rules="flor=on", seats=2)
    assert taps(two.second) == ["pido-flor@1=0"]


@pytest.mark.parametrize("viewer", [HOST, BIEL, CARME], ids=["shared", "caller", "asked"])
def test_one_key_says_for_all_others_that_they_have_no_flor(viewer):
    (key,) = made("flor@1", viewer, "argentine", rules="flor=on").calls
    assert (key.tap, key.label, key.worth) == ("no@2;no@3;no@0", "Nobody else has flor", "+3")


@pytest.mark.usefixtures("host")
def test_a_panel_knows_which_players_have_a_phone(app, match, phone):
    phone(0)
    phone(2)
    with app.test_request_context():
        view = panel.shared_view(tables.state(match), variants.get("catalan").count)
    assert view.phones == {0, 2}
