"""A kind of sentence is shown five times in full and five times in short, then only as "?"."""

from __future__ import annotations

import pytest

from companion.learn import counts


def shown(kind: str, times: int) -> str:
    """Return the cookie of a phone that has shown this kind of sentence this many times."""
    text = ""
    for state in range(times):
        text = counts.count(text, kind, f"1-{state}").text
    return text


@pytest.mark.parametrize(
    ("times", "level"), [(0, "full"), (4, "full"), (5, "short"), (9, "short"), (10, "ask")]
)
def test_an_explanation_is_short_after_five_times_and_only_on_request_after_ten(times, level):
    text = shown("call", times)
    assert counts.count(text, "call", "2-1").level == level
    assert counts.count(text, "raise", "2-1").level == "full"


def test_the_explanation_of_a_state_is_counted_once_however_often_it_is_drawn():
    text = shown("call", 5)
    assert counts.count(text, "call", "1-4") == ("full", text)


@pytest.mark.parametrize("text", ["x", "1-1.zz", "1-1." + "a" * 400, ".", "\u0661-1.5"])
def test_a_cookie_that_this_program_did_not_write_counts_as_empty(text):
    assert counts.count(text, "call", "1-1").level == "full"


def test_the_cookie_that_counts_explanations_stays_below_200_bytes():
    text = ""
    for state, kind in enumerate(counts.KINDS * 11):
        text = counts.count(text, kind, f"{'z' * 13}-{state}").text
    assert len(text) <= 100
    assert {counts.count(text, kind, "0-0").level for kind in counts.KINDS} == {"ask"}
