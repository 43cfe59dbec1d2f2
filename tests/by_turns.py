"""Decide which cases of a test of storage run on only one of the two databases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from inspect import signature
from typing import Any


def needless(items: Iterable[Any], engines: Sequence[str]) -> set[Any]:
    """Return the tests that need not run, because the same case runs on the other database.

    The first case of a test runs on both databases, and each other case on one of them, by turns.

    A case that was chosen for one database only is never left out. No case of a test that has
    `engine` as an argument is left out.
    """
    tests: dict[object, dict[object, dict[str, Any]]] = {}
    for item in items:
        if _differs_only_by_database(item, engines):
            cases = tests.setdefault((item.path, item.originalname), {})
            cases.setdefault(_case(item), {})[item.callspec.params["engine"]] = item
    found = set()
    for cases in tests.values():
        for number, by_engine in enumerate(cases.values()):
            if number > 0 and len(by_engine) == len(engines):
                found.add(by_engine[engines[number % len(engines)]])
    return found


def _differs_only_by_database(item: Any, engines: Sequence[str]) -> bool:
    if not hasattr(item, "callspec") or item.callspec.params.get("engine") not in engines:
        return False
    return "engine" not in signature(item.function).parameters


def _case(item: Any) -> frozenset[tuple[str, int]]:
    """Return the parameters of this test without the database, each with the number of its value.

    The values themselves are not compared, because some cannot be hashed.
    """
    case = set(item.callspec.indices.items())
    return frozenset(pair for pair in case if pair[0] != "engine")
