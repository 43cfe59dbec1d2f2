"""A guest is the phone that asks: pages find its table and role, and refuse it with a sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from werkzeug.exceptions import Forbidden

from companion import tables
from companion.web import device, guests
from companion.web.error_pages import NoTable
from tests.plain_phones import make_host_by_request

PHONE = "a phone in seat 2"
STRANGER = "This phone has not joined the table."
NO_HOST = "Only a host may do that."
WATCHING = "watching: join with the code"
TELEVISION = "This link is for a television"
REMOVED = "The host has removed this phone"


@pytest.fixture
def asking(app, monkeypatch):
    """Let the phone `PHONE` send a request, so that a test can call what answers the request."""
    monkeypatch.setattr(device, "phone_id", lambda: PHONE)
    with app.test_request_context():
        yield


def refusal(require: Callable[..., object], *about: object, **more: object) -> str:
    """Return the sentence with which `require` answers 403."""
    with pytest.raises(Forbidden) as refused:
        require(*about, **more)
    return str(refused.value.description)


def seated(match: tables.Match) -> tables.TableLink:
    tables.join(match, PHONE, "player", 2)
    return tables.address_for(match, "player")


@pytest.mark.parametrize(
    ("view", "seat", "may_tap"), [("table", 2, True), ("flat", None, True), ("tv", None, False)]
)
def test_the_view_decides_whether_a_player_has_a_seat_and_may_tap(app, match, view, seat, may_tap):
    table = seated(match)
    with app.test_request_context():
        asks = guests.guest_from_request(table, view)
        guest = guests.guest_in_state(tables.state(match), asks, PHONE)
    assert (guest.viewer.seat, guest.viewer.may_tap) == (seat, may_tap)
    assert bool(guest.phone) is may_tap


def test_a_guest_has_the_settings_of_its_phone(app, match):
    chosen = {"Cookie": "phone=count=stones&shout=off&voice=all&learn=ask; taught=truc2"}
    with app.test_request_context(headers=chosen):
        guest = guests.guest_from_request(tables.address_for(match, "player"))
    assert (guest.marks, guest.voice, guest.learn, guest.taught) == (
        "stones",
        "all",
        "ask",
        "truc2",
    )
    assert (guest.shout, guest.buzz) == (False, True)


def test_a_phone_without_settings_shows_call_overlays_and_vibrates(app, match):
    with app.test_request_context():
        guest = guests.guest_from_request(tables.address_for(match, "player"))
    assert (guest.shout, guest.buzz) == (True, True)
    with app.test_request_context(headers={"Cookie": "phone=buzz=off"}):
        guest = guests.guest_from_request(tables.address_for(match, "player"))
    assert (guest.shout, guest.buzz) == (True, False)


@pytest.mark.usefixtures("asking")
def test_both_phones_of_a_request_for_a_seat_have_a_public_id_even_if_they_may_not_tap(match):
    table = tables.address_for(match, "player")
    tables.join(match, PHONE, "player")
    assert guests.current_guest(table).phone == ""
    tables.join(match, "another phone", "player", 1)
    tables.note_phone(match, "another phone")
    tables.take_over(match, PHONE, 1)
    tables.leave_seat(match, "another phone")
    public = device.public_phone_id(PHONE)
    assert guests.current_guest(table).phone == public
    asks = guests.guest_from_request(table)
    other = guests.guest_in_state(tables.state(match), asks, "another phone")
    assert other.phone == device.public_phone_id("another phone")


@pytest.mark.usefixtures("asking")
def test_a_phone_that_looks_at_a_table_counts_as_awake_there(match):
    table = seated(match)
    assert not tables.is_awake(match, PHONE)
    guests.current_guest(table)
    assert tables.is_awake(match, PHONE)


@pytest.mark.usefixtures("asking")
@pytest.mark.parametrize("find", [guests.table_at, guests.match_by_code])
def test_a_code_that_was_replaced_finds_the_table_only_for_a_phone_that_was_let_in(match, find):
    former = match.code
    tables.replace_links(match)
    with pytest.raises(NoTable):
        find(former)
    seated(match)
    assert find(former) is not None


@pytest.mark.usefixtures("asking")
def test_the_token_of_a_link_to_watch_finds_a_table_but_not_as_a_code(match):
    table = guests.table_at(match.watch_token)
    assert (table.match.id, table.kind) == (match.id, "watch")
    with pytest.raises(NoTable):
        guests.match_by_code(match.watch_token)


def arrive(match: tables.Match, role: str) -> tables.TableLink:
    """Let the phone `PHONE` come to a table in this role. Return the link that it has then."""
    if role in ("watch", "tv"):
        return guests.table_at(match.watch_token if role == "watch" else match.tv_token)
    if role != "stranger":
        tables.join(match, PHONE, "player")
    if role == "removed":
        tables.ban_phone(match, PHONE)
    return tables.address_for(match, "player")


@pytest.mark.usefixtures("asking")
@pytest.mark.parametrize(
    ("role", "onlooker", "member", "player", "host"),
    [
        ("stranger", STRANGER, STRANGER, STRANGER, NO_HOST),
        ("watch", "", "", WATCHING, NO_HOST),
        ("tv", "", TELEVISION, TELEVISION, NO_HOST),
        ("player", "", "", "", NO_HOST),
        ("removed", REMOVED, REMOVED, REMOVED, REMOVED),
    ],
)
def test_the_role_of_a_phone_decides_what_it_may_see_and_do(
    match, role, onlooker, member, player, host
):
    table = arrive(match, role)
    for require, sentence in (
        (guests.require_onlooker, onlooker),
        (guests.require_member, member),
        (guests.require_player, player),
        (guests.require_host, host),
    ):
        if sentence:
            assert sentence in refusal(require, table), require
        else:
            assert require(table).viewer.role == role, require


@pytest.mark.usefixtures("asking")
def test_a_page_for_a_television_lets_a_television_in(match):
    assert guests.require_member(arrive(match, "tv"), "tv").viewer.role == "tv"


@pytest.mark.usefixtures("asking")
def test_a_host_by_request_is_in_charge_only_while_no_full_host_is_there(match):
    table = seated(match)
    assert refusal(guests.require_host_in_charge, table) == NO_HOST
    make_host_by_request(match, PHONE)
    guests.require_host(table)
    guests.require_host_in_charge(table)
    tables.join(match, "the host", "host")
    tables.mark_seen(match, "the host")
    guests.require_host(table)
    assert refusal(guests.require_host_in_charge, table) == tables.NOT_YET


@pytest.mark.usefixtures("asking")
def test_a_player_who_got_no_seat_in_the_rematch_sits_out(match, monkeypatch):
    table = tables.address_for(match, "player")
    tables.join(match, PHONE, "player")
    assert guests.current_guest(table).sits_out is False
    monkeypatch.setattr(tables, "sits_out", lambda match, name: name == PHONE)
    assert guests.current_guest(table).sits_out is True
    tables.join(match, PHONE, "player", 2)
    assert guests.current_guest(table).sits_out is False
    assert guests.current_guest(guests.table_at(match.watch_token)).sits_out is False


@pytest.mark.parametrize(
    ("asked", "reachable", "origin"),
    [
        ("http://192.168.1.20:8000", "http://10.0.0.5:8000", "http://192.168.1.20:8000"),
        ("http://localhost:8000", "http://10.0.0.5:8000", "http://10.0.0.5:8000"),
        ("http://127.0.0.1:8000", "http://10.0.0.5:8000", "http://10.0.0.5:8000"),
        ("http://[::1]:8000", "http://10.0.0.5:8000", "http://10.0.0.5:8000"),
        ("http://localhost:8000", "", "http://localhost:8000"),
    ],
)
def test_links_for_other_phones_never_lead_to_localhost_if_the_machine_has_an_address(
    app, asked, reachable, origin
):
    app.config["REACHABLE"] = lambda: reachable
    with app.test_request_context(base_url=asked):
        assert guests.shared_origin() == origin
        assert guests.shared_link("home.index") == f"{origin}/"


def test_links_for_other_phones_begin_with_the_address_that_is_set(app):
    app.config["ADDRESS"] = "https://truc.example"
    with app.test_request_context(base_url="http://localhost:8000"):
        assert guests.shared_link("home.index") == "https://truc.example/"
