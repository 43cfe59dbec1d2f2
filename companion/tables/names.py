"""Clean the names that people type.

A name may be in any script. A cleaned name is visible and has one line, and it cannot reverse the
direction of the text around it.
"""

from __future__ import annotations

import unicodedata

from companion.engine import Impossible

LONGEST = 24
LONGEST_STAKE = 40

_JOINERS = "\u200c\u200d"  # part of how some scripts, and some emoji, are written
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters and other characters that show nothing
_FORBIDDEN = {"Cc", "Cf", "Cn", "Co", "Cs"}


def clean_name(text: str) -> str:
    """Return a player's name as it is stored.

    Raises ValueError, with a message for the user, if the name is too long, or if nothing visible
    is left of it.
    """
    if len(text) > 40 * LONGEST:
        raise _too_long()
    normal = unicodedata.normalize("NFC", _spaced(text))
    letters = "".join(c for c in normal if _allowed(c))
    name = " ".join(letters.split())
    if not any(_shows(c) for c in name):
        raise Impossible("A name needs at least one visible character.")
    if len(name) > LONGEST:
        raise _too_long()
    return name


def clean_stake(text: str) -> str:
    """Return the stake of a match as it is stored, in one line.

    Raises ValueError, with a message for the user, if the stake is too long.
    """
    line = one_line(text)
    if len(line) > LONGEST_STAKE:
        raise Impossible(
            "The stake can have at most %(longest)s characters.", longest=LONGEST_STAKE
        )
    return line


def one_line(text: str) -> str:
    """Return the first thousand characters of a text in one line.

    Invisible characters and line breaks become blanks.
    """
    printable = "".join(sign if sign.isprintable() else " " for sign in text[:1000])
    return " ".join(printable.split())


def name_in_record(name: str) -> str:
    """Return a player's name without double quotes and commas, which have a meaning in a record.

    Return "?" if nothing is left of the name.
    """
    return " ".join(name.replace('"', "'").replace(",", " ").split()) or "?"


def _too_long() -> Impossible:
    return Impossible("A name can have at most %(longest)s characters.", longest=LONGEST)


def _spaced(text: str) -> str:
    return "".join(" " if c.isspace() else c for c in text)


def _allowed(c: str) -> bool:
    return c in _JOINERS or unicodedata.category(c) not in _FORBIDDEN


def _shows(c: str) -> bool:
    return unicodedata.category(c)[0] in "LNPS" and c not in _BLANK
