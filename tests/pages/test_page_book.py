"""The page of a book, as a phone without script sees it: its people, its tables, its figures, records up and down."""

from __future__ import annotations

import io
import re

from tests.plain_phones import words


def test_a_book_is_on_the_first_page(client, made):
    assert f'href="{made}"' in client.get("/").text
    assert "Divendres" in client.get("/").text


def test_it_rejects_a_title_that_is_none(client):
    assert client.post("/books", data={"title": " "}).status_code == 422


def test_a_table_opened_from_it_has_its_people(client, made, played):
    assert all(name in client.get(played).text for name in ("Anna", "Biel", "Carme", "Pep"))


def test_a_match_that_is_over_is_in_the_book_without_being_put_there(client, made, kept_match):
    page = words(client.get(made).text)
    assert "Anna & Carme 12" in page
    assert "Biel & Pep 2" in page


def test_the_next_table_offers_last_times_game_and_seats(client, made, kept_match):
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


def test_figures_of_the_book_of_a_player_and_of_a_pair(client, made, kept_match):
    whole, anna, pair = (words(client.get(f"{made}/figures{what}").text) for what in ("", "?person=1", "?pair=1-3"))
    assert "1 match, 2 hands recorded." in whole
    assert "10 points were tapped" in whole
    assert "Truc 1 100 % 1/1" in anna
    assert "Matches won 100 % 1/1 · 21–100 %" in anna
    assert "Anna & Carme" in pair
    assert client.get(f"{made}/figures?person=9").status_code == 404
    assert client.get(f"{made}/figures?pair=1-2").status_code == 404


def test_keeping_a_match_begins_a_book(app, client):
    table = client.post("/tables", data={"game": "put"}).headers["Location"].removesuffix("/invite")
    assert "not over yet" in words(client.get(f"{table}/keep").text)
    client.post(f"{table}/taps", data={"tap": "resign@0", "seen": "0", "key": "a"})
    assert f'href="{table}/keep"' in client.get(table).text
    assert client.post(f"{table}/keep", data={"title": " "}).status_code == 422
    made = client.post(f"{table}/keep", data={"title": "Penya"}).headers["Location"]
    assert "Penya" in client.get(made).text
    assert "It is in Penya" in words(client.get(f"{table}/keep").text)


def test_people_are_added_renamed_and_taken_out(client, made, kept_match):
    client.post(made, data={"do": "add", "name": "Quim"})
    client.post(made, data={"do": "rename", "person": "5", "name": "Quimet"})
    assert "Quimet" in client.get(made).text
    client.post(made, data={"do": "remove", "person": "1"})
    assert "Anna" not in client.get(made).text + client.get(kept_match).text + client.get(f"{made}/json").text
    assert "somebody & Carme" in words(client.get(kept_match).text)
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


def test_records_up_and_down(client, made, kept_match):
    text = client.get(f"{made}/truc").text
    other = client.post("/books", data={"title": "Copy"}).headers["Location"]
    client.post(other, data={"do": "records", "file": (io.BytesIO(text.encode()), "book.truc")})
    assert client.get(f"{other}/truc").text == text
    assert client.post(other, data={"do": "records", "records": "nonsense"}).status_code == 422
    assert client.get(f"{kept_match}/match.truc").text == text
    assert client.get(f"{made}/csv").text.count("\n") > 3
    assert client.get(f"{made}/json").json["title"] == "Divendres"


def test_a_match_taken_out_and_a_book_deleted_are_gone(client, made, kept_match):
    client.post(kept_match, data={"do": "remove"})
    assert client.get(kept_match).status_code == 404
    assert "Nothing yet." in words(client.get(made).text)
    assert "for good" in words(client.get(f"{made}/delete").text)
    client.post(f"{made}/delete")
    assert client.get(made).status_code == 404


def test_a_book_of_records_tells_the_same_as_one_of_tables(client, made, kept_match):
    other = client.post("/books", data={"title": "Copy"}).headers["Location"]
    client.post(other, data={"do": "records", "records": client.get(f"{made}/truc").text})
    one, two = (re.sub(r"/b/[\w-]+", "", client.get(f"{where}/figures").text) for where in (made, other))
    assert one == two.replace("Copy", "Divendres")
