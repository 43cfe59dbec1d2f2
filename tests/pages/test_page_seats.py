"""/t/<code>/seats and /t/<code>/host: who sits in which seat, and what only the host may do."""

from __future__ import annotations

import re

import pytest

from companion import tables
from companion.tables import codes
from companion.web import device
from tests.plain_phones import taps, words


def seated(match: tables.Match) -> set[int | None]:
    return {member.seat for member in tables.members(match)}


def test_the_seats_page_shows_the_phones_seat_and_the_free_seats(anna):
    text = words(anna.read("/seats"))
    assert "this phone Leave the seat" in text
    assert "Biel no phone Sit here" in text
    assert "Close joining" not in text


def test_a_player_changes_seats_or_leaves_in_one_tap(anna, match):
    assert anna.post("/seats", data={"seat": "3"}).status_code == 303
    assert seated(match) == {3}
    anna.post("/seats", data={"leave": "1"})
    assert seated(match) == {None}
    page = anna.page()
    assert taps(page) == []
    assert "Take a seat" in words(page)


def test_a_player_who_changes_seats_does_not_rename_the_seat(anna, match):
    anna.post("/seats", data={"name": "Àngels"})
    anna.post("/seats", data={"seat": "3"})
    assert tables.state(match).names[3] == "Pep"


def test_a_player_can_change_only_their_own_name(anna, match):
    anna.post("/seats", data={"seat": "1", "name": "Àngels"})
    assert tables.state(match).names[:2] == ("Àngels", "Biel")
    answer = anna.post("/seats", data={"name": " "})
    assert answer.status_code == 422
    assert "A name needs" in words(answer.text)


def test_the_host_closes_and_opens_joining(host, match):
    host.post("/host/lock")
    assert tables.state(match).match.locked
    assert "Open joining again" in words(host.read("/host"))
    host.post("/host/unlock")
    assert match.join_token in host.page()


def test_the_host_can_free_a_seat_swap_two_players_or_rename_a_player(host, anna, biel, match):
    host.post("/host/free", data={"seat": "1"})
    assert seated(match) == {0, None}
    assert "Biel’s seat" in words(biel.page())
    host.post("/host/move", data={"seat": "0", "with": "3"})
    own = anna.page().partition('class="place bottom side-1"')[2]
    assert 'aria-label="Pep took the trick; you"' in own[:900]
    host.post("/host/rename", data={"seat": "1", "name": "Bru"})
    assert tables.state(match).names[1] == "Bru"


def test_replacing_all_links_gives_a_new_code_and_keeps_the_phones_at_the_table(
    host, phone, anna, match
):
    answer = host.post("/host/revoke")
    code = answer.headers["Location"].split("/")[2]
    assert code != match.code
    assert phone().client.get(f"/j/{match.join_token}").status_code == 404
    assert anna.get().headers["Location"] == f"/t/{code}"  # the phone may not know the new code
    assert anna.client.get(f"/t/{code}").status_code == 200
    assert codes.format_code(code) in anna.client.get("/").text


@pytest.mark.parametrize(
    ("action", "form", "status"),
    [
        ("free", {"seat": "9"}, 422),
        ("move", {"seat": "0"}, 422),
        ("rename", {"seat": "0", "name": "\u202e"}, 422),
        ("remove", {"phone": ""}, 422),
        ("remove", {"phone": "nobody"}, 422),
        ("remove", {"phone": "the host's own"}, 422),
        ("explode", {}, 404),
    ],
)
def test_an_invalid_action_of_the_host_is_refused(host, match, action, form, status):
    if form.get("phone", "").startswith("the host"):
        form = {"phone": device.public_phone_id(tables.members(match)[0].device)}
    assert host.post(f"/host/{action}", data=form).status_code == status
    assert host.page()


def phones(page: str) -> dict[str, str]:
    rows = re.findall(r'<b>([^<]*)</b>(?:(?!</li>).)*?name="phone" value="(\w+)"', page, re.DOTALL)
    return dict(rows)


def test_the_host_can_remove_any_phone_and_let_it_join_again(host, phone, biel, match):
    watcher = phone(link=f"/w/{match.watch_token}")
    watcher.page()
    page = host.read("/host")
    listed = phones(page)
    assert set(listed) == {"Biel", "Watching"}
    assert "joined" in words(page)
    assert "last seen" in words(page)
    for name in listed:
        host.post("/host/remove", data={"phone": listed[name]})
    answer = biel.get()
    assert answer.status_code == 403
    assert "The host has removed this phone" in words(answer.text)
    assert biel.client.post(f"/j/{match.join_token}", data={"seat": "1"}).status_code == 403
    for removed in (biel, watcher):
        assert removed.client.get(f"/t/{match.watch_token}").status_code == 403
    assert "Let back in" in words(host.read("/host"))
    host.post("/host/readmit", data={"phone": listed["Biel"]})
    assert biel.client.post(f"/j/{match.join_token}", data={"seat": "1"}).status_code == 303
