"""House rules as fields of a form, in plain groups, and what was chosen in them."""

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

FIRST = (
    "target",
    "best_of",
)  # what most tables agree on before they sit down: not among the rarer ones
APART = (*FIRST, "handicap")  # it stands with the score

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
"""What the rarer ones are about, in this order."""


@dataclass(frozen=True, slots=True)
class RuleButton:
    """A value as a button: what it sends, what it says, whether it is the usual one and whether it is chosen."""

    value: str
    label: str
    usual: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class Control:
    """A house rule as a field. Beside the choices there may be a field for any other number in a range.

    `usual` is what holds where nothing is chosen; `changed` says that something is; `group` is what it is about.
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
    """House rules that are about the same thing."""

    title: str
    controls: tuple[Control, ...]


def chosen(variant: Variant, form: Mapping[str, str]) -> dict[str, str]:
    """The house rules that were chosen; those left as usual depend on the others."""
    values = {option.key: value(form, option.key) for option in variant.options}
    return {key: text for key, text in values.items() if text}


def of_table(match: Match) -> dict[str, str]:
    """Return the form on which the house rules of a table are chosen.

    Rules that are as written are left out. The handicap is in the fields of the sides, beside the
    score.
    """
    variant = variants.get(match.variant)
    written = dict(variant.rules(match.seats).house)
    changed = {key: text for key, text in match.house_rules.items() if text != written.get(key)}
    given = changed.pop("handicap", "")
    form = {f"house-{key}": text for key, text in changed.items()}
    if given:
        sides = variant.sides(match.seats)
        points = given.split("-")
        each = points if len(points) == sides else points * sides
        form |= {f"handicap-{side}": each[side] for side in range(sides)}
    return form


def differences(variant: Variant, seats: int, house: Mapping[str, str]) -> tuple[str, ...]:
    """The house rules in words, as far as they are not as written: "Points: 24"."""
    prose, written = games.words(variant.id), dict(variant.rules(seats).house)
    lines = (prose.house(key, text) for key, text in house.items() if text != written.get(key))
    # NOTE: a house rule and what it is at this table: “Points: 24”
    return tuple(gettext("%(rule)s: %(value)s", rule=rule, value=text) for rule, text in lines)


def value(form: Mapping[str, str], key: str) -> str:
    """What was chosen for a house rule: a number typed beside the choices before any of them; empty for the usual."""
    return form.get(f"other-{key}", "").strip() or form.get(f"house-{key}", "").strip()


def controls(
    variant: Variant, prose: Prose, form: Mapping[str, str], seats: int
) -> dict[str, Control]:
    """A field for each house rule that means something to so many players."""
    return {
        option.key: _control(prose, option, value(form, option.key))
        for option in variant.options_for(seats)
    }


def groups(fields: Mapping[str, Control]) -> tuple[Group, ...]:
    """The rarer ones, grouped."""
    rarer = [control for key, control in fields.items() if key not in APART]
    grouped = (
        (title, tuple(c for c in rarer if c.group == group)) for group, title in GROUPS.items()
    )
    return tuple(Group(gettext(title), among) for title, among in grouped if among)


def _control(prose: Prose, option: Option, now: str) -> Control:
    label, usual = prose.house(option.key, option.default)
    choices = tuple(_choices(prose, option, now))
    other = "" if any(choice.chosen for choice in choices) else now
    return Control(
        option.key, label, usual, choices, option.numbers, other, bool(now), option.group
    )


def _choices(prose: Prose, option: Option, now: str) -> Iterable[RuleButton]:
    """The usual value sends nothing, for it may depend on the others; where it does, it can also be chosen as such."""
    usual = now == "" or (now == option.default and not option.unless)
    if option.unless:
        yield RuleButton("", gettext("standard"), usual=True, chosen=usual)
    for text in option.values:
        is_default = text == option.default and not option.unless
        chosen = usual if is_default else text == now
        yield RuleButton(
            "" if is_default else text, prose.house(option.key, text)[1], is_default, chosen=chosen
        )
