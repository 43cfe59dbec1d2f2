"""The application works under a path of another site, such as https://example.org/truc.

The path comes from SCRIPT_NAME or X-Forwarded-Prefix.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion import config, create_app
from companion.web import root

HERE = {"X-Forwarded-Prefix": "/truc"}
ADDRESSES = re.compile(
    r"(?:href|action|src|formaction|hx-\w+|data-(?:stream|news|later|styles|home))=\"(/[^\"]*)\""
)


@pytest.fixture
def client(app):
    known = {name: app.config[name] for name in ("TESTING", "SQLALCHEMY_DATABASE_URI")}
    return create_app(known | {"INSTANCE": app.instance_path, "PROXIES": 1}).test_client()


@pytest.fixture
def at_table(client, match):
    answer = client.post(f"/j/{match.join_token}", data={"seat": "1"}, headers=HERE)
    assert answer.headers["Location"] == f"/truc/t/{match.code}"
    assert {"Path=/truc/"} <= set(answer.headers["Set-Cookie"].split("; "))
    for name in (
        "device",
        "phone",
    ):  # the cookies are for /truc/, which this client asks for as the server sees it: /
        if cookie := client.get_cookie(name, path="/truc/"):
            client.set_cookie(name, cookie.value)
    return client


def test_every_address_on_a_page_of_a_server_under_a_path_begins_with_the_path(at_table, match):
    for page in ("", "/flat", "/tv", "/seats", "/sheet", "/invite", "/log"):
        text = at_table.get(f"/t/{match.code}{page}", headers=HERE).text
        found = ADDRESSES.findall(text)
        assert found, page
        assert not [address for address in found if not address.startswith("/truc/")], page


def test_addresses_in_a_streamed_panel_of_a_server_under_a_path_begin_with_the_path(
    at_table, match
):
    """The test first draws the same panel without the path. The stream must not send that panel."""
    at_table.get(f"/t/{match.code}/panel")
    with at_table.get(f"/t/{match.code}/stream", headers=HERE, buffered=False) as answer:
        panel = next(iter(answer.response))
    found = ADDRESSES.findall(panel.decode())
    assert found
    assert all(address.startswith("/truc/") for address in found)


def test_the_manifest_and_the_service_worker_use_only_addresses_below_the_servers_path(client):
    told = client.get("/manifest.webmanifest", headers=HERE).json
    assert {told[name] for name in ("id", "start_url", "scope")} == {"/truc/"}
    assert all(icon["src"].startswith("/truc/") for icon in told["icons"])
    assert 'HOME = "/truc/"' in client.get("/sw.js", headers=HERE).text


def test_the_settings_page_under_a_path_leads_back_to_our_own_pages_only(client):
    for back, found in (
        ("/truc/privacy", "/truc/privacy"),
        ("/other", "/truc/"),
        ("//evil.example", "/truc/"),
    ):
        answer = client.post("/phone", data={"theme": "dark", "back": back}, headers=HERE)
        assert answer.headers["Location"] == found


def test_the_path_can_also_come_from_the_wsgi_variable_script_name(app, match):
    page = (
        app.test_client().get(f"/c/{match.code}", environ_overrides={"SCRIPT_NAME": "/truc"}).text
    )
    assert f'action="/truc/c/{match.code}"' in page


def test_the_right_path_still_works_after_requests_with_invented_paths(client):
    for number in range(20):
        assert client.get("/", headers={"X-Forwarded-Prefix": f"/{number}"}).status_code == 200
    assert client.get("/", headers=HERE).status_code == 200
    assert client.get("/").status_code == 200


def test_a_prefix_header_is_accepted_only_if_it_is_a_path_of_at_most_a_hundred_characters(client):
    paths = {"/x": 200, "/".ljust(100, "x"): 200, "/".ljust(101, "x"): 400}
    paths |= dict.fromkeys(("//evil.example", "/a b", "truc"), 400)
    for path, status in paths.items():
        assert client.get("/", headers={"X-Forwarded-Prefix": path}).status_code == status, path


@pytest.fixture
def under_path(app, monkeypatch):
    """Return an application under the path /truc, which the environment variable SCRIPT_NAME sets.

    Its requests come through a proxy that does not remove the path.
    """
    monkeypatch.setenv("SCRIPT_NAME", "/truc")
    known = {name: app.config[name] for name in ("TESTING", "SQLALCHEMY_DATABASE_URI")}
    return create_app(
        known
        | {
            "INSTANCE": app.instance_path,
            "UNDER": config.defaults(Path(app.instance_path), creates=False)["UNDER"],
        }
    )


def test_pages_of_a_server_under_a_path_are_found_only_below_the_path(under_path, match):
    client = under_path.test_client()
    asked = (
        "/truc/",
        f"/truc/c/{match.code}",
        "/truc/nowhere",
        "/",
        f"/c/{match.code}",
        "/trucs/",
        "/truc",
    )
    assert [client.get(path).status_code for path in asked] == [200, 200, 404, 404, 404, 404, 301]
    assert client.get("/truc").headers["Location"] == "/truc/"
    assert 'href="/truc/' in client.get("/nowhere").text


def test_the_health_page_of_a_server_under_a_path_is_found_with_and_without_the_path(under_path):
    client = under_path.test_client()
    assert [client.get(path).status_code for path in ("/healthz", "/truc/healthz")] == [200, 200]


def test_a_configured_path_without_a_leading_slash_is_refused_with_a_sentence(app):
    with pytest.raises(ValueError, match="SCRIPT_NAME must be a path like /truc"):
        create_app({"INSTANCE": app.instance_path, "UNDER": "truc"})


def test_addresses_made_outside_of_a_request_do_not_begin_with_the_servers_path():
    assert root.script_root() == ""
