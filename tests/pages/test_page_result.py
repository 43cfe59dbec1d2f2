"""The result of a match for strangers: its page, picture, preview in a chat, and replay."""

from __future__ import annotations

import re

import pytest

from companion import tables
from companion.pages import result
from tests.plain_phones import words


def link(phone):
    return re.search(r'href="(/r/[^"]+)"', phone.page())[1]


def test_everybody_at_the_table_is_linked_to_the_result_page(over, phone, watcher):
    assert link(over) == link(phone(2)) == link(watcher)
    assert "Replay" in words(over.page())


def test_a_chat_can_show_a_title_a_text_and_a_picture_for_the_result_page(over, client):
    page = client.get(link(over)).text
    assert '<meta property="og:title" content="Anna &amp; Carme 12, Biel &amp; Pep 0">' in page
    assert re.search(
        r'og:description" content="Catalan truc, \d+ \w+ \d+. In the last hand Biel called truc',
        page,
    )
    picture = re.search(r'og:image" content="http://localhost(/r/[^"]+/wide\.png[^"]*)"', page)[
        1
    ].replace("&amp;", "&")
    answer = client.get(picture)
    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("image/png", "no-store")


def test_a_shared_result_link_has_no_language_but_old_links_with_a_language_work(over, client):
    assert "?" not in link(over)
    page = client.get(f"{link(over)}?lang=ca").text
    assert "Truc català" in page
    assert 'wide.png?lang=ca"' in page
    assert re.search(r'data-picture="[^"]+/r/[^"?]+"', page)


def test_strangers_are_offered_a_match_of_their_own_and_no_link_to_the_table(over, client, match):
    page = client.get(link(over)).text
    for secret in (match.code, match.watch_token, match.join_token, "/t/"):
        assert secret not in page
    assert "Play your own match" in words(page)
    own = over.client.get(link(over)).text
    assert f"/t/{match.code}" in own
    assert "Play your own match" not in words(own)


def test_changing_a_name_replaces_the_result_picture(over, client):
    picture = re.search(r'"(/r/[^"]+/square\.png[^"]*)"', client.get(link(over)).text)[1].replace(
        "&amp;", "&"
    )
    assert client.get(picture).status_code == 200
    tables.rename(over.match, 0, "Quim")
    assert client.get(picture).status_code == 404
    assert "Anna" not in client.get(link(over)).text


def test_a_picture_that_cannot_be_drawn_is_answered_with_404_and_a_logged_error(
    over, client, monkeypatch, caplog, left_out
):
    address = re.search(r'"(/r/[^"]+/square\.png[^"]*)"', client.get(link(over)).text)[1]

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    result.draw_png.cache_clear()
    monkeypatch.setattr(result.picture, "drawing", fail)
    answer = client.get(address.replace("&amp;", "&"))
    assert answer.status_code == 404
    assert "This picture cannot be shown." in answer.text
    assert "ZeroDivisionError" in caplog.text


def test_the_result_page_is_gone_once_the_watch_link_is_replaced(over, client):
    old = link(over)
    tables.replace_links(over.match, ("watch",))
    assert client.get(old).status_code == 404
    assert client.get(link(over)).status_code == 200


@pytest.mark.parametrize("token", ["x", "AB" + "A" * 32, "A" * 34])
def test_an_unknown_token_has_no_result_page(client, token):
    assert client.get(f"/r/{token}").status_code == 404


def test_a_match_in_play_has_no_result_page(over, client):
    shared = link(over)
    over.tap("undo")
    answer = client.get(shared)
    assert (answer.status_code, "The match is not over yet." in words(answer.text)) == (404, True)
