"""Compute the three figures of a match that the page and the picture of a victory show."""

from __future__ import annotations

from typing import NamedTuple

from companion.retelling.hands import hands_of
from companion.retelling.replay import Replay
from companion.web.language import NN_, gettext, ngettext
from companion.words import labels

# NOTE: under the number of hands that a match had, in small letters
HANDS = NN_("hand", "hands")
# NOTE: under the number of calls that a match had, in small letters: truc, retruc and their like
CALLS = NN_("call", "calls")


class KeyFigure(NamedTuple):
    """A number as text, and the word for what it counts: `11`, `hands`."""

    figure: str
    label: str


def key_figures(replay: Replay, minutes: int) -> tuple[KeyFigure, ...]:
    """Return how many hands, calls and minutes the match had; a figure that is 0 is left out."""
    played = [hand for hand in hands_of(replay) if hand.ending not in ("void", "")]
    hands = len(played)
    calls = sum(len(hand.calls) for hand in played)
    found: list[KeyFigure] = []
    if hands:
        found.append(KeyFigure(str(hands), ngettext(*HANDS, hands)))
    if calls:
        found.append(KeyFigure(str(calls), ngettext(*CALLS, calls)))
    if minutes > 0:
        # NOTE: under the time that a match took, in small letters: “24 min”, “played”
        found.append(KeyFigure(labels.duration(minutes), gettext("played")))
    return tuple(found)
