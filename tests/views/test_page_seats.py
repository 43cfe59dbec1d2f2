"""/t/<code>/seats and /t/<code>/host: who sits where, and what only the host may do."""

from __future__ import annotations

import pytest

from companion import tables
from tests.views.conftest import taps, words


def seated(match: tables.Match) -> set[int | None]:
    return {member.seat for member in tables.members(match)}


def test_it_works(phone):
    anna = phone(0)
    text = words(anna.client.get(f"{anna.home}/seats").text)
    assert "Anna this phone Leave the seat" in text
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


def test_it_rejects_a_bad_name(phone):
    anna = phone(0)
    answer = anna.client.post(f"{anna.home}/seats", data={"name": " "})
    assert answer.status_code == 422
    assert "A name needs" in words(answer.text)


def test_it_rejects_a_seat_somebody_has(phone, match):
    anna, _ = phone(0), phone(1)
    assert anna.client.post(f"{anna.home}/seats", data={"seat": "1"}).status_code == 409
    assert seated(match) == {0, 1}


def test_it_rejects_a_watch_link(watcher):
    page = watcher.client.get(f"{watcher.home}/seats").text
    assert "Sit here" not in words(page)
    assert watcher.client.post(f"{watcher.home}/seats", data={"seat": "1"}).status_code == 403


def test_it_rejects_a_name_from_somebody_without_a_seat(watcher):
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
    assert "Biel's seat" in words(biel.page())


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
    assert anna.client.get(anna.home).status_code == 404
    assert anna.client.get(f"/t/{code}").status_code == 200
    assert code in anna.client.get("/").text


@pytest.mark.parametrize(
    ("action", "data"), [("free", {"seat": "9"}), ("move", {"seat": "0"}), ("rename", {"seat": "0", "name": "\u202e"})]
)
def test_it_rejects_what_makes_no_sense(host, action, data):
    answer = host.client.post(f"{host.home}/host/{action}", data=data)
    assert answer.status_code == 422


def test_it_rejects_an_unknown_deed(host):
    assert host.client.post(f"{host.home}/host/explode").status_code == 404


@pytest.mark.parametrize("action", ["lock", "unlock", "revoke", "free", "move", "rename"])
def test_it_rejects_everybody_but_the_host(phone, match, action):
    anna = phone(0)
    answer = anna.client.post(f"{anna.home}/host/{action}", data={"seat": "0", "with": "1", "name": "x"})
    assert answer.status_code == 403
    found = tables.by_code(match.code)
    assert found is not None
    assert not found.locked


def test_the_hosts_page_is_for_the_host(phone):
    anna = phone(0)
    assert anna.client.get(f"{anna.home}/host").status_code == 403
