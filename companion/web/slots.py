"""Let an extension such as the book add something of its own to our pages.

A slot is a place on a page, with a name, to which extensions add templates, links or guides. A
guide is a function that returns an address. The page asks for the content of a slot and knows
nothing of the extensions:

* `sections("home")` returns templates to include, each with the value it shows as `section`.
* `links("match_over", code=…)` yields labels and addresses of links.
* `address("card", place_id=…)` returns the first address that a guide returns.

Extensions also register functions here that return

* what a newcomer's phone explains,
* whether the names of the players at a table are fixed,
* whether the match of a table is decided before its end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from flask import Flask, current_app

from companion.web.templates import cached_url_for

Section = tuple[str, Callable[..., object]]
Link = tuple[Callable[..., str], str]
Guide = Callable[..., str]
Explainer = Callable[..., Any]
AboutTable = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Slots:
    """Everything that extensions have registered in this module, in the order of registration."""

    sections: defaultdict[str, list[Section]] = field(default_factory=lambda: defaultdict(list))
    links: defaultdict[str, list[Link]] = field(default_factory=lambda: defaultdict(list))
    guides: defaultdict[str, list[Guide]] = field(default_factory=lambda: defaultdict(list))
    explainers: list[Explainer] = field(default_factory=list)
    name_keepers: list[AboutTable] = field(default_factory=list)
    deciders: list[AboutTable] = field(default_factory=list)


def add_section(app: Flask, slot: str, template: str, value: Callable[..., object] = dict) -> None:
    """Add a template to the slot named `slot`.

    The pages with this slot include the template. In it, `section` is what `value` returns.
    """
    _slots(app).sections[slot].append((template, value))


def add_link(app: Flask, slot: str, label: Callable[..., str], endpoint: str) -> None:
    """Add a link to the slot named `slot`; `label` returns the text of the link."""
    _slots(app).links[slot].append((label, endpoint))


def add_guide(app: Flask, slot: str, guide: Guide) -> None:
    """Add a guide to the slot named `slot`: a function that returns an address or ""."""
    _slots(app).guides[slot].append(guide)


def add_explainer(app: Flask, explain: Explainer) -> None:
    """Register the function that returns what a newcomer's phone explains."""
    _slots(app).explainers.append(explain)


def explainer() -> Explainer | None:
    """Return the function that says what a newcomer's phone explains, None if there is none."""
    return next(iter(_slots(current_app).explainers), None)


def add_name_keeper(app: Flask, keeper: AboutTable) -> None:
    """Register a function: given a table's code, it returns whether players' names are fixed."""
    _slots(app).name_keepers.append(keeper)


def keeps_names(code: str) -> bool:
    """Return whether the names of the players at the table with this code are fixed."""
    return any(keeps(code) for keeps in _slots(current_app).name_keepers)


def add_decider(app: Flask, is_decided: AboutTable) -> None:
    """Register a function: given a table's code, it returns whether the match is decided."""
    _slots(app).deciders.append(is_decided)


def is_decided(code: str) -> bool:
    """Return whether the match at the table with this code counts as decided already.

    For example, an organiser of a tournament has set its result. People may play on nevertheless.
    """
    return any(decides(code) for decides in _slots(current_app).deciders)


def sections(slot: str, **named: Any) -> list[tuple[str, object]]:
    """Return the templates that `add_section` added to a slot, each with the value it shows.

    The value is the result of the function that was added with the template, called with `named`.
    """
    return [(template, value(**named)) for template, value in _slots(current_app).sections[slot]]


def links(slot: str, **values: Any) -> Iterator[tuple[str, str]]:
    """Yield the label and the address of each link that extensions add at a place of a page.

    `slot` is the name of the place, such as "match_over". Labels and addresses are computed from
    `values`. A link with the label "" is left out.
    """
    for label, endpoint in _slots(current_app).links[slot]:
        text = label(**values)
        if text:
            yield text, cached_url_for(endpoint, **values)


def address(slot: str, **values: Any) -> str:
    """Return the first address that a guide of this slot returns, or "" if none returns one."""
    for guide in _slots(current_app).guides[slot]:
        led = guide(**values)
        if led:
            return led
    return ""


def _slots(app: Flask) -> Slots:
    slots: Slots = app.extensions.setdefault("slots", Slots())
    return slots
