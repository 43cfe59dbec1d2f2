"""The style page shows tables in many states, and exists only if it is switched on."""

from __future__ import annotations

import pytest

from companion import gallery, variants


@pytest.fixture
def styled(app, client):
    app.config["STYLE_PAGE"] = True
    return client


def test_the_style_page_exists_only_if_it_is_switched_on(client):
    assert client.get("/style").status_code == 404
    assert client.get("/style/my-answer").status_code == 404


def test_the_style_page_links_to_every_state(styled):
    page = styled.get("/style").text
    for name in gallery.BY_NAME:
        assert f'href="/style/{name}"' in page


@pytest.mark.parametrize("name", gallery.BY_NAME)
def test_every_state_of_the_style_page_is_a_table_page_without_scripts(styled, name):
    page = styled.get(f"/style/{name}")
    assert page.status_code == 200
    assert 'id="table"' in page.text
    assert "<script" not in page.text


def test_an_unknown_state_of_the_style_page_is_answered_with_404(styled):
    assert styled.get("/style/nothing").status_code == 404


def test_every_game_is_shown_on_the_style_page():
    assert {shown.variant for shown in gallery.STATES} == set(variants.VARIANTS)


def test_a_game_without_an_example_of_its_own_is_shown_after_its_first_call(styled):
    assert gallery.first_call("espaseta").taps == "truc@0"
    assert "Truc!" in styled.get("/style/espaseta").text
