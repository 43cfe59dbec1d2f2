"""Write and read what a button sends: a tap, a tap with a number typed beside it, or two taps.

won@1                 a tap
fix@0=*               the number is in the field `n-fix@0` of the same form
fix@0=-1              a reason may be in a field such as `reason-0` of the same form
yes@0;best@1          two taps that one touch records
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice

from companion.engine import Malformed, Tap
from companion.engine.table_taps import FORMS

ANY = "=*"  # at the end of a button's tap: the number is in the field of its word
THEN = ";"  # between two taps
REASON = "reason-"  # before the number of a side: its field for the reason of a correction


def with_number(tap: Tap) -> str:
    """Return what a button with a field beside it sends: `fix@0=*`."""
    return f"{tap}{ANY}"


def both(first: Tap, second: Tap) -> str:
    """Return the value of a button that records two taps: `yes@0;best@1`."""
    return f"{first}{THEN}{second}"


def field(sent: str) -> str:
    """Return the name of the field beside the button that sends this: `n-fix@0`.

    It is empty if the button needs no field.
    """
    if not sent.endswith(ANY):
        return ""
    return f"n-{sent.removesuffix(ANY)}"


def read(form: Mapping[str, str]) -> tuple[str, str]:
    """Return the two taps of a form; the second is empty if its button sent only one.

    Raises Malformed if the field for a number is empty.
    """
    first, _, second = _filled(form).partition(THEN)
    return first, second


def _filled(form: Mapping[str, str]) -> str:
    """Return what the button sent, with the number and the reason from the fields beside it."""
    return _with_number(form) + _reason(form)


def _reason(form: Mapping[str, str]) -> str:
    """Return the reason that was chosen for a correction, with its comma, or ""."""
    word = re.match("[a-z-]*", form.get("tap", ""))[0]  # type: ignore[index] # it matches ""
    if word not in FORMS or not FORMS[word].reasoned:
        return ""
    chosen = (text for name, text in form.items() if name.startswith(REASON) and text)
    return "".join(f",{text}" for text in islice(chosen, 1))


def _with_number(form: Mapping[str, str]) -> str:
    sent = form.get("tap", "")
    if not sent.endswith(ANY):
        return sent
    number = form.get(field(sent), "").strip()
    if not number:
        raise Malformed("enter a number in the field beside it")
    return f"{sent.removesuffix(ANY)}={number.removeprefix('+')}"
