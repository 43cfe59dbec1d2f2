"""Test the page of a kept match: result, signatures, stake, and a code to continue it."""

from __future__ import annotations

import re
import struct

from companion import book
from tests.book.pages.conftest import read_link
from tests.plain_phones import words


def test_the_page_of_a_kept_match_shows_its_result_course_and_calls(client, kept_match):
    page = client.get(kept_match).text
    said = words(page)
    assert "Anna & Carme won" in said
    assert "Biel & Pep: hand won after truc" in said
    assert "After hand 1 Biel & Pep led, 0–2." in said
    assert "Calls answered: 2; accepted: 2." in said
    assert "± Correction" in said
    assert "Biel called truc. Carme" in said
    assert "Truc 2 100% 2/2" in said
    assert 'property="og:image" content="http://localhost/m/' in page


def test_the_result_of_a_kept_match_has_a_wide_and_a_square_picture(client, kept_match):
    page = client.get(kept_match).text
    for shape, size in (("wide", (1200, 630)), ("square", (1080, 1080))):
        answer = client.get(re.search(rf'"({kept_match}/\w+/{shape}\.png)"', page)[1])
        assert answer.mimetype == "image/png"
        assert answer.headers["Cache-Control"] == "no-store"
        assert struct.unpack(">II", answer.data[16:24]) == size


def test_a_kept_match_can_be_continued_at_a_new_table_from_its_code(client, kept_match):
    link = re.search(r'href="([^"]*/resume#[^"]*)"', client.get(kept_match).text)[1]
    table = client.post("/resume", data={"match": link}).headers["Location"]
    said = client.get(table).text
    assert all(name in said for name in ("Anna", "Biel", "Carme", "Pep"))
    assert 'data-score="12-2"' in said
    assert (
        client.post(f"{table}/taps", data={"tap": "undo", "seen": "9", "key": "z"}).status_code
        == 303
    )


def test_a_signed_match_shows_what_was_changed_after_signing(client, made, played, kept_match):
    client.post(made, data={"do": "mine", "person": "2"})
    assert client.post(kept_match, data={"do": "sign"}).status_code == 303
    assert "signed by Biel" in words(client.get(kept_match).text)
    client.post(f"{played}/taps", data={"tap": "undo", "seen": "9", "key": "a"})
    client.post(f"{played}/taps", data={"tap": "resign@0", "seen": "10", "key": "b"})
    client.get(f"{played}/keep")
    said = words(client.get(kept_match).text)
    assert "signed as 12–2, changed since" in said
    assert "12–2 became 10–2" in said


def test_a_kept_match_that_can_no_longer_be_replayed_keeps_its_result(
    client, made, kept_match, monkeypatch
):
    monkeypatch.setattr(book, "replay_of", lambda _: None)
    assert "Anna & Carme won" in words(client.get(kept_match).text)
    assert client.get(f"{kept_match}/replay").status_code == 410
    picture = re.search(r'"(/m/\S+/square\.png)"', client.get(kept_match).text)[1]
    assert client.get(picture).status_code == 200


def test_the_page_of_a_match_best_of_three_shows_each_game(client, made):
    taps = "fix@1=5 fix@0=12 truc@1 no@2 fix@1=12 fix@0=9 fix@1=3 fix@0=12"
    text = (
        f'[Variant "catalan"]\n[Players "Anna, Biel, Carme, Pep"]\n[Rules "best_of=3"]\n\n{taps}\n'
    )
    assert client.post(made, data={"do": "records", "records": text}).status_code == 303
    match = re.search(r'href="(/m/[\w-]+)"', client.get(made).text)[1]
    page = words(client.get(match).text)
    assert "Anna & Carme 2 Biel & Pep 1 " in page
    assert "12–5 · 0–13 · 21–3" in page


def test_both_spellings_of_a_removed_name_disappear_from_every_page_and_picture(
    app, client, made, kept_match
):
    client.post(made, data={"do": "add", "name": "Anneta"})
    client.post(made, data={"do": "merge", "person": "1", "into": "5"})
    page = client.get(kept_match).text
    picture = re.search(r'"(/m/\S+/wide\.png)"', page)[1]
    assert "Anneta" in page
    client.post(made, data={"do": "remove", "person": "5"})
    assert client.get(picture).status_code == 404
    reader = read_link(client, made)
    looks = app.test_client()
    pages = (
        reader,
        f"{reader}/figures",
        f"{reader}/json",
        f"{reader}/csv",
        f"{reader}/truc",
        kept_match,
    )
    for where in (*pages, f"{kept_match}/match.truc", f"{kept_match}/replay"):
        answer = looks.get(where)
        assert answer.status_code == 200, where
        assert "Ann" not in answer.text, where
    assert "Ann" not in client.get(f"{made}/new").text


def seat_options(page):
    return re.findall(r'<option value="(\d+)"( selected)?>([^<]*)', page)


def test_saving_the_players_of_a_match_keeps_a_person_whose_name_was_removed(
    client, made, kept_match
):
    client.post(made, data={"do": "remove", "person": "1"})
    page = client.get(kept_match).text
    (sent, _, said), *_ = seat_options(page)
    assert (sent, said) == ("1", "somebody")
    seats = {"seat-0": sent, "seat-1": "2", "seat-2": "4", "seat-3": "3"}
    client.post(kept_match, data={"do": "seat"} | seats)
    client.post(made, data={"do": "back", "kind": "person", "number": "1"})
    assert "Anna & Pep" in words(client.get(kept_match).text)


def test_saving_the_players_of_a_match_does_not_change_a_merged_person(client, made, kept_match):
    client.post(made, data={"do": "add", "name": "Ana"})
    client.post(made, data={"do": "merge", "person": "1", "into": "5"})
    page = client.get(kept_match).text
    assert seat_options(page)[:2] == [("0", "", "somebody"), ("2", "", "Biel")]
    assert ("5", " selected", "Ana") in seat_options(page)
    seats = {"seat-0": "5", "seat-1": "2", "seat-2": "3", "seat-3": "4"}
    client.post(kept_match, data={"do": "seat"} | seats)
    assert "Changes since" not in client.get(kept_match).text
    client.post(made, data={"do": "back", "kind": "merged", "number": "1"})
    assert "Anna" in client.get(kept_match).text
