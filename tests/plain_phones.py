"""Fixtures: a table of Catalan truc, and phones without JavaScript, each with its own cookies."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion import tables
from companion.tables import process_state
from companion.tables.changes import changing
from companion.tables.seats import appoint

NAMES = ("Anna", "Biel", "Carme", "Pep")


@dataclass
class Phone:
    """A browser at one table.

    `address` is the token of the link to watch if the phone watches, otherwise "". The addresses of
    the phone's pages begin with `/t/` and this token. Without a token they have the code of the
    table instead.
    """

    client: FlaskClient
    match: tables.Match
    address: str = ""

    @property
    def home(self) -> str:
        return f"/t/{self.address or self.match.code}"

    def get(self, page: str = "", **how: Any) -> TestResponse:
        return self.client.get(self.home + page, **how)

    def read(self, page: str = "") -> str:
        return self.get(page).text

    def page(self) -> str:
        return self.read()

    def post(self, page: str, data: dict[str, Any] | None = None, **how: Any) -> TestResponse:
        return self.client.post(self.home + page, data=data, **how)

    def tap(
        self, text: str, page: str = "", *, htmx: bool = False, minimal: bool = False, **fields: Any
    ) -> TestResponse:
        page = page or self.page()
        form = {"tap": text, "seen": hidden(page, "seen"), "key": hidden(page, "key")} | fields
        headers = {"HX-Request": "true"} if htmx or minimal else {}
        headers |= {"Prefer": "return=minimal"} if minimal else {}
        return self.client.post(f"{self.home}/taps", data=form, headers=headers)

    def play(self, texts: str) -> None:
        """Record several legal taps, one after the other, without a look at the page."""
        for text in texts.split():
            seen = tables.state(self.match).version
            form = {"tap": text, "seen": seen, "key": f"after-{seen}"}
            assert self.post("/taps", data=form).status_code == 303, text


def hidden(page: str, name: str) -> str:
    found = re.search(rf'<input type="hidden" name="{name}" value="([^"]*)"', page)
    return found[1] if found else ""


def taps(page: str) -> list[str]:
    """Return the taps that have a button of their own, in the order of the page."""
    return re.findall(r'data-tap="([^";]+)"', page)


def shown(page: str) -> dict[str, str]:
    """Return the `data-` attributes of the table on the page, by name."""
    found = re.search(r'<div id="table"([^>]*)>', page)
    return dict(re.findall(r'data-(\w+)="([^"]*)"', found[1])) if found else {}


def words(page: str) -> str:
    text = unescape(re.sub(r"<[^>]+>", " ", page))
    return " ".join(text.split()).replace(" .", ".")


def make_host_by_request(match: tables.Match, device: str) -> None:
    with changing(match) as (session, current):
        appoint(session, current, session.get_one(tables.Member, (current.id, device)), "acting")


@pytest.fixture
def asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every phone count as asleep, so that its seat is taken over at once."""
    monkeypatch.setattr(process_state, "AWAKE_SECONDS", 0.0)


@pytest.fixture
def open_match(app: Flask) -> Callable[..., tables.Match]:
    del app  # only its context is needed

    def another(variant: str = "catalan", **how: Any) -> tables.Match:
        return tables.open_table(
            variant=variant, **{"names": NAMES if variant == "catalan" else ()} | how
        )

    return another


@pytest.fixture
def match(open_match: Callable[..., tables.Match]) -> tables.Match:
    return open_match()


@pytest.fixture
def phone(app: Flask, match: tables.Match) -> Callable[..., Phone]:
    """Return a function that makes a new phone: in a seat, or with a link of the table."""

    def another(seat: int | None = None, *, link: str = "", at: tables.Match = match) -> Phone:
        client = app.test_client()
        if seat is not None:
            assert client.post(f"/j/{at.join_token}", data={"seat": str(seat)}).status_code == 303
        elif link.startswith("/h/"):
            assert client.post(link).status_code == 303
        elif link:
            assert client.get(link).status_code == 303
        return Phone(client, at, link.split("/")[2] if link.startswith("/w/") else "")

    return another


@pytest.fixture
def host(phone: Callable[..., Phone], match: tables.Match) -> Phone:
    return phone(link=f"/h/{match.host_token}")


@pytest.fixture
def over(host: Phone) -> Phone:
    host.play("fix@0=10 truc@1 yes@2 hand@0")
    return host


@pytest.fixture
def anna(phone: Callable[..., Phone]) -> Phone:
    """Return the phone in Anna's seat. The next fixtures return the phones of other players."""
    return phone(0)


@pytest.fixture
def biel(phone: Callable[..., Phone]) -> Phone:
    return phone(1)


@pytest.fixture
def carme(phone: Callable[..., Phone]) -> Phone:
    return phone(2)


@pytest.fixture
def pep(phone: Callable[..., Phone]) -> Phone:
    return phone(3)


@pytest.fixture
def watcher(phone: Callable[..., Phone], match: tables.Match) -> Phone:
    return phone(link=f"/w/{match.watch_token}")
