"""A JSON object read value by value, so that a long one can be read while others are answered."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from companion.engine import Impossible

LONGEST = 256 * 1024  # characters of one value
_BLANK = re.compile(r"[ \t\r\n]*")
_decoder = json.JSONDecoder()


class JsonText:
    """A text that is to be one JSON object, the name of its file, and how far it was read."""

    def __init__(self, text: str, name: str) -> None:
        self._text, self._name, self._at = text, name, 0

    def values(self, listed: str) -> Iterator[tuple[str, Any]]:
        """Each key with its value; under the key `listed` each one of a list by itself. Impossible for no JSON."""
        self._take("{")
        while True:
            key = str(self._value())
            self._take(":")
            yield from ((key, one) for one in (self._list() if key == listed else [self._value()]))
            if self._take(",}") == "}":
                return

    def fault(self) -> Impossible:
        """The sentence that says where it cannot be read."""
        line = 1 + self._text.count("\n", 0, self._at)
        return Impossible(
            "%(name)s is not a book saved by this program: line %(line)s cannot be read.", name=self._name, line=line
        )

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
        try:
            value, length = _decoder.raw_decode(self._text[self._at : self._at + LONGEST])
        except (ValueError, RecursionError) as fault:
            raise self.fault() from fault
        self._at += length
        return value

    def _take(self, signs: str) -> str:
        found = self._next()
        if not found or found not in signs:
            raise self.fault()
        self._at += 1
        return found

    def _next(self) -> str:
        """The next sign that is not blank, empty at the end."""
        found = _BLANK.match(self._text, self._at)
        self._at = found.end() if found else self._at
        return self._text[self._at : self._at + 1]
