"""The house rules in force, in words, the changed ones marked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.cheatsheets.prose import Prose
from companion.engine import Rules
from companion.engine.option import Option
from companion.engine.variant import Variant


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One house rule: what it is about, what holds here, and what is usual where that differs ("" else)."""

    key: str
    label: str
    value: str
    usual: str

    @property
    def changed(self) -> bool:
        """Whether this table plays it otherwise than the game is written."""
        return bool(self.usual)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A point on which the sources differ: what it is about, what they say, and what holds here ("" if said)."""

    about: str
    says: str
    here: str


def meant(variant: Variant, rules: Rules) -> dict[str, str]:
    """The house rules that mean something at this table: without envido nothing is asked about it."""
    house = dict(rules.house)
    return {
        option.key: house[option.key]
        for option in variant.options
        if option.key in house and option.means(house)
    }


def house_rules(variant: Variant, house: Mapping[str, str], prose: Prose) -> tuple[HouseRule, ...]:
    """Every house rule of the game that means something at this table, the changed ones first."""
    rules = [_rule(option, house, prose) for option in variant.options if option.key in house]
    return tuple(sorted(rules, key=lambda rule: not rule.changed))


def _rule(option: Option, house: Mapping[str, str], prose: Prose) -> HouseRule:
    value = house[option.key]
    usual = option.value({key: held for key, held in prose.facts.items() if key != option.key})
    label, words = prose.house(option.key, value)
    return HouseRule(
        option.key, label, words, prose.house(option.key, usual)[1] if value != usual else ""
    )


def disputes(house: Mapping[str, str], prose: Prose) -> tuple[Dispute, ...]:
    """Where the sources disagree; of a point that is a house rule, the reading in force.

    A house rule this table does not have is left out: a sheet like another game's may speak of one.
    """
    rows = prose.rows("sources", "disagree")
    return tuple(_dispute(row, house, prose) for row in rows if row.get("rule", "") in ("", *house))


def _dispute(row: Mapping[str, str], house: Mapping[str, str], prose: Prose) -> Dispute:
    key = row.get("rule", "")
    if not key:
        return Dispute(row["about"], row["say"], "")
    label, value = prose.house(key, house[key])
    return Dispute(label, row["say"], value)
