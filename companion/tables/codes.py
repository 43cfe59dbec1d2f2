"""Links and codes: tokens for links, and a code that can be read aloud across a table; nobody can guess either."""

from __future__ import annotations

import base64
import hmac
import re
import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # without 0 O 1 I L, which look alike, and U, which makes words
CODE_LENGTH = 12  # 59 bits: why so many, says README.md
GROUP = 4  # characters read in one go
TOKEN_BYTES = 16  # 128 bits
ROUTE_LENGTH = 2  # characters that the code and all links of a table begin with, so that a balancer can go by them

RESULT_BYTES = (
    16  # of proof in the token of a result: with the number of its match 24 bytes, 32 signs
)

_RESULT = re.compile(r"[A-Za-z0-9_-]{34}")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22,24}")


def new_code(route: str = "") -> str:
    """A code of CODE_LENGTH characters, in capitals; it begins with `route`, that of the code it replaces."""
    return route + "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH - len(route)))


def route(code: str) -> str:
    """What the code and the links of a table begin with; it never changes."""
    return code[:ROUTE_LENGTH]


def grouped(code: str) -> str:
    """The code as it is shown: `K7QF-3XMP-9TRW`."""
    return "-".join(code[at : at + GROUP] for at in range(0, len(code), GROUP))


def new_token(code: str) -> str:
    """A secret for a link to the table with that code: its route and TOKEN_BYTES of chance."""
    return route(code) + secrets.token_urlsafe(TOKEN_BYTES)


def result_token(code: str, match_id: int, secret: str) -> str:
    """What leads to the result of that match and to nothing else, as long as the secret, another link, is the same."""
    number = match_id.to_bytes(8)
    proof = hmac.digest(secret.encode(), b"result" + number, "sha256")[:RESULT_BYTES]
    return route(code) + base64.urlsafe_b64encode(number + proof).decode()


def result_of(token: str) -> int | None:
    """The number of the match that token says it leads to, None where it cannot be one."""
    if _RESULT.fullmatch(token) is None:
        return None
    return int.from_bytes(base64.urlsafe_b64decode(token[ROUTE_LENGTH:])[:8])


def tidy_code(text: str) -> str | None:
    """The code somebody meant, whatever the case, blanks and hyphens; None when it cannot be one."""
    code = re.sub(r"[\s-]", "", text[:40]).upper()
    return code if len(code) == CODE_LENGTH and set(code) <= set(ALPHABET) else None


def is_token(text: str) -> bool:
    """Whether this has the shape of a token."""
    return _TOKEN.fullmatch(text) is not None
