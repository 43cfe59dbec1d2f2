"""A host of a match is also host of the next table that the same people open by the card."""

from __future__ import annotations

from companion import tables
from tests.places.test_places import card, open_there, tapped

__all__ = ["card"]


def come(client, code: str, seat: int) -> None:
    match = tables.by_code(code)
    assert match is not None
    assert client.post(f"/j/{match.join_token}", data={"seat": str(seat)}).status_code == 303


def is_host(client, code: str) -> bool:
    return bool(client.get(f"/t/{code}/host").status_code == 200)


def test_the_previous_host_is_host_of_the_next_table_that_another_player_opens(app, card):
    anna, biel, stranger = (app.test_client() for _ in range(3))
    first = open_there(anna, card.link)
    come(biel, first, 1)
    tapped(anna, first, "end")
    second = open_there(biel, card.link)
    assert is_host(biel, second)
    assert not is_host(anna, second)
    come(anna, second, 1)
    come(stranger, second, 2)
    assert is_host(anna, second)
    assert not is_host(stranger, second)


def test_a_previous_host_is_not_host_of_the_next_table_of_other_people(app, card):
    anna = app.test_client()
    others = app.test_client()
    first = open_there(anna, card.link)
    tapped(anna, first, "end")
    second = open_there(others, card.link)
    come(anna, second, 1)
    assert not is_host(anna, second)


def test_a_phone_that_becomes_host_of_an_old_match_is_not_host_of_later_matches(app, card):
    anna = app.test_client()
    biel = app.test_client()
    first = open_there(anna, card.link)
    come(biel, first, 1)
    tapped(anna, first, "end")
    second = open_there(anna, card.link)
    tapped(anna, second, "end")
    third = anna.post(f"/t/{second}/rematch").headers["Location"].split("/")[2]
    match = tables.by_code(first)
    phones = {phone.seat: phone.device for phone in tables.phones(match)}
    tables.make_host(match, phones[1], by=phones[0])
    assert is_host(biel, first)
    for later in (second, third):
        come(biel, later, 1)
        assert not is_host(biel, later)
