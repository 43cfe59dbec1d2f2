"""GET /new and POST /tables: the form of a new table, and how it is opened."""

from __future__ import annotations

import re
from collections import deque
from html import unescape
from time import monotonic

import pytest
from werkzeug.test import TestResponse

from companion import tables, variants
from companion.cheatsheets.prose import load
from companion.pages import limits
from tests.plain_phones import shown, taps, words


def fields(page: str) -> dict[str, str]:
    form = page.partition('<form class="opening"')[2]
    typed = dict(
        re.findall(
            r'<input (?:id="[^"]*" )?name="([^"]+)" (?:type="\w+" [^>]*?)?value="([^"]*)"', form
        )
    )
    chosen = dict(re.findall(r'<input type="radio" name="(\w+)" value="(\d*)" checked', form))
    return typed | chosen


def table_of(answer: TestResponse) -> str:
    """Return the address of the new table, from the answer that redirects to its invite page."""
    assert answer.headers["Location"].endswith("/invite")
    return answer.headers["Location"].removesuffix("/invite")


def opened_by(answer: TestResponse) -> tables.Match:
    match = tables.by_code(table_of(answer).removeprefix("/t/"))
    assert match is not None
    return match


@pytest.mark.parametrize("game", sorted(variants.VARIANTS))
def test_the_new_table_page_opens_every_game_and_offers_a_draw_in_games_with_a_draw(client, game):
    page = client.get(f"/new?game={game}").text
    for part in ('<details class="more draw"', 'name="drawn-0"'):
        assert (part in page) == (variants.get(game).draw is not None)
    answer = client.post("/tables", data={"game": game} | fields(page))
    assert answer.status_code == 303
    match = tables.by_code(answer.headers["Location"].split("/")[2])
    assert match is not None
    assert match.variant == game
    assert set(tables.state(match).names) == {""}


@pytest.mark.parametrize("game", sorted(variants.VARIANTS))
def test_every_house_rule_has_a_control_in_plain_words(client, game):
    variant = variants.get(game)
    said = load(game, "en", {})
    for seats in variant.seats:
        page = client.get(f"/new?game={game}&seats={seats}").text
        for option in variant.options_for(seats):
            if option.key == "handicap":
                assert 'name="handicap-1"' in page
                continue
            assert said.house(option.key, option.default)[0] in unescape(page)
            assert f">{option.key}<" not in page
            sent = set(re.findall(rf'name="house-{option.key}" value="([^"]*)"', page))
            assert sent == {"", *option.values} - ({option.default} if not option.unless else set())


def test_house_rules_are_in_groups_with_plain_titles(client):
    text = words(client.get("/new?game=argentine").text)
    places = [text.index(f" {title} ") for title in ("Ties", "Calls", "Envido and flor")]
    assert places == sorted(places)


def test_a_house_rule_can_have_a_typed_number_that_no_button_offers(client):
    form = {"game": "catalan", "house-target": "9", "other-target": "31"}
    page = client.get(table_of(client.post("/tables", data=form))).text
    assert "to 31" in words(page)
    assert 'name="other-target" type="number" inputmode="numeric" min="2" max="99" value="31"' in (
        client.get("/new", query_string=form).text
    )


def test_htmx_gets_only_the_seats_of_the_new_table_form(client):
    form = {"game": "catalan", "seats": "2", "name-0": "Ot", "name-3": "Rut"}
    part = client.get("/new", query_string=form, headers={"HX-Request": "true"}).text
    assert "<html" not in part
    assert 'name="name-1"' in part
    assert 'name="name-2"' not in part
    assert 'value="Ot"' in part


def test_the_new_table_form_fills_in_the_name_of_the_phones_owner(client):
    client.post("/tables", data={"game": "catalan", "name-1": "Àngels", "me": "1"})
    assert fields(client.get("/new?game=trut").text)["name-0"] == "Àngels"
    match = opened_by(client.post("/tables", data={"game": "trut"}))
    assert tables.state(match).names == ("Àngels", "", "", "")


def test_a_table_for_the_same_people_is_opened_in_one_tap(client):
    form = {"game": "catalan", "name-0": "Ot", "name-1": "Pau", "seats": "2", "me": "1"}
    form["house-target"] = "24"
    code = opened_by(client.post("/tables", data=form)).code
    again = opened_by(client.post("/tables", data={"again": code}))
    assert (tables.state(again).names, again.house_rules["target"]) == (("Ot", "Pau"), "24")
    assert [(row.host, row.seat) for row in tables.members(again)] == [("full", 1)]


def test_everything_about_a_new_table_can_be_chosen(client):
    form = {
        "game": "catalan", "seats": "2", "name-0": "Ot", "name-1": "Pau", "name-2": "nobody",
        "dealer": "1", "me": "1", "score-0": "4", "score-1": "", "games-0": "1",
        "house-best_of": "3", "house-target": "24", "house-tiebreak": "first",
    }  # fmt: skip
    table = table_of(client.post("/tables", data=form))
    page = client.get(table).text
    assert shown(page)["score"] == "4-0"
    assert shown(page)["dealer"] == "1"
    assert "to 24" in words(page)
    assert "Pau deals, Ot leads." in words(page)
    match = tables.by_code(table.removeprefix("/t/"))
    assert tables.state(match).log.game.games == (1, 0)


def test_a_handicap_is_one_number_for_each_side(client):
    state = tables.state(
        opened_by(client.post("/tables", data={"game": "catalan", "handicap-0": "3"}))
    )
    assert state.log.game.score_text == "3-0"
    page = client.get(f"/new?again={state.match.code}").text
    assert 'name="handicap-0" value="3"' in page


def test_a_table_can_be_opened_from_a_phone_without_a_seat(client):
    page = client.get(table_of(client.post("/tables", data={"game": "catalan", "me": ""}))).text
    assert "that is you" not in words(page)
    assert "truc@3" in taps(page)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"score-0": "12"}, "a game ends at 12 points"),
        ({"score-0": "x"}, "is not a score"),
        ({"seats": "3"}, "2 or 4"),
        ({"dealer": "7"}, "no seat 7"),
        ({"house-target": "1"}, "a whole number from 2 to 99"),
        ({"house-tiebreak": "bogus"}, "Equal number of tricks"),
        ({"name-0": "\u202e"}, "A name needs"),
        ({"name-0": "x" * 30}, "at most 24"),
        ({"seats": "many"}, "must be a number"),
        ({"handicap-0": "12"}, "one whole number per side from 0 to 11, such as 0-1"),
    ],
)
def test_the_new_table_page_rejects_impossible_values_and_keeps_what_was_typed(
    client, wrong, sentence
):
    typed = {"game": "catalan", "name-1": "Bernat", "score-1": "5"}
    answer = client.post("/tables", data=typed | wrong)
    assert answer.status_code == 422
    assert sentence in words(answer.text)
    assert 'value="Bernat"' in answer.text
    assert 'name="score-1" value="5"' in answer.text


def test_a_preset_fills_the_house_rules_and_keeps_the_names(client):
    page = client.get(
        "/new", query_string={"game": "argentine", "preset": "Truco by the trick", "name-0": "Lola"}
    ).text
    assert re.search(r'name="house-truco_scope" value="trick" checked', page)
    assert 'value="Lola"' in page


def test_a_table_of_an_unknown_game_cannot_be_opened(client):
    asked = {"game": "patience"}
    for answer in (client.get("/new", query_string=asked), client.post("/tables", data=asked)):
        assert answer.status_code == 404
        assert "patience" in words(answer.text)


def test_playing_again_offers_a_table_with_the_same_settings(phone, match):
    anna = phone(2)
    tables.rename(match, 2, "Clàudia")
    page = anna.client.get(f"/new?again={match.code}").text
    assert 'value="Clàudia"' in page
    assert fields(page)["me"] == "2"


def test_only_players_of_a_match_can_open_a_new_table_with_its_settings(client, match):
    assert client.get(f"/new?again={match.code}").status_code == 403


def open_tables(phone, number: int, **how) -> list[int]:
    form = {"game": "catalan"}
    return [phone.post("/tables", data=form, **how).status_code for _ in range(number)]


def test_the_number_of_tables_opened_in_a_minute_is_limited(client, monkeypatch):
    monkeypatch.setattr(limits, "MOST_A_MINUTE", 3)
    assert open_tables(client, 3) == [303] * 3
    answer = client.post("/tables", data={"game": "catalan"})
    assert answer.status_code == 429
    assert "Try again in a minute" in answer.text


def test_a_script_that_opens_as_many_tables_as_it_can_does_not_block_other_phones(client):
    script = client.application.test_client(use_cookies=False)
    share = limits.OF_THE_NAMELESS
    assert open_tables(script, share + 2) == [303] * share + [429] * 2
    client.get("/")
    assert open_tables(client, 1) == [303]
    assert open_tables(script, 1, environ_base={"REMOTE_ADDR": "2001:db8:7::1"}) == [303]


def test_each_phone_has_its_own_limit_of_tables_to_open(client):
    share = limits.OF_A_PHONE
    for phone in (client, client.application.test_client()):
        phone.get("/")
        assert open_tables(phone, share + 1) == [303] * share + [429]


def test_a_table_may_be_opened_while_another_phone_opens_one(app, client):
    """The limit is checked while another request adds its opening to the list."""
    opened = app.extensions["opened"] = deque[limits.Opener]()

    class OpenedMeanwhile(limits.Opener):
        @property
        def at(self) -> float:
            opened.append(limits.Opener(monotonic(), "", ""))
            return monotonic()

    opened.extend([OpenedMeanwhile(0, "", ""), OpenedMeanwhile(0, "", "")])
    assert open_tables(client, 1) == [303]


def test_new_cookies_do_not_raise_the_limit_of_a_network(client, monkeypatch):
    monkeypatch.setattr(limits, "OF_A_NETWORK", 3)
    opened = []
    for _ in range(4):
        phone = client.application.test_client()
        phone.get("/")
        opened += open_tables(phone, 1, environ_base={"REMOTE_ADDR": "203.0.113.7"})
    assert opened == [303, 303, 303, 429]
    assert open_tables(client, 1, environ_base={"REMOTE_ADDR": "203.0.114.7"}) == [303]


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.0/24"),
        ("2001:db8:7:8::9", "2001:db8:7::/48"),
        ("::ffff:203.0.113.7", "203.0.113.0/24"),
        ("", ""),
        ("unix:", ""),
    ],
)
def test_a_network_is_named_by_the_first_part_of_an_ip_address(address, network):
    assert limits.network(address) == network


def test_refused_forms_of_a_new_table_do_not_count_against_the_limit_of_tables(client, monkeypatch):
    monkeypatch.setattr(limits, "MOST_A_MINUTE", 3)
    for form in (
        {"game": "patience"},
        {"game": "catalan", "seats": "3"},
        {"game": "catalan", "cookie_set": "1"},
    ):
        for _ in range(3):
            browser = client.application.test_client(use_cookies=False)
            assert browser.post("/tables", data=form).status_code in (403, 404, 422)
    assert client.post("/tables", data={"game": "catalan"}).status_code == 303


@pytest.mark.parametrize("number", ["012", "4"])
def test_a_table_opened_with_an_invalid_seat_gets_a_host_without_a_seat(client, number):
    match = opened_by(client.post("/tables", data={"game": "catalan", "me": number}))
    assert [(row.host, row.seat) for row in tables.members(match)] == [("full", None)]
