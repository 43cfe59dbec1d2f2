"""A link or a number makes a phone host, or gives a player's seat to their new phone.

The addresses are /t/<code>/host/link, /t/<code>/seats/<seat> and /n/<number>.
"""

from __future__ import annotations

import re

import pytest
from sqlalchemy import update

from companion import tables
from companion.pages import stream
from companion.tables import digits
from companion.tables.models import now
from companion.tables.process_state import process_state
from companion.tables.store import writing
from companion.web import device
from tests.plain_phones import Phone, make_host_by_request, words


def number_on(page: str) -> str:
    (number,) = re.findall(r'class="number eight">(\d{4} \d{4})<', page)
    return str(number)


def name_of(match: tables.Match, seat: int) -> str:
    return next(row.device for row in tables.phones(match) if row.seat == seat)


def press(host: Phone, action: str, seat: int) -> int:
    wanted = device.public_phone_id(name_of(host.match, seat))
    return host.post(f"/host/{action}", data={"phone": wanted}).status_code


@pytest.fixture
def by_request(carme: Phone, host: Phone, match: tables.Match) -> Phone:
    del host
    make_host_by_request(match, name_of(match, 2))
    return carme


def test_the_page_to_add_a_host_shows_the_link_and_eight_digits(host, match):
    page = host.read("/host")
    assert match.host_token not in page
    assert f"{host.home}/host/link" in page
    shown = host.read("/host/link")
    assert match.host_token in shown
    assert '<svg class="qr"' in shown
    assert number_on(host.read("/host/link")) == number_on(shown)


def test_digits_typed_on_the_first_page_make_a_phone_host_even_while_joining_is_closed(
    host, phone, match
):
    tables.lock(match)
    number = number_on(host.read("/host/link"))
    new = Phone(phone().client, match)
    asked = new.client.get("/c", query_string={"code": number}, follow_redirects=True)
    assert "This phone becomes host of this table." in words(asked.text)
    assert new.get("/host").status_code == 403, "a look makes nobody host"
    answer = new.client.post(asked.request.path)
    assert answer.headers["Location"] == new.home
    assert new.get("/host").status_code == 200


def test_a_browser_without_cookies_is_refused_and_does_not_use_up_the_number(host, app, phone):
    number = number_on(host.read("/host/link")).replace(" ", "")
    answer = app.test_client(use_cookies=False).post(f"/n/{number}", data={"cookie_set": "1"})
    assert answer.status_code == 403
    assert phone(1).client.post(f"/n/{number}").status_code == 303


@pytest.mark.parametrize("number", ["12345678", "1234", "x"])
def test_an_unknown_number_is_answered_with_404_and_a_sentence(client, number):
    for answer in (client.get(f"/n/{number}"), client.post(f"/n/{number}")):
        assert answer.status_code == 404
        assert "No table has this number" in words(answer.text)


def test_guessing_numbers_is_limited_at_every_address_that_accepts_numbers(host, app):
    number = number_on(host.read("/host/link")).replace(" ", "")
    wrong = f"{(int(number) + 1) % 10**8:08}"
    guesser = app.test_client()
    for _ in range(digits.MOST_WRONG_HERE // 2):
        assert guesser.post(f"/n/{wrong}").status_code == 404
        answer = guesser.get("/c", query_string={"code": wrong})
        assert answer.status_code == 404
        assert "No table has this number." in words(answer.text)
    for answer in (
        guesser.post(f"/n/{number}"),
        guesser.get(f"/n/{number}"),
        guesser.get("/c", query_string={"code": number}),
        host.client.get("/on", query_string={"number": "1234"}),
        host.client.post("/on", data={"number": "1234", "table": host.match.code}),
    ):
        assert answer.status_code == 429
        assert "Too many wrong numbers." in words(answer.text)
    neighbour = {"REMOTE_ADDR": "203.0.113.7"}
    assert guesser.get(f"/n/{number}", environ_base=neighbour).status_code == 200
    assert guesser.get("/c", query_string={"code": host.match.code}).status_code == 303


def test_the_number_of_a_table_also_works_at_the_address_of_single_use_numbers(host, phone, match):
    number = number_of_table(host)
    assert phone().client.get(f"/n/{number}").headers["Location"] == f"/c/{match.code}"
    assert phone().client.post(f"/n/{number}").headers["Location"] == f"/c/{match.code}"


def number_of_table(host: Phone) -> str:
    (number,) = re.findall(r"\d{4} \d{4}", words(host.read("/invite")))
    return str(number).replace(" ", "")


def test_a_host_can_make_a_phone_host_and_later_an_ordinary_player(host, biel, match):
    assert "Make host" in words(host.read("/host"))
    assert press(host, "appoint", 1) == 303
    page = words(host.read("/host"))
    assert "Biel Host joined" in page
    assert "No longer host" in page
    assert "/host/appoint" not in host.read("/host")
    assert biel.get("/host").status_code == 200
    assert press(host, "demote", 1) == 303
    assert biel.get("/host").status_code == 403
    assert tables.member(match, name_of(match, 1)).seat == 1


NEEDED = (
    ("host/lock", {}),
    ("host/unlock", {}),
    ("host/move", {"seat": "0", "with": "3"}),
    ("host/rename", {"seat": "3", "name": "Ona"}),
    ("host/remove", {"phone": "Biel"}),
    ("host/readmit", {"phone": "Biel"}),
    ("host/free", {"seat": "1"}),
)
FOR_FULL_HOSTS = (
    ("host/revoke", {}),
    ("host/revoke", {"link": "host"}),
    ("host/appoint", {"phone": "Biel"}),
    ("host/demote", {"phone": "the earlier host"}),
    ("host/remove", {"phone": "the earlier host"}),
    ("host/delete", {}),
)


def test_a_host_by_request_has_only_some_rights_while_a_full_host_is_there(
    by_request, phone, match
):
    phone(1)
    earlier = next(row for row in tables.hosts(tables.members(match)) if row.host == "full")
    ids = {
        "Biel": device.public_phone_id(name_of(match, 1)),
        "the earlier host": device.public_phone_id(earlier.device),
    }

    def status(address: str, form: dict[str, str]) -> int:
        sent = {name: ids.get(value, value) for name, value in form.items()}
        return by_request.post(f"/{address}", data=sent).status_code

    page = words(by_request.read("/host"))
    assert "This phone became host by request." in page
    for missing in ("Delete this table", "New code and links", "Make another phone host"):
        assert missing not in page
    before = tables.state(match).stamp
    for address, form in FOR_FULL_HOSTS:
        assert status(address, form) == 403, address
    for address in ("/host/link", "/host/delete"):
        assert by_request.get(address).status_code == 403
    assert tables.state(match).stamp == before
    for address, form in NEEDED:
        assert status(address, form) == 303, address
    assert by_request.get("/rules").status_code == 200


def let_full_hosts_look_away(match: tables.Match) -> None:
    """Let ten minutes pass in which no full host has requested a page of this match."""
    with writing() as connection:
        full = tables.Member.match_id == match.id, tables.Member.host == "full"
        connection.execute(update(tables.Member).where(*full).values(seen_at=now() - tables.ABSENT))
    process_state().states.clear()


def test_pages_with_a_host_link_or_a_number_for_a_seat_redirect_to_the_rematch(
    by_request, phone, match
):
    """A host by request who stays at the old table must see no link that makes full hosts."""
    phone(1)
    tables.lock(match)
    tables.rematch(match, name_of(match, 2), house={"target": "15"})
    let_full_hosts_look_away(match)
    for page in ("host/link", "seats/1"):
        answer = by_request.get(f"/{page}")
        assert answer.headers["Location"] == f"{by_request.home}/rematch", page
    answer = by_request.get("/host/link", follow_redirects=True)
    assert match.host_token not in answer.text


def test_a_host_whose_stream_is_open_counts_as_looking_at_the_table(host, match, monkeypatch):
    seen: list[str] = []
    monkeypatch.setattr(stream, "BEAT_SECONDS", 0.05)
    monkeypatch.setattr(tables, "mark_seen", lambda _, device, *how: seen.append(device))
    answer = host.get("/stream?seen=0.0")
    pieces = iter(answer.response)
    assert b"event: panel" in next(pieces)
    assert b"event: beat" in next(pieces)
    answer.close()
    assert set(seen) == {tables.phones(match)[0].device}


def test_a_player_can_let_a_new_phone_into_the_seat_of_a_lost_phone(phone, biel, pep, match):
    lost = name_of(match, 3)
    tables.lock(match)
    page = biel.read("/seats")
    assert "A phone is lost? Let a new phone into its seat: Pep" in words(page)
    shown = biel.read("/seats/3")
    number = number_on(shown).replace(" ", "")
    assert f"/n/{number}" in shown
    assert match.join_token not in shown
    new = Phone(phone().client, match)
    assert "This phone gets a seat: Pep" in words(new.client.get(f"/n/{number}").text)
    assert new.client.post(f"/n/{number}").headers["Location"] == new.home
    assert new.tap("truc@3").status_code == 303
    assert pep.tap("yes@3").status_code == 403
    assert tables.access(tables.state(match), lost) == tables.Viewer("player", None, lost_seat=3)


def test_a_phone_with_a_number_for_a_seat_must_wait_if_the_old_phone_is_awake(
    phone, biel, pep, match
):
    tables.lock(match)
    number = number_on(biel.read("/seats/3")).replace(" ", "")
    assert "wants your seat" not in pep.page()
    new = Phone(phone().client, match)
    assert new.client.post(f"/n/{number}").headers["Location"] == new.home
    assert "Without an answer the seat is yours" in words(new.page())
    assert "wants your seat" in pep.page()
    pep.post("/requests", data={"refuse": "1"})
    assert new.tap("truc@3").status_code == 403
    assert pep.tap("truc@3").status_code == 303


def test_a_number_is_offered_only_for_a_seat_that_needs_one(phone, biel, match):
    """A seat needs a number only if joining is closed and another phone has the seat."""
    phone(3)
    assert "A phone is lost?" not in words(biel.read("/seats"))
    assert biel.get("/seats/3").headers["Location"] == f"{biel.home}/seats"
    tables.lock(match)
    for seat in (0, 1, 4, 99):
        assert biel.get(f"/seats/{seat}").headers["Location"] == f"{biel.home}/seats"


def test_a_seat_that_is_left_while_its_number_is_made_redirects_to_the_seats(
    phone, biel, match, monkeypatch
):
    pep = phone(3)
    tables.lock(match)
    replaceable_seats = tables.replaceable_seats

    def found_and_then_left(*of: object) -> frozenset[int]:
        seats = replaceable_seats(*of)
        pep.post("/seats", data={"leave": "1"})
        return seats

    monkeypatch.setattr(tables, "replaceable_seats", found_and_then_left)
    assert biel.get("/seats/3").headers["Location"] == f"{biel.home}/seats"


def test_the_page_to_let_a_phone_in_says_if_no_number_is_free(host, phone, match, monkeypatch):
    phone(3)
    tables.lock(match)
    monkeypatch.setattr("companion.tables.digits.MOST_ONCE", 0)
    assert "No number is free at the moment" in words(host.read("/host/link"))
    assert "No number is free at the moment" in words(host.read("/seats/3"))
