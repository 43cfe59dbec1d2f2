"""/j/<token>, /c/<code>, /h/<token>, /w/<token>: coming to a table."""

from __future__ import annotations

import pytest

from companion import tables
from tests.views.conftest import shown, taps, words


def test_it_works(phone, match):
    visitor = phone()
    phone(0).play("won@1 truc@1")
    text = words(visitor.client.get(f"/j/{match.join_token}").text)
    assert "Catalan truc to 12: Anna & Carme 0, Biel & Pep 0." in text
    assert "Anna deals, Biel leads; trick 2 of 3, the hand is worth 1." in text
    assert "Truc, called by Biel. Carme must answer." in text
    assert "I'm Anna on another phone — take over" in text
    assert "I'm Carme" in text


def test_looking_changes_nothing(client, match):
    answer = client.get(f"/j/{match.join_token}")
    assert "Set-Cookie" not in answer.headers
    assert tables.members(match) == ()


def test_a_seat_is_one_tap(client, match):
    answer = client.post(f"/j/{match.join_token}", data={"seat": "2"})
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/t/{match.code}"
    page = client.get(answer.headers["Location"]).text
    assert "truc@2" in taps(page)
    assert [member.seat for member in tables.members(match)] == [2]


def test_a_page_with_script_gets_the_table_at_once(client, match):
    answer = client.post(f"/j/{match.join_token}", data={"seat": "2", "at_once": "1"})
    assert answer.status_code == 200
    assert "truc@2" in taps(answer.text)
    assert shown(answer.text)["code"] == match.code
    assert "truc@2" in taps(client.get(f"/t/{match.code}").text)  # the phone has kept who it is


def test_whoever_only_watches_gets_it_at_once_without_buttons(client, match):
    answer = client.post(f"/j/{match.join_token}", data={"watch": "1", "at_once": "1"})
    assert shown(answer.text)["code"] == match.code
    assert taps(answer.text) == []


def test_the_cookie_is_for_this_site_and_its_server_alone(client, match):
    cookies = client.post(f"/j/{match.join_token}", data={"seat": "2"}).headers.getlist("Set-Cookie")
    assert all("HttpOnly" in cookie and "SameSite=Lax" in cookie for cookie in cookies)


def test_a_forged_cookie_is_nobody(client, match):
    client.set_cookie("device", "InNvbWVib2R5Ig.c2lnbmF0dXJl")
    assert client.get(f"/t/{match.code}").status_code == 303


def test_the_code_works_like_the_link(client, match):
    assert client.get(f"/c?code={match.code.lower()}").headers["Location"] == f"/c/{match.code}"
    assert client.post(f"/c/{match.code}", data={"seat": "1"}).status_code == 303


def test_a_phone_that_sits_goes_straight_to_the_table(phone, match):
    assert phone(1).client.get(f"/j/{match.join_token}").status_code == 303


def test_just_watching(client, match):
    assert client.post(f"/j/{match.join_token}", data={"watch": "1"}).status_code == 303
    page = client.get(f"/t/{match.code}").text
    assert taps(page) == []
    assert "Take a seat" in words(page)


def test_it_rejects_a_seat_somebody_has_unless_it_is_taken_over(phone, match):
    old, new = phone(1), phone()
    answer = new.client.post(f"/j/{match.join_token}", data={"seat": "1"})
    assert answer.status_code == 409
    assert "You may take it over" in words(answer.text)
    assert new.client.post(f"/j/{match.join_token}", data={"over": "1"}).status_code == 303
    assert "truc@1" in taps(new.page())
    assert "Another phone has taken over Biel's seat." in words(old.page())


def test_a_seat_can_be_taken_back(phone):
    old, new = phone(1), phone()
    new.client.post(f"/j/{old.match.join_token}", data={"over": "1"})
    answer = old.client.post(f"{old.home}/seats", data={"over": "1"})
    assert answer.headers["Location"] == old.home
    assert "truc@1" in taps(old.page())
    assert taps(new.page()) == []


@pytest.mark.parametrize("seat", ["", "9", "-1", "x", "²"])
def test_it_rejects_a_seat_there_is_not(client, match, seat):
    answer = client.post(f"/j/{match.join_token}", data={"seat": seat})
    assert answer.status_code == 400
    assert tables.members(match) == ()


@pytest.mark.parametrize("address", ["/j/{host}", "/j/{watch}", "/j/nonsense", "/h/{join}", "/h/{watch}", "/w/{join}"])
def test_it_rejects_a_link_that_is_for_something_else(client, match, address):
    address = address.format(host=match.host_token, join=match.join_token, watch=match.watch_token)
    assert client.get(address).status_code == 404


def test_it_rejects_newcomers_when_the_host_has_closed_the_table(phone, match):
    anna = phone(0)
    tables.lock(match)
    visitor = phone().client
    page = visitor.get(f"/j/{match.join_token}").text
    assert "closed this table to newcomers" in words(page)
    assert 'name="seat"' not in page
    assert visitor.post(f"/j/{match.join_token}", data={"seat": "2"}).status_code == 403
    assert visitor.get(f"/w/{match.watch_token}").status_code == 403
    assert shown(anna.page())["version"] == "0"


@pytest.mark.parametrize("address", ["/c/AAAAA", "/c?code=AAAAA", "/c?code=", "/c?code=%00%F0", "/c/<b>"])
def test_it_rejects_a_wrong_code(client, match, address):
    del match
    answer = client.get(address)
    assert answer.status_code == 404
    assert "No table has the code" in words(answer.text)
    assert "<b>" not in answer.text.partition("<main")[2]


ROUTES = (
    "/c/{0}",
    "/c?code={0}",
    "/t/{0}",
    "/t/{0}/panel",
    "/t/{0}/stream",
    "/t/{0}/log",
    "/t/{0}/sheet",
    "/t/{0}/seats",
)


@pytest.mark.parametrize("route", ROUTES)
def test_the_code_of_a_closed_table_is_as_good_as_a_wrong_one(phone, match, route):
    anna, stranger = phone(0), phone().client
    tables.lock(match)
    wrong, closed = (stranger.get(route.format(code)) for code in ("AAAAA", match.code))
    assert (closed.status_code, closed.text) == (wrong.status_code, wrong.text.replace("AAAAA", match.code))
    assert list(closed.headers) == list(wrong.headers)
    assert anna.client.get(route.format(match.code)).status_code < 400
    tables.unlock(match)
    assert stranger.get("/c/" + match.code).status_code == 200


def test_a_seat_of_a_closed_table_cannot_be_had_by_its_code(phone, match):
    stranger = phone().client
    tables.lock(match)
    assert stranger.post(f"/c/{match.code}", data={"seat": "1"}).status_code == 404
    assert tables.members(match) == ()


def test_who_guesses_the_codes_of_closed_tables_has_to_wait(client, match):
    tables.lock(match)
    assert {client.get(f"/c/{match.code}").status_code for _ in range(60)} == {404}
    assert client.get(f"/c/{match.code}").status_code == 429


def test_the_hosts_link_makes_a_host(host):
    assert {"truc@0", "truc@1", "truc@2", "truc@3"} <= set(taps(host.page()))


def test_who_guesses_codes_has_to_wait_and_nobody_else(phone, client, open_match):
    """A phone of a table is only kept from other tables; those without a name are held together."""
    anna, biel = phone(0), phone(1)
    assert {anna.client.get("/t/AAAAA").status_code for _ in range(10)} == {404}
    assert anna.client.get("/t/AAAAB").status_code == 429
    assert anna.client.get(f"/c/{open_match().code}").status_code == 429
    assert anna.tap("truc@1").status_code == 303
    assert {client.get("/c?code=ZZZZZ").status_code for _ in range(60)} == {404}
    answer = client.get("/c/ZZZZZ")
    assert answer.status_code == 429
    assert "Too many wrong codes" in answer.text
    assert biel.page()
    assert phone(2).page()
