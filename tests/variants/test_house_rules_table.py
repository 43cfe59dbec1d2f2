"""The table in RULES.md 19 names, for each house rule, exactly the games that have it."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from companion import variants
from companion.engine.variant import Variant

RULES = (Path(variants.__file__).parent / "RULES.md").read_text("utf-8")
TABLE = RULES.partition("| key | values | variants |")[2]
ROWS = dict(re.findall(r"^\| `(\w+)` \| .* \| ([^|]*?) \|$", TABLE, re.MULTILINE))


def games(named: str) -> set[str]:
    """Return the ids of the games that a cell of the table names.

    A cell is, for example, "all", "catalan, put" or "french*" (all ids that begin with "french").
    """
    ids = re.sub(r" with \d seats$", "", named)
    patterns = ids.split(", ")
    if named == "all":
        patterns = ["*"]
    found: set[str] = set()
    for pattern in patterns:
        found |= {game for game in variants.VARIANTS if fnmatch(game, pattern)}
    return found


def having(key: str) -> set[str]:
    return {game.id for game in variants.VARIANTS.values() if key in keys_of(game)}


def keys_of(game: Variant) -> set[str]:
    return {option.key for option in game.options}


def test_every_house_rule_has_a_row_in_the_table_of_rules_md() -> None:
    assert set(ROWS) == set().union(*map(keys_of, variants.VARIANTS.values()))


@pytest.mark.parametrize("key", ROWS)
def test_each_row_of_the_house_rules_table_names_the_games_that_have_the_rule(key: str) -> None:
    assert games(ROWS[key]) == having(key)


@pytest.mark.parametrize("key", ROWS)
def test_a_house_rule_has_the_same_group_in_every_game(key: str) -> None:
    having_it = (game for game in variants.VARIANTS.values() if key in keys_of(game))
    assert len({game.option(key).group for game in having_it}) == 1
