"""Links and codes: tokens nobody can guess, and a short code that can be read aloud across a table."""

from __future__ import annotations

import re
import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # without 0 O 1 I L, which look alike, and U, which makes words
CODE_LENGTH = 5
TOKEN_BYTES = 16  # 128 bits

_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")


def new_code() -> str:
    """A short code, in capitals."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def new_token() -> str:
    """A secret for a link."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def tidy_code(text: str) -> str | None:
    """The code somebody meant, whatever the case, blanks and hyphens; None when it cannot be one."""
    code = re.sub(r"[\s-]", "", text[:40]).upper()
    return code if len(code) == CODE_LENGTH and set(code) <= set(ALPHABET) else None


def is_token(text: str) -> bool:
    """Whether this has the shape of a token."""
    return _TOKEN.fullmatch(text) is not None
