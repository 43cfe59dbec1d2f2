"""Count how often a phone has explained each kind of sentence, so that later ones are shorter.

The counts are a text of at most 200 bytes in a cookie. The text has a mark of the last state that
was counted, a dot, and a character for each kind of sentence: `0` to `9`, or `a` for ten times.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Level = Literal["full", "short", "ask"]

FULL = 5  # times that a sentence is shown in full
SHORT = 5  # times that its short form is shown after that
SIGNS = "0123456789a"
KINDS = (
    "call",
    "raise",
    "game",
    "bet",
    "numbers",
    "announced",
    "decision",
    "accepted",
    "must",
    "turned",
    "out",
    "unseen",
    "one-card",
    "first",
    "last-to-play",
    "between",
    "decides",
    "either",
    "ours",
    "theirs",
    "goes-on",
    "why-refused",
    "why-folded",
    "why-declined",
    "why-played",
    "why-tie",
    "why-bet",
    "why-nobody",
    "why-again",
    "why-other",
    "why-won",
)
"""Every kind of sentence, by its place in the cookie: a new kind goes last."""
KNOWN = re.compile(rf"([0-9a-z-]{{0,60}})\.([0-9a]{{0,{len(KINDS)}}})")


class CountedSentence(NamedTuple):
    """How a sentence is shown now (in full, in short or behind “?”), and the new cookie text."""

    level: Level
    text: str


def count(text: str, kind: str, mark: str) -> CountedSentence:
    """Decide how to show a sentence of this `kind`, and count that it is shown.

    Return the decision, and the new text for the cookie `taught`, which keeps the counts.

    `text` is the present text of that cookie. If it is not valid, all counts are 0. `mark` names
    the state of the table. A state is counted once, even if its panel is drawn again.
    """
    known = KNOWN.fullmatch(text)
    last = ""
    times = ""
    if known is not None:
        last = known[1]
        times = known[2]
    times = times.ljust(len(KINDS), SIGNS[0])
    place = KINDS.index(kind)
    before = SIGNS.index(times[place])
    if last == mark:
        return CountedSentence(_level(max(0, before - 1)), text)
    now = min(before + 1, FULL + SHORT)
    counted = f"{times[:place]}{SIGNS[now]}{times[place + 1 :]}".rstrip(SIGNS[0])
    return CountedSentence(_level(before), f"{mark}.{counted}")


def _level(before: int) -> Level:
    if before < FULL:
        return "full"
    if before < FULL + SHORT:
        return "short"
    return "ask"
