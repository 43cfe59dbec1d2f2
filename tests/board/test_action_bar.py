"""The lower part of a phone shows the keys, and above them what helps the player most now."""

from __future__ import annotations

import pytest

from companion import tables
from companion.board import panel
from companion.board.action_bar import ActionBar
from companion.tables import Viewer
from companion.web import slots
from companion.web.device import public_phone_id
from companion.web.guests import Guest

PLAYERS = tuple(Guest(Viewer("player", seat, may_tap=True)) for seat in range(4))
HOST = Guest(Viewer("player", None, may_tap=True, host="full"))
WATCHER = Guest(Viewer("watch"))
IN_NO_SEAT = Guest(Viewer("player"))
WITHOUT_ITS_SEAT = Guest(Viewer("player", lost_seat=1), phone=public_phone_id("biel"))


@pytest.fixture(autouse=True)
def request_for_a_page(app):
    with app.test_request_context():
        yield


@pytest.fixture
def bar(open_match, phone):
    """Return a function that builds the action bar of a phone after some taps.

    Each seat has a phone.
    """

    def build(guest: Guest, taps: str = "", variant: str = "catalan", **how: str) -> ActionBar:
        match = open_match(variant, **how)
        for seat in range(4):
            tables.join(match, f"phone {seat}", "player", seat)
        phone(link=f"/h/{match.host_token}", at=match).play(taps)
        return panel.build_panel(tables.state(match), guest).action_bar

    return build


@pytest.mark.parametrize(
    ("guest", "taps", "above"),
    [
        (PLAYERS[0], "truc@1", "waiting"),
        (PLAYERS[2], "truc@1", ""),
        (WATCHER, "truc@1", "lately"),
        (PLAYERS[0], "", "coins"),
        (PLAYERS[0], "won@1", "events"),
        (WITHOUT_ITS_SEAT, "won@1", "lost"),
    ],
)
def test_what_helps_a_phone_most_is_shown_above_its_keys(bar, guest, taps, above):
    assert bar(guest, taps).above == above


def test_the_facts_of_a_decision_are_shown_to_those_who_decide(bar):
    assert bar(PLAYERS[0], score="11-3").above == "facts"
    assert bar(PLAYERS[1], score="11-3").above == "waiting"


def test_a_phone_in_no_seat_is_offered_one_unless_it_is_a_host(bar):
    assert bar(IN_NO_SEAT).seatless
    for guest in (PLAYERS[0], HOST, WATCHER):
        assert not bar(guest).seatless


def test_only_a_phone_that_may_tap_in_a_match_that_goes_on_makes_itself_heard(bar):
    assert bar(PLAYERS[0]).speaks
    assert not bar(WATCHER).speaks
    assert not bar(PLAYERS[0], "fix@0=12").speaks


@pytest.mark.parametrize(
    ("seat_is_taken", "says", "sends"),
    [
        (False, "This phone no longer has Biel’s seat.", "seat"),
        (True, "Another phone has taken Biel’s seat.", "over"),
    ],
)
def test_a_phone_that_lost_its_seat_can_get_it_back(match, seat_is_taken, says, sends):
    if seat_is_taken:
        tables.join(match, "new", "player", 1)
    lost = panel.build_panel(tables.state(match), WITHOUT_ITS_SEAT).action_bar.lost
    assert (lost.text, lost.field, lost.seat) == (says, sends, 1)


def test_a_phone_that_lost_its_seat_reads_whose_phone_has_it(match):
    tables.join(match, "biel", "player", 1)
    tables.take_over(match, "new", 1, name="Maria")
    lost = panel.build_panel(tables.state(match), WITHOUT_ITS_SEAT).action_bar.lost
    assert "Maria" in lost.text
    assert lost.field == "over"


def test_the_keys_of_an_answer_say_in_words_what_it_leads_to(bar):
    answers = bar(PLAYERS[0], score="11-3").answers
    facts = answers.yes.facts
    is_played = len(facts) > 1
    assert answers.yes.words == tuple(fact.told_to(0, if_played=is_played) for fact in facts)
    assert answers.no.words
    assert answers.yes.words != answers.no.words


def test_a_match_that_is_over_offers_a_rematch_and_no_keys_to_give_up(bar):
    over = bar(PLAYERS[0], "fix@0=12")
    assert (over.rematch.label, over.rematch.over, over.closed) == ("Rematch", True, "")
    assert over.fold is None
    assert over.others == ()
    assert bar(PLAYERS[1], "fix@0=12").rematch.label == "Revenge"


def test_a_rematch_is_opened_by_players_and_offers_other_partners(bar):
    offered = bar(PLAYERS[0], "fix@0=12").rematch
    assert offered.may
    assert offered.keeps
    assert offered.chooses_game
    assert offered.pairs_after_swap != ""
    watched = bar(WATCHER, "fix@0=12").rematch
    assert not watched.may
    assert not watched.keeps
    assert not watched.chooses_game
    assert watched.pairs_after_swap == ""


def test_once_the_others_have_gone_on_a_phone_is_led_to_their_table(match, host):
    host.play("fix@0=12")
    tables.join(match, "anna", "player", 0)
    tables.rematch(match, "anna")
    offered = panel.build_panel(tables.state(match), PLAYERS[0]).action_bar.rematch
    assert (offered.on, offered.label) == (True, "The rematch is on: go to the table")
    assert not offered.chooses_game
    assert offered.pairs_after_swap == ""


@pytest.mark.parametrize(("guest", "led"), [(PLAYERS[0], True), (WATCHER, False)])
def test_a_page_of_an_extension_takes_the_place_of_the_rematch(app, bar, guest, led):
    slots.add_link(app, "instead_of_rematch", lambda code: "Sign", "sheets.show_game_sheet")
    app.extensions["paths"] = lambda endpoint, under, **values: "/sign"
    offered = bar(guest, "fix@0=12").rematch
    assert (offered.may, offered.label, offered.over) == (False, "", True)
    assert offered.has_menu
    assert offered.instead == (("Sign", "/sign") if led else None)
