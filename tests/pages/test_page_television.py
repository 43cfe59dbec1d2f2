"""GET /tv and GET /on: a phone pairs a television with its table by four digits."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from companion import tables
from companion.tables import codes, digits
from companion.tables.models import now
from tests.plain_phones import Phone, words


class Television:
    def __init__(self, app) -> None:
        self.client = app.test_client()
        self.address = self.client.get("/tv").headers["Location"]

    @property
    def number(self) -> str:
        return re.search(r'class="number">(\d{4})<', self.look().text)[1]

    def look(self):
        answer = self.client.get(self.address, follow_redirects=True)
        self.address = answer.request.path
        return answer


@pytest.fixture
def television(app) -> Television:
    return Television(app)


@pytest.fixture
def later(monkeypatch):
    def passes(**by: float) -> None:
        then = now() + timedelta(**by)
        monkeypatch.setattr(digits, "now", lambda: then)

    return passes


def ask(phone: Phone, number: str):
    return phone.client.get("/on", query_string={"number": number})


def yes(phone: Phone, number: str, address: str = ""):
    return phone.client.post(
        "/on", data={"number": number, "table": address or phone.address or phone.match.code}
    )


def wrong(number: str) -> str:
    return f"{(int(number) + 1) % 10_000:04}"


def test_a_waiting_television_shows_a_number_and_a_qr_code_and_reloads_by_itself(television, later):
    assert television.look().headers["Refresh"] == "2"
    later(seconds=2)
    television.look()
    answer = television.look()
    page = answer.text
    assert answer.headers["Refresh"] == "5"
    assert "<script" not in page
    assert re.search(r"<button autofocus>", page)
    assert "css/waiting.css" in page
    assert "/assets/" not in page


def test_a_television_shows_the_table_that_a_host_has_chosen_for_it(television, host, match):
    number = television.number
    page = ask(host, number).text
    assert f"{number} Yes, on this television" in words(page)
    assert yes(host, number).headers["Location"] == host.home
    shown = television.look()
    assert television.address == f"/t/{match.tv_token}/tv"
    assert "Anna" in shown.text
    for secret in (match.code, match.join_token, match.host_token):
        assert secret not in shown.text
    tap = {"tap": "truc@1", "seen": "0", "key": "k"}
    assert television.client.post(f"/t/{match.tv_token}/taps", data=tap).status_code == 403
    assert [row.role for row in tables.phones(match) if row.role == "tv"] == ["tv"]


def test_a_phone_without_a_table_cannot_pair_a_television_and_learns_no_number(television, client):
    answers = set()
    for number in (television.number, wrong(television.number)):
        page = client.get("/on", query_string={"number": number}).text
        answers.add(page.replace(number, ""))
    assert len(answers) == 1
    assert "This phone is not at a table." in words(answers.pop())


def test_a_phone_at_two_tables_chooses_which_one_a_television_shows(
    television, phone, match, open_match
):
    other = open_match("put")
    player = phone(1)
    player.client.post(f"/j/{other.join_token}", data={"seat": "0"})
    page = words(ask(player, television.number).text)
    assert page.index("Put") < page.index("Catalan truc") < page.index("Biel")
    yes(player, television.number, match.code)
    television.look()
    assert television.address == f"/t/{match.watch_token}/tv"


def test_a_wrong_television_number_is_refused_and_asked_for_again(television, host):
    for number in (wrong(television.number), "nonsense", ""):
        answer = ask(host, number)
        assert answer.status_code == 404
        assert "No television is waiting with this number." in words(answer.text)
        assert '<input id="number"' in answer.text
    assert yes(host, wrong(television.number)).status_code == 404


def test_the_pairing_page_says_where_the_television_shows_its_number(host):
    page = words(host.client.get("/on").text)
    assert "open the browser and go to localhost/tv" in page
    assert "Or use this screen Catalan truc 0–0" in page


def test_the_menu_of_a_table_links_to_the_pairing_of_televisions(host):
    assert '<a href="/on">' in host.page()


def test_a_television_does_not_return_by_its_old_address_after_its_link_was_replaced(
    television, host, match
):
    waiting = television.address
    yes(host, television.number)
    television.look()
    host.post("/host/revoke", data={"link": "tv"})
    new = tables.state(match).match.tv_token
    assert television.look().status_code == 404
    television.address = waiting
    assert television.look().status_code == 200
    assert television.address not in (waiting, f"/t/{new}/tv")
    assert new not in television.look().text


def test_a_television_of_a_deleted_table_waits_for_another_table(television, host, match):
    yes(host, television.number)
    tables.delete(match)
    assert "Show a table here" in words(television.look().text)


def test_a_television_gets_no_number_if_too_many_televisions_of_its_network_wait(
    app, monkeypatch, later
):
    monkeypatch.setattr(digits, "MOST_TELEVISIONS", 2)
    waiting = [Television(app) for _ in range(2)]
    later(seconds=2)
    for television in waiting:
        television.look()
    answer = app.test_client().get("/tv")
    assert answer.status_code == 429
    assert "Too many televisions are waiting already." in words(answer.text)


def number_of(phone: Phone) -> str:
    found = re.search(r" or (\d{4} \d{4}) ", words(phone.read("/invite")))
    return found[1] if found else ""


def test_the_number_on_the_invite_page_leads_to_a_seat(host, client, match):
    number = number_of(host)
    came = client.get("/c", query_string={"code": number})
    assert came.headers["Location"] == f"/c/{match.code}"
    assert (
        client.post(came.headers["Location"], data={"seat": "2", "name": "Pau"}).status_code == 303
    )
    host.post("/host/free", data={"seat": "2"})
    assert 2 not in {row.seat for row in tables.members(match)}


def test_the_number_of_a_table_is_shown_to_players_but_not_to_watching_phones(host, phone, watcher):
    assert number_of(phone(1)) == number_of(host) != ""
    assert number_of(watcher) == ""
    assert " or " not in words(host.read("/invite?to=watch"))


def test_while_joining_is_closed_a_table_shows_no_number_and_its_old_number_reveals_no_code(
    host, phone, client, match
):
    player = phone(1)
    number = number_of(host)
    tables.lock(match)
    assert number_of(host) == ""
    answer = client.get("/c", query_string={"code": number})
    assert answer.status_code == 403
    assert "The host has closed joining." in words(answer.text)
    assert match.code not in f"{answer.headers}{answer.text}"
    assert codes.format_code(match.code) not in answer.text
    assert (
        player.client.get("/c", query_string={"code": number}).headers["Location"]
        == f"/c/{match.code}"
    )


def test_four_digits_in_the_field_for_codes_lead_to_the_pairing_of_a_television(client):
    assert client.get("/c", query_string={"code": "4729"}).headers["Location"] == "/on?number=4729"


def test_network_addresses_are_stored_only_as_a_hash(app, client):
    client.get(
        "/c", query_string={"code": "0000 0000"}, environ_base={"REMOTE_ADDR": "203.0.113.7"}
    )
    client.get("/tv", environ_base={"REMOTE_ADDR": "203.0.113.7"})
    with tables.db.engine.connect() as connection:
        marks = {
            *connection.exec_driver_sql("SELECT network FROM wrong_try").scalars(),
            *connection.exec_driver_sql("SELECT network FROM digits").scalars(),
        }
    assert len(marks) == 1
    assert re.fullmatch("[0-9a-f]{16}", marks.pop())
