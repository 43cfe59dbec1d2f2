"""Write and read what a button sends if that is more than a tap.

It is a tap with the number typed beside it, or two taps that one touch records.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import Malformed, Tap

ANY = "=*"  # at the end of a button's tap: the number is in the field of its word
THEN = ";"  # between two taps


def with_number(tap: Tap) -> str:
    """Return what a button with a field beside it sends: `fix@0=*`."""
    return f"{tap}{ANY}"


def both(first: Tap, second: Tap) -> str:
    """Return what a button sends that records two taps: `yes@0;best@1`."""
    return f"{first}{THEN}{second}"


def field(sent: str) -> str:
    """Return the name of the field beside the button that sends this: `n-fix@0`.

    It is empty if the button needs no field.
    """
    if not sent.endswith(ANY):
        return ""
    return f"n-{sent.removesuffix(ANY)}"


def filled(sent: str, form: Mapping[str, str]) -> str:
    """Return the notation of the button that was tapped, with the number typed beside it, if any.

    Raises Malformed if the field is empty.
    """
    if not sent.endswith(ANY):
        return sent
    plain = sent.removesuffix(ANY)
    number = form.get(field(sent), "").strip()
    if not number:
        raise Malformed("enter a number in the field beside it")
    return f"{plain}={number.removeprefix('+')}"
