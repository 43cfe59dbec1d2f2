"""The packed event stream: any browser unpacks each event as it arrives, and a tap costs little."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import tables, variants
from companion.engine import records
from companion.web import deflate
from companion.web.deflate import Gzip
from tests.browser.test_evening import EVENING, NAMES, RECORD
from tests.plain_phones import Phone

PIECES = st.lists(
    st.one_of(
        st.binary(max_size=300),
        st.text(max_size=200).map(str.encode),
        st.builds(
            lambda text, times: text * times,
            st.binary(min_size=1, max_size=40),
            st.integers(1, 2000),
        ),
    ),
    max_size=12,
)
ARGENTINE = (
    "truco@1 envido@0 yes@1 says@1=28 says@2=30 good@3 yes@2 won@1 won@0 won@1 "
    "envido@0 yes@1 says@2=20 good@3 truco@2 yes@3 retruco@3 yes@0 won@2 won@2"
).split()


@given(PIECES)
def test_any_pieces_are_unpacked_piece_by_piece(pieces):
    stream = Gzip()
    browser = zlib.decompressobj(31)
    assert browser.decompress(stream.begin()) == b""
    for piece in pieces:
        assert browser.decompress(stream.piece(piece)) == piece
    browser.decompress(stream.end())
    assert browser.eof  # with the right sum and size: zlib looks


@given(PIECES)
def test_it_never_remembers_more_than_the_window(pieces):
    stream = Gzip()
    for piece in pieces:
        stream.piece(piece)
        assert len(stream._tail) <= deflate.WINDOW


def test_many_heartbeats_do_not_make_the_next_panel_dear():
    stream = Gzip()
    panel = bytes(range(256)) * 30
    stream.piece(panel)
    for _ in range(400):
        stream.piece(b": still here\nevent: beat\ndata: 1\n\n")
    assert len(stream.piece(panel)) < 100


def packed(phone: Phone):
    """Yield what crosses the wire for each event of that phone, and what it says."""
    answer = phone.client.get(
        f"{phone.home}/stream", headers={"Accept-Encoding": "gzip"}, buffered=False
    )
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Vary"] == "Accept-Encoding"
    unpack = zlib.decompressobj(31)
    for piece in answer.response:
        yield len(piece), unpack.decompress(piece).decode()


def record_of_the_evening() -> list[str]:
    told = records.replay_text(RECORD, EVENING.name, variants.build_rules, each=True)
    return [each["tap"] for each in told if "tap" in each]


@pytest.mark.parametrize(
    ("game", "taps"),
    [("catalan", record_of_the_evening()), ("argentine", ARGENTINE)],
    ids=["catalan", "argentine"],
)
def test_a_tap_costs_each_phone_at_most_1100_bytes(open_match, phone, game, taps):
    """Over a whole recorded game, on the phones with most and with fewest buttons."""
    match = open_match(game, names=NAMES)
    host = phone(link=f"/h/{match.host_token}", at=match)
    watcher = phone(link=f"/w/{match.watch_token}", at=match)
    streams = [packed(viewer) for viewer in (host, phone(1, at=match), watcher)]
    for stream in streams:
        size, first = next(stream)
        assert first.startswith("retry")  # the first panel comes in the same piece
        assert size < 3000
    device = tables.members(match)[0].device
    for seen, tap in enumerate(taps):
        tables.record_tap(match, device, tap, seen=seen, key=f"k{seen}")
        for stream in streams:
            size, event = next(stream)
            assert f'data-version="{seen + 1}"' in event
            assert size <= 1100, (tap, size)


def test_a_phone_that_cannot_unpack_gets_plain_text(phone):
    anna = phone(0)
    answer = anna.client.get(
        f"{anna.home}/stream", headers={"Accept-Encoding": "gzip;q=0"}, buffered=False
    )
    assert "Content-Encoding" not in answer.headers
    assert next(iter(answer.response)).startswith(b"retry")
