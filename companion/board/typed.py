"""What a button sends that is more than a tap: one with the number typed beside it, or two that one touch records."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import Act, Malformed

ANY = "=*"  # at the end of a button's tap: the number is in the field of its word
THEN = ";"  # between two taps


def tap(act: Act) -> str:
    """What the button sends: `fix@0=*`."""
    return f"{act}{ANY}"


def both(first: Act, second: Act) -> str:
    """What the button sends that records one after the other: `yes@0;best@1`."""
    return f"{first}{THEN}{second}"


def field(sent: str) -> str:
    """The name of the field beside the button that sends this, `n-fix@0`; empty where it needs none."""
    return f"n-{sent.removesuffix(ANY)}" if sent.endswith(ANY) else ""


def filled(sent: str, form: Mapping[str, str]) -> str:
    """The notation of the button that was tapped, with the number typed beside it, if it is one of these.

    Raises Malformed where the field is empty.
    """
    if not sent.endswith(ANY):
        return sent
    plain = sent.removesuffix(ANY)
    number = form.get(field(sent), "").strip()
    if not number:
        raise Malformed("enter a number in the field beside it")
    return f"{plain}={number.removeprefix('+')}"
