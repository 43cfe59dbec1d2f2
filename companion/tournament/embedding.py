"""Let the website of a club show a tournament in a frame, if its organiser has named that site."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from companion.engine import Impossible
from companion.web.answers import POLICY

NOBODY = "frame-ancestors 'none'"
LONGEST = 100  # characters of an address
_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?")


def clean_site(text: str) -> str:
    """Return the site of an address that somebody typed, or "" if they typed nothing.

    `" club.example/en"` becomes `"https://club.example"`. Raises Impossible, with a message for the
    user, if the text is not the address of a site.
    """
    typed = text.strip()
    if not typed:
        return ""
    wrong = Impossible("“%(text)s” is not the address of a website.", text=typed[:40])
    try:
        address = urlsplit(typed if "://" in typed else f"https://{typed}")
    except ValueError:
        raise wrong from None  # such as "https://[": a person must not read Python's message
    host = address.netloc.lower()
    is_site = address.scheme in ("http", "https") and _HOST.fullmatch(host) is not None
    if not is_site or len(host) > LONGEST:
        raise wrong
    return f"{address.scheme}://{host}"


def policy(site: str) -> str:
    """Return the Content-Security-Policy that lets only this site show a page in a frame."""
    return POLICY.replace(NOBODY, f"frame-ancestors {site}")
