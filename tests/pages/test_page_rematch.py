"""POST and GET /t/<code>/rematch: one tap starts a rematch, and all other phones move there."""

from __future__ import annotations

import re

import pytest
from hypothesis import settings

from companion import tables, variants
from companion.pages import limits
from companion.tables import codes, digits
from tests.plain_phones import Phone, shown, taps, words

DEEP = settings.get_current_profile_name() == "deep"
PLAYED = ("won", "tied", "truc", "yes", "no")  # words of the taps on the ring and on the keys
ON = "The rematch is on: go to the table"


def ask(phone, **form):
    return phone.post("/rematch", data=form)


def test_every_other_phone_is_led_to_the_rematch_and_keeps_its_seat(carme, over, watcher):
    new = ask(over).headers["Location"]
    for other in (carme, watcher, over):
        page = other.page()
        assert ON in words(page)
        assert "Rematch" not in words(page)
        way = other.get("/rematch").headers["Location"]
        assert way == new or other is watcher
    assert ask(carme).headers["Location"] == new
    page = carme.client.get(new).text
    assert shown(page)["score"] == "0-0"
    assert "truc@2" in page


def test_a_phone_whose_seat_was_taken_over_in_the_rematch_may_take_it_back(carme, over):
    code = ask(over).headers["Location"].rpartition("/")[2]
    carme.get("/rematch")
    new = tables.by_code(code)
    tables.free_seat(new, 2)
    assert "Take the seat back" in words(carme.client.get(f"/t/{code}").text)


def test_a_rematch_can_be_played_with_other_partners(over):
    assert "… with other partners Anna & Biel against Carme & Pep" in words(over.page())
    page = over.client.get(ask(over, partners="other").headers["Location"]).text
    assert "Anna & Biel" in words(page)


def test_a_rematch_offers_no_other_partners_in_games_without_partners(open_match, phone):
    match = open_match("put-many", seats=4, house={"target": "2", "best_of": "1"})
    anna = phone(0, at=match)
    anna.play("fix@0=1 hand@0")
    assert "Rematch" in words(anna.page())
    assert "other partners" not in words(anna.page())
    assert ask(anna, partners="other").status_code == 409


def test_a_match_continued_under_other_rules_keeps_its_score_and_every_phone_follows(
    host, carme, match
):
    host.play("fix@0=5 truc@1 no@2 truc@2")
    stamp = shown(carme.page())["stamp"]
    assert "The match continues at 5–1" in words(host.read("/rules"))
    new = carme.post("/rules", data={"house-target": "15"}).headers["Location"]
    page = carme.client.get(new).text
    assert (shown(page)["score"], shown(page)["dealer"]) == ("5-1", shown(host.page())["dealer"])
    assert "to 15" in words(page)
    assert "truc@2" in page
    news = host.get("/panel", query_string={"seen": stamp}).text
    assert "data-moved" in news
    assert host.get("/rematch").headers["Location"] == new


def test_the_score_of_the_series_is_shown_from_the_second_match_on(over):
    assert "Matches so far" not in words(over.page())
    over.match = tables.by_code(ask(over).headers["Location"].removeprefix("/t/"))
    over.play("fix@1=10 truc@2 yes@3 hand@1")
    assert "Matches so far: 1–1" in words(over.page())
    over.match = tables.by_code(ask(over).headers["Location"].removeprefix("/t/"))
    over.play("truc@3 no@0")
    assert "Matches so far: 1–1" in words(over.read("/paper"))


def test_a_television_is_redirected_to_the_rematch_as_a_television(host, match):
    tv = Phone(host.client.application.test_client(), match, match.tv_token)
    tv.page()
    host.post("/rules", data={"house-target": "15"})
    assert tv.get("/rematch?view=tv").headers["Location"].endswith("/tv")
    reloaded = tv.get("/tv")
    assert reloaded.status_code == 303
    assert reloaded.headers["Location"].endswith("/tv")


def test_a_phone_opens_a_limited_number_of_next_matches_but_always_follows(
    host, carme, match, monkeypatch
):
    monkeypatch.setattr(limits, "OF_A_PHONE", 1)
    second = followed(host.post("/rules", data={"house-target": "15"}))
    host.match = carme.match = second
    assert host.post("/rules", data={"house-target": "18"}).status_code == 429
    assert tables.rematch_of(second) is None
    third = followed(carme.post("/rules", data={"house-target": "18"}))
    assert followed(host.post("/rules", data={"house-target": "18"})).id == third.id
    host.match = match
    assert followed(host.get("/rematch")).id == third.id


def test_if_two_phones_choose_the_next_game_both_get_the_choice_of_the_quicker_phone(over, carme):
    new = followed(ask(over))
    answer = choose(carme, quick="1", game="argentine")
    assert followed(answer).id == new.id
    page = carme.client.get(answer.headers["Location"]).text
    assert "Another phone was quicker: this is what you play next." in words(page)


def test_a_watching_phone_is_not_led_to_a_rematch_whose_watch_link_was_replaced(
    over, match, watcher
):
    new = tables.replace_links(followed(ask(over)), ["watch"])
    answer = watcher.get("/rematch")
    assert answer.status_code == 403
    assert new.watch_token not in answer.text + str(answer.headers)


def test_the_rematch_page_rejects_rules_under_which_the_score_would_end_the_game(host):
    host.play("fix@0=9")
    answer = host.post("/rules", data={"house-target": "9"})
    assert answer.status_code == 422
    assert "a game ends at 9 points" in words(answer.text)
    assert 'name="house-target" value="9" checked' in answer.text


def followed(answer):
    return tables.by_code(answer.headers["Location"].split("/")[2].partition("?")[0])


def choose(phone, **form):
    return phone.post("/rules", data=form)


def test_games_for_the_same_number_of_players_come_first_and_start_in_one_tap(over, carme, watcher):
    page = carme.read("/another")
    assert page.index("Argentine truco") < page.index("For another number of players")
    assert 'name="game" value="argentine"' in page
    assert 'name="game" value="catalan"' not in page
    new = followed(choose(carme, quick="1", game="argentine"))
    usual = variants.get("argentine").usual
    assert (new.variant, new.seats) == ("argentine", 4)
    assert dict(usual.house).items() <= new.house_rules.items()
    for other in (over, watcher):
        way = other.get("/rematch").headers["Location"]
        assert way == f"/t/{new.watch_token if other is watcher else new.code}"
    assert "truco@2" in carme.client.get(f"/t/{new.code}").text


def test_every_game_can_follow_a_match_of_any_number_of_players(open_match, phone):
    """In `make test`, each game follows one of four matches; in `make deep`, all four."""
    before = (("catalan", 2), ("catalan", 4), ("menorcan", 6), ("put-many", 3))
    games = [*variants.VARIANTS.values()]
    for number, (variant, seats) in enumerate(before):
        for game in games if DEEP else games[number :: len(before)]:
            match = open_match(variant, seats=seats, names=())
            host = phone(link=f"/h/{match.host_token}", at=match)
            form = host.get("/rules", query_string={"game": game.id})
            assert form.status_code == 200, game.id
            new = followed(choose(host, quick="1", game=game.id))
            goes_on = game.id == variant and seats in game.seats
            assert new.variant == game.id
            assert new.seats == (seats if seats in game.seats else game.seats[0])
            assert goes_on or new.score == ""
            assert host.client.get(f"/t/{new.code}").status_code == 200


def test_house_rules_of_another_game_can_be_chosen_before_that_game_starts(over):
    page = over.get("/rules", query_string={"game": "argentine"}).text
    assert "Play Argentine truco" in words(page)
    assert re.findall(r'<option value="(\d)" selected>(\w+)<', page) == [
        ("0", "Anna"), ("1", "Biel"), ("2", "Carme"), ("3", "Pep"),
    ]  # fmt: skip
    typed = {f"person-{seat}": str(person) for seat, person in enumerate((0, 2, 1, 3))}
    new = followed(choose(over, game="argentine", **typed, **{"house-target": "15", "dealer": "2"}))
    assert tables.state(new).names == ("Anna", "Carme", "Biel", "Pep")
    assert (new.house_rules["target"], new.dealer) == ("15", 2)


def test_the_host_chooses_who_plays_a_game_for_two_and_the_others_keep_their_names(
    over, biel, carme
):
    page = words(carme.read("/another"))
    assert "With another number of players the host chooses who sits where." in page
    assert carme.get("/rules?game=put").status_code == 403
    assert choose(carme, game="put").status_code == 403
    assert "sits this game out" in words(over.read("/rules?game=put"))
    new = followed(choose(over, game="put", **{"person-0": "2", "person-1": "0"}))
    assert tables.state(new).names == ("Carme", "Anna")
    out = biel.client.get(biel.get("/rematch").headers["Location"]).text
    assert "You are sitting this game out: it has 2 seats." in words(out)
    assert "Take a seat" in words(out)
    inside = carme.client.get(f"/t/{new.code}").text
    assert "sitting this game out" not in words(inside)
    page = over.client.get(f"/t/{new.code}/rules?game=catalan").text
    assert set(re.findall(r"<option value=.\d.[^>]*>(\w+)<", page)) == {
        "Anna",
        "Biel",
        "Carme",
        "Pep",
    }


def test_an_unfinished_match_left_for_another_game_stays_unfinished(host, carme):
    host.play("truc@1 yes@2 won@1 won@3")
    assert "stays unfinished at 0–2" in words(host.read("/another"))
    new = followed(choose(host, quick="1", game="menorcan"))
    assert shown(host.client.get(f"/t/{new.code}").text)["score"] == "0-0"
    page = carme.page()
    assert "The others have gone on to a new table." in words(page)
    assert f'href="{carme.home}/rematch"' in page
    assert "data-moved" in page
    assert [tap for tap in taps(page) if tap.startswith(PLAYED)] == []


@pytest.mark.parametrize(("tap", "status"), [("won@0", 422), ("hand@0", 303), ("undo", 303)])
def test_a_late_tap_at_a_table_that_others_have_left_is_refused_unless_it_corrects_the_score(
    host, carme, tap, status
):
    host.play("truc@1 yes@2 won@1")
    choose(host, quick="1", game="menorcan")
    form = {"tap": tap, "seen": "3", "key": "late"}
    answer = carme.client.post(f"{carme.home}/taps", data=form)
    assert answer.status_code == status
    if status == 422:
        assert "The others have gone on to a new table." in words(answer.text)
        assert host.client.get(f"{host.home}/record").text.count("won") == 1


def test_a_flat_phone_of_a_match_that_has_moved_leads_to_the_rematch_as_a_flat_phone(host, carme):
    followed(choose(host, quick="1", game="menorcan"))
    page = carme.read("/flat")
    assert page.count(f'href="{carme.home}/rematch?view=flat"') == 2
    assert f'href="{carme.home}/rematch"' not in page


def test_a_flat_phone_of_a_match_that_has_moved_offers_no_answers_of_other_players(
    open_match, phone
):
    match = open_match("argentine", seats=6)
    host = phone(link=f"/h/{match.host_token}", at=match)
    host.play("truco@1")
    assert {"yes@2", "yes@4"} <= set(taps(host.read("/flat")))
    followed(choose(host, quick="1", game="north-catalan"))
    assert [tap for tap in taps(host.read("/flat")) if tap.startswith(PLAYED)] == []


def test_a_rematch_keeps_the_handicap_unless_it_is_changed(open_match, phone):
    match = open_match("catalan", seats=4, house={"handicap": "3-0"})
    anna = phone(0, at=match)
    page = anna.read("/rules")
    fields = dict(re.findall(r'name="(handicap-\d)" value="(\d*)"', page))
    assert fields == {"handicap-0": "3", "handicap-1": "0"}
    assert followed(choose(anna, **fields)).house_rules["handicap"] == "3-0"


@pytest.fixture
def stranger(phone):
    return phone().client


LINE = "That match is over: Anna & Carme won 12–0."


def old_links(match):
    return {
        "player": f"/j/{match.join_token}",
        "code": f"/c/{match.code}",
        "watch": f"/w/{match.watch_token}",
        "tv": f"/w/{match.tv_token}",
        "host": f"/h/{match.host_token}",
    }


def test_an_old_join_link_leads_to_the_rematch_and_says_how_the_old_match_ended(
    over, match, stranger
):
    new = followed(ask(over))
    tables.rename(new, 3, "Quim")
    for way in ("player", "code"):
        page = stranger.get(old_links(match)[way]).text
        assert LINE in words(page)
        assert f'href="/r/{tables.result_token(match)}"' in page
        assert "Quim" in page
    answer = stranger.post(old_links(match)["player"], data={"seat": "3"})
    assert followed(answer).id == new.id
    assert [member.seat for member in tables.members(new)] == [None, 3]
    assert len(tables.members(match)) == 1


def test_old_links_for_watching_and_for_a_television_show_the_rematch(over, match, stranger):
    new = followed(ask(over))
    answer = stranger.get(old_links(match)["watch"])
    page = stranger.get(answer.headers["Location"]).text
    assert answer.headers["Location"].startswith(f"/t/{new.watch_token}?")
    for text in (LINE, "How it ended", "Watching"):
        assert text in words(page)
    for old in (old_links(match)["tv"], f"/t/{match.tv_token}/tv"):
        assert stranger.get(old).headers["Location"] == f"/t/{new.tv_token}/tv"
    there = stranger.get(f"/t/{match.watch_token}/tv").headers["Location"]
    assert there == f"/t/{new.watch_token}/tv"


def test_the_number_and_the_code_of_the_old_table_lead_to_the_rematch(over, match, stranger):
    number = digits.number_for_table(match)
    ask(over)
    for typed in (number, match.code):
        page = stranger.get("/c", query_string={"code": typed}, follow_redirects=True).text
        assert LINE in words(page)


def test_an_old_join_link_says_at_which_score_an_unfinished_match_ended(host, match, stranger):
    host.play("fix@0=5")
    choose(host, **{"house-target": "15"})
    page = stranger.get(old_links(match)["player"]).text
    assert "That match ended at 5–0, and nobody won it." in words(page)
    assert "How it ended" not in words(page)


@pytest.mark.parametrize("where", ["old", "middle", "new"])
def test_the_number_of_an_old_table_reveals_no_code_after_joining_was_closed(
    over, match, stranger, where
):
    number = digits.number_for_table(match)
    middle = followed(ask(over))
    new = followed(choose(Phone(over.client, middle), quick="1", game="menorcan"))
    tables.lock({"old": match, "middle": middle, "new": new}[where])
    for way in (f"/c?code={number}", f"/n/{number}"):
        answer = stranger.get(way)
        assert answer.status_code == 403
        for closed in (match, middle, new):
            told = answer.text + str(answer.headers)
            assert closed.code not in told
            assert codes.format_code(closed.code) not in told
    assert over.client.get(f"/c?code={number}").status_code == 303, "who is in is led on"


def test_the_first_page_does_not_offer_to_continue_a_match_that_was_left_for_another_game(host):
    new = followed(choose(host, quick="1", game="menorcan"))
    assert re.search(rf'href="/t/{new.code}">\s*Continue', host.client.get("/").text)
    Phone(host.client, new).play("end")
    assert "Continue <b" not in host.client.get("/").text
