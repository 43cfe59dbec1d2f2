"""Test opening a table from a book on a phone without scripts."""

from __future__ import annotations

import re

import pytest

from tests.plain_phones import words


def tapped(client, made, *people, **more):
    """Return the page of the form after these people were tapped, one request for each."""
    form = {"game": "catalan", "seats": "4"} | more
    page = client.get(f"{made}/new", query_string=form).text
    for person in people:
        form = {name: value for name, value in form.items() if not name.startswith("seat-")} | dict(
            seated(page)
        )
        page = client.get(f"{made}/new", query_string=form | {"tap": str(person)}).text
    return page


def seated(page):
    return re.findall(r'name="(seat-\d)" value="(\d+)"', page)


def test_names_for_a_new_table_are_tapped_in_the_order_of_play(client, made):
    page = tapped(client, made, 3, 1, 4)
    assert seated(page) == [("seat-0", "3"), ("seat-1", "1"), ("seat-2", "4")]
    assert "Carme Anna Pep Seat 4" in words(page)


def test_the_button_of_a_tapped_name_shows_its_place_in_the_order_of_play(client, made):
    page = tapped(client, made, 3, 1)
    places = re.findall(r'<b class="count">(\d+)</b>\s*(\w+)', page)
    assert sorted(places) == [("1", "Carme"), ("2", "Anna")]


def test_a_second_tap_on_a_name_frees_its_seat(client, made):
    page = tapped(client, made, 3, 1, 3, 4)
    assert seated(page) == [("seat-0", "1"), ("seat-1", "4")]
    assert (
        client.post(
            f"{made}/new", data={"game": "put", "seats": "2", "seat-0": "1", "seat-1": "1"}
        ).status_code
        == 422
    )


def test_nobody_can_be_seated_at_a_full_table_of_a_book(client, made):
    client.post(made, data={"do": "add", "name": "Quim"})
    page = tapped(client, made, 1, 2, 3, 4, 5)
    assert [number for _, number in seated(page)] == ["1", "2", "3", "4"]
    assert re.search(r'value="5"[^>]* disabled', page)


def test_a_seat_can_be_left_to_an_unknown_player_or_given_to_a_new_name(client, made):
    page = tapped(client, made, 1, 0)
    assert seated(page) == [("seat-0", "1"), ("seat-1", "0")]
    form = {"game": "catalan", "seats": "4", "do": "add", "name": "Quim"} | dict(seated(page))
    page = client.post(f"{made}/new", data=form).text
    assert seated(page)[-1] == ("seat-2", "5")
    assert "Quim" in client.get(made).text
    assert client.post(f"{made}/new", data=form | {"name": "x" * 99}).status_code == 422
    assert len(seated(client.post(f"{made}/new", data=form | {"name": " "}).text)) == 2


def test_a_chosen_name_keeps_its_seat_if_it_is_typed_again(client, made):
    form = {"game": "catalan", "seats": "4", "do": "add", "name": "Anna", "seat-0": "1"}
    assert seated(client.post(f"{made}/new", data=form).text) == [("seat-0", "1")]


def test_a_table_of_a_book_is_opened_with_the_chosen_dealer_target_and_seat(client, made):
    form = {f"seat-{seat}": str(seat + 1) for seat in range(4)}
    form |= {
        "game": "catalan",
        "seats": "4",
        "dealer": "2",
        "me": "2",
        "house-target": "",
        "other-target": "9",
    }
    table = client.post(f"{made}/new", data=form).headers["Location"]
    page = client.get(table).text
    assert 'data-dealer="2"' in page
    assert '<span class="me">Biel</span>' in page
    record = client.get(f"{table}/record").text
    assert "target=9" in record
    assert 'name="me" value="2" checked' in tapped(client, made, 1, 2)


@pytest.mark.parametrize(("more", "seats"), [({}, 1), ({"me": "0"}, 0)])
def test_a_phone_that_only_keeps_the_score_does_not_get_the_seat_of_its_person(
    client, made, more, seats
):
    client.post(made, data={"do": "mine", "person": "2"})
    form = {"game": "put", "seats": "2", "seat-0": "0", "seat-1": "2"} | more
    table = client.post(f"{made}/new", data=form).headers["Location"]
    assert client.get(table).text.count('<span class="me">Biel</span>') == seats


@pytest.mark.parametrize(
    "fields", [{"tap": "x"}, {"tap": "999"}, {"seat-0": "-1"}, {"dealer": "99"}, {"me": "²"}]
)
def test_an_invalid_query_in_the_address_of_the_new_table_page_causes_no_error(
    client, made, fields
):
    assert (
        client.get(
            f"{made}/new", query_string={"game": "catalan", "seats": "4"} | fields
        ).status_code
        == 200
    )


def test_the_form_for_a_new_table_preselects_the_last_game_and_lists_its_people_first(
    client, made, kept_match
):
    client.post(made, data={"do": "add", "name": "Aaron"})
    page = client.get(f"{made}/new").text
    assert '<option value="catalan" selected>' in page
    people = re.findall(r"(\w+)\s*</button>", page)
    assert people.index("Anna") < people.index("Aaron")
    assert "Next match" in page


@pytest.mark.parametrize(("seats", "dealer"), [("4", "3"), ("2", "1")])
def test_the_last_player_of_a_book_table_can_deal_first(client, made, seats, dealer):
    people = {f"seat-{seat}": str(seat + 1) for seat in range(int(seats))}
    form = people | {"game": "catalan", "seats": seats, "dealer": dealer}
    page = client.get(f"{made}/new", query_string=form).text
    assert f'name="dealer" value="{dealer}" checked' in page
    table = client.post(f"{made}/new", data=form).headers["Location"]
    assert f'data-dealer="{dealer}"' in client.get(table).text


def test_a_merged_person_has_one_button_for_a_seat(client, made):
    client.post(made, data={"do": "add", "name": "Ana"})
    client.post(made, data={"do": "merge", "person": "5", "into": "1"})
    page = client.get(f"{made}/new").text
    assert re.findall(r'id="tap-(\d+)"', page) == ["1", "2", "3", "4"]
