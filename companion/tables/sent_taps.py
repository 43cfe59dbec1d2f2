"""Write and read what a button sends: a tap, a tap with a number, or several taps.

won@1                 a tap
fix@0=*               a tap whose number is in the field `n-fix@0` of the same form
fix@0=-1              a tap whose reason may be in a field such as `reason-0` of the same form
yes@0;best@1          several taps that one touch records, in this order
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice

from companion.engine import Malformed, Tap
from companion.engine.table_taps import FORMS

ANY = "=*"  # at the end of what a button sends: the number is in a field of the same form
THEN = ";"  # between two taps
MOST = 8  # taps of one touch: an answer of each player at the largest table
MAY_HAVE_REASON = frozenset(word for word, form in FORMS.items() if form.reasoned)
REASON = "reason-"  # the name of a field for the reason of a correction, before the side's number


def with_number(tap: Tap) -> str:
    """Return what a button sends for this tap if a number is typed beside it: `fix@0=*`."""
    return f"{tap}{ANY}"


def in_a_row(*taps: Tap) -> str:
    """Return what a button sends for several taps, one after the other: `yes@0;best@1`."""
    return THEN.join(map(str, taps))


def field(sent: str) -> str:
    """Return the name of the form field in which the number of a tap is typed.

    `sent` is what the button sends: a tap with `*` instead of the number. For `fix@0=*`, the field
    is `n-fix@0`. Return "" if the tap needs no number.
    """
    if not sent.endswith(ANY):
        return ""
    return f"n-{sent.removesuffix(ANY)}"


def read(form: Mapping[str, str]) -> tuple[str, ...]:
    """Return the taps of a form, in the order in which they are to be recorded.

    The numbers and reasons from the fields beside the button are put into the taps. Raises
    Malformed if the field for a number is empty, or if there are more than MOST taps.
    """
    sent = form.get("tap", "")
    if sent.endswith(ANY):
        sent = _with_number(sent, form)
    word = re.match("[a-z-]*", sent)[0]  # type: ignore[index] # it matches ""
    if word in MAY_HAVE_REASON:
        sent += _reason(form)
    taps = tuple(sent.split(THEN, MOST))
    if len(taps) > MOST:
        raise Malformed("one touch records at most %(most)s taps", most=MOST)
    return taps


def _with_number(sent: str, form: Mapping[str, str]) -> str:
    number = form.get(field(sent), "").strip()
    if not number:
        raise Malformed("enter a number in the field beside it")
    return f"{sent.removesuffix(ANY)}={number.removeprefix('+')}"


def _reason(form: Mapping[str, str]) -> str:
    """Return a comma and the reason that was chosen for a correction.

    Return "" if no reason was chosen.
    """
    chosen = (text for name, text in form.items() if name.startswith(REASON) and text)
    return "".join(f",{text}" for text in islice(chosen, 1))
