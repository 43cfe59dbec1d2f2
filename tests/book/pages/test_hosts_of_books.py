"""Who is host of a table that is opened from a book, after a match of the same people."""

from __future__ import annotations

from companion import tables

FORM = {"game": "catalan", "seats": "4", "seat-0": "1", "seat-1": "2", "seat-2": "3", "seat-3": "4"}


def open_from(client, book: str, me: int) -> tables.Match:
    """Open a table for the four people of the book, as that person."""
    answer = client.post(f"{book}/new", data=FORM | {"me": str(me)})
    match = tables.by_code(answer.headers["Location"].rpartition("/")[2])
    assert match is not None
    return match


def is_host(client, match: tables.Match) -> bool:
    return bool(client.get(f"/t/{match.code}/host").status_code == 200)


def test_the_host_of_the_last_match_is_host_of_a_table_that_another_player_opens_from_the_book(app, client, made):
    biel = app.test_client()
    stranger = app.test_client()
    first = open_from(client, made, 1)
    biel.post(f"/j/{first.join_token}", data={"seat": "1"})
    second = open_from(biel, made, 2)
    client.post(f"/j/{second.join_token}", data={"seat": "0"})
    stranger.post(f"/j/{second.join_token}", data={"seat": "2"})
    assert is_host(biel, second)
    assert is_host(client, second)
    assert not is_host(stranger, second)
