"""A tournament together with the cards of its tables, the places of a bar, and books."""

from __future__ import annotations

import re
from itertools import count
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import book, places, tables
from companion.tournament import seating, table_cards
from companion.tournament.formats import Format, Kind
from tests.tables.conftest import Table
from tests.tournament.evening import begin
from tests.tournament.forms import Browser, decide, hidden, opened, sign_up
from tests.tournament.pages.test_pages import SHORT, every_table
from tests.tournament.pages.test_repairs import tournament_at


@pytest.fixture
def organiser(browser: Browser) -> FlaskClient:
    return browser()


@pytest.fixture
def desk(organiser: FlaskClient) -> str:
    """Open a tournament with two tables, and return the address of the organiser's page."""
    return opened(organiser, tables="2")


@pytest.fixture
def phones(browser: Browser, organiser: FlaskClient, desk: str) -> list[tuple[Any, str]]:
    """Publish a first round of four pairs. Return the phone and page address of each pair."""
    signed_up = sign_up(browser, desk, organiser, 4)
    decide(organiser, desk, "close")
    decide(organiser, desk, "publish", desk.replace("/desk", "/draft"))
    return signed_up


def cards(organiser: FlaskClient, desk: str) -> list[str]:
    """Return the links on the cards of the tables, in the order of the tables."""
    page = organiser.get(desk.replace("/desk", "/cards")).text
    return re.findall(r'<p class="link">http://[^/]+(/k/[^<]+/at)<', page)


def sit(client: FlaskClient, card: str, do: str = "sit") -> str:
    """Scan a card and sit down. Return the address of the page for joining the table."""
    client.get(card)
    answer = client.post(card, data={"do": do})
    assert answer.status_code == 303, answer.text
    assert answer.location.startswith("/j/")
    return str(answer.location)


def play(table: tables.Match) -> None:
    tables.join(table, "host", "host")
    Table(table, count()).play(SHORT)
    for side in (0, 1):
        tables.agree(table, "host", side)


def table_of_team(page: str) -> str:
    found = re.search(r'class="which">(\d+)<', page)
    assert found is not None, page
    return found[1]


def test_the_card_of_a_table_opens_its_match_with_the_names_of_all_players(
    browser: Browser, organiser: FlaskClient, desk: str, phones: list[tuple[Any, str]]
):
    first, second = cards(organiser, desk)
    assert first != second
    client = browser()
    assert "Sit down at table 1" in client.get(first).text
    address = sit(client, first)
    assert client.get(first).location == address, "from now on the card leads there at once"
    names = tables.state(every_table()[0]).names
    assert len(set(names)) == 4
    assert all(names)
    page = client.get(address, follow_redirects=True).text
    assert all(name in page for name in names)


def test_a_team_that_scans_a_wrong_card_is_told_its_table_and_can_move_its_match(
    organiser: FlaskClient, desk: str, phones: list[tuple[Any, str]]
):
    links = dict(zip("12", cards(organiser, desk), strict=True))
    client, address = phones[0]
    mine = table_of_team(client.get(address).text)
    wrong = "2" if mine == "1" else "1"
    page = client.get(links[wrong]).text
    assert table_of_team(page) == mine
    assert "Sit down at table" not in page
    sit(client, links[wrong], do="swap")
    assert table_of_team(client.get(address).text) == wrong


def test_every_phone_that_may_play_can_call_the_referee_from_the_table_by_one_touch(
    browser: Browser, organiser: FlaskClient, desk: str, phones: list[tuple[Any, str]]
):
    client, address = phones[0]
    card = cards(organiser, desk)[int(table_of_team(client.get(address).text)) - 1]
    sit(client, card)
    table = f"/t/{every_table()[0].code}"
    assert browser().post(f"{table}/referee").status_code == 403  # not at the table
    watcher = browser()
    watcher.get(f"/w/{every_table()[0].watch_token}")
    assert watcher.post(f"{table}/referee").status_code in {403, 404}
    assert "I am coming" not in organiser.get(desk).text
    partner = browser()
    partner.post(partner.get(card).location, data={"seat": "0"})
    assert f'action="{table}/referee"' in partner.get(table).text
    assert partner.post(f"{table}/referee").location == table
    assert "The referee is called" in partner.get(f"{table}/line").text
    page = organiser.get(desk).text
    assert "I am coming" in page
    assert partner.post(f"{table}/referee").location == table
    assert hidden(organiser.get(desk).text, "seen") == hidden(page, "seen")  # no new revision


def test_the_menu_of_a_table_shows_the_page_of_a_team_only_to_phones_of_that_team(
    browser: Browser, organiser: FlaskClient, desk: str, phones: list[tuple[Any, str]]
):
    client, address = phones[0]
    card = cards(organiser, desk)[int(table_of_team(client.get(address).text)) - 1]
    sit(client, card)
    table = f"/t/{every_table()[0].code}"
    guest = browser()
    guest.post(guest.get(card).location, data={"seat": "0"})
    assert "The page of your team" not in guest.get(table).text
    client.post(client.get(card).location, data={"seat": "1"})
    assert f'href="{address}"' in client.get(table).text


def test_every_page_of_a_table_says_that_the_clock_was_started_and_paused(
    browser: Browser, organiser: FlaskClient, desk: str, phones: list[tuple[Any, str]]
):
    client, _ = phones[0]
    sit(client, cards(organiser, desk)[0], do="swap")
    table = every_table()[0]
    client.post(f"/j/{table.join_token}", data={"seat": "0"})
    for touch, state in (("start", "running"), ("pause", "paused")):
        decide(organiser, desk, touch)
        assert f'data-clock="{state}"' in client.get(f"/t/{table.code}/line").text
        shown = (table.code, f"{table.code}/flat", f"{table.code}/tv")
        watched = (table.watch_token, f"{table.tv_token}/tv", f"{table.tv_token}/line")
        for page in shown:
            assert f'data-clock="{state}"' in client.get(f"/t/{page}").text, page
        for page in watched:
            assert f'data-clock="{state}"' in browser().get(f"/t/{page}").text, page
        scoreboard = browser().get(f"/w/{table.watch_token}/strip").text
        assert f'data-clock="{state}"' in scoreboard
        assert table.code not in scoreboard
    assert browser().get(f"/t/{table.code}/line").status_code == 403


def test_the_phones_at_a_table_are_told_at_once_what_the_organiser_decides(
    organiser: FlaskClient, desk: str, phones: list[tuple[Any, str]]
):
    client, _ = phones[0]
    sit(client, cards(organiser, desk)[0], do="swap")
    table = every_table()[0]
    client.post(f"/j/{table.join_token}", data={"seat": "0"})
    found = seating.match_of_table(table.code)
    assert found is not None
    decisions: list[tuple[str, dict[str, object], str]] = [
        ("by-hand", {"points-0": 12, "points-1": 3}, "12–3: the organiser decided"),
        ("by-hand", {"points-0": 12, "points-1": 5}, "12–5: the organiser decided"),
        ("forfeit", {"absent": "first"}, "0–6, forfeit (organiser)"),
        ("forfeit", {"absent": "both"}, "Both lose: the organiser decided"),
        ("annul", {}, "Annulled by the organiser"),
        ("confirm", {}, "0–0: the organiser confirmed"),
        ("from-table", {}, "Round 1 · table 1"),
        ("withdraw", {"team": found.row.second}, "6–0, forfeit (organiser)"),
    ]
    for do, typed, line in decisions:
        before = tables.state(table).revision
        assert decide(organiser, desk, do, match=found.row.number, **typed).status_code == 303
        assert line in client.get(f"/t/{table.code}/line").text
        assert tables.state(table).revision > before, "its pages are drawn again"
    assert "6–0, forfeit (organiser)" in client.get(f"/t/{table.code}/flat").text


def test_both_teams_sign_the_result_on_their_own_pages(
    browser: Browser, organiser: FlaskClient, desk: str, phones: list[tuple[Any, str]]
):
    sit(browser(), cards(organiser, desk)[0])
    table = every_table()[0]
    tables.join(table, "host", "host")
    Table(table, count()).play(SHORT)
    signing = [one for one in phones if "This is right" in one[0].get(one[1]).text]
    assert len(signing) == 2
    for client, address in signing:
        match = hidden(client.get(address).text, "match")
        assert client.post(address, data={"match": match, "do": "right"}).status_code == 303
        assert "This is right" not in client.get(address).text
    assert "1 of 2 over" in organiser.get(desk).text


@pytest.fixture
def bar(organiser: FlaskClient) -> dict[str, str]:
    """Make places "1" and "2" on the organiser's phone. Return the links on their cards by name."""
    found = dict[str, str]()
    for number in "12":
        page = organiser.post("/place", data={"name": f"Bar Pepe, table {number}"}).location
        link = re.search(r'<p class="link">http://[^/]+(/p/[^<]+)<', organiser.get(page).text)
        assert link is not None
        found[number] = link[1]
    return found


def use_places(organiser: FlaskClient, desk: str) -> Any:
    """Send the form "Use these places" with the values that are selected on the page."""
    page = organiser.get(desk.replace("/desk", "/cards")).text
    form = re.search(r'action="(/k/[^"]+/places)".*?</form>', page, re.DOTALL)
    assert form is not None
    chosen = dict(re.findall(r'name="(was-\d+)" value="(\w+)"', form[0]))
    for name, options in re.findall(r'<select[^>]* name="([^"]+)">(.*?)</select>', form[0], re.S):
        marked = re.search(r'value="(\w+)" selected', options)
        chosen[name] = marked[1] if marked else "0"
    return organiser.post(form[1], data=chosen)


def test_the_cards_of_places_lead_to_the_tables_while_the_tournament_is_played(
    browser: Browser,
    organiser: FlaskClient,
    desk: str,
    bar: dict[str, str],
    phones: list[tuple[Any, str]],
):
    assert use_places(organiser, desk).status_code == 303
    for number, link in enumerate(cards(organiser, desk), start=1):
        assert browser().get(bar[str(number)]).location == link
    organiser.post(desk.replace("/desk", "/delete"), data={"sure": "yes"})
    assert "Nobody is playing here yet" in browser().get(bar["1"]).text


def test_a_match_goes_on_if_its_place_is_deleted_and_replaced_by_another_place(
    browser: Browser,
    organiser: FlaskClient,
    desk: str,
    bar: dict[str, str],
    phones: list[tuple[Any, str]],
):
    use_places(organiser, desk)
    card = cards(organiser, desk)[0]
    player = browser()
    assert player.get(bar["1"]).location == card
    join = sit(player, card)
    player.post(join, data={"seat": "0"})
    for place in places.of_phone(tables_phone(organiser), 2):
        places.delete(place)
    old = browser().get(bar["1"])
    assert (old.status_code, "Look for a newer card" in old.text) == (404, True)
    assert player.get(f"/t/{every_table()[0].code}").status_code == 200
    assert browser().get(card).location == join
    organiser.post("/place", data={"name": "New table 1"})
    use_places(organiser, desk)
    new = places.of_phone(tables_phone(organiser), 1)[0]
    assert browser().get(f"/p/{new.token}").location == card


def test_saving_places_does_not_overwrite_the_choice_of_another_organiser(
    browser: Browser, organiser: FlaskClient, desk: str, bar: dict[str, str]
):
    helper = browser()
    helper.post("/place", data={"name": "Terrace 1"})
    tournament = tournament_at(desk)
    of_helper = desk.replace(tournament.organise_token, tournament.help_token)
    earlier = {"was-1": "0", "place-1": str(places.of_phone(tables_phone(helper), 1)[0].id)}
    assert use_places(organiser, desk).status_code == 303
    before = [card.place_id for card in table_cards.cards(tournament)]
    refused = helper.post(of_helper.replace("/desk", "/places"), data=earlier)
    assert (refused.status_code, "Somebody else" in refused.text) == (409, True)
    assert use_places(helper, of_helper).status_code == 303
    assert [card.place_id for card in table_cards.cards(tournament)] == before


def test_nobody_can_link_a_table_to_a_place_of_another_phone(
    browser: Browser, organiser: FlaskClient, desk: str, phones: list[tuple[Any, str]]
):
    stranger = browser()
    stranger.post("/place", data={"name": "Elsewhere 1"})
    theirs = places.of_phone(tables_phone(stranger), 1)[0]
    address = desk.replace("/desk", "/places")
    assert organiser.post(address, data={"place-1": str(theirs.id)}).status_code == 400
    team = phones[0][1].replace("/team", "/places")
    assert phones[0][0].post(team, data={"place-1": "0"}).status_code == 403


def tables_phone(client: FlaskClient) -> str:
    """Return the id by which the server knows this phone."""
    with client:
        client.get("/place")
        from companion.web import device

        return device.phone_id()


@pytest.fixture
def club(organiser: FlaskClient) -> str:
    """Open a book of ten people on the organiser's phone, and return the address of the book."""
    organiser.get("/")
    names = "Anna,Biel,Carme,Pep,Ona,Quim,Rosa,Enric,Lluc,Mar"
    answer = organiser.post("/books", data={"title": "Els dijous", "names": names})
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def test_either_all_teams_chosen_from_a_book_are_signed_up_or_none_and_stay_chosen(
    organiser: FlaskClient, desk: str, club: str
):
    page = organiser.get(desk.replace("/desk", "/teams")).text
    assert "From the people of a book" in page
    address = desk.replace("/desk", "/people")
    teams = {"person-0-0": "Anna", "person-0-1": "Biel", "person-1-0": "Carme"}
    refused = organiser.post(address, data=teams)
    assert refused.status_code == 422
    for name in teams.values():
        assert f"<option selected>{name}</option>" in refused.text
    assert '<details class="more" open>' in refused.text
    assert "0 teams" in organiser.get(desk).text
    answer = organiser.post(address, data={**teams, "person-1-1": "Pep"})
    assert answer.status_code == 303
    page = organiser.get(answer.location).text
    assert "Carme &amp; Pep" in page
    assert "<option>Carme</option>" not in page, "whoever is in a team is not offered again"
    assert "<option>Ona</option>" in page


def test_a_refused_form_of_a_books_people_in_which_nobody_was_chosen_stays_open(
    organiser: FlaskClient, desk: str, club: str
):
    address = desk.replace("/desk", "/people")
    refused = organiser.post(address, data={"person-0-0": "", "person-0-1": ""})
    assert refused.status_code == 422
    assert '<details class="more" open>' in refused.text


def test_a_book_shows_and_keeps_the_matches_played_at_the_tables_of_a_tournament(
    browser: Browser, organiser: FlaskClient, desk: str, phones: list[tuple[Any, str]]
):
    first, second = cards(organiser, desk)
    sit(browser(), first)
    play(every_table()[0])
    page = organiser.get(desk).text
    assert "In a book" in page
    answer = organiser.post(
        desk.replace("/desk", "/book"), data={"book": "", "title": "Festa major"}
    )
    assert answer.status_code == 303
    sit(browser(), second)
    later = next(table for table in every_table() if not tables.state(table).log.game.over)
    assert "Playing now" in organiser.get(answer.location).text
    at = seating.match_of_table(later.code)
    assert at is not None
    decide(organiser, desk, "by-hand", match=at.row.number, **{"points-0": 12, "points-1": 3})
    assert "Playing now" not in organiser.get(answer.location).text
    play(later)
    organiser.get(answer.location)
    found = book.by_token(answer.location.rsplit("/", 1)[1])
    assert found is not None
    assert len(book.matches(found.book)) == 2
    assert len(book.people(found.book)) == 8
    assert "is kept in the book" in organiser.get(desk).text


def test_a_match_whose_table_was_deleted_is_added_to_the_book_from_its_copy(
    browser: Browser, organiser: FlaskClient, desk: str, phones: list[tuple[Any, str]]
):
    sit(browser(), cards(organiser, desk)[0])
    table = every_table()[0]
    play(table)
    organiser.get(desk)
    tables.delete(table)
    answer = organiser.post(desk.replace("/desk", "/book"), data={"book": "", "title": "Open"})
    found = book.by_token(answer.location.rsplit("/", 1)[1])
    assert found is not None
    assert len(book.matches(found.book)) == 1
    assert len(book.people(found.book)) == 4


def test_a_team_can_neither_keep_a_tournament_in_a_book_nor_sign_up_people(
    desk: str, phones: list[tuple[Any, str]]
):
    client, address = phones[0]
    for page in ("/book", "/people"):
        assert client.post(address.replace("/team", page), data={"book": ""}).status_code == 403
    assert client.get(address.replace("/team", "/cards")).status_code == 403


@pytest.mark.parametrize("room", ["book", "places"])
def test_a_tournament_loads_books_and_places_only_if_they_are_switched_on(
    app: Flask, room: str, monkeypatch: pytest.MonkeyPatch
):
    from companion.tournament import extension

    bare = Flask("bare")
    blueprint = {"book": "book_page", "places": "place_page"}[room]
    bare.blueprints = {name: one for name, one in app.blueprints.items() if name != blueprint}
    asked = list[str]()
    monkeypatch.setattr(extension, "resolve_name", lambda name: lambda _: asked.append(name))
    extension.register_other_rooms(bare)
    other = {"book": "places", "places": "book"}[room]
    assert asked == [f"companion.tournament.with_{other}:register"]


def test_sitting_down_at_a_tournament_table_does_not_rename_the_seat(app, browser):
    tournament = begin(Format(Kind.SWISS, rounds=1), 4)
    match = seating.open_match_table(tournament, 1, "phone")
    names = tables.state(match).names
    client = browser()
    client.get(f"/j/{match.join_token}")
    for seat in ("0", "1"):
        sent = {"seat": seat, "name": "Somebody", "cookie_set": "1"}
        answer = client.post(f"/j/{match.join_token}", data=sent)
        assert answer.status_code == 303, answer.text
    assert tables.state(match).names == names
