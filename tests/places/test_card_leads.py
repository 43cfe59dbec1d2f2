"""Only a host can stop the card of a place from leading to the match."""

from __future__ import annotations

import random
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from html import unescape

import pytest
from flask.testing import FlaskClient
from hypothesis import settings
from sqlalchemy import text

from companion import places, tables
from companion.places import playing
from companion.tables.models import now
from companion.tables.store import reading
from tests.conftest import ENGINES
from tests.places.test_places import Card, offered, open_there, tapped
from tests.plain_phones import words

DEEP = settings.get_current_profile_name() == "deep"
AWAY = "does not lead to this match at the moment"
CLOSED = "The host has closed joining."


@pytest.fixture(params=ENGINES)
def engine(request):
    return request.param


@pytest.fixture
def card(app) -> Card:
    return Card(app.test_client())


class Evening:
    def __init__(self, app, card: Card) -> None:
        self.app = app
        self.card = card.link
        self.host = app.test_client()
        self.code = open_there(self.host, self.card)

    @property
    def match(self) -> tables.Match:
        found = tables.by_code(self.code)
        assert found is not None
        return found

    def stranger(self) -> FlaskClient:
        """Return a phone without a cookie: a new phone, or one that has deleted its cookie."""
        return self.app.test_client()

    def scan(self, client: FlaskClient | None = None):
        return (client or self.stranger()).get(self.card, follow_redirects=True)

    def leads(self) -> bool:
        answer = self.scan()
        return answer.request.path == f"/j/{self.match.join_token}"

    def sit(self, client: FlaskClient, seat: int) -> bool:
        answer = self.scan(client)
        client.post(answer.request.path, data={"seat": str(seat)})
        return client.get(f"/t/{self.match.code}").status_code == 200

    def act(self, action: str, **sent: str) -> None:
        assert self.host.post(f"/t/{self.code}/host/{action}", data=sent).status_code == 303

    def replace(self, link: str = "join") -> None:
        answer = self.host.post(f"/t/{self.code}/host/revoke", data={"link": link})
        self.code = re.match(r"/t/([^/]+)/host", answer.headers["Location"])[1]

    def switch(self, leads: str, client: FlaskClient | None = None) -> int:
        page = self.host.get(f"/t/{self.code}/host").text
        place = re.search(r'name="place" value="(\d+)"', page)[1]
        sent = {"place": place, "leads": leads}
        return (client or self.host).post(f"/t/{self.code}/card", data=sent).status_code

    def rematch(self) -> None:
        seen = tables.state(self.match).version
        self.host.post(
            f"/t/{self.code}/taps", data={"tap": "fix@0=12", "seen": str(seen), "key": f"end{seen}"}
        )
        answer = self.host.post(f"/t/{self.code}/rematch")
        self.code = re.match(r"/t/([^/]+)", answer.headers["Location"])[1]


@pytest.fixture
def evening(app, card) -> Evening:
    return Evening(app, card)


def test_replacing_the_join_link_stops_the_card_from_leading_to_the_match(evening):
    """The attack: a removed phone deletes its cookie, scans the card and sits down again."""
    removed = evening.stranger()
    assert evening.sit(removed, 2)
    phone = re.findall(
        r'name="phone" value="([^"]+)"', evening.host.get(f"/t/{evening.code}/host").text
    )
    evening.act("remove", phone=phone[-1])
    evening.replace()
    again = evening.stranger()
    answer = evening.scan(again)
    assert AWAY in words(answer.text)
    assert evening.match.join_token not in answer.text
    assert evening.match.code not in answer.text
    assert not evening.sit(again, 2)


def test_the_host_can_let_the_card_lead_to_the_match_again(evening):
    evening.replace()
    assert "no longer leads to this table" in words(
        evening.host.get(f"/t/{evening.code}/host").text
    )
    assert evening.switch("1") == 303
    assert evening.leads()
    assert "leads to this table" in words(evening.host.get(f"/t/{evening.code}/host").text)
    assert evening.switch("0") == 303
    assert AWAY in words(evening.scan().text)


def test_replacing_the_join_link_of_a_rematch_stops_the_card_from_leading_to_it(evening):
    evening.rematch()
    evening.replace()
    assert AWAY in words(evening.scan().text)


def test_after_a_rematch_a_host_of_the_earlier_match_cannot_switch_the_card(evening):
    earlier = evening.code
    evening.rematch()
    (place,) = places.cards_of(evening.match)
    for leads in ("0", "1"):
        evening.host.post(f"/t/{earlier}/card", data={"place": str(place.place_id), "leads": leads})
        assert evening.leads()
    assert places.cards_of(tables.by_code(earlier)) == ()


def test_the_card_leads_members_to_the_table_even_after_the_join_link_was_replaced(evening):
    evening.replace()
    assert evening.scan(evening.host).request.path == f"/t/{evening.code}"


def test_a_card_does_not_let_anyone_into_a_match_while_joining_is_closed(evening):
    evening.act("lock")
    assert CLOSED in words(evening.scan().text)
    other = evening.stranger()
    second = open_there(other, evening.card, other="1")
    page = words(evening.scan().text)
    assert "Being played here now:" in page
    with evening.app.app_context():
        assert tables.by_code(second) is not None
    assert "Player 1" not in page.partition("opened")[0]


@pytest.mark.parametrize("who", ["nobody", "a player", "a watcher", "the host of another match"])
def test_only_the_host_can_switch_whether_the_card_leads_to_the_match(evening, who):
    evening.replace()
    other = evening.stranger()
    if who == "a player":
        other.post(f"/j/{evening.match.join_token}", data={"seat": "2"})
    if who == "a watcher":
        other.get(f"/w/{evening.match.watch_token}", follow_redirects=True)
    if who == "the host of another match":
        open_there(other, evening.card, other="1")
    assert evening.switch("1", other) == 403
    assert AWAY in words(evening.scan().text)


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"place": "1"},
        {"place": "x", "leads": "1"},
        {"place": "9" * 30, "leads": "1"},
        {"place": "9" * 19, "leads": "1"},
        {"leads": "1"},
    ],
)
def test_switching_the_card_with_invalid_values_in_the_form_is_refused(evening, sent):
    assert evening.host.post(f"/t/{evening.code}/card", data=sent).status_code == 400


def test_a_host_cannot_switch_the_card_of_another_place(evening, app):
    other = Card(app.test_client())
    guest = app.test_client()
    open_there(guest, other.link)
    (place,) = places.cards_of(tables.by_device(name_of(app, guest), 1)[0].match)
    evening.host.post(f"/t/{evening.code}/card", data={"place": str(place.place_id), "leads": "1"})
    assert evening.leads()
    assert (
        evening.scan(evening.stranger()).request.path
        != app.test_client().get(other.link).headers["Location"]
    )


def name_of(app, client: FlaskClient) -> str:
    from companion.web import device

    with app.test_request_context():
        return str(device._signer(device.COOKIE).loads(client.get_cookie("device").value))


def test_a_second_match_at_a_place_never_hides_the_first_match(evening):
    """The attack: somebody scans the card and opens another table."""
    second = open_there(evening.stranger(), evening.card, other="1")
    assert offered(evening.stranger(), evening.card) == [evening.code, second]
    page = words(evening.scan().text)
    assert "Being played here now:" in page
    assert "Open another table" in page


def test_a_card_leads_straight_to_the_first_match_after_the_second_is_over(evening):
    other = evening.stranger()
    second = open_there(other, evening.card, other="1")
    tapped(other, second, "fix@0=12")
    assert evening.leads()


def test_names_and_link_of_a_match_are_hidden_if_the_card_does_not_lead_to_it(evening):
    evening.host.post(f"/t/{evening.code}/seats", data={"name": "Quiteria"})
    assert "Quiteria" in evening.scan().text
    second = open_there(evening.stranger(), evening.card, other="1")
    evening.replace()
    page = evening.scan()
    assert AWAY in words(page.text)
    assert "Quiteria" not in page.text
    assert offered(evening.stranger(), evening.card) == [second]


def test_a_card_can_open_only_a_limited_number_of_tables_in_an_hour(evening, monkeypatch):
    others = [evening.stranger() for _ in range(playing.MOST_OPENED)]
    for other in others[1:]:
        open_there(other, evening.card, other="1")
    refused = others[0].post(evening.card, data={"game": "catalan", "other": "1"})
    assert (refused.status_code, "Too many tables" in words(refused.text)) == (429, True)
    assert offered(evening.stranger(), evening.card)[0] == evening.code
    later = now() + timedelta(hours=2)
    monkeypatch.setattr(playing, "now", lambda: later)
    open_there(others[0], evening.card, other="1")


def test_if_a_card_opens_several_tables_at_once_only_one_is_added_to_the_place(app, card):
    token = card.link.rpartition("/")[2]
    looked_up = [(places.by_token(token), tables.open_table(variant="put")) for _ in range(4)]

    def move_in(both) -> bool:
        with app.app_context():
            return places.move_in(*both)

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(move_in, looked_up)) == [False, False, False, True]
    assert len(places.by_token(token).matches) == 1


def test_opening_another_table_at_a_place_removes_its_abandoned_matches(app, card, monkeypatch):
    for day in range(4):
        then = now() + timedelta(days=day)
        monkeypatch.setattr(playing, "now", lambda then=then: then)
        open_there(app.test_client(), card.link)
    with reading() as connection:
        rows = connection.scalar(text("SELECT count(*) FROM place_match"))
    assert rows <= 4
    kept = places.by_keep_token(card.page.rpartition("/")[2])
    assert len(kept.matches) == rows


def test_deleting_a_place_deletes_the_rows_of_its_matches(evening, card):
    card.change("delete")
    with reading() as connection:
        assert connection.scalar(text("SELECT count(*) FROM place_match")) == 0
    assert evening.host.get(f"/t/{evening.code}/host").status_code == 200


class Walk:
    def __init__(self, evening: Evening, seed: int) -> None:
        self.evening = evening
        self.chance = random.Random(seed)
        self.outsider = evening.stranger()
        self.leads = True
        self.shut = False

    def sit(self) -> None:
        sat = self.evening.sit(self.evening.stranger(), self.chance.choice((1, 2, 3)))
        assert not sat or (self.leads and not self.shut)

    def remove(self) -> None:
        page = self.evening.host.get(f"/t/{self.evening.code}/host").text
        phones = re.findall(r'name="phone" value="([^"]+)"', page)
        if phones:
            self.evening.act("remove", phone=self.chance.choice(phones))

    def replace(self) -> None:
        link = self.chance.choice(("join", "watch", "tv", ""))
        self.evening.replace(link)
        self.leads = self.leads and link in ("watch", "tv")

    def switch(self) -> None:
        self.leads = self.chance.choice((True, False))
        self.evening.switch("1" if self.leads else "0")

    def lock(self) -> None:
        self.shut = self.chance.choice((True, False))
        self.evening.act("lock" if self.shut else "unlock")

    def rematch(self) -> None:
        self.evening.rematch()

    def open_another(self) -> None:
        self.outsider.post(self.evening.card, data={"game": "put", "other": "1"})

    def claim(self) -> None:
        assert self.evening.switch("1", self.outsider) == 403

    def check(self) -> None:
        """Check what a stranger gets after scanning the card.

        If the card leads to the match, the stranger gets the join link of the match. Otherwise the
        page has no join link. The page has the code of the match only if the card leads to the
        match and joining is open.
        """
        answer = self.evening.scan()
        match = self.evening.match
        addresses = {unescape(found) for found in re.findall(r'href="(/j/[^"?]+)', answer.text)}
        assert (f"/j/{match.join_token}" in {answer.request.path, *addresses}) == self.leads
        assert self.leads or match.join_token not in answer.text
        assert (self.leads and not self.shut) or match.code not in answer.text


STEPS = (
    Walk.sit,
    Walk.remove,
    Walk.replace,
    Walk.switch,
    Walk.lock,
    Walk.rematch,
    Walk.open_another,
    Walk.claim,
)


@pytest.mark.parametrize("seed", range(6 if DEEP else 3))
def test_no_sequence_of_requests_lets_anybody_but_the_host_switch_the_card(evening, seed):
    walk = Walk(evening, seed)
    for _ in range(25):
        walk.chance.choice(STEPS)(walk)
        walk.check()
