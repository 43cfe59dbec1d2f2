"""Invalid or forbidden requests to a tournament change nothing and are answered by a sentence."""

from __future__ import annotations

import re

import pytest
from hypothesis import settings

from companion import tables
from companion.tournament import rounds, signing_up, tournaments
from companion.tournament.models import Tournament
from companion.tournament.pages.desk import DECISIONS
from tests.tournament import evening
from tests.tournament.forms import Browser, decide, hidden, opened, sign_up, token_of

JUNK = ["", "-1", "0", "1e9", "9" * 5_000, "٣", "x" * 10_000, "\x00", "1\n2", "'; drop table match"]
DEEP = settings.get_current_profile_name() == "deep"
STAGES = ("signing up", "drafted", "playing", "over")
FIELDS = (
    "match", "team", "other", "side", "seed", "rounds", "minutes", "games-0", "games-1",
    "points-0", "points-1", "absent", "players", "name", "before", "was", "why", "doubt",
    "answers", "seen", "chosen", "lock",
)  # fmt: skip
SETUP_FIELDS = (
    "title", "game", "size", "teams", "tables", "kind", "rounds", "groups", "qualify", "final",
    "second_chance", "minutes", "pause", "late_first", "late", "ask_after", "at_time",
    "start_score", "cap", "bye", "site", "best_of",
)  # fmt: skip


def tournament_at(desk: str) -> Tournament:
    found = tournaments.by_token(token_of(desk))
    assert found is not None
    return found.tournament


def sign_up_link(page: str) -> str:
    link = re.search(r'"link">http://[^/]+(/k/[^<]+/in)<', page)
    assert link is not None
    return link[1]


@pytest.mark.parametrize("stage", STAGES)
def test_no_text_in_the_forms_of_an_organiser_causes_a_server_error(browser: Browser, stage: str):
    organiser = browser()
    desk = opened(organiser, rounds="1")
    sign_up(browser, desk, organiser, 4)
    if stage != "signing up":
        decide(organiser, desk, "close")
    if stage in {"playing", "over"}:
        decide(organiser, desk, "publish")
    if stage == "over":
        evening.play_round(tournament_at(desk))
        decide(organiser, desk, "publish")
    for number, do in enumerate(sorted(DECISIONS), start=STAGES.index(stage)):
        for junk in JUNK if DEEP else JUNK[number % 2 :: 2]:
            form = {**dict.fromkeys(FIELDS, junk[:400]), "do": do}
            answer = organiser.post(desk, data=form)
            assert answer.status_code in {303, 400, 409, 422}, (do, junk[:20])
            if do == "replace-organise":
                desk = answer.location
    for junk in JUNK:
        form = dict.fromkeys(FIELDS, junk[:400])
        assert organiser.post(desk.replace("desk", "draft"), data=form).status_code < 500
        assert organiser.post(desk.replace("desk", "setup"), data=form).status_code < 500
    assert organiser.get(desk).status_code == 200


@pytest.mark.parametrize("field", SETUP_FIELDS)
def test_no_text_in_the_form_for_a_new_tournament_causes_a_server_error(
    browser: Browser, field: str
):
    """`make deep` sends each text with both buttons and in an address.

    `make test` sends each text with one of the buttons, by turns, and every third in an address.
    """
    client = browser()
    for number, junk in enumerate(JUNK, start=SETUP_FIELDS.index(field)):
        form = {"title": "Festa", "kind": "groups", field: junk}
        by_each_button = (form, {**form, "look": "1"})
        for sent in by_each_button if DEEP else (by_each_button[number % 2],):
            answer = client.post("/tournament", data=sent)
            assert answer.status_code in {200, 303, 422, 429}, junk[:20]
        if DEEP or number % 3 == 0:
            assert client.get("/tournament", query_string=form).status_code == 200


@pytest.mark.parametrize("size", ["1", "2", "3", "4", "8"])
def test_the_form_for_a_new_tournament_opens_for_every_team_size(browser: Browser, size: str):
    for game in ("catalan", "north-catalan", "put", "no-such-game"):
        page = browser().get("/tournament", query_string={"size": size, "game": game})
        assert page.status_code == 200


def test_at_most_64_teams_can_sign_up(browser: Browser):
    organiser = browser()
    desk = opened(organiser)
    link = sign_up_link(organiser.get(desk).text)
    statuses = []
    for pair in range(80):
        form = {"player-0": f"A{pair}", "player-1": f"B{pair}"}
        statuses.append(browser().post(link, data=form).status_code)
    assert statuses == [303] * 64 + [422] * 16
    assert len(organiser.get(desk).text) < 100_000


def test_one_phone_can_sign_up_at_most_three_teams(browser: Browser):
    organiser = browser()
    link = sign_up_link(organiser.get(opened(organiser)).text)
    phone = browser()
    answers = [phone.post(link, data={"player-0": "A", "player-1": "B"}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [303, 303, 303, 422]


@pytest.mark.parametrize(
    "junk", [junk for junk in JUNK if len(junk) > 30 or not junk.strip("\x00")]
)
def test_an_invalid_player_name_is_refused_at_the_sign_up(browser: Browser, junk: str):
    organiser = browser()
    link = sign_up_link(organiser.get(opened(organiser)).text)
    answer = browser().post(link, data={"player-0": junk, "player-1": "Biel"})
    assert answer.status_code == 422


def test_a_wrong_token_opens_no_page_of_a_tournament(browser: Browser):
    organiser = browser()
    desk = opened(organiser)
    table = tables.open_table(variant="catalan")
    sign_up_token = tournament_at(desk).sign_up_token
    for token in (table.join_token, table.watch_token, sign_up_token, "x" * 10_000, "0", "%00"):
        for page in ("", "/desk", "/team", "/wall", "/setup", "/tournament.json", "/match/1"):
            assert browser().get(f"/k/{token}{page}").status_code == 404
    for token in (token_of(desk), tournament_at(desk).watch_token, table.join_token):
        assert browser().get(f"/k/{token}/in").status_code == 404


@pytest.mark.parametrize("role", ["watch", "team"])
def test_only_organisers_can_decide_in_a_tournament(browser: Browser, role: str):
    organiser = browser()
    desk = opened(organiser)
    phones = sign_up(browser, desk, organiser, 4)
    tournament = tournament_at(desk)
    before = tournament.revision
    token = token_of(phones[0][1]) if role == "team" else tournament.watch_token
    for do in sorted(DECISIONS):
        form = {**dict.fromkeys(FIELDS, "1"), "do": do}
        assert browser().post(f"/k/{token}/desk", data=form).status_code == 403
    for page in ("/setup", "/draft", "/delete"):
        assert browser().post(f"/k/{token}{page}", data={"sure": "yes"}).status_code == 403
    assert rounds.take_snapshot(tournament).tournament.revision == before


def test_no_team_can_sit_down_or_call_the_referee_for_another_team(browser: Browser):
    """In the match of a pair that has a bye, the second team has the number 0.

    A phone with only the link to watch has the team number 0 too. It must also be refused.
    """
    organiser = browser()
    desk = opened(organiser, teams="5")
    phones = sign_up(browser, desk, organiser, 5)
    decide(organiser, desk, "close")
    decide(organiser, desk, "publish")
    tournament = tournament_at(desk)
    snapshot = rounds.take_snapshot(tournament)
    for row in snapshot.matches:
        for do in ("sit", "call", "not-right"):
            form = {"match": row.number, "do": do}
            watch = f"/k/{tournament.watch_token}/team"
            assert browser().post(watch, data=form).status_code == 403
            for number, (client, address) in enumerate(phones, start=1):
                if number not in (row.first, row.second):
                    assert client.post(address, data=form).status_code == 422
    matches = rounds.take_snapshot(tournament).matches
    assert not any(row.called_at or row.match_id for row in matches)


def test_a_round_is_published_once_however_often_the_form_is_sent(browser: Browser):
    organiser = browser()
    desk = opened(organiser)
    sign_up(browser, desk, organiser, 4)
    draft = decide(organiser, desk, "close").location
    form = {"do": "publish", "seen": hidden(organiser.get(draft).text, "seen")}
    statuses = [organiser.post(desk, data=form).status_code for _ in range(3)]
    assert statuses == [303, 409, 409]
    assert rounds.take_snapshot(tournament_at(desk)).round == 1


def test_a_match_is_stopped_once_however_often_the_form_is_sent(browser: Browser):
    organiser = browser()
    desk = opened(organiser)
    sign_up(browser, desk, organiser, 4)
    decide(organiser, desk, "close")
    decide(organiser, desk, "publish")
    table = evening.tap(tournament_at(desk), 1, "hand@0")
    for _ in range(3):
        assert decide(organiser, desk, "stop", match=1).status_code == 303
    assert tables.state(table).version == 2


def test_no_page_contains_typed_text_as_html(browser: Browser):
    organiser = browser()
    name = "<b>Anna</b>"
    desk = opened(organiser, title="<i>Festa</i>")
    tournament = tournament_at(desk)
    for pair in range(4):
        signing_up.sign_up(tournament, [name, f"B{pair}"], name, device=f"phone-{pair}")
    decide(organiser, desk, "close")
    decide(organiser, desk, "publish")
    fields = {"games-0": 1, "games-1": 0, "points-0": 12, "points-1": 3, "why": "<u>why</u>"}
    decide(organiser, desk, "by-hand", match=1, **fields)
    watch = tournament.watch_token
    pages = [desk, desk.replace("/desk", "/match/1"), f"/k/{watch}", f"/k/{watch}/wall"]
    for page in [*pages, f"/k/{watch}/teams", f"/k/{watch}/print/draw"]:
        text = organiser.get(page).text
        assert not re.search("<b>Anna|<i>Festa|<u>why", text), page
