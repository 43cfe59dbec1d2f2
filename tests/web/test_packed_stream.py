"""Any browser can decompress each event of a stream as it arrives, and a tap takes few bytes."""

from __future__ import annotations

import zlib

import pytest

from companion import tables
from companion.web.answers import stream_packer
from tests.browser.test_evening import NAMES, told_by_replay
from tests.plain_phones import Phone

ARGENTINE = (
    "truco@1 envido@0 yes@1 says@1=28 says@2=30 good@3 yes@2 won@1 won@0 won@1 "
    "envido@0 yes@1 says@2=20 good@3 truco@2 yes@3 retruco@3 yes@0 won@2 won@2"
).split()


def test_the_compression_window_still_holds_the_last_panel_after_half_an_hour_of_heartbeats():
    stream = stream_packer()
    panel = bytes(range(256)) * 40
    for piece in (panel, *[b": still here\nevent: beat\ndata: 1\n\n"] * 120):
        stream.compress(piece)
        stream.flush(zlib.Z_SYNC_FLUSH)
    again = stream.compress(panel) + stream.flush(zlib.Z_SYNC_FLUSH)
    assert len(again) < 300


def packed(phone: Phone):
    answer = phone.client.get(
        f"{phone.home}/stream", headers={"Accept-Encoding": "gzip"}, buffered=False
    )
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Vary"] == "Accept-Encoding"
    unpack = zlib.decompressobj(31)
    for piece in answer.response:
        yield len(piece), unpack.decompress(piece).decode()


THE_EVENING = [told["tap"] for told in told_by_replay() if "tap" in told]


@pytest.mark.parametrize(
    ("game", "taps", "most"),
    [("catalan", THE_EVENING, 1000), ("argentine", ARGENTINE, 1900)],
    ids=["catalan", "argentine"],
)
def test_a_tap_costs_each_phone_few_bytes(open_match, phone, game, taps, most):
    """A whole recorded game is measured on the phones of the host, a player and a watcher.

    A panel with a pad of numbers is larger than the window of the compression. Therefore the
    previous panel does not help to compress such a panel.
    """
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
            assert size <= most, (tap, size)


def test_a_phone_that_does_not_accept_compression_gets_a_plain_stream(anna):
    answer = anna.client.get(
        f"{anna.home}/stream", headers={"Accept-Encoding": "gzip;q=0"}, buffered=False
    )
    assert "Content-Encoding" not in answer.headers
    assert next(iter(answer.response)).startswith(b"retry")
