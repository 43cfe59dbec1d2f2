"""Test the page of a book as a phone without scripts sees it."""

from __future__ import annotations

import codecs
import io
import re
from html import unescape

import pytest
from sqlalchemy import func, select

from companion.book.models import BookPhone
from companion.tables.store import reading
from tests.book.pages.conftest import record, tap
from tests.plain_phones import words


def test_the_page_of_a_book_preselects_no_person(client, made):
    assert client.post(made, data={"do": "remove", "person": ""}).status_code == 400
    assert '<option value="">' in client.get(made).text


def test_only_a_book_without_matches_says_what_it_will_keep(client, made):
    sentence = "The matches played at the tables of this book are kept here"
    assert sentence in words(client.get(made).text)
    client.post(made, data={"do": "records", "records": record("2020-01-01")})
    assert sentence not in words(client.get(made).text)


@pytest.mark.parametrize("numbers", ["²", "1 x", "99999999999999999999", "-1", "٣"])
def test_the_book_page_rejects_invalid_match_numbers(client, made, kept_match, numbers):
    assert client.post(made, data={"do": "settle", "numbers": numbers}).status_code == 400


def test_a_phone_without_cookies_leaves_no_row_in_a_book(app, client, made):
    for _ in range(3):
        app.test_client(use_cookies=False).get(made)
    with reading() as connection:
        assert connection.scalar(select(func.count()).select_from(BookPhone)) == 1


def test_figures_of_a_book_are_shown_for_all_people_for_one_person_or_for_a_pair(
    client, made, kept_match
):
    asked = ("", "?person=1", "?pair=1-3")
    whole, anna, pair = (words(client.get(f"{made}/figures{what}").text) for what in asked)
    assert "1 match played 2 hands recorded 1 evening" in whole
    assert "The score was corrected 1 time." in whole
    assert "entered directly" not in whole
    assert "Truc 1 100% 1/1" in anna
    assert "Matches won 100% 1/1 · 21–100%" in anna
    assert "Anna & Carme" in pair
    assert client.get(f"{made}/figures?person=9").status_code == 404
    assert client.get(f"{made}/figures?pair=1-2").status_code == 404


def test_keeping_a_match_can_begin_a_new_book(app, client):
    table = client.post("/tables", data={"game": "put"}).headers["Location"].removesuffix("/invite")
    assert "not over yet" in words(client.get(f"{table}/keep").text)
    tap(client, table, "resign@0")
    assert f'href="{table}/keep"' in client.get(table).text
    assert client.post(f"{table}/keep", data={"title": " "}).status_code == 422
    made = client.post(f"{table}/keep", data={"title": "Penya"}).headers["Location"]
    assert "Penya" in client.get(made).text
    assert "This match is in Penya" in words(client.get(f"{table}/keep").text)


def test_people_of_a_book_are_added_renamed_and_removed(client, made, kept_match):
    client.post(made, data={"do": "add", "name": "Quim"})
    client.post(made, data={"do": "rename", "person": "5", "name": "Quimet"})
    assert "Quimet" in client.get(made).text
    client.post(made, data={"do": "remove", "person": "1"})
    assert "Anna" not in client.get(kept_match).text + client.get(f"{made}/json").text
    assert "Removed: Anna" in words(client.get(made).text)
    assert (
        client.post(made, data={"do": "back", "kind": "person", "number": "1"}).status_code == 303
    )
    assert "Anna" in client.get(kept_match).text
    client.post(made, data={"do": "remove", "person": "1"})
    assert "somebody & Carme" in words(client.get(kept_match).text)
    assert (
        client.post(made, data={"do": "rename", "person": "1", "name": "Anna"}).status_code == 422
    )
    assert client.post(made, data={"do": "nonsense"}).status_code == 400


def restore(client, address, label):
    page = client.get(address).text
    (number,) = re.findall(rf'<span>{label}</span>.*?name="number" value="(\d+)"', page, re.DOTALL)
    return client.post(address, data={"do": "back", "kind": "links", "number": number})


def test_each_replaced_link_of_a_book_can_be_restored_separately(app, client, made):
    links = re.findall(r'class="link"><a href="[^"]*(/b/[\w-]+)"', client.get(made).text)
    for kind in ("links-read", "links-write"):
        client.post(made, data={"do": kind})
    new = client.post(made, data={"do": "links-keep"}).headers["Location"]
    assert [app.test_client().get(link).status_code for link in links] == [404] * 3
    assert restore(client, new, "Replaced: Editing link").headers["Location"] == new
    assert restore(client, new, "Replaced: Read-only link").headers["Location"] == new
    assert restore(client, new, "Replaced: Managing link").headers["Location"] == made
    assert [app.test_client().get(link).status_code for link in links] == [200] * 3
    assert "Replaced:" not in client.get(made).text


def test_the_records_of_a_book_can_be_downloaded_and_uploaded(client, made, kept_match):
    text = client.get(f"{made}/truc").text
    other = client.post("/books", data={"title": "Copy"}).headers["Location"]
    client.post(other, data={"do": "records", "file": (io.BytesIO(text.encode()), "book.truc")})
    assert client.get(f"{other}/truc").text == text
    refused = client.post(other, data={"do": "records", "records": "nonsense"})
    assert refused.status_code == 422
    empty = client.post("/books", data={"title": "Empty"}).headers["Location"]
    refused = client.post(empty, data={"do": "records", "records": '{"a": 1}'})
    assert "The pasted text is not a book" in words(refused.text)
    assert client.get(f"{kept_match}/match.truc").text == text
    assert client.get(f"{made}/csv").text.count("\n") > 3
    assert client.get(f"{made}/json").json["title"] == "Divendres"


def test_a_whole_book_can_be_exported_and_imported_as_one_file(client, made, kept_match):
    text = client.get(f"{made}/json").data
    other = client.post("/books", data={"title": "Copy"}).headers["Location"]
    sent = {"do": "records", "file": (io.BytesIO(text), "Divendres.json")}
    assert client.post(other, data=sent).status_code == 303
    assert client.get(f"{other}/json").data == text
    sent = {"do": "records", "file": (io.BytesIO(text), "Divendres.json")}
    assert "imported into a new book" in words(client.post(other, data=sent).text)


def test_the_refusal_of_an_uploaded_file_that_is_not_text_names_the_file(client, made):
    sent = {"do": "records", "file": (io.BytesIO(b"\x89PNG\r\n\x1a\n\0"), "Photo.png")}
    assert "Photo.png cannot be read" in words(client.post(made, data=sent).text)


def test_uploading_records_says_how_many_of_them_were_in_the_book_already(client, made):
    one, two, three = (record(f"2026-01-0{day}") for day in (1, 2, 3))
    client.post(made, data={"do": "records", "records": one + two})
    page = words(client.post(made, data={"do": "records", "records": one + two + three}).text)
    assert "2 of these matches were already in the book" in page


def test_the_matches_of_a_book_are_divided_into_pages(client, made):
    records = [record(f"2026-01-{day:02}") for day in range(1, 32)]
    client.post(made, data={"do": "records", "records": "\n".join(records)})
    first = client.get(made).text
    second = client.get(f"{made}?from=30").text
    assert (first.count('href="/m/'), second.count('href="/m/')) == (30, 1)
    assert f"{made}?from=30#matches" in first
    assert f"{made}?from=0#matches" in second
    assert client.get(f"{made}?from=99").status_code == 200


def test_the_body_of_a_form_is_not_read_if_the_book_link_is_invalid(client):
    form = Unread()
    assert (
        client.post(
            "/b/" + "x" * 22, environ_overrides={"wsgi.input": form, "CONTENT_LENGTH": "2000000"}
        ).status_code
        == 404
    )
    assert form.read_bytes == 0


class Unread(io.RawIOBase):
    read_bytes = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        self.read_bytes += len(buffer)
        return 0


def test_a_removed_match_and_a_deleted_book_have_no_page(client, made, kept_match):
    client.post(kept_match, data={"do": "remove"})
    assert client.get(kept_match).status_code == 404
    assert "Tonight" not in words(client.get(made).text)
    assert "for good" in words(client.get(f"{made}/delete").text)
    client.post(f"{made}/delete")
    assert client.get(made).status_code == 404
    assert "Divendres was deleted." in words(client.get("/").text)
    assert client.post("/books/back", data={"token": made.rpartition("/")[2]}).status_code == 303
    assert client.get(made).status_code == 200


def test_the_csv_of_a_book_is_named_after_it_and_begins_with_a_byte_order_mark(
    client, made, kept_match
):
    client.post(made, data={"do": "title", "title": "Divendres / Bar"})
    answer = client.get(f"{made}/csv")
    assert "Divendres - Bar.csv" in answer.headers["Content-Disposition"]
    assert answer.data.startswith(codecs.BOM_UTF8)


def test_a_removed_match_is_listed_with_its_players_and_their_scores(client, made, kept_match):
    client.post(kept_match, data={"do": "remove"})
    page = words(client.get(made).text)
    assert re.search(r"Match removed: Anna & Carme \d+, Biel & Pep \d+", page)


def test_pasted_records_that_are_refused_stay_in_their_field(client, made):
    text = '[Variant "put"]\n\nresign@0\n\n[Variant "catalan"]\n\nretruc@1'
    answer = client.post(made, data={"do": "records", "records": text})
    assert answer.status_code == 422
    field = re.search(r'name="records"[^>]*>\n(.*?)</textarea>', answer.text, re.DOTALL)
    assert unescape(field[1]) == text
