"""Nothing from elsewhere: headers, no inline style or script, posts only from our own pages."""

from __future__ import annotations

import re

import pytest

from companion import tables


def pages(phone, match) -> list[str]:
    """Every kind of page, as its text."""
    host = phone(link=f"/h/{match.host_token}")
    host.play("truc@1 yes@2 won@1 won@3")
    addresses = ["/", "/new?game=catalan", "/new?game=argentine", "/nowhere", host.home, *(
        f"{host.home}/{page}" for page in ("host", "log", "panel", "sheet", "seats")
    )]  # fmt: skip
    return [host.client.get(address).text for address in addresses] + [phone().client.get(f"/c/{match.code}").text]


def test_no_page_has_inline_script_style_or_handler(phone, match):
    for text in pages(phone, match):
        assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|javascript:", text), text[:200]


def test_no_page_asks_another_host(phone, match):
    for text in pages(phone, match):
        assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//(?!localhost)""", text)


def test_the_policy_allows_only_what_is_ours(client):
    headers = client.get("/").headers
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert "worker-src 'self'; manifest-src 'self'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),
        ({"Origin": "http://localhost"}, 303),
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"}, 403),
    ],
)
def test_a_post_must_come_from_our_own_pages(client, headers, status):
    assert client.post("/tables", data={"game": "catalan"}, headers=headers).status_code == status


def test_names_are_text_and_never_markup(open_match, phone):
    match = open_match(names=["<b>Al</b>", '"><script>', "Carme", "Pep"])
    page = phone(0, at=match).page()
    assert "<b>Al" not in page
    assert "<script>" not in page
    assert tables.state(match).names[0] == "<b>Al</b>"
