"""`make test` runs some cases of the tests of storage on only one of the two databases."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace

import pytest

from tests.by_turns import needless

BOTH = ("sqlite", "postgresql")


def anywhere() -> None:
    pass


def at_a_named_database(engine: str) -> None:
    del engine


class Item(SimpleNamespace):
    """A test that pytest has collected, with what `needless` reads of it."""

    __hash__ = object.__hash__


def collected(cases: str, engines: tuple[str, ...] = BOTH, function=anywhere) -> list[Item]:
    """Return the tests of a function with these cases. Each case is one letter."""
    items = []
    for engine, (number, case) in product(engines, enumerate(cases)):
        indices = {"engine": BOTH.index(engine), "case": number}
        items.append(
            Item(
                path="test_tables.py",
                originalname=function.__name__,
                function=function,
                name=f"{case} on {engine}",
                callspec=SimpleNamespace(params={"engine": engine}, indices=indices),
            )
        )
    return items


def names(items: list[Item]) -> set[str]:
    return {item.name for item in needless(items, BOTH)}


def test_the_first_case_runs_on_both_databases_and_the_others_on_one_by_turns():
    assert names(collected("abcd")) == {"b on postgresql", "c on sqlite", "d on postgresql"}


@pytest.mark.parametrize("engine", BOTH)
def test_a_case_that_was_chosen_for_one_database_runs_there(engine):
    assert names(collected("abcd", engines=(engine,))) == set()


def test_every_case_of_a_test_with_the_argument_engine_runs_on_both_databases():
    assert names(collected("abcd", function=at_a_named_database)) == set()
