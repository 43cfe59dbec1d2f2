"""The text of a tap: `word[@seat][=value][,reason]`. `str(tap)` turns a tap into text again."""

from __future__ import annotations

import re

from companion.engine.hand import Tap
from companion.engine.sentence import Impossible

TAP = re.compile(
    r"(?P<word>[a-z]+(?:-[a-z]+)*)"
    r"(?:@(?P<seat>0|[1-9][0-9]{0,2}))?"
    r"(?:=(?P<value>-?[A-Za-z0-9]{1,12}))?"
    r"(?:,(?P<reason>[a-z]{1,12}(?:-[a-z]{1,12})?))?"
)


class Malformed(Impossible):
    """Text that is not a tap."""


def parse(text: str) -> Tap:
    """Return the tap written in `text`. Raises Malformed."""
    match = TAP.fullmatch(text)
    if match is None:
        raise Malformed(
            "“%(text)s” is not a tap; write word@seat=value, such as truc@1 or fix@0=-1",
            text=text[:40],
        )
    seat = match["seat"]
    number = None if seat is None else int(seat)
    return Tap(match["word"], number, match["value"], match["reason"])
