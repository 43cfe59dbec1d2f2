"""/t/<code>/host/link, /t/<code>/seats/<seat> and /n/<number> let in a host or a lost phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from sqlalchemy import update

from companion import tables
from companion.pages import stream
from companion.tables import digits
from companion.tables.changes import changing
from companion.tables.models import now
from companion.tables.process_state import process_state
from companion.tables.seats import appoint
from companion.tables.store import writing
from companion.web import device
from tests.plain_phones import Phone, words


def number_on(page: str) -> str:
    """Return the eight digits that a page shows."""
    (number,) = re.findall(r'class="number eight">(\d{4} \d{4})<', page)
    return str(number)


def name_of(match: tables.Match, seat: int) -> str:
    """Return the name of the phone in that seat."""
    return next(row.device for row in tables.phones(match) if row.seat == seat)


def press(host: Phone, action: str, seat: int) -> int:
    """Press, as host, that button beside the phone in this seat."""
    wanted = device.public_phone_id(name_of(host.match, seat))
    return host.client.post(f"{host.home}/host/{action}", data={"phone": wanted}).status_code


@pytest.fixture
def by_request(phone: Callable[..., Phone], host: Phone, match: tables.Match) -> Phone:
    """Return Carme's phone, which became host by request."""
    carme = phone(2)
    with changing(match) as (session, current):
        appoint(
            session,
            current,
            session.get_one(tables.Member, (match.id, name_of(match, 2))),
            "acting",
        )
    return carme


def test_the_page_of_another_host_shows_the_link_and_eight_digits(host, match):
    page = host.client.get(f"{host.home}/host").text
    assert match.host_token not in page
    assert f"{host.home}/host/link" in page
    shown = host.client.get(f"{host.home}/host/link").text
    assert match.host_token in shown
    assert '<svg class="qr"' in shown
    assert number_on(host.client.get(f"{host.home}/host/link").text) == number_on(shown)


def test_digits_typed_on_the_first_page_make_a_phone_host_of_a_closed_table(host, phone, match):
    tables.lock(match)
    number = number_on(host.client.get(f"{host.home}/host/link").text)
    new = Phone(phone().client, match)
    asked = new.client.get("/c", query_string={"code": number}, follow_redirects=True)
    assert "This phone becomes host of this table." in words(asked.text)
    assert new.client.get(f"{new.home}/host").status_code == 403, "a look makes nobody host"
    answer = new.client.post(asked.request.path)
    assert answer.headers["Location"] == new.home
    assert new.client.get(f"{new.home}/host").status_code == 200


def test_the_digits_are_gone_once_they_were_used(host, phone, match):
    number = number_on(host.client.get(f"{host.home}/host/link").text).replace(" ", "")
    first = phone(1)
    second = phone()
    assert first.client.post(f"/n/{number}").status_code == 303
    assert second.client.get("/c", query_string={"code": number}).status_code == 404
    assert second.client.post(f"/n/{number}").status_code == 404
    assert tables.member(match, name_of(match, 1)).host == "full"


def test_the_phone_that_used_the_digits_is_led_to_its_table_again(host, phone):
    number = number_on(host.client.get(f"{host.home}/host/link").text).replace(" ", "")
    biel = phone(1)
    biel.client.post(f"/n/{number}")
    for answer in (biel.client.post(f"/n/{number}"), biel.client.get(f"/n/{number}")):
        assert answer.headers["Location"] == biel.home


def test_a_removed_phone_stays_out_with_a_host_number(host, phone):
    number = number_on(host.client.get(f"{host.home}/host/link").text).replace(" ", "")
    biel = phone(1)
    assert press(host, "remove", 1) == 303
    assert biel.client.get(f"/n/{number}").status_code == 403
    assert biel.client.post(f"/n/{number}").status_code == 403
    assert biel.client.get(biel.home).status_code == 403


def test_a_browser_without_cookies_is_told_so_and_uses_up_nothing(host, app, phone):
    number = number_on(host.client.get(f"{host.home}/host/link").text).replace(" ", "")
    answer = app.test_client(use_cookies=False).post(f"/n/{number}", data={"cookie_set": "1"})
    assert answer.status_code == 403
    assert phone(1).client.post(f"/n/{number}").status_code == 303


@pytest.mark.parametrize("number", ["12345678", "1234", "123456789", "abcdefgh", "x"])
def test_the_hosts_page_rejects_a_number_that_nobody_was_given(client, number):
    for answer in (client.get(f"/n/{number}"), client.post(f"/n/{number}")):
        assert answer.status_code == 404
        assert "No table has this number" in words(answer.text)


def test_numbers_are_guessed_slowly_at_every_address_where_one_may_be_tried(host, app):
    number = number_on(host.client.get(f"{host.home}/host/link").text).replace(" ", "")
    wrong = f"{(int(number) + 1) % 10**8:08}"
    guesser = app.test_client()
    for _ in range(digits.MOST_WRONG_HERE // 2):
        assert guesser.post(f"/n/{wrong}").status_code == 404
        assert guesser.get(f"/n/{wrong}").status_code == 404
    for answer in (
        guesser.post(f"/n/{number}"),
        guesser.get(f"/n/{number}"),
        guesser.get("/c", query_string={"code": number}),
    ):
        assert answer.status_code == 429


def test_the_number_to_join_a_table_leads_there_from_that_address_too(host, phone, match):
    number = number_of_table(host)
    assert phone().client.get(f"/n/{number}").headers["Location"] == f"/c/{match.code}"
    assert phone().client.post(f"/n/{number}").headers["Location"] == f"/c/{match.code}"


def number_of_table(host: Phone) -> str:
    (number,) = re.findall(r"\d{4} \d{4}", words(host.client.get(f"{host.home}/invite").text))
    return str(number).replace(" ", "")


def test_a_host_makes_another_phone_host_and_a_player_again(host, phone, match):
    biel = phone(1)
    assert "Make host" in words(host.client.get(f"{host.home}/host").text)
    assert press(host, "appoint", 1) == 303
    page = words(host.client.get(f"{host.home}/host").text)
    assert "Biel Host joined" in page
    assert "No longer host" in page
    assert biel.client.get(f"{biel.home}/host").status_code == 200
    assert press(host, "demote", 1) == 303
    assert biel.client.get(f"{biel.home}/host").status_code == 403
    assert tables.member(match, name_of(match, 1)).seat == 1


def test_the_hosts_page_rejects_making_an_earlier_host_a_player(host, phone, match):
    biel = phone(1)
    press(host, "appoint", 1)
    earlier = device.public_phone_id(
        next(row.device for row in tables.phones(match) if row.seat is None)
    )
    for action in ("demote", "remove"):
        answer = biel.client.post(f"{biel.home}/host/{action}", data={"phone": earlier})
        assert answer.status_code == 403
        assert "Only a host who became host earlier" in words(answer.text)
    page = words(biel.client.get(f"{biel.home}/host").text)
    assert "No longer host" not in page
    assert "Remove" not in page


def test_a_host_by_request_does_what_is_needed_to_go_on(by_request, phone, match):
    phone(1)
    for action, form in (
        ("lock", {}),
        ("unlock", {}),
        ("move", {"seat": "0", "with": "3"}),
        ("rename", {"seat": "3", "name": "Ona"}),
        ("free", {"seat": "1"}),
    ):
        assert (
            by_request.client.post(f"{by_request.home}/host/{action}", data=form).status_code == 303
        ), action
    phone(1)
    assert press(by_request, "remove", 1) == 303
    assert by_request.client.get(f"{by_request.home}/rules").status_code == 200


def test_a_host_by_request_may_not_do_the_rest_while_an_earlier_host_is_there(
    by_request, phone, match
):
    phone(1)
    before = tables.state(match)
    page = words(by_request.client.get(f"{by_request.home}/host").text)
    assert "This phone became host by request." in page
    for missing in (
        "Delete this table",
        "New code and links",
        "Make another phone host",
        "Make host",
    ):
        assert missing not in page
    earlier = device.public_phone_id(
        next(row.device for row in before.members.values() if row.host == "full")
    )
    biel = device.public_phone_id(name_of(match, 1))
    for address, form in (
        ("host/revoke", {}),
        ("host/revoke", {"link": "host"}),
        ("host/appoint", {"phone": biel}),
        ("host/demote", {"phone": earlier}),
        ("host/remove", {"phone": earlier}),
        ("host/delete", {}),
    ):
        assert (
            by_request.client.post(f"{by_request.home}/{address}", data=form).status_code == 403
        ), address
    for address in ("host/link", "host/delete"):
        assert by_request.client.get(f"{by_request.home}/{address}").status_code == 403
    assert tables.state(match).stamp == before.stamp


def let_full_hosts_look_away(match: tables.Match) -> None:
    """Have no full host look at a page of this match for ten minutes."""
    with writing() as connection:
        full = tables.Member.match_id == match.id, tables.Member.host == "full"
        connection.execute(update(tables.Member).where(*full).values(seen_at=now() - tables.ABSENT))
    process_state().states.clear()


def test_a_host_by_request_may_do_all_once_no_earlier_host_has_looked_for_ten_minutes(
    by_request, match
):
    let_full_hosts_look_away(match)
    page = words(by_request.client.get(f"{by_request.home}/host").text)
    assert "Delete this table" in page
    assert by_request.client.get(f"{by_request.home}/host/link").status_code == 200
    assert by_request.client.post(f"{by_request.home}/host/revoke").status_code == 303


def test_the_ways_to_let_a_phone_in_lead_on_to_the_match_that_has_followed(
    by_request, phone, match
):
    """A host by request is soon alone at the old table.

    They are shown no link that makes full hosts of the new one.
    """
    phone(1)
    tables.lock(match)
    tables.rematch(match, name_of(match, 2), house={"target": "15"})
    let_full_hosts_look_away(match)
    for page in ("host/link", "seats/1"):
        answer = by_request.client.get(f"{by_request.home}/{page}")
        assert answer.headers["Location"] == f"{by_request.home}/rematch", page
    answer = by_request.client.get(f"{by_request.home}/host/link", follow_redirects=True)
    assert match.host_token not in answer.text


def test_a_host_whose_stream_is_open_counts_as_looking_at_the_table(host, match, monkeypatch):
    """Nothing but the stream asks for anything while a phone lies on the table."""
    seen: list[str] = []
    monkeypatch.setattr(stream, "BEAT_SECONDS", 0.05)
    monkeypatch.setattr(tables, "mark_seen", lambda _, device, *how: seen.append(device))
    answer = host.client.get(f"{host.home}/stream?seen=0.0")
    pieces = iter(answer.response)
    assert b"event: panel" in next(pieces)
    assert b"event: beat" in next(pieces)
    answer.close()
    assert set(seen) == {tables.phones(match)[0].device}


def test_a_lost_phone_is_let_into_its_seat_by_a_neighbour(phone, match):
    biel = phone(1)
    pep = phone(3)
    lost = name_of(match, 3)
    tables.lock(match)
    page = biel.client.get(f"{biel.home}/seats").text
    assert "A phone is lost? Let a new phone into its seat: Pep" in words(page)
    shown = biel.client.get(f"{biel.home}/seats/3").text
    number = number_on(shown).replace(" ", "")
    assert f"/n/{number}" in shown
    assert match.join_token not in shown
    new = Phone(phone().client, match)
    assert "This phone gets a seat: Pep" in words(new.client.get(f"/n/{number}").text)
    assert new.client.post(f"/n/{number}").headers["Location"] == new.home
    assert new.tap("truc@3").status_code == 303
    assert pep.tap("yes@3").status_code == 403
    assert tables.access(tables.state(match), lost) == tables.Viewer("player", None, lost_seat=3)


def test_a_number_for_the_seat_of_a_phone_that_is_awake_asks_that_phone_first(phone, match):
    biel = phone(1)
    pep = phone(3)
    tables.lock(match)
    number = number_on(biel.client.get(f"{biel.home}/seats/3").text).replace(" ", "")
    assert "wants your seat" not in pep.page()
    new = Phone(phone().client, match)
    assert new.client.post(f"/n/{number}").headers["Location"] == new.home
    assert "Without an answer the seat is yours" in words(new.page())
    assert "wants your seat" in pep.page()
    pep.client.post(f"{pep.home}/requests", data={"refuse": "1"})
    assert new.tap("truc@3").status_code == 403
    assert pep.tap("truc@3").status_code == 303


def test_while_joining_is_open_nobody_needs_such_a_number(phone):
    biel = phone(1)
    _ = phone(3)
    assert "A phone is lost?" not in words(biel.client.get(f"{biel.home}/seats").text)
    assert biel.client.get(f"{biel.home}/seats/3").headers["Location"] == f"{biel.home}/seats"


@pytest.mark.parametrize("seat", [0, 1, 4, 99])
def test_there_is_no_number_for_a_free_seat_ones_own_seat_or_a_seat_that_does_not_exist(
    phone, match, seat
):
    biel = phone(1)
    phone(3)
    tables.lock(match)
    assert biel.client.get(f"{biel.home}/seats/{seat}").headers["Location"] == f"{biel.home}/seats"


def test_it_rejects_giving_a_number_for_a_seat_by_a_phone_without_one(phone, watcher, match):
    phone(3)
    seatless = phone(1)
    seatless.client.post(f"{seatless.home}/seats", data={"leave": "1"})
    tables.lock(match)
    assert seatless.client.get(f"{seatless.home}/seats/3").status_code == 303
    assert watcher.client.get(f"{watcher.home}/seats/3").status_code == 403
    assert "A phone is lost?" not in words(seatless.client.get(f"{seatless.home}/seats").text)


def test_a_number_for_a_seat_opens_nothing_else(phone, match):
    biel = phone(1)
    phone(3)
    tables.lock(match)
    number = number_on(biel.client.get(f"{biel.home}/seats/3").text).replace(" ", "")
    new = Phone(phone().client, match)
    new.client.post(f"/n/{number}")
    other = phone().client
    assert other.post(f"/n/{number}").status_code == 404
    assert other.post(f"/j/{match.join_token}", data={"seat": "0"}).status_code == 403
    assert new.client.get(f"{new.home}/host").status_code == 403
    assert tables.state(match).match.locked


def test_the_host_without_a_seat_lets_a_lost_phone_in_too(host, phone, match):
    phone(3)
    tables.lock(match)
    assert number_on(host.client.get(f"{host.home}/seats/3").text)


def test_the_page_says_if_no_number_is_free(host, phone, match, monkeypatch):
    phone(3)
    tables.lock(match)
    monkeypatch.setattr("companion.tables.digits.MOST_ONCE", 0)
    assert "No number is free at the moment" in words(
        host.client.get(f"{host.home}/host/link").text
    )
    assert "No number is free at the moment" in words(host.client.get(f"{host.home}/seats/3").text)
