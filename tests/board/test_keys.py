"""Each key has its place and records the tap of the right seat. Calls of one kind share a menu."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import engine, tables, variants
from companion.board import keyboard, panel
from companion.board.keys import Key, KeyMenu, Keys, raises_hand
from companion.engine import Offer, Tap, legal
from companion.tables import Viewer
from companion.words.people import People
from tests.playing import play
from tests.variants.lists import entries, how_played

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
    """Return the keys of this viewer after these taps.

    * `phones`: the seats that have a phone.
    * `end`: the seats at the end of a flat phone that has the keys; () if another phone has them.
    * `how`: the score and the house rules, as in `play`.
    """
    game = play(variant, taps, **how)
    people = People(NAMES[: game.rules.seats], game.rules)
    return keyboard.lay_out_keys(
        game, legal(game), people, viewer, phones=phones, seats=end, flat=bool(end)
    )


def taps(slots) -> list[str]:
    return [slot.name if isinstance(slot, KeyMenu) else slot.tap for slot in slots]


def tap_of(key: Key | KeyMenu) -> str:
    """Return a key as `keys.txt` writes it.

    It writes a key as its tap, and a menu as the menu's name with the taps of its keys.
    """
    if isinstance(key, KeyMenu):
        return f"{key.name}={','.join(one.tap for one in key.keys)}"
    return key.tap


def phone_of(text: str) -> tuple[Viewer, tuple[int, ...]]:
    """Return the viewer that `text` means in `keys.txt`, and the seats at one end of a flat phone.

    "2" means the phone of seat 2. "flat 0,2" means the end of a flat phone with the seats 0 and 2.
    """
    kind, _, seats = text.partition(" ")
    if kind.isdigit():
        return Viewer("player", int(kind), may_tap=True), ()
    return HOST, tuple(map(int, seats.split(","))) if seats else ()


@pytest.mark.parametrize(
    ("game", "how", "line"), list(entries(Path(__file__).with_name("keys.txt")))
)
def test_each_phone_has_the_keys_listed_in_keys_txt(game, how, line):
    played, phone, slots = line.split(" | ")
    viewer, end = phone_of(phone)
    keys = made(played.strip("-"), viewer, game, end=end, **how_played(how))
    for slot in slots.split("; "):
        name, *wanted = slot.split()
        found = getattr(keys, name)
        if name in ("yes", "no", "fold"):
            found = () if found is None else (found,)
        assert ([tap_of(key) for key in found] or ["-"]) == wanted


def test_the_keys_yes_and_no_say_what_each_answer_is_worth():
    mine = made("truc@1", CARME)
    assert (mine.yes.worth, mine.no.worth) == ("2", "1")


def test_games_with_side_bets_have_two_rows_of_calls():
    assert made("", CARME, "argentine").two_call_rows
    assert not made("", CARME).two_call_rows


def all_taps(offers: Iterable[Offer]) -> list[Tap]:
    return list(chain.from_iterable(offer.all_taps() for offer in offers))


@pytest.mark.parametrize("variant", variants.VARIANTS)
@given(walk=st.randoms(use_true_random=False))
def test_a_key_that_raises_the_worth_of_the_hand_never_moves_to_another_row(variant, walk):
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


@pytest.mark.parametrize("variant", ["argentine", "mineiro", "paulista", "valencian", "venezuelan"])
def test_a_row_of_calls_has_at_most_four_keys(variant):
    keys = made("", BIEL, variant, rules="flor=on")
    assert 0 < len(keys.calls) <= len(keys.bets) <= 4


@pytest.mark.parametrize("cached", [keyboard.has_side_calls, keyboard.calls_fit_half_row])
def test_a_server_remembers_the_rows_of_keys_for_a_limited_number_of_house_rules(cached):
    assert 0 < cached.cache_info().maxsize <= 10_000


def test_a_phone_without_a_seat_has_keys_to_answer_for_one_side_and_a_menu_for_the_other():
    asked = made("truco@1", HOST, "argentine")
    assert (asked.yes.tap, asked.yes.who, asked.yes.side) == ("yes@2", "Carme", 0)
    (quiero,) = (row for row in asked.others if row.label == "Quiero")
    assert (taps(quiero.keys), quiero.note) == (["yes@0"], "Accept")


def test_a_phone_may_answer_for_a_player_without_a_phone_and_says_whose_answer_it_is():
    assert made("truc@1", BIEL, phones=(1, 2)).yes is None
    answer = made("truc@1", BIEL, phones=(1, 3)).yes
    assert (answer.tap, answer.who) == ("yes@2", "Carme")


def test_a_pad_of_numbers_has_likely_numbers_first_and_the_rest_on_a_second_page():
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


@pytest.mark.parametrize("viewer", [HOST, BIEL, CARME], ids=["shared", "caller", "asked"])
def test_one_key_records_that_nobody_else_has_a_flor(viewer):
    (key,) = made("flor@1", viewer, "argentine", rules="flor=on").calls
    assert (key.tap, key.label, key.worth) == ("no@2;no@3;no@0", "Nobody else has flor", "+3")
    (key,) = made("flor@1 no@2", viewer, "argentine", rules="flor=on").calls
    assert key.tap == "no@3;no@0"
    assert made("flor@1 no@2 no@3", viewer, "argentine", rules="flor=on").calls == ()


@pytest.mark.usefixtures("host")
def test_a_panel_knows_which_players_have_a_phone(app, match, phone):
    phone(0)
    phone(2)
    with app.test_request_context():
        view = panel.shared_view(tables.state(match), variants.get("catalan").count)
    assert view.phones == {0, 2}


def test_a_screen_reader_says_what_a_key_is_worth_unless_it_refuses():
    key = Key("truc@1", "Truc", worth="2")
    assert key.spoken == "Truc, for 2"
    assert key._replace(who="Biel").spoken == "Truc, Biel, for 2"
    assert key._replace(tone="bad").spoken == ""
    assert key._replace(worth="").spoken == ""


@pytest.mark.parametrize(("worth", "is_word"), [("2", False), ("+12", False), ("the game", True)])
def test_the_worth_on_a_key_is_a_number_or_a_word(worth, is_word):
    assert Key("truc@1", "Truc", worth=worth).worth_is_word is is_word


def test_a_key_shows_the_glyph_of_its_side():
    assert Key("truc@1", "Truc").glyph == ""
    assert [Key("truc@1", "Truc", side=side).glyph for side in (0, 1)] == ["coin", "sword"]


def test_a_menu_has_a_glyph_only_if_its_keys_are_of_another_player():
    own = Key("pido-flor@1=0", "Anna", side=0)
    assert KeyMenu("bets", "Pido flor", "", (own,)).glyph == ""
    assert KeyMenu("bets", "Pido flor", "", (own._replace(who="Biel"),)).glyph == "coin"


def test_the_card_turned_up_is_chosen_on_keys_with_its_rank_and_suit():
    (cards,) = (row for row in made("", CARME, "uruguayan").others if len(row.keys) == 40)
    (five,) = (key for key in cards.keys if key.tap == "muestra=5c")
    assert (five.label, five.sign, five.said) == ("5", "cup", "cups")
    assert cards.folded


def test_calls_about_cards_come_after_all_bets():
    keys = made("", BIEL, "mineiro", rules="flor=on")
    assert taps(keys.bets) == ["flor@1", "burn@1", "pass@1"]


@pytest.mark.parametrize(
    ("variant", "tied"), [("catalan", {"tied"}), ("trut-gatine", set()), ("menorcan", set())]
)
def test_a_trick_is_recorded_on_the_ring_but_a_player_says_on_a_key_that_they_tied_it(
    variant, tied
):
    offers = legal(play(variant))
    on_ring = {str(offer.tap) for offer in offers if keyboard.in_ring(offer)}
    assert on_ring == {"won@0", "won@1", "won@2", "won@3"} | tied
    on_keys = {str(offer.tap) for offer in offers if keyboard.is_on_key(offer)}
    assert ("tied@1" in on_keys) == (not tied)
    assert not on_ring & on_keys
