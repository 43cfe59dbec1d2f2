"""GET /t/<code>: the table as a phone sees it."""

from __future__ import annotations

import re

import pytest
from flask import current_app

from companion import tables, variants
from companion.engine.table_taps import FORMS
from companion.tables.process_state import process_state
from companion.tables.store import writing
from companion.web import assets
from tests.plain_phones import hidden, shown, taps, words
from tests.playing import taps as taps_of

ALWAYS = {"undo", "redo", *FORMS}


def offered(match: tables.Match) -> set[str]:
    return taps_of(tables.state(match).log.game)


def needed(match: tables.Match) -> set[str]:
    """Return the legal taps for which a page must have keys.

    For each side, a page needs only one key with `hand`, and only one with `fold`.
    """
    rules = tables.state(match).log.game.rules
    said = dict[str, str]()
    for tap in sorted(offered(match)):
        word, _, seat = tap.partition("@")
        said.setdefault(
            f"{word} of {rules.account(int(seat))}" if word in ("hand", "fold") else tap, tap
        )
    return set(said.values())


def tapped(page: str) -> set[str]:
    return {tap for tap in taps(page) if tap.partition("@")[0].partition("=")[0] not in ALWAYS}


def test_the_table_page_shows_the_state_of_the_match(host, match):
    answer = host.get()
    assert answer.status_code == 200
    assert shown(answer.text) == {
        "version": "0", "stamp": shown(answer.text)["stamp"], "code": match.code,
        "match": str(match.id),
        "release": assets.release(current_app.extensions["bundles"]),
        "score": "0-0", "stake": "1", "dealer": "0", "leader": "1",
    }  # fmt: skip
    assert "Anna deals, Biel leads." in words(answer.text)


def test_replacing_the_code_does_not_change_the_id_of_the_match_on_the_page(host, match):
    before = shown(host.page())
    code = tables.replace_links(match).code
    after = shown(host.client.get(f"/t/{code}").text)
    assert (after["match"], after["code"]) == (before["match"], code)


@pytest.mark.parametrize("view", ["", "/flat", "/tv"])
def test_a_phone_that_has_not_joined_is_sent_to_the_list_of_seats(phone, match, view):
    answer = phone().client.get(f"/t/{match.code}{view}")
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/c/{match.code}"


def test_a_code_in_lower_case_leads_to_the_tables_own_address(anna, match):
    assert anna.client.get(f"/t/{match.code.lower()}").headers["Location"] == f"/t/{match.code}"


MOMENTS = {
    "catalan": "|truc@1|truc@1 yes@2|truc@1 retruc@2|one@0|won@1 tied|truc@1 no@2",
    "doubling": "|redeal@1|double@1|double@1 yes@0",
    "argentine": "|truco@1|truco@1 envido@0|envido@3 yes@2|envido@3 yes@2 says@1=27 says@2=28",
    "french-free": "",
    "uruguayan": "",
    "trut": "",
}
"""Moments of some games, each written as the taps that lead to it."""


@pytest.mark.parametrize("variant", MOMENTS)
def test_the_hosts_phone_has_a_button_for_every_legal_tap(open_match, phone, variant):
    for text in MOMENTS[variant].split("|"):
        match = open_match(variant)
        host = phone(link=f"/h/{match.host_token}", at=match)
        host.play(text)
        for seat, view in ((None, ""), (None, "/flat"), (0, ""), (3, "")):
            if seat is not None:
                host.post("/seats", data={"seat": str(seat)})
            assert needed(match) <= tapped(host.read(view)) <= offered(match), (text, view, seat)


@pytest.mark.parametrize("variant", sorted(variants.VARIANTS))
def test_a_hosts_phone_and_a_flat_phone_can_show_every_number_of_seats(open_match, phone, variant):
    for seats in variants.get(variant).seats:
        match = open_match(variant, seats=seats, names=())
        host = phone(link=f"/h/{match.host_token}", at=match)
        for page in (host.page(), host.read("/flat")):
            assert len(re.findall(r'<li class="place ', page)) == seats
            assert needed(match) <= set(taps(page))


def test_a_hand_with_an_accepted_envido_and_truco_is_recorded_with_six_keys(open_match, phone):
    match = open_match("argentine")
    host = phone(link=f"/h/{match.host_token}", at=match)
    for touch in ("truco@1", "envido@0", "yes@1;best@1", "yes@2", "won@1", "won@1"):
        assert f'data-tap="{touch}"' in host.page().split('id="others"')[0]
        assert host.tap(touch).status_code == 303
    state = tables.state(match)
    assert (state.log.game.score, state.version) == ((0, 4), 7)


def test_the_table_page_shows_the_invitation_to_the_host_and_links_players_to_it(
    phone, host, match
):
    assert match.join_token in host.page()
    assert f'href="{host.home}/invite"' in host.page()
    anna = phone(0)
    assert match.join_token not in anna.page()
    assert f'href="{anna.home}/invite"' in anna.page()
    assert match.join_token in anna.read("/invite")


def test_an_invitation_opened_on_the_server_itself_has_the_servers_network_address(
    app, client, match
):
    for found in (
        "http://192.168.1.20:8000",
        "http://192.168.43.1:8000",
    ):  # the address is looked up for each request, because networks change
        app.config["REACHABLE"] = lambda found=found: found
        page = client.post(
            f"/h/{match.host_token}", base_url="http://127.0.0.1:8000", follow_redirects=True
        ).text
        assert f"{found}/j/{match.join_token}" in page
        assert "127.0.0.1" not in page


def test_the_table_page_shows_no_invitation_when_joining_is_closed(anna, match):
    tables.lock(match)
    page = anna.page()
    assert match.join_token not in page + anna.read("/seats")
    assert "#invite" not in page
    assert "data-locked" in page


def test_a_phone_without_a_stream_can_ask_for_the_panel_alone(anna):
    version = shown(anna.page())["version"]
    stamp = shown(anna.page())["stamp"]
    for seen in (version, stamp):
        assert anna.get(f"/panel?seen={seen}").status_code == 204
    answer = anna.get("/panel?seen=0.0")
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert answer.headers["X-Panel"] == stamp


def test_the_key_of_a_tap_differs_from_phone_to_phone_and_from_version_to_version(phone, match):
    one, other = (phone(link=f"/h/{match.host_token}") for _ in range(2))
    before = {hidden(one.page(), "key"), hidden(other.page(), "key")}
    one.play("truc@1")
    assert len(before | {hidden(one.page(), "key")}) == 3


def test_the_log_tells_who_did_what_and_strikes_out_undone_taps(anna):
    anna.play("truc@1 no@2 undo yes@2 won@1 won@3")
    page = anna.read("/log")
    assert "Hand 1 0–2 +2 Biel & Pep: hand won after truc. Anna’s phone" in words(page)
    assert re.search(r"<s>Carme: no vull \(truc refused\)</s>", page)


def test_the_table_page_shows_the_newest_log_lines_and_links_to_the_rest(anna):
    anna.play("won@0 won@1 won@0 " * 3)
    page = anna.page()
    assert page.count("<time ") == 8
    assert f"{anna.home}/log" in page


def test_the_record_of_a_match_can_be_downloaded(anna, match):
    anna.play("truc@1 yes@2")
    answer = anna.get("/record")
    assert answer.mimetype == "text/plain"
    assert answer.text == tables.to_record(match)


def test_the_table_page_congratulates_the_winner_and_keeps_the_undo_key(open_match, phone):
    anna = phone(0, at=open_match(score="11-3"))
    anna.play("yes@0 won@0 won@2")
    page = anna.page()
    assert "You won!" in words(page)
    assert '<p class="last why">hand won</p>' in page
    assert taps(page) == ["undo"]


def test_the_table_page_says_that_the_rules_have_changed_if_they_refuse_a_recorded_tap(anna, match):
    anna.play("truc@1 yes@2 won@1 won@3 truc@2")
    with writing() as connection:
        connection.exec_driver_sql("UPDATE tap SET text = 'retruc@0' WHERE seq = 5")
    process_state().states.clear()
    page = words(anna.page())
    assert "The rules have changed since: the score stays, and a new hand is dealt" in page
    assert shown(anna.page())["score"] == "0-2"


def test_a_panel_says_which_corrections_are_disabled_but_draws_no_keys_for_them(anna):
    page = anna.page()
    panel = anna.tap("won@1", htmx=True).text
    assert " data-between" in page
    assert " data-between" not in panel, "a hand has begun"
    for correction in ("fix@0=1", "fix@1=*", "void", "end"):
        assert f'data-tap="{correction}"' in page
        assert f'data-tap="{correction}"' not in panel
    assert 'data-tap="dealer@1"' in page
    assert "dealer@1" not in panel
    assert re.findall(r'data-idle="([^"]*)"', panel) == [
        "fix@0=-1 fix-games@0=-1",
        "fix@1=-1 fix-games@1=-1",
    ]
    assert 'data-tap="hand@0"' in panel
