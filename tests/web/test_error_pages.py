"""An error is explained in a plain sentence.

The answer is an error page, or only a line with the sentence if htmx sent the request.
"""

from __future__ import annotations

import pytest
from sqlalchemy import update

from companion import tables
from companion.pages import table
from companion.tables import codes, trouble
from companion.tables.process_state import process_state
from companion.tables.store import writing
from companion.web import error_pages
from tests.plain_phones import words


def test_an_unknown_address_is_answered_with_404_and_a_sentence(client):
    answer = client.get("/nowhere")
    assert answer.status_code == 404
    assert "There is no page at this address." in words(answer.text)
    assert "Traceback" not in answer.text


def test_a_wrong_method_is_answered_with_405_and_a_sentence(client):
    answer = client.get("/tables")
    assert answer.status_code == 405
    assert "use the buttons" in words(answer.text)
    assert "POST" in answer.headers["Allow"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Type a code."),
        ("abcd", "No table has the code ABCD."),
        ("x" * 30, f"No table has the code {'X' * 20}."),
    ],
)
def test_a_code_without_a_table_is_repeated_in_the_sentence_and_can_be_corrected(
    client, typed, sentence
):
    answer = client.get("/c", query_string={"code": typed})
    assert answer.status_code == 404
    assert sentence in words(answer.text)
    assert (f'name="code" value="{typed[:20]}"' in answer.text) is (typed != "")


def test_a_line_for_htmx_is_shown_at_the_top_of_the_page(client):
    answer = client.get("/nowhere", headers={"HX-Request": "true"})
    assert (answer.headers["HX-Retarget"], answer.headers["HX-Reswap"]) == ("#main", "afterbegin")
    assert "HX-Retarget" not in client.get("/nowhere").headers


def test_a_page_with_nothing_to_show_leads_on_to_another_page(app):
    with app.test_request_context("/"):
        error = error_pages.NothingHere("This hand is not over.", "/games", "All games")
        answer = error_pages.error_page(error)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 404
    assert "This hand is not over." in words(page)
    assert 'href="/games">All games</a>' in page


@pytest.fixture
def quiet(app):
    app.config["TESTING"] = False
    app.config["PROPAGATE_EXCEPTIONS"] = False


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("htmx", [False, True])
def test_an_exception_is_answered_with_500_and_a_sentence(anna, monkeypatch, htmx):
    monkeypatch.setattr(table.panel, "build_panel", lambda *_: 1 / 0)
    answer = anna.client.get(anna.home, headers={"HX-Request": "true"} if htmx else {})
    assert answer.status_code == 500
    assert "Something went wrong on the server" in words(answer.text)
    assert ("<html" in answer.text) is not htmx


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_page_for_an_unavailable_database_says_to_try_again(client, monkeypatch, headers):
    def fail(_: str, **_sure: bool) -> None:
        raise tables.Unavailable(trouble.FULL)

    monkeypatch.setattr(tables, "by_code", fail)
    answer = client.get("/t/AAAAA", headers=headers)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "3")
    assert trouble.FULL in answer.text
    assert ("<html" in answer.text) is (not headers)


@pytest.mark.parametrize("told", ["not json", "[1]", '[{"nonsense": 1}]', "null"])
def test_an_unreadable_table_does_not_hide_the_other_tables_of_a_phone(
    anna, match, open_match, caplog, told
):
    other = open_match()
    anna.client.post(f"/j/{other.join_token}", data={"seat": "0"})
    anna.play("truc@1")
    with writing() as connection:
        connection.execute(update(tables.TapRow).values(events_json=told))
    process_state().states.clear()
    page = words(anna.client.get("/").text)
    assert "This table can no longer be shown." in page
    assert codes.format_code(other.code) in page
    answer = anna.client.get(anna.home)
    assert (answer.status_code, "can no longer be shown" in words(answer.text)) == (500, True)
    assert "broken log" in caplog.text
