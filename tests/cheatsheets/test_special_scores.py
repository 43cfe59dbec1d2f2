"""Scores with rules of their own are found by dealing a hand at each."""

from __future__ import annotations

import pytest

from companion import variants
from companion.cheatsheets.specials import specials


@pytest.mark.parametrize("seats", [2, 4])
def test_catalan_has_eleven(seats: int) -> None:
    one, both = specials(variants.get("catalan").rules(seats))
    assert (one.at, one.asked, one.answer, one.yes, one.no) == (11, "eleven", "that_side", 3, 1)
    assert (both.at, both.asked, both.no) == (11, "", None)
    assert not one.calls
    assert not both.calls
    assert one.decides
    assert both.decides


def test_the_special_score_goes_with_the_target() -> None:
    one, both = specials(variants.get("catalan").rules(4, {"target": "18", "eleven_decline": "2"}))
    assert (one.at, both.at, one.no) == (17, 17, 2)


@pytest.mark.parametrize("variant", ["doubling", "argentine"])
def test_others_have_none(variant: str) -> None:
    assert specials(variants.get(variant).rules()) == ()
