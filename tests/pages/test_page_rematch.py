"""POST and GET /t/<code>/rematch: playing again in one tap, and the way there for everybody else."""

from __future__ import annotations

import pytest

from companion import tables
from tests.plain_phones import shown, words

OVER = "fix@0=10 truc@1 yes@2 hand@0"
ON = "The rematch is on: go to the table"


@pytest.fixture
def over(host):
    """The host's phone at a match that is over."""
    host.play(OVER)
    return host


def ask(phone, **form):
    return phone.client.post(f"{phone.home}/rematch", data=form)


def test_it_works(over, match):
    assert 'form="rematch">Play again<' in over.page()
    answer = ask(over)
    assert answer.status_code == 303
    page = over.client.get(answer.headers["Location"]).text
    assert shown(page)["score"] == "0-0"
    assert shown(page)["code"] != match.code
    assert "Biel deals" in words(page)


def test_every_other_phone_finds_the_way_and_its_seat(phone, over, watcher):
    carme = phone(2)
    new = ask(over).headers["Location"]
    for other in (carme, watcher, over):
        page = other.page()
        assert ON in words(page)
        assert "Play again" not in words(page)
        way = other.client.get(f"{other.home}/rematch").headers["Location"]
        assert way == new or other is watcher
    assert ask(carme).headers["Location"] == new
    page = carme.client.get(new).text
    assert shown(page)["score"] == "0-0"
    assert "hand@2" in page


def test_a_phone_that_came_by_the_watch_link_only_watches_there_too(over, watcher):
    told = ask(over).headers["Location"]
    new = watcher.client.get(f"{watcher.home}/rematch").headers["Location"]
    assert new != told
    assert "You are watching" in words(watcher.client.get(new).text)
    assert watcher.client.post(f"{new}/seats", data={"seat": "0"}).status_code == 403


def test_a_phone_whose_seat_is_taken_over_there_may_take_it_back(phone, over):
    """The way to the new table lets the phone remember its seat, as sitting down does."""
    carme, code = phone(2), ask(over).headers["Location"].rpartition("/")[2]
    carme.client.get(f"{carme.home}/rematch")
    new = tables.by_code(code)
    tables.free(new, 2)
    assert "Take it back" in words(carme.client.get(f"/t/{code}").text)


def test_an_open_page_is_told(over, phone):
    carme = phone(2)
    stamp = shown(carme.page())["stamp"]
    ask(over)
    answer = carme.client.get(f"{carme.home}/panel", query_string={"seen": stamp})
    assert ON in words(answer.text)


def test_other_partners(over):
    assert "with other partners" in words(over.page())
    page = over.client.get(ask(over, partners="other").headers["Location"]).text
    assert "Anna & Biel" in words(page)


@pytest.mark.parametrize(("variant", "how"), [("french", {"seats": 2}), ("put-many", {"seats": 4})])
def test_no_other_partners_where_there_are_none(open_match, phone, variant, how):
    match = open_match(variant, house={"target": "2", "best_of": "1"}, **how)
    anna = phone(0, at=match)
    anna.play("fix@0=1 hand@0")
    assert "Play again" in words(anna.page())
    assert "other partners" not in words(anna.page())
    assert ask(anna, partners="other").status_code == 409


def test_something_may_be_changed_first(over, match):
    assert f'href="/new?again={match.code}"' in over.page()


def test_it_rejects_who_only_watches(over, watcher):
    assert "Play again" not in words(watcher.page())
    assert ask(watcher).status_code == 403
    ask(over)
    assert ask(watcher).status_code == 403


@pytest.mark.parametrize("method", ["get", "post"])
def test_it_rejects_strangers(over, phone, method):
    stranger = phone()
    assert getattr(stranger.client, method)(f"{over.home}/rematch").status_code == 403


def test_it_rejects_a_match_that_is_not_over(host):
    assert "Play again" not in words(host.page())
    answer = ask(host)
    assert answer.status_code == 409
    assert "not over yet" in words(answer.text)


def test_without_a_rematch_the_way_leads_back(over, match):
    assert over.client.get(f"{over.home}/rematch").headers["Location"] == f"/t/{match.code}"
