"""POST and GET /t/<code>/rematch: playing again in one tap, and the way there for everybody else."""

from __future__ import annotations

import pytest

from companion import tables
from tests.plain_phones import Phone, shown, words

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
    assert 'form="rematch">Rematch<' in over.page()
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
        assert "Rematch" not in words(page)
        way = other.client.get(f"{other.home}/rematch").headers["Location"]
        assert way == new or other is watcher
    assert ask(carme).headers["Location"] == new
    page = carme.client.get(new).text
    assert shown(page)["score"] == "0-0"
    assert "truc@2" in page


def test_a_phone_that_came_by_the_watch_link_only_watches_there_too(over, watcher):
    told = ask(over).headers["Location"]
    new = watcher.client.get(f"{watcher.home}/rematch").headers["Location"]
    assert new != told
    assert "Watching" in words(watcher.client.get(new).text)
    assert watcher.client.post(f"{new}/seats", data={"seat": "0"}).status_code == 403


def test_a_phone_whose_seat_is_taken_over_there_may_take_it_back(phone, over):
    """The way to the new table lets the phone remember its seat, as sitting down does."""
    carme, code = phone(2), ask(over).headers["Location"].rpartition("/")[2]
    carme.client.get(f"{carme.home}/rematch")
    new = tables.by_code(code)
    tables.free(new, 2)
    assert "Take the seat back" in words(carme.client.get(f"/t/{code}").text)


def test_an_open_page_is_told(over, phone):
    carme = phone(2)
    stamp = shown(carme.page())["stamp"]
    ask(over)
    answer = carme.client.get(f"{carme.home}/panel", query_string={"seen": stamp})
    assert ON in words(answer.text)


def test_other_partners(over):
    assert "… with other partners Anna & Biel against Carme & Pep" in words(over.page())
    page = over.client.get(ask(over, partners="other").headers["Location"]).text
    assert "Anna & Biel" in words(page)


@pytest.mark.parametrize(("variant", "how"), [("french", {"seats": 2}), ("put-many", {"seats": 4})])
def test_no_other_partners_where_there_are_none(open_match, phone, variant, how):
    match = open_match(variant, house={"target": "2", "best_of": "1"}, **how)
    anna = phone(0, at=match)
    anna.play("fix@0=1 hand@0")
    assert "Rematch" in words(anna.page())
    assert "other partners" not in words(anna.page())
    assert ask(anna, partners="other").status_code == 409


def test_something_may_be_changed_first(over, match):
    assert f'href="/t/{match.code}/rules"' in over.page()
    answer = over.client.post(f"{over.home}/rules", data={"house-target": "24"})
    new = tables.by_code(answer.headers["Location"].removeprefix("/t/"))
    assert (new.house_rules["target"], new.score, tables.rematch_of(match).id) == ("24", "", new.id)


def test_the_match_goes_on_by_other_rules_at_its_score_and_every_phone_follows(host, phone, match):
    carme = phone(2)
    host.play("fix@0=5 truc@1 no@2 truc@2")
    stamp = shown(carme.page())["stamp"]
    assert "The match continues at 5–1" in words(host.client.get(f"{host.home}/rules").text)
    new = carme.client.post(f"{carme.home}/rules", data={"house-target": "15"}).headers["Location"]
    page = carme.client.get(new).text
    assert (shown(page)["score"], shown(page)["dealer"]) == ("5-1", shown(host.page())["dealer"])
    assert "to 15" in words(page)
    assert "truc@2" in page
    news = host.client.get(f"{host.home}/panel", query_string={"seen": stamp}).text
    assert "data-moved" in news
    assert host.client.get(f"{host.home}/rematch").headers["Location"] == new


def test_the_series_is_said_from_the_second_match_on(over):
    assert "Matches so far" not in words(over.page())
    over.match = tables.by_code(ask(over).headers["Location"].removeprefix("/t/"))
    over.play("fix@1=10 truc@2 yes@3 hand@1")
    assert "Matches so far: 1–1" in words(over.page())
    over.match = tables.by_code(ask(over).headers["Location"].removeprefix("/t/"))
    over.play("fix@0=10 truc@3 yes@0 hand@0")
    assert "Matches so far: 2–1" in words(over.page())


def test_the_paper_says_the_series_while_the_next_match_is_played(over):
    over.match = tables.by_code(ask(over).headers["Location"].removeprefix("/t/"))
    over.play("truc@1 no@2")
    assert "Matches so far: 1–0" in words(over.client.get(f"{over.home}/paper").text)


def test_a_screen_follows_as_a_screen(host, match):
    tv = Phone(host.client.application.test_client(), match, match.tv_token)
    tv.page()
    host.client.post(f"{host.home}/rules", data={"house-target": "15"})
    assert tv.client.get(f"{tv.home}/rematch?view=tv").headers["Location"].endswith("/tv")


def test_it_rejects_rules_under_which_the_score_cannot_stand(host):
    host.play("fix@0=9")
    answer = host.client.post(f"{host.home}/rules", data={"house-target": "9"})
    assert answer.status_code == 422
    assert "a game ends at 9 points" in words(answer.text)
    assert 'name="house-target" value="9" checked' in answer.text


def test_the_rules_are_changed_by_those_who_play(watcher, phone):
    seatless = phone(1)
    seatless.client.post(f"{seatless.home}/seats", data={"leave": "1"})
    for who in (watcher, seatless):
        assert who.client.get(f"{who.home}/rules").status_code == 403
        assert who.client.post(f"{who.home}/rules", data={}).status_code == 403


def test_it_rejects_who_only_watches(over, watcher):
    assert "Rematch" not in words(watcher.page())
    assert ask(watcher).status_code == 403
    ask(over)
    assert ask(watcher).status_code == 403


@pytest.mark.parametrize("method", ["get", "post"])
def test_it_rejects_strangers(over, phone, method):
    stranger = phone()
    assert getattr(stranger.client, method)(f"{over.home}/rematch").status_code == 403


def test_it_rejects_a_match_that_is_not_over(host):
    assert "Rematch" not in words(host.page())
    answer = ask(host)
    assert answer.status_code == 409
    assert "not over yet" in words(answer.text)


def test_without_a_rematch_the_way_leads_back(over, match):
    assert over.client.get(f"{over.home}/rematch").headers["Location"] == f"/t/{match.code}"
