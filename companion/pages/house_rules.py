"""Show house rules as fields of a form, in groups with titles, and read the chosen values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion import variants
from companion.cheatsheets.prose import Prose
from companion.engine.option import Option, OptionGroup
from companion.engine.variant import Variant
from companion.tables import Match
from companion.web.language import N_, gettext
from companion.words import games

# The house rules on which most tables agree before they sit down. All others are the rarer ones.
FIRST = ("target", "best_of")
APART = (*FIRST, "handicap")  # the handicap is asked for beside the score

GROUPS: Mapping[OptionGroup, str] = MappingProxyType(
    {
        "ties": N_("Ties"),
        "calls": N_("Calls"),
        "envido": N_("Envido and flor"),
        "special": N_("Special hands"),
        "cards": N_("Cards"),
        "": N_("Other"),
    }
)
"""The titles of the groups of rarer house rules, in the order of the form."""


@dataclass(frozen=True, slots=True)
class RuleButton:
    """A button that chooses a value of a house rule.

    `value` is what the button sends. `usual` is true if this value holds when nobody chooses.
    """

    value: str
    label: str
    usual: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class Control:
    """A house rule as a field with choices.

    * `usual`: the value that holds if nobody chooses, in words.
    * `numbers`: the lowest and the highest number that may be typed instead of a choice, or None if
      no number may be typed.
    * `other`: the number that was typed, or "".
    * `changed`: whether somebody has chosen a value.
    * `group`: the subject of the rule.
    """

    key: str
    label: str
    usual: str
    choices: tuple[RuleButton, ...]
    numbers: tuple[int, int] | None
    other: str
    changed: bool
    group: OptionGroup = ""


@dataclass(frozen=True, slots=True)
class Group:
    """The fields of the house rules on one subject."""

    title: str
    controls: tuple[Control, ...]


def chosen(variant: Variant, form: Mapping[str, str]) -> dict[str, str]:
    """Return the chosen values of house rules, by the key of the rule.

    Rules for which nobody chose a value are left out, because their usual values may depend on the
    chosen rules.
    """
    values = {option.key: value(form, option.key) for option in variant.options}
    return {key: text for key, text in values.items() if text}


def of_table(match: Match) -> dict[str, str]:
    """Return the form fields that choose the house rules of this table: values by field name.

    Rules that have their usual values are left out. The handicap has a field for each side.
    """
    variant = variants.get(match.variant)
    written = dict(variant.rules(match.seats).house)
    changed = {key: text for key, text in match.house_rules.items() if text != written.get(key)}
    given = changed.pop("handicap", "")
    form = {f"house-{key}": text for key, text in changed.items()}
    if given:
        sides = variant.accounts(match.seats)
        points = given.split("-")
        if len(points) != sides:
            points = points * sides
        form |= {f"handicap-{side}": points[side] for side in range(sides)}
    return form


def differences(variant: Variant, seats: int, house: Mapping[str, str]) -> tuple[str, ...]:
    """Return a text for each house rule with another value than usual, such as "Points: 24"."""
    prose = games.words(variant.id)
    written = dict(variant.rules(seats).house)
    lines = (prose.house(key, text) for key, text in house.items() if text != written.get(key))
    # NOTE: a house rule and what it is at this table: “Points: 24”
    return tuple(gettext("%(rule)s: %(value)s", rule=rule, value=text) for rule, text in lines)


def value(form: Mapping[str, str], key: str) -> str:
    """Return the value that was chosen for a house rule, or "" if nobody chose a value.

    If a number was typed and a choice was tapped, the number counts.
    """
    return form.get(f"other-{key}", "").strip() or form.get(f"house-{key}", "").strip()


def controls(
    variant: Variant, prose: Prose, form: Mapping[str, str], seats: int
) -> dict[str, Control]:
    """Return a field for each house rule that matters with this number of players, by rule key."""
    options = variant.options_for(seats)
    return {option.key: _control(prose, option, value(form, option.key)) for option in options}


def groups(fields: Mapping[str, Control]) -> tuple[Group, ...]:
    """Return the rarer house rules among these fields, by group. Empty groups are left out."""
    rarer = [control for key, control in fields.items() if key not in APART]
    found: list[Group] = []
    for group, title in GROUPS.items():
        controls = tuple(control for control in rarer if control.group == group)
        if controls:
            found.append(Group(gettext(title), controls))
    return tuple(found)


def _control(prose: Prose, option: Option, now: str) -> Control:
    label, usual = prose.house(option.key, option.default)
    choices = tuple(_choices(prose, option, now))
    other = "" if any(choice.chosen for choice in choices) else now
    return Control(
        option.key, label, usual, choices, option.numbers, other, bool(now), option.group
    )


def _choices(prose: Prose, option: Option, now: str) -> Iterable[RuleButton]:
    # The button of the usual value sends "", because that value may depend on other house rules.
    # If it does depend on them, "standard" (which sends "") and each value are separate choices.
    usual = now == "" or (now == option.default and not option.unless)
    if option.unless:
        yield RuleButton("", gettext("standard"), usual=True, chosen=usual)
    for text in option.values:
        label = prose.house(option.key, text)[1]
        if text == option.default and not option.unless:
            yield RuleButton("", label, usual=True, chosen=usual)
        else:
            yield RuleButton(text, label, usual=False, chosen=text == now)
