"""SECURITY.md states correctly how likely it is to guess a code, a link or a number."""

from __future__ import annotations

import re

import pytest

from companion.tables import codes, digits
from tests.documents import ROOT, text

CODES = len(codes.ALPHABET) ** codes.CODE_LENGTH
REST_OF_CODE = len(codes.ALPHABET) ** (codes.CODE_LENGTH - codes.ROUTE_LENGTH)
LINKS = 2 ** (8 * codes.TOKEN_BYTES)
LONG = 10**digits.OF_A_TABLE
SHORT = 10**digits.OF_A_TELEVISION
HOUR = 3600 * 1000  # tries in an hour, 1,000 a second
YEAR = 365 * 24 * HOUR
MINUTES = {"ten minutes": digits.LIFE.total_seconds() / 60, "an hour": 60, "a year": 365 * 24 * 60}
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")

# The first words of an attack in SECURITY.md, with the number of possible values, of right values,
# and of tries (or the time for which somebody tries).
ATTACKS = {
    "find the code of one of 10,000": (CODES, 10_000, HOUR),
    "find a link of one of 10,000": (LINKS, 10_000, YEAR),
    "guess the code of a table from its watch link": (REST_OF_CODE, 1, HOUR),
    "find the eight digits of a given table that invites for ten": (LONG, 1, "ten minutes"),
    "find the eight digits of a given table that invites all year": (LONG, 1, "a year"),
    "find the eight digits of one of 100 tables": (LONG, 100, "an hour"),
    "find the eight digits of one of 1,000 tables": (
        LONG,
        digits.MOST[digits.OF_A_TABLE],
        "an hour",
    ),
    "find given eight digits": (LONG, 1, "ten minutes"),
    "find one of 20 such numbers": (LONG, digits.MOST_ONCE_OF_TABLE, "an hour"),
    "find one of 60 such numbers": (LONG, digits.MOST_ONCE_HERE, "an hour"),
    "find one of 300 such numbers": (LONG, digits.MOST_ONCE, "an hour"),
    "find the four digits of a given television": (SHORT, 1, "ten minutes"),
    "set up 20 televisions": (SHORT, digits.MOST_TELEVISIONS, 1),
}


def table() -> dict[str, list[str]]:
    page = text(ROOT / "SECURITY.md").partition("## What can be guessed")[2]
    part = page.partition("What the attacker has")[0]
    lines = [line for line in part.splitlines() if line[:1] == "|"]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    return {row[0]: row[1:] for row in rows}


def number(said: str) -> int:
    """Return the number in a cell of SECURITY.md, such as `15,000,000` or `10⁸`."""
    power = re.fullmatch(r"(\d+)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)", said)
    if power:
        return int(power[1]) ** int(power[2].translate(SUPERSCRIPTS))
    return int(said.replace(",", ""))


@pytest.mark.parametrize("begins", ATTACKS)
def test_the_documented_chance_of_an_attack_agrees_with_the_limits(begins: str) -> None:
    values, right, tries = ATTACKS[begins]
    (row,) = (cells for attack, cells in table().items() if attack.startswith(begins))
    if isinstance(tries, str):
        assert row[1:3] == [f"{digits.MOST_WRONG} a minute", tries]
        tries = digits.MOST_WRONG * MINUTES[tries]
    assert number(row[0]) == values
    assert number(row[3]) == pytest.approx(values / (right * tries), rel=0.08)


def test_every_row_of_the_documented_table_of_attacks_is_checked() -> None:
    assert len(table()) == len(ATTACKS)


def test_the_documented_limits_are_the_limits_in_the_code() -> None:
    page = " ".join(text(ROOT / "SECURITY.md").split())
    assert f"{digits.MOST_WRONG_HERE} a minute from one network" in page
    assert f"{digits.MOST_WRONG} a minute from everybody" in page
