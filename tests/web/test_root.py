"""Under a path of another site: https://example.org/truc, as SCRIPT_NAME or a proxy's X-Forwarded-Prefix says it."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from companion import create_app
from companion.web import root

HERE = {"X-Forwarded-Prefix": "/truc"}
ADDRESSES = re.compile(r"(?:href|action|src|formaction|hx-\w+|data-(?:stream|news|later|styles|home))=\"(/[^\"]*)\"")


@pytest.fixture
def client(app):
    """A phone that comes by a proxy, which shows the server at /truc."""
    known = {name: app.config[name] for name in ("TESTING", "SQLALCHEMY_DATABASE_URI")}
    return create_app(known | {"INSTANCE": app.instance_path, "PROXIES": 1}).test_client()


@pytest.fixture
def at_table(client, match):
    """The same at a table."""
    answer = client.post(f"/j/{match.join_token}", data={"seat": "1"}, headers=HERE)
    assert answer.headers["Location"] == f"/truc/t/{match.code}"
    assert {"Path=/truc/"} <= set(answer.headers["Set-Cookie"].split("; "))
    for name in ("device", "phone"):  # the cookies are for /truc/, which this client asks for as the server sees it: /
        if cookie := client.get_cookie(name, path="/truc/"):
            client.set_cookie(name, cookie.value)
    return client


def test_every_address_of_a_page_has_the_path(at_table, match):
    for page in ("", "/flat", "/tv", "/seats", "/sheet", "/invite", "/log"):
        text = at_table.get(f"/t/{match.code}{page}", headers=HERE).text
        found = ADDRESSES.findall(text)
        assert found, page
        assert not [address for address in found if not address.startswith("/truc/")], page


def test_the_stream_brings_panels_for_the_same_path(at_table, match):
    """Also when somebody else has just seen that panel at the server's own address."""
    at_table.get(f"/t/{match.code}/panel")
    with at_table.get(f"/t/{match.code}/stream", headers=HERE, buffered=False) as answer:
        _, panel = islice(answer.response, 2)
    found = ADDRESSES.findall(panel.decode())
    assert found
    assert all(address.startswith("/truc/") for address in found)


def test_the_installed_application_and_its_worker_stay_under_the_path(client):
    told = client.get("/manifest.webmanifest", headers=HERE).json
    assert {told[name] for name in ("id", "start_url", "scope")} == {"/truc/"}
    assert all(icon["src"].startswith("/truc/") for icon in told["icons"])
    assert 'HOME = "/truc/"' in client.get("/sw.js", headers=HERE).text


def test_back_to_a_page_of_ours_and_to_no_other(client):
    for back, found in (("/truc/privacy", "/truc/privacy"), ("/other", "/truc/"), ("//evil.example", "/truc/")):
        answer = client.post("/phone", data={"theme": "dark", "back": back}, headers=HERE)
        assert answer.headers["Location"] == found


def test_script_name_says_it_as_well(app, match):
    page = app.test_client().get(f"/c/{match.code}", environ_overrides={"SCRIPT_NAME": "/truc"}).text
    assert f'action="/truc/c/{match.code}"' in page


def test_there_is_an_end_to_how_many_paths_are_believed(client):
    for number in range(root.MOST):
        assert client.get("/", headers={"X-Forwarded-Prefix": f"/{number}"}).status_code == 200
    assert client.get("/", headers={"X-Forwarded-Prefix": "/more"}).status_code == 400
    assert client.get("/", headers={"X-Forwarded-Prefix": "//evil.example"}).status_code == 400
    assert client.get("/").status_code == 200
