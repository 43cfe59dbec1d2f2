"""The pages of a tournament, as organisers and teams use them without scripts."""

from __future__ import annotations

import re
from itertools import count

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from companion import tables
from companion.tables.store import open_session, reading
from companion.tables.trouble import AWAY
from companion.tournament import results, rounds, tournaments
from companion.tournament.entries import How, Result
from companion.tournament.pages import asked
from tests.tables.conftest import Table
from tests.tournament import evening
from tests.tournament.forms import Browser, decide, hidden, opened, sign_up
from tests.tournament.pages.test_afterwards import begun

SHORT = "fix@0=10 truc@1 no@2 truc@0 yes@1 hand@0"


def test_eight_pairs_can_play_a_whole_tournament_on_its_pages(browser: Browser):
    organiser = browser()
    desk = opened(organiser)
    phones = sign_up(browser, desk, organiser, 8)
    draft = decide(organiser, desk, "close").location
    assert "Publish round 1" in organiser.get(draft).text
    while "End the tournament" not in organiser.get(draft).text:
        assert decide(organiser, desk, "publish", draft).status_code == 303
        for client, address in phones:
            play(client, address)
        draft = decide(organiser, desk, "draft").location
    assert decide(organiser, desk, "publish", draft).status_code == 303
    assert "The tournament is over" in organiser.get(desk).text
    standings = organiser.get(desk.removesuffix("/desk")).text
    wall = organiser.get(desk.removesuffix("desk") + "wall").text
    assert ("Winner" in wall, "data-clock" in wall) == (True, False)
    assert standings.count("Anna") >= 8
    assert "It is over" in phones[0][0].get(phones[0][1]).text


def play(client: FlaskClient, address: str) -> None:
    """Sit down and play the match of this team to its end, if its page offers a table."""
    page = client.get(address).text
    if "Sit down at table" not in page:
        return
    match = hidden(page, "match")
    answer = client.post(address, data={"do": "sit", "match": match})
    assert answer.status_code == 303, answer.text
    joined = client.get(answer.location)
    assert joined.status_code == 200
    table = next(table for table in every_table() if not tables.state(table).log.game.over)
    tables.join(table, "host", "host")
    Table(table, count()).play(SHORT)
    for side in (0, 1):
        tables.agree(table, "host", side)


def test_no_team_is_told_to_sit_out_before_a_round_is_published(browser: Browser):
    organiser = browser()
    desk = opened(organiser)
    client, address = sign_up(browser, desk, organiser, 8)[0]
    assert "hx-trigger" in organiser.get(desk).text  # the page fetches new teams by itself
    decide(organiser, desk, "close")
    page = client.get(address).text
    assert "You are in." in page
    assert "sit out" not in page


def test_a_tournament_match_that_is_over_offers_signing_instead_of_a_rematch(browser: Browser):
    tournament = begun(4)
    thirteen = "fix@0=10 fix@1=3 truc@0 yes@1 retruc@1 yes@2 hand@0"
    table = evening.play(tournament, 1, signed=False, taps=thirteen)
    player = browser()
    address = player.post(f"/j/{table.join_token}", data={"seat": "0"}).location
    page = player.get(address).text
    assert 'form="rematch">' not in page
    link = re.search(r'href="([^"]+)">\s*Sign the result', page)
    assert link is not None
    signing = player.get(link[1]).text
    assert signing.index("This is right") < signing.index("Hand 1")
    assert "The table says 13–3. Points beyond 12 do not count: 12–3." in signing
    evening.sign(table, 0, 1)
    assert evening.score(tournament, 1) == "1-0 12-3 signed"
    assert "The signed result" in player.get(address).text
    signing = player.get(link[1]).text
    assert "Everybody agrees" in signing
    assert "It counts in the tournament." in signing
    results.set_by_hand(tournament, 1, Result((0, 0), (12, 5), How.BY_HAND), "no light", "desk")
    assert "What the organiser decided" in player.get(address).text
    signing = player.get(link[1]).text
    assert "12–5: the organiser decided" in signing
    assert "Reason: “no light”" in signing
    results.take_from_table(tournament, 1, "desk")
    desk = player.get(f"/k/{tournament.organise_token}/desk").text
    assert "12–3 signed by both" in desk
    match = player.get(f"/k/{tournament.organise_token}/match/1").text
    assert 'name="points-0"' in match
    assert 'name="games-0"' not in match  # a match has one game


def every_table() -> list[tables.Match]:
    with reading() as connection, open_session(connection) as session:
        return list(session.scalars(select(tables.Match)))


PAGES = [
    "",
    "/teams",
    "/draft",
    "/desk",
    "/team",
    "/wall",
    "/round/1",
    "/match/1",
    "/print/draw",
    "/print/results",
    "/print/standings",
    "/tournament.json",
    "/tournament.csv",
]


@pytest.mark.parametrize("kind", ["swiss", "groups", "single", "double", "second-chance", "all"])
def test_every_page_of_a_tournament_opens_at_every_stage(browser: Browser, kind: str):
    organiser = browser()
    desk = opened(organiser, kind=kind)
    base = desk.removesuffix("/desk")

    def take_snapshot() -> None:
        for page in PAGES:
            status = organiser.get(base + page).status_code
            assert status in {200, 303, 404}, page
            assert status != 404 or page == "/match/1"

    take_snapshot()
    sign_up(browser, desk, organiser, 7)
    decide(organiser, desk, "close")
    take_snapshot()
    decide(organiser, desk, "publish", f"{base}/draft")
    take_snapshot()
    for number in range(1, 9):
        fields = {"match": number, "games-0": 1, "games-1": 0, "points-0": 12, "points-1": 3}
        decide(organiser, desk, "by-hand", f"{base}/desk", **fields)
    take_snapshot()


@pytest.mark.parametrize(
    ("typed", "cap"),
    [({}, 12), ({"other-target": "9"}, 9), ({"other-target": "9", "cap": "20"}, 20)],
)
def test_the_cap_of_a_new_tournament_is_the_target_unless_another_cap_is_typed(
    browser: Browser, typed: dict[str, str], cap: int
):
    desk = opened(browser(), **typed)
    found = tournaments.by_token(desk.split("/")[2])
    assert found is not None
    assert rounds.take_snapshot(found.tournament).terms.cap == cap


def test_usual_values_for_sixteen_teams_are_replaced_if_eight_teams_are_typed(browser: Browser):
    organiser = browser()
    page = organiser.get("/tournament").text
    names = ("tables", "rounds", "groups", "qualify", "usual_for", "teams")
    form = {name: hidden(page, name) for name in names}
    assert form["teams"] == "16"
    form |= {"title": "Open", "game": "catalan", "kind": "groups", "teams": "8"}
    desk = organiser.post("/tournament", data=form).location
    found = tournaments.by_token(desk.split("/")[2])
    assert found is not None
    assert rounds.take_snapshot(found.tournament).so_far.form.groups == 2
    assert rounds.take_snapshot(found.tournament).terms.tables == 4


@pytest.mark.parametrize(("kind", "teams"), [("groups", 7), ("groups", 6), ("swiss", 4)])
def test_fewer_teams_than_expected_play_a_smaller_tournament(
    browser: Browser, kind: str, teams: int
):
    organiser = browser()
    desk = opened(organiser, kind=kind, teams="16", groups="4", rounds="5", final="4")
    sign_up(browser, desk, organiser, teams)
    assert decide(organiser, desk, "close").status_code == 303


def test_the_draft_names_the_group_of_each_pair_and_who_sits_out(browser: Browser):
    organiser = browser()
    desk = opened(organiser, kind="groups")
    sign_up(browser, desk, organiser, 7)
    page = organiser.get(decide(organiser, desk, "close").location).text
    assert re.findall("Group [AB]", page) == ["Group A", "Group B", "Group B"]
    assert "Sits out: " in page


def test_an_unexpected_error_in_a_tournament_does_not_break_the_page_of_its_table(left_out):
    def tell(code: str) -> str:
        raise {"wrong": ValueError, "away": tables.Unavailable}[code](AWAY)

    assert asked.tell_at_table(tell, "wrong", instead="nothing") == "nothing"
    assert len(left_out) == 1
    with pytest.raises(tables.Unavailable):
        asked.tell_at_table(tell, "away", instead="nothing")
