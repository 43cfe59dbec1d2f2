"""Put the house rules of a table into words, and say which of them the table has changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.cheatsheets.prose import Prose
from companion.engine import Rules
from companion.engine.option import Option
from companion.engine.variant import Variant


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One house rule in words: its subject (`label`), and its value at this table.

    If the value is not the default, `usual` is the default in words. Otherwise `usual` is "".
    """

    key: str
    label: str
    value: str
    usual: str

    @property
    def changed(self) -> bool:
        """Return whether the value at this table is not the default."""
        return bool(self.usual)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A point on which sources differ: its subject, and what they say.

    `here` is what holds at this table, or "" if no house rule decides the point.
    """

    about: str
    says: str
    here: str


def meant(variant: Variant, rules: Rules) -> dict[str, str]:
    """Return the house rules that make a difference at this table, with their values.

    For example, the house rules about envido are left out if the table plays without envido.
    """
    house = dict(rules.house)
    options = variant.options_for(rules.seats)
    return {option.key: house[option.key] for option in options if option.means(house)}


def house_rules(variant: Variant, rules: Rules, prose: Prose) -> tuple[HouseRule, ...]:
    """Return every house rule that makes a difference at this table, the changed ones first."""
    house = meant(variant, rules)
    options = variant.options_for(rules.seats)
    told = [_in_words(option, house, prose) for option in options if option.key in house]
    return tuple(sorted(told, key=lambda rule: not rule.changed))


def _in_words(option: Option, house: Mapping[str, str], prose: Prose) -> HouseRule:
    value = house[option.key]
    label, words = prose.house(option.key, value)
    others = {key: held for key, held in prose.facts.items() if key != option.key}
    default = option.value(others)
    usual = ""
    if value != default:
        _, usual = prose.house(option.key, default)
    return HouseRule(option.key, label, words, usual)


def disputes(house: Mapping[str, str], prose: Prose) -> tuple[Dispute, ...]:
    """Return the points on which sources disagree, and how this table's house rules decide them.

    A point is left out if its house rule does not exist at this table. A sheet may mention such a
    point because it takes over the texts of another game.
    """
    rows = prose.rows("sources", "disagree")
    return tuple(_dispute(row, house, prose) for row in rows if row.get("rule", "") in ("", *house))


def _dispute(row: Mapping[str, str], house: Mapping[str, str], prose: Prose) -> Dispute:
    key = row.get("rule", "")
    if not key:
        return Dispute(row["about"], row["say"], "")
    label, value = prose.house(key, house[key])
    return Dispute(label, row["say"], value)
