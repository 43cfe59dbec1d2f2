"""The pages of a book, as a phone without script sees them: from an evening at a table to figures and a replay."""

from __future__ import annotations

import io
import re

import pytest

from companion import book
from companion.pages import replay
from tests.plain_phones import words

TAPS = "truc@1 yes@2 won@1 won@3 fix@0=10 truc@0 yes@1 won@0 won@0"


@pytest.fixture
def made(client) -> str:
    """The address of a new book of four people."""
    answer = client.post("/books", data={"title": "Divendres", "names": "Anna, Biel, Carme, Pep"})
    return answer.headers["Location"]


@pytest.fixture
def played(client, made) -> str:
    """The address of a table opened from it whose match is over."""
    chosen = {f"seat-{seat}": str(seat + 1) for seat in range(4)}
    table = client.post(f"{made}/new", data={"game": "catalan", "seats": "4"} | chosen).headers["Location"]
    for seen, tap in enumerate(TAPS.split()):
        assert client.post(f"{table}/taps", data={"tap": tap, "seen": str(seen), "key": f"k{seen}"}).status_code == 303
    return table


@pytest.fixture
def match(client, made, played) -> str:
    """The address of the match in the book."""
    return re.search(r'href="(/m/[\w-]+)"', client.get(made).text)[1]


def test_a_book_is_on_the_first_page(client, made):
    assert f'href="{made}"' in client.get("/").text
    assert "Divendres" in client.get("/").text


def test_it_rejects_a_title_that_is_none(client):
    assert client.post("/books", data={"title": " "}).status_code == 422


def test_a_table_opened_from_it_has_its_people(client, made, played):
    assert all(name in client.get(played).text for name in ("Anna", "Biel", "Carme", "Pep"))


def test_a_match_that_is_over_is_in_the_book_without_being_put_there(client, made, match):
    page = words(client.get(made).text)
    assert "Anna & Carme 12" in page
    assert "Biel & Pep 2" in page


def test_the_next_table_offers_last_times_game_and_seats(client, made, match):
    page = client.get(f"{made}/new").text
    assert '<option value="catalan" selected>' in page
    assert [re.search(rf'name="seat-{seat}" value="(\d)" checked', page)[1] for seat in range(4)] == [
        "1",
        "2",
        "3",
        "4",
    ]
    assert 'name="seat-1" value="2" checked' in client.get(f"{made}/new?game=put&seats=2").text


def test_a_table_whose_people_are_not_in_the_book_is_opened_all_the_same(client, made):
    answer = client.post(f"{made}/new", data={"game": "put", "seats": "2", "seat-0": "2", "seat-1": "0"})
    assert "Biel" in client.get(answer.headers["Location"]).text


def test_the_phone_sits_where_its_person_does(client, made):
    client.post(made, data={"do": "mine", "person": "2"})
    table = client.post(f"{made}/new", data={"game": "put", "seats": "2", "seat-0": "1", "seat-1": "2"})
    assert '<span class="me">Biel</span>' in client.get(table.headers["Location"]).text


def test_the_match_afterwards(client, match):
    page = client.get(match).text
    said = words(page)
    assert "Anna & Carme won" in said
    assert "Biel & Pep: truc accepted, played" in said
    assert "After hand 1 Biel & Pep led, 0–2." in said
    assert "2 raises, 2 of them met." in said
    assert "2*" in said  # the correction
    assert "Biel called truc. Carme" in said
    assert "Truc 2 100 % 2/2" in said
    assert 'property="og:image" content="http://localhost/m/' in page


def test_pictures_of_the_result(client, match):
    svg, png = client.get(f"{match}/picture.svg"), client.get(f"{match}/picture.png")
    assert "Anna &amp; Carme" in svg.text
    assert png.data[:4] == b"\x89PNG"
    assert (svg.mimetype, png.mimetype) == ("image/svg+xml", "image/png")


def test_the_replay_is_the_tables_own_page(client, match):
    page = client.get(f"{match}/replay?at=2").text
    said = words(page)
    assert "Biel called truc" in said
    assert "truc accepted" in said
    assert "Tap 2 of 9, hand 1" in said
    assert 'class="ring seats-4"' in page
    assert "data-tap" not in page
    assert 'data-step="back" href="' + f"{match}/replay?at=0" in page
    assert 'data-step="on" href="' + f"{match}/replay?at=4" in page


@pytest.mark.parametrize(("at", "tap"), [("0", 0), ("9", 9), ("99", 9), ("x", 9), ("-1", 9)])
def test_a_replay_from_anywhere(client, match, at, tap):
    assert f"Tap {tap} of 9" in words(client.get(f"{match}/replay?at={at}").text)


def test_a_replay_plays_itself_without_script_too(client, match):
    page = client.get(f"{match}/replay?at=3&play=1").text
    assert f'http-equiv="refresh" content="2;url={match}/replay?at=4&amp;play=1"' in page
    assert "refresh" not in client.get(f"{match}/replay?at=9&play=1").text


def test_every_step_of_the_replay_is_the_score_that_was_shown(client, match):
    scores = [re.findall(r'class="points"[^>]*>(\d+)', client.get(f"{match}/replay?at={at}").text) for at in range(10)]
    assert scores[0] == ["0", "0"]
    assert scores[4] == ["0", "2"]
    assert scores[9] == ["12", "2"]


def test_the_demonstration_takes_half_a_minute(client):
    page = client.get("/try").text
    pace, taps = int(re.search(r'data-pace="(\d+)"', page)[1]), len(replay._tried()[0].steps)
    assert 25_000 < pace * taps <= 30_000
    assert page.count('<li class="side-') >= 4
    assert ">Skip<" in page
    assert 'href="/try"' in client.get("/").text


def test_a_match_of_a_code_is_played_on_elsewhere(client, match):
    link = re.search(r'href="([^"]*/resume#[^"]*)"', client.get(match).text)[1]
    table = client.post("/resume", data={"match": link}).headers["Location"]
    said = client.get(table).text
    assert all(name in said for name in ("Anna", "Biel", "Carme", "Pep"))
    assert 'data-score="12-2"' in said
    assert client.post(f"{table}/taps", data={"tap": "undo", "seen": "9", "key": "z"}).status_code == 303


@pytest.mark.parametrize("typed", ["", "x", "#1ABC", '[Variant "bridge"]', '[Variant "put"]\n\nfoo@0'])
def test_it_rejects_what_holds_no_match(client, typed):
    answer = client.post("/resume", data={"match": typed})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_figures_of_the_book_of_a_player_and_of_a_pair(client, made, match):
    whole, anna, pair = (words(client.get(f"{made}/figures{what}").text) for what in ("", "?person=1", "?pair=1-3"))
    assert "1 match, 2 hands recorded." in whole
    assert "10 points were tapped" in whole
    assert "Truc 1 100 % 1/1" in anna
    assert "Matches won 100 % 1/1 · 21–100 %" in anna
    assert "Anna & Carme" in pair
    assert client.get(f"{made}/figures?person=9").status_code == 404
    assert client.get(f"{made}/figures?pair=1-2").status_code == 404


def test_what_it_was_for_is_owed_until_it_is_settled(client, made, match):
    client.post(match, data={"do": "stake", "stake": "the coffees"})
    assert "Biel & Pep to Anna & Carme: the coffees ×1" in words(client.get(made).text)
    client.post(made, data={"do": "settle", "numbers": "1"})
    assert "Biel & Pep to" not in words(client.get(made).text)


def test_signing_and_what_was_changed_later(client, made, played, match):
    client.post(made, data={"do": "mine", "person": "2"})
    assert client.post(match, data={"do": "sign"}).status_code == 303
    assert "signed by Biel" in words(client.get(match).text)
    client.post(f"{played}/taps", data={"tap": "undo", "seen": "9", "key": "a"})
    client.post(f"{played}/taps", data={"tap": "resign@0", "seen": "10", "key": "b"})
    page = client.get(f"{played}/keep").text
    number = re.search(r'name="book" value="(\d+)"', page)[1]
    client.post(f"{played}/keep", data={"book": number})
    said = words(client.get(match).text)
    assert "signed 12–2, which was changed later" in said
    assert "12–2 became 10–2, by Biel" in said


def test_keeping_a_match_begins_a_book(app, client):
    table = client.post("/tables", data={"game": "put"}).headers["Location"].removesuffix("/invite")
    assert "not over yet" in words(client.get(f"{table}/keep").text)
    client.post(f"{table}/taps", data={"tap": "resign@0", "seen": "0", "key": "a"})
    assert f'href="{table}/keep"' in client.get(table).text
    assert client.post(f"{table}/keep", data={"title": " "}).status_code == 422
    made = client.post(f"{table}/keep", data={"title": "Penya"}).headers["Location"]
    assert "Penya" in client.get(made).text
    assert "It is in Penya" in words(client.get(f"{table}/keep").text)


def test_people_are_added_renamed_and_taken_out(client, made, match):
    client.post(made, data={"do": "add", "name": "Quim"})
    client.post(made, data={"do": "rename", "person": "5", "name": "Quimet"})
    assert "Quimet" in client.get(made).text
    client.post(made, data={"do": "remove", "person": "1"})
    assert "Anna" not in client.get(made).text + client.get(match).text + client.get(f"{made}/json").text
    assert "somebody & Carme" in words(client.get(match).text)
    assert client.post(made, data={"do": "rename", "person": "1", "name": "Anna"}).status_code == 422
    assert client.post(made, data={"do": "nonsense"}).status_code == 400


def test_new_links_shut_out_who_has_the_old_ones(app, client, made):
    other = app.test_client()
    assert other.get(made).status_code == 200
    new = client.post(made, data={"do": "links"}).headers["Location"]
    assert other.get(made).status_code == 404
    assert "Divendres" not in other.get("/").text
    assert "Divendres" in client.get(new).text
    assert f'href="{new}"' in client.get("/").text


def test_records_up_and_down(client, made, match):
    text = client.get(f"{made}/truc").text
    other = client.post("/books", data={"title": "Copy"}).headers["Location"]
    client.post(other, data={"do": "records", "file": (io.BytesIO(text.encode()), "book.truc")})
    assert client.get(f"{other}/truc").text == text
    assert client.post(other, data={"do": "records", "records": "nonsense"}).status_code == 422
    assert client.get(f"{match}/match.truc").text == text
    assert client.get(f"{made}/csv").text.count("\n") > 3
    assert client.get(f"{made}/json").json["title"] == "Divendres"


def test_a_match_taken_out_and_a_book_deleted_are_gone(client, made, match):
    client.post(match, data={"do": "remove"})
    assert client.get(match).status_code == 404
    assert "Nothing yet." in words(client.get(made).text)
    assert "for good" in words(client.get(f"{made}/delete").text)
    client.post(f"{made}/delete")
    assert client.get(made).status_code == 404


def test_a_match_its_rules_refuse_today_keeps_its_result(client, made, match, monkeypatch):
    monkeypatch.setattr(book, "played_of", lambda _: None)
    assert "Anna & Carme won" in words(client.get(match).text)
    assert client.get(f"{match}/replay").status_code == 410
    assert client.get(f"{match}/picture.svg").status_code == 200


def test_a_book_of_records_tells_the_same_as_one_of_tables(client, made, match):
    other = client.post("/books", data={"title": "Copy"}).headers["Location"]
    client.post(other, data={"do": "records", "records": client.get(f"{made}/truc").text})
    one, two = (re.sub(r"/b/[\w-]+", "", client.get(f"{where}/figures").text) for where in (made, other))
    assert one == two.replace("Copy", "Divendres")
