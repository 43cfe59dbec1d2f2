"""The card of a place opens a table, or leads to the match that is played there."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest

from companion import tables, variants
from companion.places import playing
from companion.tables.models import now
from companion.web import language
from tests.plain_phones import words

BAR = "Bar Pepe, table 4"


class Card:
    def __init__(self, client) -> None:
        self.client = client
        self.page = client.post("/place", data={"name": BAR}).headers["Location"]

    @property
    def link(self) -> str:
        page = self.client.get(self.page).text
        return re.search(r'<p class="link">http://localhost(/p/[^<]+)<', page)[1]

    def change(self, do: str, **sent: str):
        return self.client.post(self.page, data={"do": do, **sent})


@pytest.fixture
def card(app) -> Card:
    return Card(app.test_client())


@pytest.fixture
def later(monkeypatch):
    def passes(**by: float) -> None:
        then = now() + timedelta(**by)
        monkeypatch.setattr(playing, "now", lambda: then)

    return passes


def open_there(client, link: str, **sent: str) -> str:
    answer = client.post(link, data={"game": "catalan", **sent})
    return re.fullmatch(r"/t/([^/]+)/invite", answer.headers["Location"])[1]


def tapped(client, code: str, taps: str) -> None:
    for seen, tap in enumerate(taps.split()):
        answer = client.post(
            f"/t/{code}/taps", data={"tap": tap, "seen": str(seen), "key": f"k{seen}"}
        )
        assert answer.status_code < 400


def comes_to(app, link: str, code: str) -> bool:
    answer = app.test_client().get(link, follow_redirects=True)
    return (
        answer.request.path.startswith("/j/") and "-".join(re.findall("....", code)) in answer.text
    )


def offered(client, link: str) -> list[str]:
    """Return the codes of the matches that the page of the card offers, from top to bottom."""
    page = client.get(link).text
    addresses = re.findall(r'href="(/j/[^"]+)"', page)
    joins = [client.get(unescape(address)).text for address in addresses]
    return [re.search(r"<title>Join (\S+) ", text)[1].replace("-", "") for text in joins]


def test_a_phone_that_scans_a_card_may_open_a_table_if_nobody_plays_at_the_place(app, card):
    guest = app.test_client()
    page = guest.get(card.link)
    assert BAR in words(page.text)
    assert "Nobody is playing here yet." in words(page.text)
    code = open_there(guest, card.link)
    assert guest.get(f"/t/{code}").status_code == 200


def test_phones_that_scan_a_card_during_a_match_can_join_the_match(app, card):
    anna = app.test_client()
    biel = app.test_client()
    code = open_there(anna, card.link)
    assert comes_to(app, card.link, code)
    assert anna.get(card.link, follow_redirects=True).request.path == f"/t/{code}"
    late = biel.post(card.link, data={"game": "catalan"}, follow_redirects=True)
    assert late.request.path.startswith("/j/")


def test_a_place_is_free_between_the_end_of_a_match_and_its_rematch(app, card):
    anna = app.test_client()
    code = open_there(anna, card.link)
    tapped(anna, code, "truc@1 no@2")
    assert comes_to(app, card.link, code)
    anna.post(f"/t/{code}/taps", data={"tap": "fix@0=12", "seen": "2", "key": "end"})
    assert "Nobody is playing here yet." in words(app.test_client().get(card.link).text)
    again = anna.post(f"/t/{code}/rematch").headers["Location"]
    assert comes_to(app, card.link, re.match(r"/t/([^/]+)", again)[1])


def test_a_card_leads_to_the_next_match_of_the_same_people(app, card):
    anna = app.test_client()
    code = open_there(anna, card.link)
    for form in (
        {"quick": "1", "game": "menorcan"},
        {"game": "put", "person-0": "0", "person-1": "2"},
    ):
        answer = anna.post(f"/t/{code}/rules", data=form)
        code = re.match(r"/t/([^/?]+)", answer.headers["Location"])[1]
        assert comes_to(app, card.link, code)


def test_a_match_left_for_hours_no_longer_occupies_its_place(app, card, later):
    code = open_there(app.test_client(), card.link)
    later(hours=2)
    assert comes_to(app, card.link, code)
    later(hours=4)
    assert "Nobody is playing here yet." in words(app.test_client().get(card.link).text)


def test_anyone_who_scans_a_card_during_a_match_of_others_may_open_another_table(app, card):
    first = open_there(app.test_client(), card.link)
    guest = app.test_client()
    join = guest.get(card.link, follow_redirects=True)
    other = re.search(r'href="(/p/[^"]+)"[^>]*>Not your match\?', join.text)[1].replace(
        "&amp;", "&"
    )
    assert "Open a table here." in words(guest.get(other).text)
    second = open_there(guest, card.link, other="1")
    assert second != first
    assert offered(app.test_client(), card.link) == [first, second]


def test_if_two_phones_open_a_table_by_a_card_the_second_joins_the_table_of_the_first(
    app, card, monkeypatch
):
    anna = app.test_client()
    biel = app.test_client()
    link = card.link
    look = playing.played_at
    code = ""

    def meanwhile(place):
        nonlocal code
        if not code:
            code = "…"
            code = open_there(anna, link)
            return ()
        return look(place)

    monkeypatch.setattr("companion.places.played_at", meanwhile)
    answer = biel.post(link, data={"game": "catalan"}, follow_redirects=True)
    assert answer.request.path.startswith("/j/")
    assert "-".join(re.findall("....", code)) in answer.text


def test_the_card_of_a_place_can_open_a_table_for_any_game(app, card):
    guest = app.test_client()
    assert 'name="game" value="argentine"' in guest.get(card.link).text
    code = open_there(guest, card.link, game="mineiro", preset=variants.get("mineiro").usual.name)
    with app.app_context():
        assert tables.by_code(code).house_rules["ladder"] == "2-4-6-10-12"


def sent_by_button(page: str, game: str) -> dict[str, str]:
    """Return the fields that the first form with a button of this game sends."""
    button = f'name="game" value="{game}"'
    form = next(form for form in page.split("<form")[1:] if button in form)
    hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]+)"', form)
    return dict(hidden) | {"game": game}


def test_another_game_at_a_place_does_not_get_the_preset_of_the_game_offered_first(app, card):
    """In Argentina both games have a preset of this name; the list shows neither under it."""
    link = card.link
    language.set_language(language.load("es_AR"))
    guest = app.test_client()
    guest.post("/tables", data={"game": "argentine"})
    page = guest.get(link).text
    assert sent_by_button(page, "argentine")["preset"] == "Argentina and Uruguay today"
    code = open_there(guest, link, **sent_by_button(page, "uruguayan"))
    with app.app_context():
        match = tables.by_code(code)
        assert match.house_rules == dict(variants.get("uruguayan").rules(match.seats).house)


@pytest.mark.parametrize("sent", [{"game": "chess"}, {"game": "catalan", "seats": "9"}])
def test_a_card_opens_no_table_if_the_form_has_invalid_values(app, card, sent):
    guest = app.test_client()
    assert guest.post(card.link, data=sent).status_code in (404, 422)
    assert "Nobody is playing here yet." in words(guest.get(card.link).text)


def test_an_old_card_no_longer_works_after_the_place_got_a_new_code(app, card):
    old = card.link
    guest = app.test_client()
    code = open_there(guest, old)
    card.change("replace")
    assert card.link != old
    gone = app.test_client().get(old)
    assert gone.status_code == 404
    assert "Look for a newer card." in words(gone.text)
    assert comes_to(app, card.link, code)
    assert guest.get(f"/t/{code}").status_code == 200


def test_a_place_can_be_changed_only_by_its_managing_link(app, card):
    assert card.page.rpartition("/")[2] not in app.test_client().get(card.link).text
    stranger = app.test_client()
    assert (
        stranger.post(f"/place/{card.link.rpartition('/')[2]}", data={"do": "delete"}).status_code
        == 404
    )
    card.change("rename", name="  Bar\nPepe, table 5 ")
    assert "Bar Pepe, table 5" in words(stranger.get(card.link).text)
    code = open_there(stranger, card.link)
    link = card.link
    assert card.change("delete").headers["Location"] == "/"
    assert (stranger.get(link).status_code, stranger.get(f"/t/{code}").status_code) == (404, 200)


def test_a_phone_finds_its_places_on_the_first_page(app, card):
    assert BAR in words(card.client.get("/").text)
    assert BAR not in words(app.test_client().get("/").text)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "A place needs a name."),
        ("\u200b", "A place needs a name."),
        ("x" * 41, "at most 40 characters"),
    ],
)
def test_an_empty_or_too_long_name_of_a_place_is_refused(client, card, name, said):
    assert said in words(client.post("/place", data={"name": name}).text)
    answer = card.change("rename", name=name)
    assert (answer.status_code, said in words(answer.text)) == (422, True)
    assert BAR in words(card.client.get(card.page).text)


def test_a_browser_without_cookies_cannot_open_a_table_by_a_card(app, card):
    blank = app.test_client(use_cookies=False)
    sent = {"cookie_set": "1", "game": "catalan", "name": BAR}
    assert blank.post(card.link, data=sent).status_code == 403
    assert blank.post("/place", data=sent).status_code == 403


@pytest.mark.parametrize("address", ["/p/nothing", "/p/" + "a" * 22, "/place/" + "a" * 22])
def test_the_address_of_an_unknown_place_is_answered_with_404_and_a_sentence(client, address):
    answer = client.get(address)
    assert answer.status_code == 404
    assert "place" in words(answer.text)


def test_a_place_is_free_after_its_match_was_deleted(app, card):
    guest = app.test_client()
    code = open_there(guest, card.link)
    with app.app_context():
        tables.delete(tables.by_code(code))
    assert "Nobody is playing here yet." in words(guest.get(card.link).text)
