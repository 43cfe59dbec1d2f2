"""Pack a whole match into the fragment of a URL, short enough for a QR code that any phone reads.

The record is deflated with a dictionary of words that are frequent in records. The result is
written as text, three characters for two bytes (Electrum calls this base43). Only 43 different
characters are used: they need no escape in a fragment, and a QR code stores them in its short
alphanumeric form. The first character says which dictionary was used. A dictionary that has been
used is never changed.
"""

from __future__ import annotations

import re
import zlib

from companion.engine import Impossible

# By RFC 3986 a fragment may contain all these characters.
SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$*+-./:"
MOST = 200_000  # characters of a record, about twice those of the longest log
LONGEST = 60_000  # characters of a fragment; a longer fragment is refused unread

_WORDS_1 = (
    "pido-flor muestra vira pass burn dealer@ void resign@ end fix-games@ fix-truts@ cards@ "
    "passes@ brelan@ suite@ "
    "trut@ put@ double@ redeal@ mon-reste@ two-more@ raise@ joc-fora@ quatre-val@ torne@ la-falta@ "
    "envit@ vale-nueve@ "
    "vale-juego@ doze@ nove@ seis@ contraflor@ resto@ achico@ flor@ falta-envido@ real-envido@ "
    "vale-cuatro@ "
    "best@ good@ says@0=27 says@1=28 says@2=29 says@3=30 one@ fold@0 fold@1 fold@2 fold@3 hand@0 "
    "hand@1 hand@2 hand@3 "
    "fix@0=1 fix@1=1 redo undo [Games [Score [Place [Rules best_of=3 target=24 target=40 flor=on "
    '[Variant "valencian"] [Variant "mineiro"] [Variant "paulista"] [Variant "uruguayan"] [Variant '
    '"argentine"] '
    '[Variant "catalan"]\n[Seats "2"]\n[Seats "4"]\n[Players "Anna, Biel, Carme, Pep"]\n'
    '[Date "2026-11-2"]\n[Dealer "0"]\n'
    "\n\nretruco@0 retruco@1 truco@0 truco@1 truco@2 truco@3 envido@0 no@1 envido@1 yes@0 envido@2 "
    "yes@1 envido@3 no@0 "
    "retruc@0 no@1 retruc@1 no@0 retruc@2 yes@1 retruc@3 yes@0 tied won@0 tied won@1 tied won@2 "
    "tied won@3\n"
    "truc@0 no@1\ntruc@1 no@2\ntruc@2 no@3\ntruc@3 no@0\ntruc@0 yes@1 won@0 won@0\ntruc@1 yes@2 "
    "won@1 won@1\n"
    "truc@2 yes@3 won@2 won@2\ntruc@3 yes@0 won@3 won@3\nwon@0 won@1 won@2\nwon@1 won@2 "
    "won@3\nwon@2 won@3 won@0\n"
    "won@3 won@0 won@1\nwon@0 won@2\nwon@1 won@3\nwon@2 won@0\nwon@3 won@1\n"
)
_DICTIONARIES = {"1": _WORDS_1.encode()}
NEWEST = "1"


class Unreadable(Impossible):
    """The error for a scanned text that does not contain a match."""


def pack(record: str) -> str:
    """Return the record as the part of an address that follows #.

    Comments and spaces at the ends of lines are left out.
    """
    lines = (re.sub(r"\s*;[^\"]*$", "", line) for line in record.splitlines())
    body = "\n".join(lines).strip() + "\n"
    press = zlib.compressobj(9, wbits=-15, zdict=_DICTIONARIES[NEWEST])
    return NEWEST + _encode(press.compress(body.encode()) + press.flush())


def unpack(fragment: str) -> str:
    """Return the record that a fragment contains.

    Raises Unreadable if it contains no record, or a record that is longer than any match can be.
    """
    text = fragment.removeprefix("#")
    if len(text) > LONGEST or text[:1] not in _DICTIONARIES:
        raise Unreadable("This code does not contain a match.")
    unpress = zlib.decompressobj(wbits=-15, zdict=_DICTIONARIES[text[0]])
    try:
        body = unpress.decompress(_decode(text[1:]), MOST)
        record = body.decode()
    except (zlib.error, ValueError) as error:
        raise Unreadable("This code does not contain a match.") from error
    if not unpress.eof or unpress.unused_data:
        raise Unreadable("This code does not contain a match.")
    return record


def _encode(data: bytes) -> str:
    """Return the bytes as characters: three for two bytes, two for a single byte at the end."""
    pairs = (data[at : at + 2] for at in range(0, len(data), 2))
    return "".join(_signs(int.from_bytes(pair), len(pair) + 1) for pair in pairs)


def _signs(number: int, places: int) -> str:
    signs = ""
    for _ in range(places):
        number, sign = divmod(number, len(SIGNS))
        signs = SIGNS[sign] + signs
    return signs


def _decode(text: str) -> bytes:
    """Return the bytes that `_encode` wrote. Raises ValueError for any other text."""
    groups = [text[at : at + 3] for at in range(0, len(text), 3)]
    return b"".join(_number(signs).to_bytes(len(signs) - 1) for signs in groups)


def _number(signs: str) -> int:
    number = 0
    for sign in signs:
        number = number * len(SIGNS) + SIGNS.index(sign)
    if len(signs) < 2 or number >= 256 ** (len(signs) - 1):
        raise ValueError(signs)
    return number
