"""The taps that are always there, on the page: what the log, undo and a refusal say of them."""

import re

import pytest

from companion import tables
from tests.plain_phones import shown, taps, words

SAID = [
    ("fix-games@1=1", "Correction for Biel & Pep, games: +1"),
    ("dealer@2", "Carme deals"),
    ("void", "The hand is void: the same player deals again"),
    ("void=pass", "The hand is void: the deal passes on"),
    ("resign@0", "Anna & Carme resigned the game"),
    ("end", "The match was stopped"),
]


@pytest.mark.parametrize(("tap", "sentence"), SAID)
def test_the_log_and_undo_name_it(open_match, phone, tap, sentence):
    match = open_match(house={"best_of": "3"})
    host = phone(link=f"/h/{match.host_token}", at=match)
    before = shown(host.page())
    host.play(tap)
    page = host.page()
    assert words(page).count(sentence) >= 2  # the log, and what undo would take back
    assert "Nobody takes the hand" not in words(page)
    host.play("undo")
    assert f"Undone: {sentence}" in words(host.page())
    assert shown(host.page())["score"] == before["score"]


def test_the_voice_says_it_with_the_score(phone):
    anna = phone(0)
    anna.client.post("/phone", data={"voice": "on"})
    anna.play("won@1 void")
    said = shown(anna.page()).get("say", "")
    assert said.startswith("The hand is void: the same player deals again. Anna &amp; Carme 0")


def test_truts_are_told_as_truts(open_match, phone):
    match = open_match("trut")
    host = phone(link=f"/h/{match.host_token}", at=match)
    host.play("fix-truts@0=2")
    assert "truts: +2" in words(host.page())


def test_a_stopped_match_is_over_and_won_by_nobody(host):
    host.play("truc@1 end")
    page = host.page()
    assert "Stopped: nobody wins." in words(page)
    assert taps(page) == ["undo"]
    assert host.tap("won@1").status_code == 422


@pytest.mark.parametrize("tap", ["fix-truts@0=1", "fix-games@0=5", "dealer@0"])
def test_a_refusal_is_a_sentence(host, tap):
    answer = host.tap(tap)
    assert answer.status_code == 422
    assert re.search(r"“[^”]+” (was not recorded|is not possible now)", words(answer.text))


def test_a_match_with_them_goes_out_as_a_record_and_comes_back(match, host):
    host.play("won@1 void dealer@2 fix@0=3 truc@3 resign@1")
    text = tables.to_record(match)
    assert "won@1 void  ; 0-0" in text
    (again,) = tables.from_records(text, "played")
    assert tables.state(again).log.game == tables.state(match).log.game
