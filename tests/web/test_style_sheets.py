"""Style sheets are easy to read: short lines, one declaration a line, a comment at the top."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

STYLES = Path(__file__).parents[2] / "static" / "css"
LONGEST_LINE = 100
COMMENT_OR_STRING = re.compile(r'/\*.*?\*/|"(?:[^"\\]|\\.)*"', re.DOTALL)


def sheets() -> list[Path]:
    return sorted(STYLES.glob("*.css"))


def without_comments_and_strings(css: str) -> str:
    """Return the style sheet with comments and strings emptied; line numbers stay the same."""
    return COMMENT_OR_STRING.sub(lambda found: "\n" * found[0].count("\n"), css)


def packed_lines(css: str) -> list[int]:
    """Return the numbers of lines that hold more than one declaration or brace."""
    lines = without_comments_and_strings(css).splitlines()
    return [number for number, line in enumerate(lines, 1) if re.search(r"[;{}]\s*\S", line)]


@pytest.mark.parametrize(
    ("css", "packed"),
    [
        ("a {\n  color: red;\n  top: 0;\n}\n", []),
        ("a {\n  color: red; top: 0;\n}\n", [2]),
        ("a { color: red; }\n", [1]),
        ("a {\n  top: 0;\n} b {\n  top: 0;\n}\n", [3]),
        ('a {\n  content: "{;}";  /* ; { */\n}\n', []),
    ],
)
def test_the_check_of_style_sheets_finds_a_line_with_two_declarations_or_a_whole_rule(css, packed):
    assert packed_lines(css) == packed


@pytest.mark.parametrize("sheet", sheets(), ids=lambda sheet: sheet.name)
def test_every_style_sheet_has_one_declaration_a_line_and_begins_with_a_comment(sheet):
    css = sheet.read_text("utf-8")
    long = [n for n, line in enumerate(css.splitlines(), 1) if len(line) > LONGEST_LINE]
    assert not long, f"{sheet.name}: lines {long} are longer than {LONGEST_LINE} characters"
    packed = packed_lines(css)
    assert not packed, f"{sheet.name}: put each declaration into a line of its own, see {packed}"
    assert css.startswith("/* "), f"{sheet.name}: begin with which part of which page this styles"


def test_every_custom_property_that_styles_use_without_a_fallback_is_defined():
    styles = "".join(without_comments_and_strings(sheet.read_text("utf-8")) for sheet in sheets())
    used = set(re.findall(r"var\((--[\w-]+)\)", styles))
    assert used - set(re.findall(r"(--[\w-]+)\s*:", styles)) == set()
