"""/sw.js, /manifest.webmanifest, /offline: the files that a phone keeps for use without network."""

from __future__ import annotations

import re

import pytest

from companion.pages import offline
from tests.web.test_assets import links


def kept(text: str) -> list[str]:
    return re.findall(r'"(/[^"]*)"', text.partition("STATIC")[0])


def test_the_service_worker_keeps_the_files_of_every_page(client):
    answer = client.get("/sw.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert set(links(client.get("/").text)) < set(kept(answer.text))
    for file in kept(answer.text):
        assert client.get(file, buffered=True).status_code == 200, file


def test_the_service_worker_changes_whenever_a_file_changes(client, app):
    before = client.get("/sw.js").text
    bundles = app.extensions["bundles"]
    bundles["css"] = offline.assets.bundle("css", "/* another */")
    assert client.get("/sw.js").text != before


def test_the_service_worker_changes_if_the_offline_page_changes(client, monkeypatch):
    before = client.get("/sw.js").text
    monkeypatch.setattr(offline, "show_offline", lambda: "another page")
    assert client.get("/sw.js").text != before


def test_every_icon_of_the_manifest_is_there(client):
    manifest = client.get("/manifest.webmanifest")
    assert manifest.mimetype == "application/manifest+json"
    assert {icon["purpose"] for icon in manifest.json["icons"]} == {"any", "maskable"}
    for icon in manifest.json["icons"]:
        assert client.get(icon["src"], buffered=True).mimetype == icon["type"]


def test_the_offline_page_needs_no_table(client):
    assert "No network" in client.get("/offline").text


@pytest.mark.parametrize("address", ["/", "/sw.js", "/nowhere", "/t/AAAAA/panel"])
def test_every_response_says_in_a_header_that_this_program_sent_it(client, address):
    assert client.get(address).headers["X-Companion"] == "1"
