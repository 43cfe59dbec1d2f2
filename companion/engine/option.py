"""A house rule: its key, the values it may take, and which of them holds at a table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.engine.sentence import Impossible

Setting = str | int | bool
OptionGroup = Literal["ties", "calls", "envido", "special", "cards", ""]
Unless = tuple[tuple[str, str, str], ...]


class UnknownHouseRule(Impossible):
    """A house rule or a number of seats this game does not have; the sentence names the possible ones."""


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: its key, its value as written in the rule book, and the values it may take.

    With `numbers` any whole number in that range (points, games, deals) will do, `values` being those
    worth offering; `by_side`: one number a side, joined by `-`, each below the target, or 0 for all. `unless`
    lists (key, value, default): another default while that house rule, or the number of `seats`, is so. An
    option with `seats` exists only for so many players. `group` is what it is about.
    With `needs`, a (key, value), it means something only while that house rule is so.
    """

    key: str
    default: str
    values: tuple[str, ...]
    numbers: tuple[int, int] | None = None
    unless: Unless = ()
    seats: tuple[int, ...] = ()
    by_side: bool = False
    group: OptionGroup = ""
    needs: tuple[str, str] | None = None

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
    def lead_after_tie(cls, default: str) -> Option:
        """Who leads after a tied trick: who led it, eldest, or who tied it."""
        return cls._of_ties("lead_after_tie", default, "tied_leader", "mano", "rotter")

    @classmethod
    def all_tied(cls, default: str, unless: Unless = ()) -> Option:
        """Whose hand it is when all tricks are tied: nobody's, or that of the side that led."""
        return cls._of_ties("ttt", default, "none", "leader_side", unless=unless)

    @classmethod
    def _of_ties(cls, key: str, default: str, *values: str, unless: Unless = ()) -> Option:
        """A rule about ties, whose values every game shares; the default first."""
        return cls.choice(key, default, *(v for v in values if v != default), unless=unless, group="ties")

    @classmethod
    def switch(cls, key: str, default: Literal["on", "off"], *, group: OptionGroup = "") -> Option:
        """A rule that is on or off."""
        return cls(key, default, ("on", "off"), group=group)

    @classmethod
    def choice(cls, key: str, default: str, *others: str, unless: Unless = (), group: OptionGroup = "") -> Option:
        """A rule with named values, the default first."""
        return cls(key, default, (default, *others), unless=unless, group=group)

    @classmethod
    def number(
        cls, key: str, default: int, *others: int, low: int, high: int, unless: Unless = (), group: OptionGroup = ""
    ) -> Option:
        """A rule that is a whole number."""
        values = tuple(map(str, sorted({default, *others})))
        return cls(key, str(default), values, (low, high), unless, group=group)

    def where(self, key: str, value: str) -> Option:
        """The same rule, which means something only while another is so."""
        return replace(self, needs=(key, value))

    def means(self, house: Mapping[str, str]) -> bool:
        """Whether it means something under these house rules."""
        return self.needs is None or house.get(self.needs[0]) == self.needs[1]

    def check(self, value: str) -> str:
        """The value, or UnknownHouseRule naming the possible ones."""
        if value in self.values or (self.numbers and _within(value, *self.numbers)):
            return value
        if self.numbers:
            raise UnknownHouseRule(
                "%(key)s: it must be a whole number from %(low)s to %(high)s",
                key=self.key,
                value=value,
                low=self.numbers[0],
                high=self.numbers[1],
            )
        values = ", ".join(self.values)
        raise UnknownHouseRule("%(key)s: the possible values are %(values)s", key=self.key, value=value, values=values)

    def value(self, house: Mapping[str, str]) -> str:
        """Its value under these house rules, `sides` among them where there is one number a side.

        Raises UnknownHouseRule.
        """
        if self.key in house:
            return self._check_sides(house) if self.by_side else self.check(house[self.key])
        return next((other for key, value, other in self.unless if house.get(key) == value), self.default)

    def _check_sides(self, house: Mapping[str, str]) -> str:
        value, sides, most = house[self.key], int(house["sides"]), int(house["target"]) - 1
        numbers = value.split("-")
        if value in self.values or (len(numbers) == sides and all(_within(number, 0, most) for number in numbers)):
            return value
        raise UnknownHouseRule(
            "%(key)s: it must be one whole number per side from 0 to %(high)s, such as %(example)s",
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
