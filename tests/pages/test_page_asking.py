"""/t/<code>/requests: a phone makes a request, and the other phones see it and answer it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest

from companion import tables
from companion.tables import request_rows, requests
from companion.tables.models import now
from tests.plain_phones import Phone, shown, words

MINUTE = timedelta(minutes=1)
SCRIPT = {"HX-Request": "true"}


@pytest.fixture
def later(monkeypatch) -> Callable[[timedelta], None]:
    def move(span: timedelta) -> None:
        for module in (requests, request_rows):
            monkeypatch.setattr(module, "now", lambda: now() + span)

    return move


def ask(phone: Phone, **form: str):
    return phone.post("/requests", data=form or {"ask": "host"})


def line(page: str) -> str:
    found = re.search(r'<p class="asked-line[^>]*>(.*?)</p>', page)
    return words(found[1]) if found else ""


def question(page: str) -> str:
    found = re.search(r'<section class="phone-request"[^>]*(>.*?)</section>', page, re.DOTALL)
    return words(f"<section {found[1]}") if found else ""


def test_every_phone_sees_a_request_to_become_host_and_only_a_host_can_answer_it(
    anna, biel, host, watcher
):
    assert "Ask to become host" in words(biel.read("/seats"))
    assert ask(biel).headers["Location"] == biel.home
    assert question(host.page()).endswith("Refuse Make host")
    assert "Biel asks to become host" in question(host.page())
    assert "Biel asks to become host" in question(host.read("/flat"))
    for other in (anna, watcher):
        assert (question(other.page()), line(other.page())) == ("", "Biel asks to become host.")
    assert "You have asked" in line(biel.page())
    assert line(host.read("/tv")) == question(host.read("/tv")) == ""


def test_two_requests_are_shown_in_one_line_and_answered_one_after_the_other(
    anna, biel, carme, host
):
    ask(biel)
    ask(carme)
    assert line(anna.page()) == "Biel & Carme ask to become host."
    assert "Biel asks" in question(host.page())
    ask(host, refuse="1")
    assert "Carme asks" in question(host.page())
    ask(host, agree="2")
    assert question(host.page()) == ""
    assert line(biel.page()) == "You do not become host: a host has refused."
    assert line(carme.page()) == "You are host now."
    assert 'class="asked-line passing"' in carme.page()


def test_earlier_hosts_are_asked_whether_a_host_by_request_may_stay_host(biel, host, later, match):
    ask(biel)
    later(MINUTE)
    assert line(biel.page()) == "You are host now: no host has answered."
    assert biel.get("/host").status_code == 200
    assert question(host.page()).endswith("Undo Agree")
    assert "Biel has become host" in question(host.page())
    field, value = re.search(r'form="asked"\s+name="(make)" value="(\w+)"', host.page()).groups()
    assert ask(biel, **{field: value}).status_code == 403
    assert ask(host, **{field: value}).status_code == 303
    assert question(host.page()) == ""
    assert [row.host for row in tables.hosts(tables.members(match))] == ["full", "full"]


def test_a_script_that_asks_to_become_host_is_answered_with_the_panel(biel, host):
    ask(biel)
    answer = host.post("/requests", data={"refuse": "1"}, headers=SCRIPT)
    assert (answer.status_code, question(answer.text)) == (200, "")
    assert answer.headers["X-Panel"] == shown(answer.text)["stamp"]
    late = host.post("/requests", data={"refuse": "1"}, headers=SCRIPT)
    assert late.status_code == 422
    assert "no longer open" in words(late.text)


@pytest.mark.parametrize("form", [{"agree": "x"}, {"agree": "2"}, {"neither": "1"}])
def test_an_answer_to_an_unknown_request_is_refused_with_a_sentence(phone, host, form):
    ask(phone(1))
    answer = ask(host, **form)
    assert answer.status_code == 422
    assert "neither" in form or "That request is no longer open." in words(answer.text)


def test_a_phone_that_asks_again_too_soon_is_told_how_long_it_must_wait(biel, host):
    ask(biel)
    ask(host, refuse="1")
    answer = ask(biel)
    assert answer.status_code == 403
    assert "ten minutes" in words(answer.text)


def test_a_page_without_script_reloads_when_a_request_expires(biel):
    assert 'http-equiv="refresh"' not in biel.page()
    ask(biel)
    found = re.search(
        r'<noscript>\s*<meta http-equiv="refresh"\s+content="(\d+);url=([^"]+)">', biel.page()
    )
    assert 55 <= int(found[1]) <= 61
    assert found[2] == biel.home
    assert re.search(r'data-number="1" data-left="(\d+)"', biel.page())


def test_the_log_shows_requests_between_the_taps(biel, host, later):
    biel.play("truc@1")
    ask(biel)
    later(MINUTE)
    biel.play("yes@2")
    told = words(host.read("/log"))
    in_order = (
        "accepted",
        "Biel became host: no host answered",
        "Biel asked to become host",
        "Biel called truc",
    )
    places = [told.index(text) for text in in_order]
    assert places == sorted(places)
    assert "host" not in host.read("/record").partition("]\n\n")[2]


# Requests for a seat.


def test_a_phone_that_wants_a_taken_seat_waits_while_the_phone_there_is_asked(
    phone, biel, match, later
):
    quim = phone()
    biel.page()
    answer = quim.client.post(f"/j/{match.join_token}", data={"over": "1", "name": "Quim"})
    assert answer.headers["Location"] == quim.home
    assert question(biel.page()).endswith("Keep my seat Give it up")
    assert "Quim’s phone wants your seat" in question(biel.page())
    assert "Biel’s phone is asked" in line(quim.page())
    later(timedelta(seconds=10))
    assert "Quim’s phone has taken Quim’s seat." in words(biel.page())
    assert re.search(r'name="over" value="1"', biel.page())
    assert tables.state(match).names[1] == "Quim"


def test_a_phone_that_is_asked_for_its_seat_can_keep_it(phone, biel, match):
    quim = phone()
    biel.page()
    quim.client.post(f"/j/{match.join_token}", data={"over": "1", "name": "Quim"})
    ask(biel, refuse="1")
    assert line(quim.page()) == "Biel keeps the seat."
    again = quim.post("/seats", data={"over": "1"})
    assert again.status_code == 409
    assert "wants to keep it" in words(again.text)
    by_link = quim.client.post(f"/j/{match.join_token}", data={"over": "1"})
    assert by_link.status_code == 409
    assert "wants to keep it" in words(by_link.text)
