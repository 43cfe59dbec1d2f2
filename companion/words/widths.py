"""How wide a text is drawn, and what is left of one that is too long: a page cannot measure before it is drawn.

In em of bold DejaVu Sans, which is wider than the letters of any phone.
"""

from __future__ import annotations

from math import ceil
from string import ascii_uppercase
from unicodedata import combining, east_asian_width, normalize

USUAL, CAPITAL, FULL = 0.7, 0.8, 1.05
CLASSES = range(6, 37)  # half em, what the styles know: .n6 to .n36


class _Widths(dict[str, float]):
    """The width of each sign. Those of ASCII are known beforehand; of any other its letter without accents counts."""

    def __missing__(self, sign: str) -> float:
        if combining(sign):
            return 0
        if east_asian_width(sign) in "WF":
            return FULL
        letter = normalize("NFD", sign)[0]
        return self[letter] if letter in self else CAPITAL if sign.isupper() else USUAL


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


def wide(text: str) -> float:
    """The width in em."""
    return sum(map(WIDTHS.__getitem__, text))


def room(*texts: str) -> int:
    """The number of the class that gives the widest of these lines room: in half em, at least 3 em, at most 18."""
    return min(max(ceil(2 * max(map(wide, texts), default=0)), CLASSES[0]), CLASSES[-1])


def shortened(text: str, most: float) -> str:
    """The text, or its beginning with a point, so that it is at most so wide; of one sign at least."""
    if wide(text) <= most:
        return text
    end = max(
        (at for at in range(1, len(text)) if wide(text[:at]) + WIDTHS["."] <= most), default=1
    )
    closed = "\u2069" if text.startswith("\u2068") else ""
    return f"{text[:end].rstrip(' .')}.{closed}"


def broken(text: str, most: float) -> tuple[str, ...]:
    """The lines of a text that breaks between words, each as full as it gets; a word may be wider than `most`."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and wide(longer) > most:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)


def halves(name: str) -> tuple[str, ...]:
    """A name in one line, or cut where its two halves are about equally wide: between its words, else in one."""
    cuts = [at for at in range(1, len(name)) if name[at] == " "] or range(1, len(name))
    return min(
        ((name[:at], name[at:]) for at in cuts),
        key=lambda both: max(map(wide, both)),
        default=(name,),
    )
