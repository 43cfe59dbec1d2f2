import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import Malformed, Tap, parse


@pytest.mark.parametrize(
    ("text", "tap"),
    [
        ("tied", Tap("tied")),
        ("won@2", Tap("won", 2)),
        ("vale-cuatro@11", Tap("vale-cuatro", 11)),
        ("fix@0=-1", Tap("fix", 0, "-1")),
        ("muestra=5c", Tap("muestra", None, "5c")),
        ("vira=Q", Tap("vira", None, "Q")),
        ("fix@0=-1,misdeal", Tap("fix", 0, "-1", "misdeal")),
        ("void,not-shown", Tap("void", None, None, "not-shown")),
    ],
)
def test_a_tap_has_a_word_and_may_have_a_seat_a_value_and_a_reason(text, tap):
    assert parse(text) == tap
    assert str(tap) == text


@pytest.mark.parametrize(
    "text",
    [
        *("Truc@1 truc@ truc@01 truc@-1 truc@1= -truc truc- trúc @1 =3 truc@1@2").split(),
        *("truc@1=2=3 truc@١ fix@0=1.5 fix@0=+1").split(),
        *("void, void,Misdeal void,a,b void,x-y-z fix@0,misdeal=1").split(),
        *("", "truc 1", "truc@1\n", "tru\x00c", "x" * 5000 + "!"),
    ],
)
def test_text_that_is_not_a_tap_is_refused_with_a_sentence(text):
    with pytest.raises(Malformed, match="is not a tap"):
        parse(text)


@given(st.text())
def test_any_text_is_either_read_as_a_tap_or_refused(text):
    try:
        read = str(parse(text))
    except Malformed:
        read = text
    assert read == text
