"""A phone shows the calls of other players in large letters, and reads the score aloud."""

from __future__ import annotations

import re

import pytest

from companion import tables
from companion.board import aloud
from companion.tables import Viewer
from companion.web.guests import Guest
from companion.words.people import People
from tests.plain_phones import shown, words


def shouted(page: str) -> str:
    found = re.search(r'<div class="shout.*?</div>', page, re.DOTALL)
    return words(found[0]) if found else ""


def said(page: str) -> str:
    return shown(page).get("say", "").replace("&amp;", "&")


def test_a_call_is_announced_only_on_the_phones_of_the_opponents(phone, host):
    anna, biel, carme, pep = (phone(seat) for seat in range(4))
    biel.play("truc@1")
    assert shouted(anna.page()) == shouted(carme.page()) == "Truc! Biel → Carme"
    assert [shouted(one.page()) for one in (biel, pep, host)] == ["", "", ""]
    carme.play("retruc@2")
    assert [shouted(one.page()) for one in (anna, biel)] == ["", "Retruc! Carme → Pep"]


@pytest.mark.parametrize("after", ["yes@2", "undo", "undo redo"])
def test_a_call_overlay_goes_away_with_the_next_tap_and_never_comes_back(phone, after):
    anna = phone(0)
    biel = phone(1)
    biel.play(f"truc@1 {after}")
    assert shouted(anna.page()) == ""


def test_a_call_overlay_is_hidden_from_screen_readers_until_the_script_shows_it(phone):
    anna = phone(0)
    anna.play("truc@1")
    assert re.search(
        r'<div class="shout side-1" id="shout" hidden aria-hidden="true" data-fills data-shakes>',
        anna.page(),
    )


@pytest.mark.parametrize(
    ("off", "left"),
    [(("shout",), " data-shakes"), (("buzz",), " data-fills"), (("shout", "buzz"), None)],
)
def test_the_call_overlay_and_vibration_can_be_switched_off(phone, off, left):
    anna = phone(0)
    for name in off:
        anna.client.post("/phone", data={name: "off"})
    anna.play("truc@1")
    found = re.search(r'aria-hidden="true"([^>]*)>\s*<b[^>]*>Truc!', anna.page())
    assert (found[1] if found else None) == left


def test_phones_do_not_read_aloud_by_default(phone):
    anna = phone(0)
    anna.play("truc@1 no@2")
    assert said(anna.page()) == ""


def test_the_score_and_the_reason_are_read_aloud_only_after_a_change_of_the_score(phone):
    anna = phone(0)
    anna.client.post("/phone", data={"voice": "on"})
    assert 'data-voice="on"' in anna.page()
    anna.play("truc@1")
    assert said(anna.page()) == ""
    anna.play("no@2")
    assert said(anna.page()) == "Biel & Pep: truc refused, +1. Anna & Carme 0. Biel & Pep 1."
    anna.client.post("/phone", data={"voice": "all"})
    assert said(anna.page()).endswith("Biel & Pep 1. Biel deals, Carme leads.")
    anna.play("truc@2")
    assert said(anna.page()) == "Pep, truc to you: 2 or 1."
    anna.play("yes@3 won@2")
    assert said(anna.page()) == "Carme leads."
    anna.client.post("/phone", data={"voice": "on"})
    anna.play("undo undo undo undo")
    assert (
        said(anna.page()) == "Undone: Carme: no vull (truc refused). Anna & Carme 0. Biel & Pep 0."
    )


@pytest.fixture
def told(app, open_match, phone):
    """Return a function that tells what a phone says aloud after some taps: the score, the turn."""

    def tell(variant: str, taps: str, score: str = "") -> tuple[str, str]:
        match = open_match(variant, score=score)
        phone(link=f"/h/{match.host_token}", at=match).play(taps)
        state = tables.state(match)
        people = People(state.names, state.log.game.rules)
        with app.test_request_context():
            return aloud.spoken_score(state, people), aloud.spoken_turn(state, people)

    return tell


@pytest.mark.parametrize(
    ("variant", "score", "taps", "turn"),
    [
        ("catalan", "", "", "Anna deals, Biel leads."),
        ("catalan", "11-3", "", "Anna or Carme, answer: Eleven."),
        ("catalan", "", "truc@1 yes@2 won@1", "Biel leads."),
        ("catalan", "", "end", ""),
        ("argentine", "", "envido@0", "Player 2 or Player 4, envido to you: 2 or 1."),
        ("trut-deux-sevres", "", "trut@0", "Player 2, trut to you: a long or 1."),
        ("put", "0-4", "put@1", "Player 1, put to you: the game or 1."),
    ],
)
def test_a_phone_says_who_acts_next_and_what_an_answer_leads_to(told, variant, score, taps, turn):
    assert told(variant, taps, score)[1] == turn


@pytest.mark.parametrize(
    ("variant", "begins", "taps", "score"),
    [
        ("catalan", "", "", ""),
        ("catalan", "", "won@1", ""),
        ("catalan", "", "won@1 undo", ""),
        ("catalan", "", "fix@0=2", "Anna & Carme: correction, +2. Anna & Carme 2. Biel & Pep 0."),
        (
            "catalan",
            "",
            "fix@0=12",
            "Anna & Carme: correction, +12. Anna & Carme win the game. "
            "Anna & Carme 12. Biel & Pep 0.",
        ),
        ("catalan", "", "end", "The match was stopped. Anna & Carme 0. Biel & Pep 0."),
        (
            "trut",
            "2/1-3/0",
            "won@1 won@1",
            "Player 2 & Player 4: hand won, +1. "
            "Player 1 & Player 3 2, 1. Player 2 & Player 4 3, 1.",
        ),
    ],
)
def test_a_phone_says_the_score_after_a_change_a_correction_or_the_end(
    told, variant, begins, taps, score
):
    assert told(variant, taps, begins)[0] == score


@pytest.mark.parametrize(
    ("taps", "knocks"),
    [("", 0), ("truc@1", 1), ("truc@1 retruc@2", 2), ("truc@1 yes@2", 0), ("truc@1 undo redo", 0)],
)
def test_flat_phones_and_televisions_knock_once_for_truc_and_twice_for_retruc(
    match, host, taps, knocks
):
    host.play(taps)
    for view, heard in (("flat", knocks), ("tv", knocks), ("table", 0)):
        guest = Guest(Viewer("player", 0, may_tap=True), view=view)
        assert aloud.knocks(tables.state(match), guest) == heard


@pytest.mark.parametrize(("taps", "knocks"), [("truc@1 retruc@2", "2"), ("won@1", None)])
def test_the_page_of_a_flat_phone_tells_the_script_how_often_to_knock(host, taps, knocks):
    host.play(taps)
    assert shown(host.read("/flat")).get("knocks") == knocks
