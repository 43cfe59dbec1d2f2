"""A number typed beside a button."""

import pytest

from companion.board import typed
from companion.engine import Malformed, Tap


def test_a_button_and_its_field_make_a_tap():
    sent = typed.with_number(Tap("fix", 1))
    assert (sent, typed.field(sent)) == ("fix@1=*", "n-fix@1")
    assert typed.filled(sent, {"n-fix@1": " -3 "}) == "fix@1=-3"
    assert typed.filled(sent, {"n-fix@1": "+3", "n-envido": "5"}) == "fix@1=3"


def test_a_button_without_a_field_is_the_tap_itself():
    assert typed.filled("won@1", {"n-fix@1": "3"}) == "won@1"


@pytest.mark.parametrize("form", [{}, {"n-fix@1": "  "}, {"n-envido": "5"}])
def test_a_typed_tap_rejects_an_empty_field(form):
    with pytest.raises(Malformed, match="enter a number"):
        typed.filled("fix@1=*", form)
