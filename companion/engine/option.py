"""A house rule: its key, the values it may take, and which of them holds at a table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.engine.sentence import Impossible

Setting = str | int | bool


class HouseRule(Impossible):
    """A house rule or a number of seats this game does not have; the sentence names the possible ones."""


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: its key, its value as written in the rule book, and the values it may take.

    With `numbers` any whole number in that range (points, games, deals) will do, `values` being those
    worth offering; `by_side`: one number a side, joined by `-`, each below the target, or 0 for all. `unless`
    lists (key, value, default): another default while that house rule, or the number of `seats`, is so. An
    option with `seats` exists only for so many players.
    """

    key: str
    default: str
    values: tuple[str, ...]
    numbers: tuple[int, int] | None = None
    unless: tuple[tuple[str, str, str], ...] = ()
    seats: tuple[int, ...] = ()
    by_side: bool = False

    @classmethod
    def target(cls, default: int, *others: int) -> Option:
        """Points that win a game, 2 to 99."""
        return cls.number("target", default, *others, low=2, high=99)

    @classmethod
    def best_of(cls, default: int = 1) -> Option:
        """Games in a match."""
        return cls("best_of", str(default), ("1", "3", "5"))

    @classmethod
    def handicap(cls) -> Option:
        """Points (truts in the Trut family) each side begins every game with."""
        return cls("handicap", "0", ("0",), by_side=True)

    @classmethod
    def switch(cls, key: str, default: Literal["on", "off"]) -> Option:
        """A rule that is on or off."""
        return cls(key, default, ("on", "off"))

    @classmethod
    def choice(cls, key: str, default: str, *others: str, unless: tuple[tuple[str, str, str], ...] = ()) -> Option:
        """A rule with named values, the default first."""
        return cls(key, default, (default, *others), unless=unless)

    @classmethod
    def number(
        cls, key: str, default: int, *others: int, low: int, high: int, unless: tuple[tuple[str, str, str], ...] = ()
    ) -> Option:
        """A rule that is a whole number."""
        return cls(key, str(default), tuple(map(str, sorted({default, *others}))), (low, high), unless)

    def check(self, value: str) -> str:
        """The value, or HouseRule naming the possible ones."""
        if value in self.values or (self.numbers and _within(value, *self.numbers)):
            return value
        if self.numbers:
            raise HouseRule(
                "%(key)s=%(value)s: it must be a whole number from %(low)s to %(high)s",
                key=self.key,
                value=value,
                low=self.numbers[0],
                high=self.numbers[1],
            )
        values = ", ".join(self.values)
        raise HouseRule(
            "%(key)s=%(value)s: the possible values are %(values)s", key=self.key, value=value, values=values
        )

    def value(self, house: Mapping[str, str]) -> str:
        """Its value under these house rules (`sides` among them where there is one number a side); raises HouseRule."""
        if self.key in house:
            return self._check_sides(house) if self.by_side else self.check(house[self.key])
        return next((other for key, value, other in self.unless if house.get(key) == value), self.default)

    def _check_sides(self, house: Mapping[str, str]) -> str:
        value, sides, most = house[self.key], int(house["sides"]), int(house["target"]) - 1
        numbers = value.split("-")
        if value in self.values or (len(numbers) == sides and all(_within(number, 0, most) for number in numbers)):
            return value
        raise HouseRule(
            "%(key)s=%(value)s: it must be one whole number per side from 0 to %(high)s, such as %(example)s",
            key=self.key,
            value=value,
            high=most,
            example="-".join(map(str, range(sides))),
        )


def setting(value: str) -> Setting:
    """A house rule's text as a value: whole numbers, on and off, or the word itself."""
    if value.isdigit():
        return int(value)
    return {"on": True, "off": False}.get(value, value)


def _within(value: str, low: int, high: int) -> bool:
    return re.fullmatch("0|[1-9][0-9]{0,3}", value) is not None and low <= int(value) <= high
