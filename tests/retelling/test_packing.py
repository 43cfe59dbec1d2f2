"""A match packed into a QR code is small, and a forged code does no harm."""

from __future__ import annotations

import zlib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.records import read
from companion.retelling import packing
from companion.retelling.packing import SIGNS, Unreadable, pack, unpack
from companion.web.qr import square
from tests.scanning import photographed, scanned

EVENING = (
    (Path(__file__).parents[1] / "records" / "evening.truc")
    .read_text(encoding="utf-8")
    .split("\n", 1)[1]
)


def test_a_match_of_an_evening_fits_into_a_small_qr_code():
    """About fifty taps, the names, the place and the date take fewer than 200 characters."""
    packed = pack(EVENING)
    assert len(packed) < 200
    assert read(unpack(packed))[0].header("Players") == "Anna, Biel, Carme, Dídac"


def test_unpacking_a_match_ignores_a_hash_sign_in_front_of_it():
    assert unpack(f"#{pack(EVENING)}") == unpack(pack(EVENING))


@pytest.mark.parametrize(
    "text", ["", "#", "2ABC", "1", "1A", "1ÄÖ", "1:::", "x" * 100_000, "1" + "A" * 50_000]
)
def test_unpacking_rejects_text_that_is_not_a_packed_match(text):
    with pytest.raises(Unreadable):
        unpack(text)


def test_unpacking_rejects_data_that_would_expand_to_more_than_any_match_needs():
    press = zlib.compressobj(9, wbits=-15, zdict=packing._DICTIONARIES["1"])
    bomb = "1" + packing._encode(press.compress(b"won@1 " * 3_000_000) + press.flush())
    assert len(bomb) < packing.LONGEST
    with pytest.raises(Unreadable):
        unpack(bomb)


def test_unpacking_rejects_a_code_that_is_incomplete_or_too_long():
    whole = pack(EVENING)
    for text in (whole[:-3], whole[:-2], whole + "0000"):
        with pytest.raises(Unreadable):
            unpack(text)


@given(st.text(alphabet=SIGNS, max_size=80))
def test_any_characters_are_unpacked_to_text_or_refused(signs):
    with suppress(Unreadable):
        assert isinstance(unpack("1" + signs), str)


@given(st.binary(max_size=60))
def test_bytes_are_unchanged_after_encoding_and_decoding(data):
    assert packing._decode(packing._encode(data)) == data


def test_a_packed_match_is_read_unchanged_from_a_photographed_qr_code():
    record = unpack(pack(EVENING))
    for link in (
        f"https://example.org/resume#{pack(EVENING)}",
        "https://example.org/resume#" + "A1" * 730,
    ):
        assert scanned(photographed(square(link))) == link
    assert unpack(scanned(photographed(square(f"x#{pack(EVENING)}"))).partition("#")[2]) == record
