"""Read a long JSON object value by value, so that other requests are answered meanwhile.

The time this takes is proportional to the length of the text, whatever the text says. At most
LONGEST characters are read between two values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from companion.book.json_shapes import Misshapen, Shape
from companion.engine import Impossible

LONGEST = 256 * 1024  # characters of one value
LONGEST_KEY = 40  # characters of a key that an error quotes
_BLANK = re.compile(r"[ \t\r\n]*")


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object with these keys and values. Raises ValueError if a key comes twice."""
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("a key is there twice")
    return value


def _refuse_constant(word: str) -> None:
    """Raise ValueError for NaN and Infinity, which Python accepts but JSON does not have."""
    raise ValueError(word)


_decoder = json.JSONDecoder(object_pairs_hook=_each_key_once, parse_constant=_refuse_constant)


class JsonText:
    """A text that should be one JSON object, the name of its file, and how far it was read."""

    def __init__(self, text: str, name: str) -> None:
        self._text = text
        self._name = name
        self._at = 0
        # The decoder is given a window of the text and an index in it, never a copy for each value:
        # copies would make many small values as expensive as their number times LONGEST.
        self._window = ""
        self._window_begins = 0

    def values(
        self, shapes: Mapping[str, Shape], listed: str, optional: Collection[str] = ()
    ) -> Iterator[tuple[str, Any]]:
        """Yield each key of the object with its value.

        The value of the key `listed` is a list. This key is yielded once for each element of the
        list, with the element as its value.

        Every key of `shapes` must be in the object once; only `optional` keys may be missing. No
        other key is allowed. Each value that is yielded must have the shape of its key. Raises
        Impossible, with a message about the file for the user, at the first fault.
        """
        missing = set(shapes)
        self._take("{")
        while True:
            key = self._value()
            if type(key) is not str or key not in missing:
                raise self.fault(str(key))
            missing.remove(key)
            self._take(":")
            for value in self._list() if key == listed else [self._value()]:
                self._check(shapes[key], value, key)
                yield key, value
            if self._take(",}") == "}":
                break
        missing -= set(optional)
        if missing or self._next():
            raise self.fault(min(missing, default=""))

    def fault(self, place: str = "") -> Impossible:
        """Return the error that says in which line, and at which `place`, the text is wrong."""
        line = 1 + self._text.count("\n", 0, self._at)
        if not place or not place.isprintable():
            return Impossible(
                "%(name)s is not a book saved by this program: line %(line)s cannot be read.",
                name=self._name,
                line=line,
            )
        # NOTE: %(key)s is an English word of the file, such as “people[0].name”
        return Impossible(
            "%(name)s is not a book saved by this program: “%(key)s” in line %(line)s is wrong.",
            name=self._name,
            key=place[:LONGEST_KEY],
            line=line,
        )

    def _check(self, shape: Shape, value: object, place: str) -> None:
        try:
            shape(value, place)
        except Misshapen as fault:
            raise self.fault(fault.place) from fault

    def _list(self) -> Iterator[Any]:
        self._take("[")
        if self._next() == "]":
            self._take("]")
            return
        while True:
            yield self._value()
            if self._take(",]") == "]":
                return

    def _value(self) -> Any:
        self._next()
        begin = self._at - self._window_begins
        window_ends = self._window_begins + len(self._window)
        if begin + LONGEST > len(self._window) and window_ends < len(self._text):
            self._window = self._text[self._at : self._at + 2 * LONGEST]
            self._window_begins = self._at
            begin = 0
        try:
            value, end = _decoder.raw_decode(self._window, begin)
        except (ValueError, RecursionError) as fault:
            raise self.fault() from fault
        if end - begin > LONGEST:
            raise self.fault()
        self._at = self._window_begins + end
        return value

    def _take(self, signs: str) -> str:
        found = self._next()
        if not found or found not in signs:
            raise self.fault()
        self._at += 1
        return found

    def _next(self) -> str:
        """Skip blanks and return the next character, or "" at the end of the text."""
        found = _BLANK.match(self._text, self._at)
        if found:
            self._at = found.end()
        return self._text[self._at : self._at + 1]
