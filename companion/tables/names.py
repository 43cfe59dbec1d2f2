"""Names of players: any script, but one line, visible, and unable to turn the text around them."""

from __future__ import annotations

import unicodedata

from companion.engine import Impossible

LONGEST = 24
LONGEST_STAKE = 40

_JOINERS = "\u200c\u200d"  # part of how some scripts, and some emoji, are written
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that show nothing
_FORBIDDEN = {"Cc", "Cf", "Cn", "Co", "Cs"}


def clean_name(text: str) -> str:
    """The name as it will be kept; raises ValueError, with a sentence, when nothing good is left of it."""
    if len(text) > 40 * LONGEST:
        raise _too_long()
    letters = "".join(c for c in unicodedata.normalize("NFC", _spaced(text)) if _allowed(c))
    name = " ".join(letters.split())
    if not any(_shows(c) for c in name):
        raise Impossible("A name needs at least one visible character.")
    if len(name) > LONGEST:
        raise _too_long()
    return name


def clean_stake(text: str) -> str:
    """What a match is for as it is kept, in one line; ValueError, a sentence, for too long a one."""
    line = one_line(text)
    if len(line) > LONGEST_STAKE:
        raise Impossible(
            "The stake can have at most %(longest)s characters.", longest=LONGEST_STAKE
        )
    return line


def one_line(text: str) -> str:
    """A text of somebody's own in one line, without what cannot be seen; of its first thousand characters."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text[:1000]).split())


def _too_long() -> Impossible:
    return Impossible("A name can have at most %(longest)s characters.", longest=LONGEST)


def _spaced(text: str) -> str:
    return "".join(" " if c.isspace() else c for c in text)


def _allowed(c: str) -> bool:
    return c in _JOINERS or unicodedata.category(c) not in _FORBIDDEN


def _shows(c: str) -> bool:
    return unicodedata.category(c)[0] in "LNPS" and c not in _BLANK
