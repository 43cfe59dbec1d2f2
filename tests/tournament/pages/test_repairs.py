"""Corrections that an organiser makes on pages, and how many touches a tournament needs."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from companion import tables
from companion.tournament import rounds, signing_up, tournaments
from companion.tournament.models import Tournament
from companion.tournament.terms import terms_from_json
from tests.tournament import evening
from tests.tournament.forms import Browser, decide, hidden, opened, sign_up, token_of


def tournament_at(desk: str) -> Tournament:
    found = tournaments.by_token(token_of(desk))
    assert found is not None
    return found.tournament


def published(browser: Browser, pairs: int, **typed: str) -> tuple[FlaskClient, str]:
    """Publish a first round. Return the organiser's phone and the address of its page."""
    organiser = browser()
    desk = opened(organiser, **{"teams": str(pairs), **typed})
    sign_up(browser, desk, organiser, pairs)
    decide(organiser, desk, "close")
    decide(organiser, desk, "publish", f"{desk.removesuffix('/desk')}/draft")
    return organiser, desk


def test_the_first_round_of_sixteen_pairs_takes_five_touches(browser: Browser):
    """The organiser touches "A tournament", the name field and three keys.

    A later round takes one touch.
    """
    organiser = browser()
    assert 'href="/tournament"' in organiser.get("/").text  # 1: "A tournament"
    organiser.get("/tournament")  # 2: a touch on the name, which is typed
    answer = organiser.post("/tournament", data={"title": "Festa major"})  # 3: open the sign-up
    desk = answer.location
    sign_up(browser, desk, organiser, 16)
    draft = decide(organiser, desk, "close").location  # 4: close and draw
    decide(organiser, desk, "publish", draft)  # 5: publish
    tournament = tournament_at(desk)
    assert len(rounds.take_snapshot(tournament).of_round(1)) == 8
    evening.play_round(tournament)
    decide(organiser, desk, "publish")  # the only touch of the second round
    assert len(rounds.take_snapshot(tournament).of_round(2)) == 8


def test_a_refused_result_stays_in_the_form_next_to_the_stored_result(
    browser: Browser,
):
    organiser, desk = published(browser, 4)
    helper = browser()
    help_token = tournament_at(desk).help_token
    page = helper.get(f"/k/{help_token}/match/1").text
    result = {"games-0": 1, "games-1": 0, "points-0": 12, "points-1": 3, "match": 1}
    form = {**result, "do": "by-hand", "was": hidden(page, "was"), "why": "phone died"}
    assert organiser.post(desk, data=form).status_code == 303
    form["points-1"] = 8
    refused = helper.post(f"/k/{help_token}/desk", data=form)
    assert refused.status_code == 409
    assert "Table 1: 12–3 by hand" in refused.text
    assert 'value="8"' in refused.text  # what was typed is not lost
    assert rounds.take_snapshot(tournament_at(desk)).matches[0].result == "1-0 12-3 by hand"


def test_a_result_without_a_winner_is_refused_in_a_knock_out_and_stays_in_the_form(
    browser: Browser,
):
    organiser, desk = published(browser, 4, kind="single")
    draw = {"match": 1, **dict.fromkeys(POINTS, 7), "why": "the time was over"}
    refused = decide(organiser, desk, "by-hand", **draw)
    assert refused.status_code == 422
    assert "In a knock-out one team must win" in refused.text
    assert refused.text.count('value="7"') == 2
    assert "the time was over" in refused.text


def test_an_old_page_of_the_draft_cannot_change_a_draft_that_somebody_else_changed(
    browser: Browser,
):
    organiser = browser()
    desk = opened(organiser)
    sign_up(browser, desk, organiser, 4)
    draft = decide(organiser, desk, "close").location
    form = {"seen": hidden(organiser.get(draft).text, "seen"), "lock": 1}
    assert organiser.post(draft, data=form).status_code == 303
    assert organiser.post(draft, data=form).status_code == 409
    decide(organiser, desk, "publish")
    refused = organiser.post(draft, data=form)
    assert refused.status_code == 409
    assert "Round 1 is published" in refused.text


def test_names_that_somebody_else_changed_meanwhile_are_not_overwritten(browser: Browser):
    organiser, desk = published(browser, 4)
    form = {"do": "players", "team": 1, "before": "Anna1\nBiel1", "players": "Anna1, Pep"}
    assert organiser.post(desk, data=form).status_code == 303
    refused = organiser.post(desk, data={**form, "players": "Anna1, Quim"})
    assert refused.status_code == 409
    assert "Anna1, Quim" in refused.text


def test_a_browser_that_sends_names_with_its_own_line_ends_can_change_them(browser: Browser):
    organiser, desk = published(browser, 4)
    form = {"do": "players", "team": 1, "before": "Anna1\r\nBiel1", "players": "Anna1, Pep"}
    assert organiser.post(desk, data=form).status_code == 303
    assert signing_up.teams(tournament_at(desk))[0].people == ["Anna1", "Pep"]


def test_an_organiser_can_replace_the_link_of_the_helpers(browser: Browser):
    organiser, desk = published(browser, 4)
    helper = browser()
    old = tournament_at(desk).help_token
    assert helper.get(f"/k/{old}/desk").status_code == 200
    assert helper.post(f"/k/{old}/desk", data={"do": "replace-help"}).status_code == 403
    assert decide(organiser, desk, "replace-help").status_code == 303
    assert helper.get(f"/k/{old}/desk").status_code == 404
    new = tournament_at(desk).help_token
    assert new not in helper.get("/").text  # the helper's first page has no new link
    assert helper.get(f"/k/{new}/desk").status_code == 200


def test_a_new_link_of_a_team_or_an_organiser_replaces_the_old_link(browser: Browser):
    organiser = browser()
    desk = opened(organiser)
    [(phone, page)] = sign_up(browser, desk, organiser, 1)
    assert decide(organiser, desk, "replace-team", team=1).status_code == 303
    assert phone.get(page).status_code == 404
    tournament = tournament_at(desk)
    new = signing_up.teams(tournament)[0].token
    assert new not in phone.get("/").text
    assert new in organiser.get(desk.replace("/desk", "/teams")).text
    helper = f"/k/{tournament.help_token}/desk"
    assert browser().post(helper, data={"do": "replace-organise"}).status_code == 403
    moved = decide(organiser, desk, "replace-organise").location
    assert organiser.get(desk).status_code == 404
    assert organiser.get(moved).status_code == 200
    assert token_of(moved) in organiser.get("/").text


def test_a_changed_number_of_rounds_is_announced_on_phones_and_on_the_wall(browser: Browser):
    organiser = browser()
    desk = opened(organiser, teams="6")
    phones = sign_up(browser, desk, organiser, 6)
    decide(organiser, desk, "close")
    decide(organiser, desk, "publish", f"{desk.removesuffix('/desk')}/draft")
    assert decide(organiser, desk, "rounds", rounds=2).status_code == 303
    client, address = phones[0]
    assert "The number of rounds is 2 now" in client.get(address).text
    watch = tournament_at(desk).watch_token
    assert "The number of rounds is 2 now" in client.get(f"/k/{watch}/wall").text


def test_an_unsigned_result_is_confirmed_by_one_touch(browser: Browser):
    organiser, desk = published(browser, 4, ask_after="0")
    evening.play(tournament_at(desk), 1, signed=False)
    page = organiser.get(desk).text
    assert "12–1, not signed by both" in page
    key = re.search(r'name="match" value="1">\s*<input type="hidden" name="was" value="">', page)
    assert key is not None
    decide(organiser, desk, "confirm", match=1, was="")
    assert "not signed by both" not in organiser.get(desk).text


def test_a_result_that_a_team_disputes_is_shown_to_the_organiser_until_they_come(browser: Browser):
    organiser = browser()
    desk = opened(organiser)
    phones = sign_up(browser, desk, organiser, 4)
    decide(organiser, desk, "close")
    decide(organiser, desk, "publish", f"{desk.removesuffix('/desk')}/draft")
    tournament = tournament_at(desk)
    evening.play(tournament, 1, signed=False)
    team = rounds.take_snapshot(tournament).matches[0].first
    client, address = phones[team - 1]
    assert "This result is not right" in client.get(address).text
    assert client.post(address, data={"do": "not-right", "match": 1}).status_code == 303
    asked = "a team says that the result is not right"
    assert asked in organiser.get(desk).text
    decide(organiser, desk, "by-hand", match=1, **dict.fromkeys(POINTS, 1), why="asked both")
    decide(organiser, desk, "comes", match=1)
    assert asked not in organiser.get(desk).text.split("Lately")[0]


POINTS = ("games-0", "games-1", "points-0", "points-1")


def test_a_wrong_signature_and_wrong_opponents_are_corrected_on_the_page_of_the_match(
    browser: Browser,
):
    organiser, desk = published(browser, 4)
    tournament = tournament_at(desk)
    evening.play(tournament, 1)
    page = organiser.get(desk.replace("/desk", "/match/1")).text
    assert "Take off the signature of" in page
    decide(organiser, desk, "signature-off", match=1, side=0)
    assert evening.score(tournament, 1) == ""
    first, second = rounds.take_snapshot(tournament).matches[:2]
    decide(organiser, desk, "as-played", team=first.first, other=second.first)
    after = rounds.take_snapshot(tournament).matches
    assert (after[0].first, after[1].first) == (second.first, first.first)


def test_the_title_of_a_draft_without_matches_names_no_round(browser: Browser):
    organiser, desk = published(browser, 4, rounds="1")
    evening.play_round(tournament_at(desk))
    draft = organiser.get(desk.replace("desk", "draft")).text
    assert "<title>The tournament can end here" in draft
    assert "not public yet" not in draft


def test_a_tournament_that_is_over_is_opened_again_by_one_touch(browser: Browser):
    organiser, desk = published(browser, 4, rounds="1")
    evening.play_round(tournament_at(desk))
    assert "End the tournament" in organiser.get(desk).text
    decide(organiser, desk, "publish")
    draw = {"match": 1, **dict.fromkeys(POINTS, 1)}
    assert decide(organiser, desk, "by-hand", **draw).status_code == 422
    assert decide(organiser, desk, "play-on").status_code == 303
    assert decide(organiser, desk, "by-hand", **draw).status_code == 303


def test_teams_in_the_draft_of_a_final_cannot_be_exchanged(browser: Browser):
    organiser, desk = published(browser, 4, kind="single")
    tournament = tournament_at(desk)
    evening.play_round(tournament)
    draft = organiser.get(desk.replace("desk", "draft")).text
    assert "Publish round 2" in draft
    assert "Draw again" not in draft
    assert "exchange" not in draft
    assert 'name="lock"' not in draft


def test_the_organiser_corrects_a_wrong_pair_of_a_bracket_by_one_touch(browser: Browser):
    organiser, desk = published(browser, 4, kind="single")
    tournament = tournament_at(desk)
    evening.play_round(tournament)
    decide(organiser, desk, "publish")
    evening.tap(tournament, 3, "hand@0")
    fields = {"games-0": 0, "games-1": 1, "points-0": 3, "points-1": 12}
    decide(organiser, desk, "by-hand", match=1, **fields)
    assert "should play here" in organiser.get(desk).text
    decide(organiser, desk, "right-pair", match=3)
    assert "should play here" not in organiser.get(desk).text


def test_the_format_can_be_changed_until_the_first_round_is_drawn(browser: Browser):
    """Sixteen teams were expected in four groups, and nine came."""
    organiser = browser()
    desk = opened(organiser, teams="16", kind="groups", groups="4", qualify="1")
    sign_up(browser, desk, organiser, 9)
    setup = desk.replace("/desk", "/setup")
    assert 'name="groups" value="4"' in organiser.get(setup).text
    form = {"title": "Festa", "teams": "9", "kind": "all", "minutes": "20", "tables": "2"}
    assert organiser.post(setup, data=form).status_code == 303
    decide(organiser, desk, "close")
    organiser.post(setup, data={**form, "kind": "swiss", "minutes": "30"})
    snapshot = rounds.take_snapshot(tournament_at(desk))
    assert (snapshot.so_far.form.kind, snapshot.terms.minutes) == ("all", 30)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"teams": "16", "kind": "groups", "groups": "4", "qualify": "1", "classification": "on"},
         "16 teams, 8 tables: 5 rounds"),
        ({"teams": "16", "kind": "groups", "qualify": "1", "second_chance": "4"}, "5 rounds"),
        ({"teams": "12", "kind": "swiss", "rounds": "4", "final": "4"}, "6 rounds"),
        ({"teams": "8", "kind": "double"}, "8 teams, 4 tables: 7 rounds"),
        ({"teams": "64", "kind": "single", "tables": "16", "reseed": "on"}, "16 tables: 6 rounds"),
        ({"teams": "6", "kind": "all", "size": "1"}, "6 teams, 3 tables: 5 rounds"),
        ({"teams": "10", "kind": "second-chance", "size": "3", "game": "north-catalan"},
         "10 teams, 5 tables: 4 rounds"),
    ],
)  # fmt: skip
def test_the_settings_page_says_how_long_a_format_takes(
    browser: Browser, typed: dict[str, str], says: str
):
    page = browser().post("/tournament", data={"look": "1", "tables": "8", **typed})
    assert says in page.text
    assert browser().post("/tournament", data={"title": "A", **typed}).status_code == 303


def test_the_sign_up_form_says_that_the_first_of_three_players_is_the_captain(browser: Browser):
    organiser = browser()
    desk = opened(organiser, size="3", game="north-catalan")
    link = re.search(r'"link">http://[^/]+(/k/[^<]+/in)<', organiser.get(desk).text)
    assert link is not None
    assert "You, the captain" in browser().get(link[1]).text


def test_phones_stay_at_their_table_if_the_opponents_of_a_match_are_corrected(browser: Browser):
    organiser, desk = published(browser, 4)
    tournament = tournament_at(desk)
    table = evening.tap(tournament, 1, "hand@0")
    first, second = rounds.take_snapshot(tournament).matches[:2]
    decide(organiser, desk, "as-played", team=first.first, other=second.first)
    assert "host" in tables.state(table).members


@pytest.mark.parametrize("typed", ["", "twelve", "-1", "12.5", "99999"])
def test_points_that_are_no_number_are_refused_with_a_sentence_and_stay_in_the_form(
    browser: Browser, typed: str
):
    organiser, desk = published(browser, 4)
    page = f"{desk.removesuffix('/desk')}/match/1"
    result = {"points-0": typed, "points-1": "3", "why": "no phone", "match": 1}
    answer = decide(organiser, desk, "by-hand", page, **result)
    assert answer.status_code == 422
    assert "A number of points is 0 to 10000." in answer.text
    assert re.search(rf'name="points-0"\s+value="{typed}"', answer.text)
    assert re.search(r'name="points-1"\s+value="3"', answer.text)
    assert re.search(r'name="why"\s+value="no phone"', answer.text)
    assert "Reason:" not in answer.text


@pytest.mark.parametrize(("typed", "status", "seed"), [("x", 422, 3), ("65", 422, 3), ("", 303, 0)])
def test_a_seed_that_is_no_number_does_not_remove_the_seed(
    browser: Browser, typed: str, status: int, seed: int
):
    organiser = browser()
    desk = opened(organiser, teams="4")
    sign_up(browser, desk, organiser, 4)
    organiser.post(desk, data={"do": "seed", "team": 2, "seed": "3"})
    answer = organiser.post(desk, data={"do": "seed", "team": 2, "seed": typed})
    assert answer.status_code == status
    assert signing_up.teams(tournament_at(desk))[1].seed == seed


def test_a_refused_seed_stays_in_the_form_of_its_team_which_is_open(browser: Browser):
    organiser = browser()
    desk = opened(organiser, teams="4")
    sign_up(browser, desk, organiser, 2)
    page = organiser.post(desk, data={"do": "seed", "team": 2, "seed": "65"}).text
    assert re.search(r'id="seed-2" name="seed" value="65"', page)
    assert re.search(r'id="seed-1" name="seed" value="0"', page)
    assert re.findall(r"<details(?: open)?>", page) == ["<details>", "<details open>"]


def test_the_usual_cap_of_an_open_tournament_is_the_target_of_its_own_game(browser: Browser):
    organiser = browser()
    desk = opened(organiser, game="argentine", teams="4", **{"house-target": "15"})
    setup = f"{desk.removesuffix('/desk')}/setup"
    page = organiser.get(setup).text
    assert re.search(r'name="cap" value="15"[^>]* placeholder="15"', page)
    form = {"title": "Festa", "teams": "4", "rounds": "2", "cap": ""}
    assert organiser.post(setup, data=form).status_code == 303
    assert terms_from_json(tournament_at(desk).terms).cap == 15


def test_a_refused_team_stays_in_the_form_that_adds_it(browser: Browser):
    organiser = browser()
    desk = opened(organiser, teams="4")
    answer = organiser.post(desk, data={"do": "add", "players": "Anna", "name": "The owls"})
    assert answer.status_code == 422
    assert re.search(r'id="players" name="players" value="Anna"', answer.text)
    assert re.search(r'id="name" name="name" value="The owls"', answer.text)
    sign_up(browser, desk, organiser, 2)
    form = {"do": "players", "team": 2, "players": "Pep", "name": "The cats"}
    page = organiser.post(desk, data=form).text
    assert re.search(r'id="players-2" name="players" value="Pep"', page)
    assert re.search(r'id="name-2" name="name" value="The cats"', page)
    assert re.search(r'id="name" name="name" value=""', page)


@pytest.mark.parametrize("typed", ["", "five"])
def test_a_number_of_rounds_that_is_no_number_is_refused_with_a_sentence(
    browser: Browser, typed: str
):
    organiser, desk = published(browser, 4, kind="swiss", rounds="2")
    answer = organiser.post(desk, data={"do": "rounds", "rounds": typed})
    assert answer.status_code == 422
    assert f"“{typed}” is not a number." in answer.text


@pytest.mark.parametrize("typed", ["50", ""])
def test_a_refused_number_of_rounds_stays_in_its_form_which_is_open(browser: Browser, typed: str):
    organiser, desk = published(browser, 4, kind="swiss", rounds="2")
    answer = organiser.post(desk, data={"do": "rounds", "rounds": typed})
    assert answer.status_code == 422
    assert '<details class="more" open>' in answer.text
    assert re.search(rf'name="rounds" value="{typed}"', answer.text)


def test_the_page_of_the_settings_is_not_called_a_new_tournament(browser: Browser):
    organiser = browser()
    setup = f"{opened(organiser).removesuffix('/desk')}/setup"
    page = organiser.get(setup).text
    assert "<title>Format, time and what decides" in page
    assert "New tournament" not in page


def test_a_refused_sign_up_keeps_the_names_that_were_typed(browser: Browser):
    organiser = browser()
    page = organiser.get(opened(organiser)).text
    link = re.search(r"/k/[\w-]+/in", page)[0]
    typed = {"player-0": "Anna", "player-1": "B" * 25, "name": "Les Àguiles"}
    refused = browser().post(link, data=typed)
    assert refused.status_code == 422
    for name, value in typed.items():
        assert re.search(rf'name="{name}"\s+value="{value}"', refused.text)
