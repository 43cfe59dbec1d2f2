"""Logs contain no secret of a link, and no code or number of a table."""

from __future__ import annotations

import pytest

from companion.redaction import redact_text


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("GET /j/abcdefghijklmnopqrstuv", "GET /j/…"),
        ("GET /t/K7QF3XMP9TRW/tv/stream?seen=1.0", "GET /t/…/tv/…?seen=1.0"),
        ("GET /tv/abcdefghijklmnopqrstuv HTTP/1.1", "GET /tv/… HTTP/1.1"),
        ("GET /c?code=K7QF-3XMP-9TRW HTTP/1.1", "GET /c?code=… HTTP/1.1"),
        ("GET /c?code=48217093&x=1", "GET /c?code=…&x=1"),
        ("POST /n/48217093 HTTP/1.1", "POST /n/… HTTP/1.1"),
        ("GET /k/abcdefghijklmnopqrstuv/desk", "GET /k/…/desk"),
        ("GET /p/abcdefghijklmnopqrstuv", "GET /p/…"),
        ("GET /place/abcdefghijklmnopqrstuv", "GET /place/…"),
        (
            "GET /games/catalan/winner?table=K7QF3XMP9TRW&cards=3c",
            "GET /games/catalan/winner?table=…&cards=3c",
        ),
        ("GET /j/abcdefghijklmnopqrstuv?place=abcdefghijklmnopqrstuw", "GET /j/…?place=…"),
        ("GET /tv", "GET /tv"),
    ],
)
def test_a_secret_in_a_log_line_is_left_out_and_the_rest_stays(written, kept):
    assert redact_text(written) == kept
