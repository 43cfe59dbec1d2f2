"""Slots: places on our pages where an extension of the application, such as the book, shows something of its own.

A page asks for its slot by name and knows nothing of who fills it: `sections("home")` gives templates to include, each
with the value it shows as `section`; `links("match_over", code=…)` gives labels and addresses.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from flask import Flask, current_app

from companion.web.templates import path

Section = tuple[str, Callable[..., object]]
Link = tuple[Callable[..., str], str]


@dataclass(frozen=True, slots=True)
class Slots:
    """What was put where, each in the order it came."""

    sections: defaultdict[str, list[Section]] = field(default_factory=lambda: defaultdict(list))
    links: defaultdict[str, list[Link]] = field(default_factory=lambda: defaultdict(list))


def add_section(app: Flask, slot: str, template: str, value: Callable[..., object] = dict) -> None:
    """Show this template there; it finds what `value` answers as `section`."""
    _slots(app).sections[slot].append((template, value))


def add_link(app: Flask, slot: str, label: Callable[..., str], endpoint: str) -> None:
    """Show a link to this page there; `label` answers what it is called."""
    _slots(app).links[slot].append((label, endpoint))


def sections(slot: str, **named: Any) -> list[tuple[str, object]]:
    """The templates of a slot, each with what it shows; `named` says of what."""
    return [(template, value(**named)) for template, value in _slots(current_app).sections[slot]]


def links(slot: str, **values: Any) -> Iterator[tuple[str, str]]:
    """The links of a slot, each with its label; `values` are what their addresses need."""
    for label, endpoint in _slots(current_app).links[slot]:
        yield label(**values), path(endpoint, **values)


def _slots(app: Flask) -> Slots:
    slots: Slots = app.extensions.setdefault("slots", Slots())
    return slots
