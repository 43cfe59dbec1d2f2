"""The match to try on the first page."""

from __future__ import annotations

import re

from companion.pages import replay


def test_the_demonstration_takes_half_a_minute(client):
    page = client.get("/try").text
    pace, taps = int(re.search(r'data-pace="(\d+)"', page)[1]), len(replay._tried()[0].steps)
    assert 25_000 < pace * taps <= 30_000
    assert page.count('<li class="side-') >= 4
    assert ">Skip<" in page
    assert 'href="/try"' in client.get("/").text
