"""Estimate how wide a text will be drawn, and shorten texts. The server cannot measure texts.

Widths are in em of bold DejaVu Sans, whose letters are wider than those of any font on phones.
"""

from __future__ import annotations

from math import ceil
from string import ascii_uppercase
from unicodedata import combining, east_asian_width, normalize

USUAL = 0.7
CAPITAL = 0.8
FULL = 1.05
CLASSES = range(6, 37)  # widths in half em for which the styles have a class: .n6 to .n36


class _Widths(dict[str, float]):
    """The width of each character in em.

    The characters of ASCII are listed. Any other character is as wide as its letter without
    accents.
    """

    def __missing__(self, sign: str) -> float:
        if combining(sign):
            return 0
        if east_asian_width(sign) in "WF":
            return FULL
        letter = normalize("NFD", sign)[0]
        if letter in self:
            return self[letter]
        return CAPITAL if sign.isupper() else USUAL


LATIN = range(128, 0x250)  # letters with accents, in every text of our languages
WIDTHS = _Widths(
    {
        **dict.fromkeys(map(chr, range(128)), USUAL),
        **dict.fromkeys(ascii_uppercase, CAPITAL),
        **dict.fromkeys("ijl'.,:;!|·’", 0.39),
        **dict.fromkeys("frtIJ \u00a0()-–", 0.47),
        **dict.fromkeys("mwMW@&%…", 1.06),
        "\u2068": 0,
        "\u2069": 0,
    }
)
WIDTHS.update({sign: WIDTHS[sign] for sign in map(chr, LATIN)})


def wide(text: str) -> float:
    """Return the width of a text in em."""
    return sum(map(WIDTHS.__getitem__, text))


def room(*texts: str) -> int:
    """Return the width class of the widest of these lines: 6 is the CSS class `n6`, for example.

    The number is the width in half ems, rounded up. It is at least 6 (3 em) and at most 36 (18 em).
    """
    widest = max(map(wide, texts), default=0)
    return min(max(ceil(2 * widest), CLASSES[0]), CLASSES[-1])


def shortened(text: str, most: float) -> str:
    """Return the text if it is at most `most` em wide, otherwise its beginning and a full stop.

    At least one character is left. A text is not shortened by only one character, because the full
    stop is about as wide: `Contraflor`, not `Contraflo.`.
    """
    if wide(text) <= most:
        return text
    point = WIDTHS["."]
    ends = (at for at in range(1, len(text)) if wide(text[:at]) + point <= most)
    end = max(ends, default=1)
    if end == len(text) - 1:
        return text
    closed = "\u2069" if text.startswith("\u2068") else ""
    kept = text[:end].rstrip(" \u00a0.")
    return f"{kept}.{closed}"


def brief_name(name: str, most: float) -> str:
    """Return a name that is at most `most` em wide.

    A name of several words is shortened in two steps: first to its first and last word (`María
    Ruiz`), then to the initial and the last word (`M. Ruiz`). The last word is kept because two
    people at a table may have the same first name. The space after the initial does not break.
    """
    words = name.split()
    shorter = [name]
    if len(words) > 1:
        shorter += [f"{words[0]} {words[-1]}", f"{words[0][0]}.\u00a0{words[-1]}"]
    for one in shorter:
        if wide(one) <= most:
            return one
    return shortened(shorter[-1] if len(words) > 1 else name, most)


def broken(text: str, most: float) -> tuple[str, ...]:
    """Return a text as lines that are at most `most` em wide, broken between words.

    If a word is wider, it has a line of its own.
    """
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and wide(longer) > most:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)


def halves(name: str) -> tuple[str, ...]:
    """Return a name cut into two halves of about the same width.

    A name of several words is cut between two words. A single word is cut inside the word, except a
    word of one character.
    """
    cuts = [at for at in range(1, len(name)) if name[at] == " "] or range(1, len(name))
    pairs = ((name[:at], name[at:]) for at in cuts)
    return min(pairs, key=lambda both: max(map(wide, both)), default=(name,))
