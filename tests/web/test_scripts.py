"""Scripts are easy to read: short lines, one statement a line, and a comment at the top."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "static" / "js"
LONGEST_LINE = 100
TWO_STATEMENTS = re.compile(r";\s*(?!//)\S")
TWO_VARIABLES = re.compile(r"^\s*(?:const|let)\b.*,\s*$|^\s*let \w+ = [^({\[]*, \w+ =")


def scripts() -> list[Path]:
    return sorted(SCRIPTS.glob("*.js"))


def is_packed(line: str) -> bool:
    if re.match(r"\s*(?://|for \()", line):
        return False
    return bool(TWO_STATEMENTS.search(line) or TWO_VARIABLES.search(line))


@pytest.mark.parametrize("line", ["let a = 1, b = 2;", "  const a = 1,", "a(); b();"])
def test_the_check_of_scripts_finds_a_line_with_two_statements_or_variables(line):
    assert is_packed(line)


@pytest.mark.parametrize("script", scripts(), ids=lambda script: script.name)
def test_every_script_has_one_statement_a_line_and_begins_with_a_comment(script):
    lines = script.read_text("utf-8").splitlines()
    long = [number for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE]
    assert not long, f"{script.name}: lines {long} are longer than {LONGEST_LINE} characters"
    packed = [number for number, line in enumerate(lines, 1) if is_packed(line)]
    assert not packed, f"{script.name}: put each statement into a line of its own, see {packed}"
    assert lines[0].startswith("// "), f"{script.name}: begin with what this does"
