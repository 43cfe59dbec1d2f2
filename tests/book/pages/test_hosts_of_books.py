"""Test who is host of a table that is opened from a book after a match of the same people."""

from __future__ import annotations

from companion import tables

FORM = {"game": "catalan", "seats": "4", "seat-0": "1", "seat-1": "2", "seat-2": "3", "seat-3": "4"}


def open_from(client, book: str, me: int) -> tables.Match:
    answer = client.post(f"{book}/new", data=FORM | {"me": str(me)})
    match = tables.by_code(answer.headers["Location"].rpartition("/")[2])
    assert match is not None
    return match


def is_host(client, match: tables.Match) -> bool:
    return bool(client.get(f"/t/{match.code}/host").status_code == 200)


def test_the_host_of_the_last_match_is_host_again_if_another_player_opens_a_table(
    app, client, made
):
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


def test_the_second_phone_to_join_the_next_match_does_not_become_its_host(app, client, made):
    first = open_from(client, made, 1)
    again = FORM | {"next": "1"}
    biel, carme, late = (app.test_client() for _ in range(3))
    assert (
        biel.post(f"{made}/new", data=again | {"me": "2"}).headers["Location"] == f"/t/{first.code}"
    )
    assert not is_host(biel, first)
    assert (
        client.post(f"{made}/new", data=again | {"me": "1"}).headers["Location"]
        == f"/t/{first.code}"
    )
    assert is_host(client, first)
    assert (
        carme.post(f"{made}/new", data=again | {"me": "2"}).headers["Location"]
        == f"/c/{first.code}"
    )
    (seated,) = [phone.device for phone in tables.phones(first) if phone.seat == 1]
    tables.lock(first)
    assert late.post(f"{made}/new", data=again | {"me": "4"}).status_code == 403
    tables.unlock(first)
    tables.ban_phone(first, seated)
    assert biel.post(f"{made}/new", data=again | {"me": "2"}).status_code == 403
