"""GET /t/<code>/invite: the host's phone shows the code in large letters, and who has joined."""

from __future__ import annotations

import re

import pytest

from companion import tables
from tests.plain_phones import Phone, words

HTMX = {"HX-Request": "true", "HX-Target": "come"}


@pytest.fixture
def opener(app, client):
    code = client.post("/tables", data={"game": "catalan"}).headers["Location"].split("/")[2]
    return Phone(client, tables.by_code(code))


def invite(phone, **asked):
    return phone.get("/invite", query_string=asked)


def come(phone):
    """Return a function that requests the list of who has joined, as the page's script does."""
    asked = re.search(r'hx-get="([^"]*)" hx-trigger', invite(phone).text)[1].replace("&amp;", "&")
    return lambda: phone.client.get(asked, headers=HTMX)


def test_the_invite_page_shows_the_qr_code_the_code_and_who_has_joined(opener):
    page = invite(opener).text
    assert opener.match.join_token in page
    assert tables.address_for(opener.match, "host").shown_code in words(page)
    assert "Player 1 is here Player 2 Player 3 Player 4" in words(page)
    assert "Start" in words(page)


def test_a_new_player_appears_on_the_invite_page_with_the_name_they_typed(opener, phone):
    ask = come(opener)
    assert ask().status_code == 204
    phone().client.post(f"/j/{opener.match.join_token}", data={"seat": "2", "name": "Biel"})
    answer = ask()
    assert "Biel is here" in words(answer.text)
    assert "<html" not in answer.text


@pytest.mark.parametrize(("seats", "taps"), [((1, 2, 3), ""), ((1,), "truc@1")])
def test_the_invite_page_leads_to_the_table_once_all_have_joined_or_somebody_taps(
    opener, phone, seats, taps
):
    ask = come(opener)
    for seat in seats:
        phone(seat, at=opener.match).play(taps)
    assert ask().headers["HX-Redirect"] == opener.home


def test_a_host_who_returns_to_the_invite_page_is_not_redirected(opener):
    opener.play("truc@1")
    ask = come(opener)
    opener.play("yes@2")
    assert "HX-Redirect" not in ask().headers
    assert "To the table" in words(invite(opener).text)


def test_the_host_is_asked_for_a_name_once_and_the_phone_remembers_it(opener):
    assert (
        "Your name" in words(invite(opener).text)
        or 'placeholder="Your name"' in invite(opener).text
    )
    answer = opener.post("/seats", data={"name": "Anna", "back": "invite"})
    assert answer.headers["Location"] == f"{opener.home}/invite"
    assert 'name="name"' not in invite(opener).text
    other = opener.client.post("/tables", data={"game": "trut"}).headers["Location"]
    assert "Anna is here" in words(opener.client.get(other).text)


def test_the_join_link_on_the_invite_page_is_text_that_cannot_be_clicked(opener):
    page = invite(opener).text
    assert f"/j/{opener.match.join_token}" in page
    assert not re.search(r'href="[^"]*/[jw]/', page)


def test_qr_codes_for_watching_contain_no_link_to_a_seat(opener):
    for to in ("watch", "tv"):
        page = invite(opener, to=to).text
        assert getattr(opener.match, f"{to}_token") in page
        assert opener.match.join_token not in page
        assert tables.address_for(opener.match, "host").shown_code not in page


def test_a_watching_phone_can_only_invite_to_watch(watcher, match):
    for to in ("", "play", "tv", "nonsense"):
        page = invite(watcher, to=to).text
        assert match.watch_token in page
        for secret in (match.join_token, match.code, match.tv_token):
            assert secret not in page, to


def test_the_invite_page_shows_a_button_instead_of_the_link_while_joining_is_closed(host, match):
    tables.lock(match)
    page = invite(host).text
    assert match.join_token not in page
    assert "The host has closed joining." in words(page)
    answer = host.post("/host/unlock", data={"back": "invite"})
    assert match.join_token in host.client.get(answer.headers["Location"]).text
