"""No two blueprints have the same address, and the browser's bar has the colour of the page."""

from __future__ import annotations

import re
from pathlib import Path

from companion.web import phone


def test_no_two_blueprints_share_an_address(app):
    """For example, /t/<code> and /t/<token> are the same address.

    The name between < and > makes no difference.
    """
    owners: dict[str, set[str]] = {}
    for rule in app.url_map.iter_rules():
        owners.setdefault(re.sub("<[^>]*>", "<>", rule.rule), set()).add(
            rule.endpoint.partition(".")[0]
        )
    assert {rule: names for rule, names in owners.items() if len(names) > 1} == {}


def test_the_browser_bar_has_the_colour_of_the_page(app):
    css = (Path(app.static_folder) / "css" / "tokens.css").read_text("utf-8")
    (day, night) = re.findall(r"--back-deep:\s*var\(--day, (#\w+)\) var\(--night, (#\w+)\)", css)[0]
    assert {theme: colour for theme, colour in phone.BARS.items() if theme != "oled"} == {
        "": day,
        "light": day,
        "dark": night,
    }
    assert set(phone.BARS) == set(phone.CHOICES["theme"])
