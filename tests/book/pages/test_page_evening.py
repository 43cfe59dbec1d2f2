"""Test the page of a book on an evening, as a phone without scripts sees it."""

from __future__ import annotations

import io
import re

from tests.book.pages.conftest import TAPS, read_link, record, tap
from tests.plain_phones import words


def next_form(client, made) -> dict[str, str]:
    form = client.get(made).text.partition('value="catalan">')[2].partition("</form>")[0]
    return {"game": "catalan", "next": "1"} | dict(re.findall(r'name="(\S+)" value="(\w+)"', form))


def test_one_touch_opens_the_next_match_with_changed_partners(client, made, kept_match):
    page = words(client.get(made).text)
    assert re.search(r"Next match: Catalan truc \w+ & \w+ – \w+ & \w+\. \w+ deals\.", page)
    table = client.post(f"{made}/new", data=next_form(client, made)).headers["Location"]
    opened = words(client.get(table).text)
    assert all(name in opened for name in ("Anna", "Biel", "Carme", "Pep"))
    assert "Anna & Carme" not in opened


def test_a_second_touch_on_the_next_match_opens_no_second_table(client, made, kept_match):
    form = next_form(client, made)
    first, second = (client.post(f"{made}/new", data=form).headers["Location"] for _ in range(2))
    assert first == second
    tap(client, first, "truc@1")
    assert client.post(f"{made}/new", data=form).headers["Location"] != first


def test_a_book_shows_a_table_in_play_and_suggests_no_match_for_the_people_there(
    client, made, kept_match
):
    table = client.post(f"{made}/new", data=next_form(client, made)).headers["Location"]
    tap(client, table, "fix@0=1")
    page = client.get(made).text
    assert re.search(r"Playing now .* & .* 1 .* & .* 0 Catalan truc", words(page))
    assert f'href="{table}"' in page
    assert "Next match" not in page
    assert 'hx-trigger="every 30s"' in page


def test_a_phone_with_the_read_only_link_sees_the_score_but_no_link_to_the_table(
    app, client, made, kept_match
):
    table = client.post(f"{made}/new", data=next_form(client, made)).headers["Location"]
    reader = read_link(client, made)
    page = app.test_client().get(reader).text
    assert "Playing now" in page
    assert table not in page
    assert "Next match" not in page


def test_a_kept_match_whose_end_was_undone_is_listed_as_in_play_again(
    client, made, played, kept_match
):
    tap(client, played, "undo", first=len(TAPS.split()))
    page = words(client.get(made).text)
    assert "Playing now Anna & Carme 10 Biel & Pep 2" in page
    assert not any(text in page for text in ("Unfinished", "Next match", "Tonight"))
    assert page.count("Anna & Carme") == 1
    tap(client, played, "won@0", first=len(TAPS.split()) + 1)
    page = words(client.get(made).text)
    assert "Tonight Anna & Carme 12 Biel & Pep 2" in page
    assert "Playing now" not in page


def test_a_match_of_tonight_is_listed_once_on_the_page_of_its_book(client, made, kept_match):
    page = client.get(made).text
    assert "Tonight" in page
    assert page.count(f'href="{kept_match}"') == 1


def test_debts_are_set_off_and_settled_in_one_touch(client, made, kept_match):
    client.post(kept_match, data={"do": "stake", "stake": "the coffees"})
    page = client.get(made).text
    assert "the coffees Biel owes Anna ×1" in words(page)
    numbers = re.search(r'name="numbers" value="([\d ]+)"', page)[1]
    client.post(made, data={"do": "settle", "numbers": numbers})
    assert "the coffees ×" not in words(client.get(made).text)


def test_a_season_of_a_book_can_be_a_year_or_all_time(client, made):
    records = [record(day) for day in ("2025-03-01", "2025-04-01", "2026-01-01")]
    client.post(made, data={"do": "records", "records": "\n".join(records)})
    page = words(client.get(made).text)
    assert "All time 2026 2025" in page
    assert "1 Biel 3 in a row 3 of 3" in page
    assert "1 Biel 2 of 2" in words(client.get(f"{made}?season=2025").text)
    assert "1 Biel 3 in a row 3 of 3" in words(client.get(f"{made}?season=1999").text)


def test_the_evening_page_does_not_show_a_removed_name_of_a_table_in_play(
    app, client, made, kept_match
):
    table = client.post(f"{made}/new", data=next_form(client, made)).headers["Location"]
    assert client.get(made).text.count("Anna") > 0
    client.post(made, data={"do": "remove", "person": "1"})
    reader = read_link(client, made)
    page = app.test_client().get(reader).text
    assert "Playing now" in page
    assert "somebody" in page
    assert "Anna" not in page
    assert "Anna" in client.get(table).text  # a table calls its players by its own names


def test_a_time_zone_that_does_not_exist_is_refused_with_a_sentence(client, made):
    answer = client.post(made, data={"do": "zone", "zone": "x" * 9000})
    assert answer.status_code == 422
    assert f"“{'x' * 40}” is not a time zone." in words(answer.text)


def test_only_editors_can_change_the_time_zone_of_a_book(app, client, made):
    zone = {"do": "zone", "zone": "Europe/Madrid"}
    assert app.test_client().post(read_link(client, made), data=zone).status_code == 403
    file = {"do": "zone", "zone": (io.BytesIO(b"UTC"), "zone.txt")}
    for wrong in ({"do": "zone"}, file):
        assert client.post(made, data=wrong).status_code == 400
    assert "as the server:" in words(client.get(made).text)
    assert client.post(made, data=zone).status_code == 303
    assert 'value="Europe/Madrid"' in client.get(made).text


def test_an_evening_in_madrid_goes_on_past_midnight_while_the_server_is_in_utc(client, made, utc):
    at = [record(day) for day in ("2026-10-31T22:00:00+00:00", "2026-10-31T23:30:00+00:00")]
    client.post(made, data={"do": "zone", "zone": "Europe/Madrid"})
    client.post(made, data={"do": "records", "records": "\n".join([*at, record("2026-11-02")])})
    page = words(client.get(f"{made}?season=2026").text)
    assert page.count("31 October 2026") == 2
    assert "1 November 2026" not in page


def test_a_long_form_without_a_file_is_refused_before_it_is_parsed(client, made):
    answer = client.post(made, data={"do": "records", "records": "x" * 600_000})
    assert (answer.status_code, "can be sent as a file" in answer.text) == (413, True)
