"""House rules: their keys, the values they may take, and the value in force at a table."""

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
    """The error for a house rule, a value or a number of seats that the game does not have.

    Its sentence names what is possible.
    """


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: its key, its default (the value in the rule book), and its possible values.

    * `numbers`: the lowest and the highest number, if the value is a number (of points, games or
      deals). Any whole number between them is possible; `values` are the numbers that are offered.
    * `unless`: a list of (key, value, default). If the house rule `key` has this value, the default
      in the list replaces the usual default. The key may also be "seats", the number of players.
    * `seats`: the numbers of players for which the house rule exists; if empty, for any number.
    * `by_account`: if true, the value is one number per account, such as `2-0`. Each number is
      below the target. The value `0` gives every account 0.
    * `group`: what the house rule is about.
    * `needs`: a list of (key, value). This house rule makes no difference if a house rule `key` has
      another value.
    """

    key: str
    default: str
    values: tuple[str, ...]
    numbers: tuple[int, int] | None = None
    unless: Unless = ()
    seats: tuple[int, ...] = ()
    by_account: bool = False
    group: OptionGroup = ""
    needs: tuple[tuple[str, str], ...] = ()

    @classmethod
    def target(cls, default: int, *others: int) -> Option:
        """Return the rule for the points that win a game, 2 to 99."""
        return cls.number("target", default, *others, low=2, high=99)

    @classmethod
    def best_of(cls, default: int = 1) -> Option:
        """Return the rule for the number of games in a match."""
        return cls("best_of", str(default), ("1", "3", "5"))

    @classmethod
    def handicap(cls) -> Option:
        """Return the rule for the points (in the Trut family: truts) each side begins with."""
        return cls("handicap", "0", ("0",), by_account=True)

    @classmethod
    def lead_after_tie(cls, default: str) -> Option:
        """Return the rule for who leads after a tied trick.

        The player who leads is the leader of the tied trick, eldest, or the player who tied it.
        """
        return cls._of_ties("lead_after_tie", default, "tied_leader", "mano", "rotter")

    @classmethod
    def all_tied(cls, default: str, unless: Unless = ()) -> Option:
        """Return the rule for who takes a hand of three tied tricks: nobody, or eldest's side.

        `unless` is a list of (key, value, default): if the house rule `key` has this value, its
        default replaces the usual `default`.
        """
        return cls._of_ties("ttt", default, "none", "leader_side", unless=unless)

    @classmethod
    def _of_ties(cls, key: str, default: str, *values: str, unless: Unless = ()) -> Option:
        """Return a house rule about ties, with `default` as the first of its values."""
        others = (value for value in values if value != default)
        return cls.choice(key, default, *others, unless=unless, group="ties")

    @classmethod
    def switch(cls, key: str, default: Literal["on", "off"], *, group: OptionGroup = "") -> Option:
        """Return a rule that is on or off."""
        return cls(key, default, ("on", "off"), group=group)

    @classmethod
    def choice(
        cls, key: str, default: str, *others: str, unless: Unless = (), group: OptionGroup = ""
    ) -> Option:
        """Return a house rule whose values are words, with `default` as the first."""
        return cls(key, default, (default, *others), unless=unless, group=group)

    @classmethod
    def number(
        cls,
        key: str,
        default: int,
        *others: int,
        low: int,
        high: int,
        unless: Unless = (),
        group: OptionGroup = "",
    ) -> Option:
        """Return a rule whose value is a whole number from `low` to `high`.

        `default` and `others` are the numbers that are offered.
        """
        values = tuple(map(str, sorted({default, *others})))
        return cls(key, str(default), values, (low, high), unless, group=group)

    def where(self, **needs: str) -> Option:
        """Return this house rule, changed so that it matters only if others have these values."""
        return replace(self, needs=tuple(needs.items()))

    def means(self, house: Mapping[str, str]) -> bool:
        """Return whether this rule makes a difference under these house rules."""
        return all(house.get(key) == value for key, value in self.needs)

    def check(self, value: str) -> str:
        """Return `value` if it is possible. Raises UnknownHouseRule if it is not."""
        if value in self.values or (self.numbers and _is_within(value, *self.numbers)):
            return value
        if self.numbers:
            raise UnknownHouseRule(
                "%(key)s: it must be a whole number from %(low)s to %(high)s",
                key=self.key,
                value=value,
                low=self.numbers[0],
                high=self.numbers[1],
            )
        raise UnknownHouseRule(
            "%(key)s: the possible values are %(values)s",
            key=self.key,
            value=value,
            values=", ".join(self.values),
        )

    def value(self, house: Mapping[str, str]) -> str:
        """Return the value that `house` gives to this house rule, or the default if it gives none.

        If the value is one number per account, `house` must also have `accounts` and `target`.
        Raises UnknownHouseRule if the value is impossible.
        """
        if self.key not in house:
            return self._default_under(house)
        if self.by_account:
            return self._check_accounts(house)
        return self.check(house[self.key])

    def _default_under(self, house: Mapping[str, str]) -> str:
        for key, value, other_default in self.unless:
            if house.get(key) == value:
                return other_default
        return self.default

    def _check_accounts(self, house: Mapping[str, str]) -> str:
        value = house[self.key]
        accounts = int(house["accounts"])
        most = int(house["target"]) - 1
        numbers = value.split("-")
        fits = len(numbers) == accounts and all(_is_within(number, 0, most) for number in numbers)
        if fits or value in self.values:
            return value
        raise UnknownHouseRule(
            "%(key)s: it must be one whole number per side from 0 to %(high)s, such as %(example)s",
            key=self.key,
            value=value,
            high=most,
            example="-".join(map(str, range(accounts))),
        )


def setting(value: str) -> Setting:
    """Convert the value of a house rule: to a whole number, to True ("on") or False ("off").

    Return any other word unchanged.
    """
    if value.isdigit():
        return int(value)
    return {"on": True, "off": False}.get(value, value)


def _is_within(value: str, low: int, high: int) -> bool:
    return re.fullmatch("0|[1-9][0-9]{0,3}", value) is not None and low <= int(value) <= high
