"""/j/<token>, /c/<code>, /h/<token>, /w/<token>: joining a table by a link or a code."""

from __future__ import annotations

import re

import pytest

from companion import tables
from tests.plain_phones import shown, taps, words


def test_the_join_page_shows_the_state_of_the_match_and_its_seats(phone, match):
    visitor = phone()
    phone(0).play("won@1 truc@1")
    text = words(visitor.client.get(f"/j/{match.join_token}").text)
    assert "Catalan truc to 12: Anna & Carme 0, Biel & Pep 0." in text
    assert "Anna deals, Biel leads; trick 2 of 3, the hand is worth 1." in text
    assert "Truc, called by Biel. Carme must answer." in text
    assert "Anna take over" in text
    assert "Carme free" in text


def test_one_tap_takes_a_seat_and_the_phone_remembers_the_typed_name(client, match, open_match):
    answer = client.post(f"/j/{match.join_token}", data={"seat": "2", "name": " Júlia "})
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/t/{match.code}"
    assert "truc@2" in taps(client.get(f"/t/{match.code}").text)
    assert [member.seat for member in tables.members(match)] == [2]
    assert tables.state(match).names == ("Anna", "Biel", "Júlia", "Pep")
    assert 'value="Júlia"' in client.get(f"/j/{open_match(names=()).join_token}").text


def test_a_seat_is_taken_without_typing_a_name(client, open_match):
    match = open_match(names=())
    client.post(f"/j/{match.join_token}", data={"seat": "2", "name": ""})
    page = client.get(f"/t/{match.code}", headers={"Accept-Language": "ca"}).text
    assert "Jugador 3" in words(page)


@pytest.mark.parametrize(("remembered", "name"), [("Quim", "Biel"), ("", "Quim")])
def test_a_seat_that_is_taken_over_gets_a_new_name_only_if_one_was_typed(
    phone, match, remembered, name
):
    phone(1)
    quim = phone().client
    quim.set_cookie("name", remembered)
    quim.post(f"/j/{match.join_token}", data={"over": "1", "name": "Quim"})
    assert tables.state(match).names[1] == name


def test_the_join_page_rejects_an_invalid_name_and_keeps_it_in_its_field(client, match):
    answer = client.post(f"/j/{match.join_token}", data={"seat": "2", "name": "x" * 30})
    assert answer.status_code == 422
    assert "at most 24" in words(answer.text)
    assert f'value="{"x" * 30}"' in answer.text
    assert tables.members(match) == ()


@pytest.mark.parametrize(("seat", "opposite"), [(0, 2), (1, 3)])
def test_the_join_page_shows_the_seats_around_the_table_with_the_host_at_the_bottom(
    open_match, phone, client, seat, opposite
):
    match = open_match()
    tables.join(match, "hosts-phone", "host", seat)
    page = client.get(f"/j/{match.join_token}").text
    at = dict(re.findall(r'<li class="([\w-]+) side-\d">\s*<button[^>]*value="(\d)"', page))
    assert (at["bottom"], at["top"]) == (str(seat), str(opposite))


@pytest.mark.parametrize(("form", "may_tap"), [({"seat": "2"}, True), ({"watch": "1"}, False)])
def test_joining_with_a_script_is_answered_with_the_table_itself(client, match, form, may_tap):
    answer = client.post(f"/j/{match.join_token}", data={**form, "at_once": "1"})
    assert answer.status_code == 200
    assert shown(answer.text)["code"] == match.code
    for page in (answer.text, client.get(f"/t/{match.code}").text):  # the phone has its cookie
        assert ("truc@2" in taps(page)) is bool(taps(page)) is may_tap


def test_a_phone_can_join_by_the_code_as_by_the_join_link(client, match):
    assert client.get(f"/c?code={match.code.lower()}").headers["Location"] == f"/c/{match.code}"
    assert client.post(f"/c/{match.code}", data={"seat": "1"}).status_code == 303


def test_a_taken_seat_is_refused_but_the_phone_may_take_it_over(phone, match):
    old = phone(1)
    new = phone()
    answer = new.client.post(f"/j/{match.join_token}", data={"seat": "1"})
    assert answer.status_code == 409
    assert "You can take it over" in words(answer.text)
    assert new.client.post(f"/j/{match.join_token}", data={"over": "1"}).status_code == 303
    assert "truc@1" in taps(new.page())
    assert "Another phone has taken Biel’s seat." in words(old.page())


@pytest.mark.parametrize("address", ["/c/AAAAA", "/c?code=AAAAA", "/c?code=%00%F0", "/c/<b>"])
def test_the_join_page_rejects_a_wrong_code(client, match, address):
    del match
    answer = client.get(address)
    assert answer.status_code == 404
    assert "No table has the code" in words(answer.text)
    assert "<b>" not in answer.text.partition("<main")[2]


def test_a_stranger_with_a_code_is_told_that_joining_is_closed_and_sees_no_table(
    phone, anna, match
):
    stranger = phone().client
    tables.lock(match)
    answer = stranger.get(f"/t/{match.code}", follow_redirects=True)
    assert "The host has closed joining." in words(answer.text)
    assert "Biel" not in answer.text
    for page in ("/panel", "/stream", "/log", "/seats"):
        assert stranger.get(f"/t/{match.code}{page}").status_code == 403
    assert stranger.post(f"/c/{match.code}", data={"seat": "1"}).status_code == 403
    assert anna.page()
    assert {member.seat for member in tables.members(match)} == {0}


def test_wrong_codes_typed_by_strangers_do_not_block_a_right_code_or_link(client, phone, match):
    assert {client.get(f"/c?code=ZZZZZ{number}").status_code for number in range(10, 99)} == {404}
    assert client.get(f"/c/{match.code}").status_code == 200
    assert phone(2).page()


def test_opening_a_link_does_not_join_a_table_until_the_form_is_sent(app, match):
    for _ in range(17):
        preview = app.test_client()
        for link in (
            f"/w/{match.watch_token}",
            f"/w/{match.tv_token}",
            f"/h/{match.host_token}",
            f"/j/{match.join_token}",
        ):
            preview.get(link, follow_redirects=True)
            app.test_client(use_cookies=False).get(link, follow_redirects=True)
    assert {member.role for member in tables.phones(match)} <= {"watch"}
    assert app.test_client(use_cookies=False).get(f"/t/{match.watch_token}").status_code == 200


def test_a_new_phone_that_taps_a_seat_twice_becomes_only_one_member(client, match):
    client.get(f"/j/{match.join_token}")
    cookie = client.get_cookie("device").value
    twin = client.application.test_client()
    twin.set_cookie("device", cookie)
    for one in (client, twin):
        form = {"seat": "1", "cookie_set": "1"}
        assert one.post(f"/j/{match.join_token}", data=form).status_code == 303
    assert len(tables.members(match)) == 1
