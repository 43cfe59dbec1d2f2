"""Check JSON values by shapes. A shape is a function that raises Misshapen for wrong values.

    PERSON = keyed({"number": whole(1, 200), "name": string(24)})
    PEOPLE = listed(PERSON, most=200)
    PEOPLE([{"number": 1, "name": 0}], "people")      # Misshapen: people[0].name

A shape checks only the type and the size of a value. The code that reads the value checks whether
it makes sense.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

Shape = Callable[[object, str], None]
"""A function that checks a value. It raises Misshapen, with the place, if the value is wrong."""


class Misshapen(ValueError):
    """Raised for a value that its shape does not allow.

    `place` says where the value is: `people[0].name`.
    """

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.place = place


def anything(value: object, place: str) -> None:
    """Accept every value of a JSON text.

    This is the shape of values that are written for other programs and never read here.
    """


def string(longest: int) -> Shape:
    """Return the shape of a string of at most `longest` characters that can be stored and shown."""

    def check(value: object, place: str) -> None:
        if not isinstance(value, str) or len(value) > longest or not _is_storable(value):
            raise Misshapen(place)

    return check


def whole(least: int, most: int) -> Shape:
    """Return the shape of a whole number from `least` to `most`.

    `true` and `1.0` are not whole numbers.
    """

    def check(value: object, place: str) -> None:
        if type(value) is not int or not least <= value <= most:
            raise Misshapen(place)

    return check


def nullable(shape: Shape) -> Shape:
    """Return a shape that accepts the values of `shape`, and null.

    Other empty values, such as `""`, `0` or `false`, are accepted only if `shape` accepts them.
    """

    def check(value: object, place: str) -> None:
        if value is not None:
            shape(value, place)

    return check


def listed(shape: Shape, most: int) -> Shape:
    """Return the shape of a list of at most `most` values that all have the same shape."""

    def check(value: object, place: str) -> None:
        if not isinstance(value, list) or len(value) > most:
            raise Misshapen(place)
        for at, one in enumerate(value):
            shape(one, f"{place}[{at}]")

    return check


def named(shape: Shape, most: int) -> Shape:
    """Return the shape of an object with at most `most` keys, whatever their names are.

    All its values must have this shape.
    """

    def check(value: object, place: str) -> None:
        if not isinstance(value, dict) or len(value) > most:
            raise Misshapen(place)
        for name, one in value.items():
            if not _is_storable(name):
                raise Misshapen(place)
            shape(one, f"{place}.{name}")

    return check


def keyed(shapes: Mapping[str, Shape], optional: Mapping[str, Shape] | None = None) -> Shape:
    """Return the shape of an object that has every key of `shapes`, and any keys of `optional`.

    No other key is allowed.
    """
    known = {**shapes, **(optional or {})}

    def check(value: object, place: str) -> None:
        if not isinstance(value, dict):
            raise Misshapen(place)
        for key, one in value.items():
            if key not in known:
                raise Misshapen(f"{place}.{key}")
            known[key](one, f"{place}.{key}")
        for key in shapes:
            if key not in value:
                raise Misshapen(f"{place}.{key}")

    return check


def _is_storable(value: str) -> bool:
    """Return whether the text is valid Unicode without NUL.

    A JSON text can contain half of a surrogate pair, which is not valid Unicode.
    """
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in value
