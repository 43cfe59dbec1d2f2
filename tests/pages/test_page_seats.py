"""/t/<code>/seats and /t/<code>/host: who sits where, and what only the host may do."""

from __future__ import annotations

import re

import pytest

from companion import tables
from companion.pages import seats
from companion.tables import codes
from companion.web import device
from tests.plain_phones import taps, words


def seated(match: tables.Match) -> set[int | None]:
    return {member.seat for member in tables.members(match)}


def test_the_seats_page_works(phone):
    anna = phone(0)
    text = words(anna.client.get(f"{anna.home}/seats").text)
    assert "this phone Leave the seat" in text
    assert "Biel no phone Sit here" in text
    assert "Close joining" not in text


def test_another_seat_is_one_tap(phone, match):
    anna = phone(0)
    assert anna.client.post(f"{anna.home}/seats", data={"seat": "3"}).status_code == 303
    assert seated(match) == {3}


def test_leaving_a_seat(phone, match):
    anna = phone(0)
    anna.client.post(f"{anna.home}/seats", data={"leave": "1"})
    assert seated(match) == {None}
    page = anna.page()
    assert taps(page) == []
    assert "Take a seat" in words(page)


def test_a_player_may_change_the_own_name(phone, match):
    anna = phone(0)
    anna.client.post(f"{anna.home}/seats", data={"seat": "1", "name": "Àngels"})
    assert tables.state(match).names[:2] == ("Àngels", "Biel")


def test_the_seats_page_rejects_a_bad_name(phone):
    anna = phone(0)
    answer = anna.client.post(f"{anna.home}/seats", data={"name": " "})
    assert answer.status_code == 422
    assert "A name needs" in words(answer.text)


def test_the_seats_page_rejects_a_seat_somebody_has(phone, match):
    anna = phone(0)
    _ = phone(1)
    assert anna.client.post(f"{anna.home}/seats", data={"seat": "1"}).status_code == 409
    assert seated(match) == {0, 1}


def test_the_seats_page_rejects_a_watch_link(watcher):
    page = watcher.client.get(f"{watcher.home}/seats").text
    assert "Sit here" not in words(page)
    assert watcher.client.post(f"{watcher.home}/seats", data={"seat": "1"}).status_code == 403


def test_the_seats_page_rejects_a_name_from_somebody_without_a_seat(watcher):
    assert watcher.client.post(f"{watcher.home}/seats", data={"name": "x"}).status_code == 403


def test_the_host_closes_and_opens_joining(host, match):
    host.client.post(f"{host.home}/host/lock")
    found = tables.by_code(match.code)
    assert found is not None
    assert found.locked
    assert "Open joining again" in words(host.client.get(f"{host.home}/host").text)
    host.client.post(f"{host.home}/host/unlock")
    assert match.join_token in host.page()


def test_the_host_frees_a_seat_and_its_phone_is_told(host, phone, match):
    biel = phone(1)
    host.client.post(f"{host.home}/host/free", data={"seat": "1"})
    assert seated(match) == {None}
    assert "Biel’s seat" in words(biel.page())


def test_the_host_lets_two_phones_change_places(host, phone):
    anna = phone(0)
    host.client.post(f"{host.home}/host/move", data={"seat": "0", "with": "3"})
    assert "that is you" in words(anna.page().partition('class="place bottom side-1"')[2][:900])


def test_the_host_renames(host, match):
    host.client.post(f"{host.home}/host/rename", data={"seat": "1", "name": "Bru"})
    assert tables.state(match).names[1] == "Bru"


def test_revoking_gives_new_links_and_code_and_keeps_those_who_are_in(host, phone, match):
    anna = phone(0)
    answer = host.client.post(f"{host.home}/host/revoke")
    code = answer.headers["Location"].split("/")[2]
    assert code != match.code
    assert phone().client.get(f"/j/{match.join_token}").status_code == 404
    assert anna.client.get(anna.home).headers["Location"] == f"/t/{code}"  # it may have missed that
    assert anna.client.get(f"/t/{code}").status_code == 200
    assert codes.format_code(code) in anna.client.get("/").text


@pytest.mark.parametrize(
    ("action", "data"),
    [("free", {"seat": "9"}), ("move", {"seat": "0"}), ("rename", {"seat": "0", "name": "\u202e"})],
)
def test_the_seats_page_rejects_what_makes_no_sense(host, action, data):
    answer = host.client.post(f"{host.home}/host/{action}", data=data)
    assert answer.status_code == 422


def test_the_seats_page_rejects_an_unknown_deed(host):
    assert host.client.post(f"{host.home}/host/explode").status_code == 404


@pytest.mark.parametrize("action", [*seats.HOST_ACTIONS])
def test_the_seats_page_rejects_everybody_but_the_host(phone, match, action):
    anna = phone(0)
    answer = anna.client.post(
        f"{anna.home}/host/{action}", data={"seat": "0", "with": "1", "name": "x", "phone": "0"}
    )
    assert answer.status_code == 403
    found = tables.by_code(match.code)
    assert found is not None
    assert not found.locked


def test_the_hosts_page_is_for_the_host(phone):
    anna = phone(0)
    assert anna.client.get(f"{anna.home}/host").status_code == 403


def phones(page: str) -> dict[str, str]:
    """The phones of the host's page, each with the id its button sends."""
    rows = re.findall(r'<b>([^<]*)</b>(?:(?!</li>).)*?name="phone" value="(\w+)"', page, re.DOTALL)
    return dict(rows)


def test_the_host_sees_every_phone_and_removes_one_with_a_tap(host, phone, match):
    biel = phone(1)
    watcher = phone(link=f"/w/{match.watch_token}")
    watcher.client.get(f"/t/{match.watch_token}")
    page = host.client.get(f"{host.home}/host").text
    assert set(phones(page)) == {"Biel", "Watching"}
    assert "joined" in words(page)
    assert "last seen" in words(page)
    host.client.post(f"{host.home}/host/remove", data={"phone": phones(page)["Biel"]})
    answer = biel.client.get(biel.home)
    assert (answer.status_code, "The host has removed this phone" in words(answer.text)) == (
        403,
        True,
    )
    assert biel.client.post(f"/j/{match.join_token}", data={"seat": "1"}).status_code == 403
    assert biel.client.get(f"/t/{match.watch_token}").status_code == 403
    host.client.post(f"{host.home}/host/remove", data={"phone": phones(page)["Watching"]})
    assert watcher.client.get(f"/t/{match.watch_token}").status_code == 403
    assert "Let back in" in words(host.client.get(f"{host.home}/host").text)


def test_a_phone_removed_by_a_slip_is_let_in_again(host, phone, match):
    biel = phone(1)
    wanted = phones(host.client.get(f"{host.home}/host").text)["Biel"]
    host.client.post(f"{host.home}/host/remove", data={"phone": wanted})
    host.client.post(f"{host.home}/host/readmit", data={"phone": wanted})
    assert biel.client.post(f"/j/{match.join_token}", data={"seat": "1"}).status_code == 303


def test_the_seats_page_rejects_removing_a_phone_that_is_not_there_and_the_hosts_own(host, match):
    mine = device.public_phone_id(tables.members(match)[0].device)
    for wanted in ("", "nobody", mine):
        assert (
            host.client.post(f"{host.home}/host/remove", data={"phone": wanted}).status_code == 422
        )
    assert host.page()


@pytest.mark.parametrize(
    ("link", "token"),
    [("join", "join_token"), ("watch", "watch_token"), ("tv", "tv_token"), ("host", "host_token")],
)
def test_the_host_replaces_each_link_alone(host, match, link, token):
    host.client.post(f"{host.home}/host/revoke", data={"link": link})
    now = tables.state(match).match
    tokens = ("host_token", "join_token", "watch_token", "tv_token")
    assert [name for name in tokens if getattr(now, name) != getattr(match, name)] == [token]
