"""The page of a card offers addresses to print, and says how long each of them works."""

from __future__ import annotations

import re
from html import unescape

import pytest

from companion.places import card_address
from tests.plain_phones import words

NETWORK = "http://192.168.1.20:8000"
NAMED = "http://truc.local:8000"


class Landlord:
    def __init__(self, app) -> None:
        self.app = app
        self.client = app.test_client()
        self.page = self.client.post("/place", data={"name": "Bar Pepe"}).headers["Location"]

    def card(self, by: str, page: str = ""):
        answer = self.client.get(page or self.page, base_url=by)
        assert answer.status_code == 200
        return answer.text


@pytest.fixture
def landlord(app) -> Landlord:
    app.config["REACHABLE"] = lambda: NETWORK
    return Landlord(app)


def link(page: str) -> str:
    return re.search(r'<p class="link">(.*?)/p/[^<]+<', page)[1]


def others(page: str) -> dict[str, str]:
    """Return the links "Make the card with …" of a page, as a dict from address to link."""
    found = re.findall(r'href="([^"]*[?&]address=[^"]*)">\s*Make the card with (\S+)', page)
    return {shown: unescape(address) for address, shown in found}


def test_a_card_printed_on_the_server_itself_has_an_address_that_phones_can_reach(landlord):
    page = landlord.card("http://localhost:8000")
    assert link(page) == NETWORK
    assert "localhost" not in page
    assert "The router gave this server the address 192.168.1.20:8000." in words(page)
    assert re.search(r'class="notice" role="alert">\s*The router', page)


def test_a_card_has_the_local_network_name_rather_than_an_ip_address(app, landlord):
    app.config["ANNOUNCED"] = lambda: NAMED
    page = landlord.card("http://192.168.1.20:8000")
    assert link(page) == NAMED
    assert (
        "Phones find truc.local:8000 even after the router has given the server another address"
        in words(page)
    )
    assert list(others(page)) == ["192.168.1.20:8000"]
    other = landlord.card("http://192.168.1.20:8000", others(page)["192.168.1.20:8000"])
    assert link(other) == NETWORK
    assert list(others(other)) == ["truc.local:8000"]


def test_a_card_has_the_configured_address_rather_than_any_other(app, landlord):
    app.config["ADDRESS"] = "https://truc.example"
    app.config["ANNOUNCED"] = lambda: NAMED
    page = landlord.card("http://192.168.1.20:8000")
    assert link(page) == "https://truc.example"
    assert "The card works as long as this server answers at truc.example." in words(page)
    assert "192.168.1.20:8000" in others(page)


def test_a_card_has_the_host_name_with_which_its_page_was_opened(app, landlord):
    app.config["REACHABLE"] = str
    page = landlord.card("https://truc.example")
    assert link(page) == "https://truc.example"
    assert others(page) == {}
    assert "role=" not in page.partition("Print this page")[2].partition("<form")[0]


@pytest.mark.parametrize("address", ["localhost:8000", "127.0.0.1:8000", "127.1.2.3", "[::1]:8000"])
def test_a_card_made_without_a_network_says_that_no_phone_can_use_it(app, landlord, address):
    app.config["REACHABLE"] = str
    page = landlord.card(f"http://{address}")
    assert f"Only this computer finds {address}, so no phone can use the card." in words(page)


def test_an_unknown_address_in_the_query_string_is_not_printed_on_a_card(landlord):
    page = landlord.card(NETWORK, f"{landlord.page}?address=https://evil.example")
    assert "evil.example" not in page.partition('<div class="page')[2].partition("</main>")[0]
    assert link(page) == NETWORK


def test_the_chosen_address_of_a_card_stays_after_renaming_the_place(app, landlord):
    app.config["ANNOUNCED"] = lambda: NAMED
    chosen = landlord.card(NETWORK, f"{landlord.page}?address={NETWORK}")
    action = unescape(
        re.search(r'<form class="line-form" method="post" action="([^"]+)"', chosen)[1]
    )
    sent = {"do": "rename", "name": "Bar Pepe, table 5"}
    back = landlord.client.post(action, data=sent, base_url=NETWORK, follow_redirects=True).text
    assert link(back) == NETWORK
    assert "Bar Pepe, table 5" in back


def test_the_address_on_a_card_includes_the_path_of_the_server(landlord):
    answer = landlord.client.get(
        landlord.page, base_url=NETWORK, environ_overrides={"SCRIPT_NAME": "/truc"}
    )
    assert f"{NETWORK}/truc/p/" in answer.text


def test_every_kind_of_card_address_has_a_sentence_about_how_long_it_works():
    assert set(card_address.DEPENDS) == set(card_address.LASTING)
