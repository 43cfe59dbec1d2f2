"""Make codes, which people read aloud at a table, and the tokens of links.

Nobody can guess a code or a token.
"""

from __future__ import annotations

import base64
import hmac
import re
import secrets

# The alphabet lacks 0 O 1 I L, which look alike, and U, which makes words.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 12  # 59 bits; README.md says why so many
GROUP = 4  # characters that are read aloud together
TOKEN_BYTES = 16  # 128 bits
# The code and all links of a table begin with the same two characters. By these a load balancer can
# send all phones of a table to one process.
ROUTE_LENGTH = 2

# Bytes of the proof in the token of a result. With the id of its match these are 24 bytes, which
# are written as 32 characters.
RESULT_BYTES = 16

_RESULT = re.compile(r"[A-Za-z0-9_-]{34}")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22,24}")


def new_code(route: str = "") -> str:
    """Return a new code of CODE_LENGTH capital letters and digits.

    The new code begins with `route`. Pass the first two characters of the old code if the new code
    replaces one.
    """
    return route + "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH - len(route)))


def route(code: str) -> str:
    """Return the first two characters of a code.

    All codes and tokens of a table begin with the same two characters. This stays true when they
    are replaced. So a load balancer can send all phones of a table to the same process.
    """
    return code[:ROUTE_LENGTH]


def format_code(code: str) -> str:
    """Return the code as it is shown: `K7QF-3XMP-9TRW`."""
    return "-".join(code[at : at + GROUP] for at in range(0, len(code), GROUP))


def new_token(code: str) -> str:
    """Return a new random token for a link to the table with that code.

    `code` is "" if there is no table. The token begins with the first two characters of the code.
    It never begins with "-", because `companion export` would take it for an option.
    """
    token = route(code) + secrets.token_urlsafe(TOKEN_BYTES)
    if token.startswith("-"):
        return new_token(code)
    return token


def result_token(code: str, match_id: int, secret: str) -> str:
    """Return the token of a link that shows only the result of that match.

    `secret` is the token of another link of the match. If that link is replaced, the token of the
    result is no longer valid.
    """
    number = match_id.to_bytes(8)
    proof = hmac.digest(secret.encode(), b"result" + number, "sha256")[:RESULT_BYTES]
    return route(code) + base64.urlsafe_b64encode(number + proof).decode()


def result_of(token: str) -> int | None:
    """Return the id of a match, which is a part of the token of its result link.

    Return None if `token` does not look like such a token. This function does not check whether
    the token is valid.
    """
    if _RESULT.fullmatch(token) is None:
        return None
    return int.from_bytes(base64.urlsafe_b64decode(token[ROUTE_LENGTH:])[:8])


def parse_code(text: str) -> str | None:
    """Return the code that somebody typed, in capitals and without blanks and hyphens.

    Return None if it cannot be a code.
    """
    code = re.sub(r"[\s-]", "", text[:40]).upper()
    if len(code) != CODE_LENGTH or not set(code) <= set(ALPHABET):
        return None
    return code


def is_token(text: str) -> bool:
    """Return whether this text has the length and the characters of a token."""
    return _TOKEN.fullmatch(text) is not None
