"""Test that a player's name is one visible line in any script, and reorders no text around it."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.tables import clean_name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna \t Maria\n", "Anna Maria"),
        ("Di\u0301dac", "Dídac"),
        ("מיכל", "מיכל"),
        ("愛", "愛"),
        ("👩\u200d🍳", "👩\u200d🍳"),
        ("A\u202enn\u2066a\u2069", "Anna"),
        ("A\x00n\x1bna\x7f", "Anna"),
        ("\ufeffAnna\u200b", "Anna"),
        ("A\u2028B", "A B"),
        ("<b>Anna</b> & 'co'", "<b>Anna</b> & 'co'"),
        ("x" * 24, "x" * 24),
    ],
)
def test_a_name_is_kept_as_one_line_of_visible_characters(typed, kept):
    assert clean_name(typed) == kept


@pytest.mark.parametrize("typed", ["", "   ", "\u202e", "\u200d", "\u3164", "\u0301", "\x00"])
def test_a_name_without_a_visible_character_is_refused(typed):
    with pytest.raises(ValueError, match="visible character"):
        clean_name(typed)


@pytest.mark.parametrize("typed", ["x" * 25, "x" * 10_000_000])
def test_a_name_that_is_too_long_is_refused(typed):
    with pytest.raises(ValueError, match="at most 24"):
        clean_name(typed)


@settings(deadline=None)  # a busy machine may take long
@given(st.text(max_size=60))
def test_any_typed_name_is_cleaned_or_refused(typed):
    try:
        name = clean_name(typed)
    except ValueError:
        return
    assert 1 <= len(name) <= 24
    assert unicodedata.is_normalized("NFC", name)
    assert clean_name(name) == name
    turning = set("LRE LRO RLE RLO PDF LRI RLI FSI".split())
    assert not {unicodedata.bidirectional(c) for c in name} & turning
    assert name.isprintable() or set("\u200c\u200d") & set(name)
