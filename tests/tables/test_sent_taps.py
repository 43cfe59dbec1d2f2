"""Test what a button sends: a tap, a tap with a number typed beside it, or several taps."""

import pytest

from companion.engine import Malformed, Tap
from companion.tables import sent_taps


def test_a_typed_number_completes_the_tap_of_its_button():
    sent = sent_taps.with_number(Tap("fix", 1))
    assert (sent, sent_taps.field(sent)) == ("fix@1=*", "n-fix@1")
    assert sent_taps.read({"tap": sent, "n-fix@1": " -3 "}) == ("fix@1=-3",)
    assert sent_taps.read({"tap": sent, "n-fix@1": "+3", "n-envido": "5"}) == ("fix@1=3",)


def test_a_button_without_a_field_sends_its_tap_unchanged():
    assert sent_taps.read({"tap": "won@1", "n-fix@1": "3"}) == ("won@1",)
    assert sent_taps.read({}) == ("",)


def test_a_button_can_send_up_to_eight_taps():
    sent = sent_taps.in_a_row(Tap("yes", 0), Tap("best", 1))
    assert (sent, sent_taps.read({"tap": sent})) == ("yes@0;best@1", ("yes@0", "best@1"))
    with pytest.raises(Malformed, match="at most 8"):
        sent_taps.read({"tap": ";".join(["no@1"] * 9)})


@pytest.mark.parametrize("form", [{}, {"n-fix@1": ""}, {"n-fix@1": "  "}, {"n-fix@0": "3"}])
def test_an_empty_field_for_a_number_is_refused(form):
    with pytest.raises(Malformed, match="enter a number"):
        sent_taps.read({"tap": "fix@1=*"} | form)


@pytest.mark.parametrize(
    ("sent", "field"), [("fix@0=*", "n-fix@0"), ("truc@1", ""), ("says@2=*", "n-says@2")]
)
def test_a_tap_with_a_star_is_completed_from_a_field_of_its_own(sent, field):
    assert sent_taps.field(sent) == field
