"""Numbers in forms and addresses are parsed strictly, because anybody may send anything."""

from __future__ import annotations

import pytest

from companion.web import forms

WRONG = ("", "4", "40", "-1", "+1", "03", "x", "²", "1e0", " 1", "9" * 5000)


@pytest.mark.parametrize("text", WRONG)
def test_a_number_that_our_pages_never_send_is_read_as_none(text):
    assert forms.number(text, 4) is None


@pytest.mark.parametrize("number", [0, 3])
def test_a_number_below_the_limit_is_read(number):
    assert forms.number(str(number), 4) == number
