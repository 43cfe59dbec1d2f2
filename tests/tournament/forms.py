"""Send the forms of a tournament as a phone without scripts does."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

from flask.testing import FlaskClient

Browser = Callable[[], FlaskClient]
SETUP = {"title": "Festa major", "game": "catalan", "teams": "8", "tables": "4", "rounds": "3"}


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None, name
    return unescape(found[1])


def opened(client: FlaskClient, **typed: str) -> str:
    """Open a tournament, and return the address of the organiser's page."""
    answer = client.post("/tournament", data={**SETUP, **typed})
    assert answer.status_code == 303, answer.text
    return answer.location


def sign_up(
    browser: Browser, desk: str, organiser: FlaskClient, pairs: int
) -> list[tuple[Any, str]]:
    """Sign up this many pairs. Return the phone and the address of the page of each pair."""
    link = re.search(r'"link">http://[^/]+(/k/[^<]+/in)<', organiser.get(desk).text)
    assert link is not None
    phones = []
    for pair in range(1, pairs + 1):
        client = browser()
        form = {"player-0": f"Anna{pair}", "player-1": f"Biel{pair}"}
        answer = client.post(link[1], data=form)
        assert answer.status_code == 303, answer.text
        phones.append((client, answer.location))
    return phones


def decide(client: FlaskClient, desk: str, do: str, page: str = "", **fields: object) -> Any:
    seen = hidden(client.get(page or desk).text, "seen")
    return client.post(desk, data={"do": do, "seen": seen, **fields})


def token_of(address: str) -> str:
    """Return the token in the address of a page of a tournament."""
    return address.split("/k/")[1].split("/", maxsplit=1)[0]
