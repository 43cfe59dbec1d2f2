"""Code is plain: each statement does one thing, and decisions are short."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = "companion/*.py"  # those directly in companion/
TEST_MODULES = "tests/*.py"
ROOMS = (
    MODULES,
    *sorted(f"companion/{init.parent.name}" for init in (ROOT / "companion").glob("*/__init__.py")),
)
TESTS = (
    TEST_MODULES,
    *sorted(f"tests/{folder.name}" for folder in (ROOT / "tests").iterdir() if folder.is_dir()),
)
LONGEST_LINE = 100
LONGEST_TEMPLATE_LINE = 120
UNBROKEN = "data:image/svg+xml,"  # a line with a picture in an address; a new line would change it
CONDITIONALS = 15  # conditional expressions in 1,000 lines that are not blank
MESSAGES = (
    "gettext",
    "ngettext",
    "pgettext",
    "npgettext",
    "_",
)  # functions that translate a message
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def files(room: str) -> list[Path]:
    if room in (MODULES, TEST_MODULES):
        return sorted(ROOT.glob(room))
    return sorted((ROOT / room).rglob("*.py"))


def nodes(room: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield each node of the syntax trees of a room, with its file and line."""
    for file in files(room):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            yield f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}", node


def assigns_in_parallel(node: ast.AST) -> bool:
    """Return whether this is `a, b = x, y`. A swap, `a, b = b, a`, is allowed."""
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Tuple):
        return False
    given = sorted(ast.unparse(value) for value in node.value.elts)
    targets = [target for target in node.targets if isinstance(target, ast.Tuple)]
    return any(sorted(ast.unparse(name) for name in target.elts) != given for target in targets)


def is_nested_conditional(node: ast.AST) -> bool:
    inside = (child for child in ast.walk(node) if child is not node)
    return isinstance(node, ast.IfExp) and any(isinstance(child, ast.IfExp) for child in inside)


def is_long(node: ast.AST) -> bool:
    """Return whether this comprehension or conditional expression spreads over several lines."""
    if not isinstance(node, (*COMPREHENSIONS, ast.IfExp)):
        return False
    return node.lineno != node.end_lineno


def has_many_clauses(node: ast.AST) -> bool:
    """Return whether this comprehension has more than one `for` or more than one `if`."""
    if not isinstance(node, COMPREHENSIONS):
        return False
    conditions = sum(len(generator.ifs) for generator in node.generators)
    return len(node.generators) > 1 or conditions > 1


def is_text_with_message(node: ast.AST) -> bool:
    """Return whether this is an f-string that contains a message to translate.

    Translators would see only a part of the text.
    """
    if not isinstance(node, ast.JoinedStr):
        return False
    calls = [child for child in ast.walk(node) if isinstance(child, ast.Call)]
    return any(ast.unparse(call.func) in MESSAGES for call in calls)


CHECKS = {
    "independent values are assigned in parallel": assigns_in_parallel,
    "a conditional expression is nested": is_nested_conditional,
    "a comprehension or a conditional expression has several lines": is_long,
    "a comprehension has more than one `for` or more than one `if`": has_many_clauses,
    "a message is in an f-string": is_text_with_message,
}


@pytest.mark.parametrize("room", [*ROOMS, *TESTS])
def test_each_statement_of_the_code_does_one_thing(room: str) -> None:
    found = []
    conditionals = []
    for where, node in nodes(room):
        found += [f"{where}: {what}" for what, check in CHECKS.items() if check(node)]
        if isinstance(node, ast.IfExp):
            conditionals.append(where)
    assert found == []
    lines = chain.from_iterable(file.read_text("utf-8").splitlines() for file in files(room))
    most = CONDITIONALS * sum(bool(line.strip()) for line in lines) / 1000
    assert len(conditionals) <= most, conditionals


@pytest.mark.parametrize("room", [*ROOMS, *TESTS])
def test_lines_of_code_are_not_longer_than_100_characters(room: str) -> None:
    long = []
    for file in files(room):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
            if len(line.partition("  # noqa")[0].partition("  # type: ")[0]) > LONGEST_LINE:
                long.append(f"{file.relative_to(ROOT)}:{number}")
    assert long == []


def test_lines_of_templates_are_not_longer_than_120_characters() -> None:
    long = []
    for file in sorted((ROOT / "templates").rglob("*.*")):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
            if len(line) > LONGEST_TEMPLATE_LINE and UNBROKEN not in line:
                long.append(f"{file.relative_to(ROOT)}:{number}")
    assert long == []


@pytest.mark.parametrize(
    ("code", "check", "found"),
    [
        ("a, b = x, y", assigns_in_parallel, True),
        ("a, b = pair", assigns_in_parallel, False),
        ("a = x if y else z if v else w", is_nested_conditional, True),
        ("a = x if y else z", is_nested_conditional, False),
        ("a = [\n    x\n    for x in y\n]", is_long, True),
        ("a = [x for x in y]", is_long, False),
        ("a = [x for y in z for x in y]", has_many_clauses, True),
        ("a = [x for x in y if x if z]", has_many_clauses, True),
        ("a = [x for x in y if x]", has_many_clauses, False),
        ("a = f'{gettext(\"%(name)s leads\", name=name)}.'", is_text_with_message, True),
        ("a = f'{name}: {gettext(text).lower()}'", is_text_with_message, True),
        ("a = f'{name}: {text}'", is_text_with_message, False),
    ],
)
def test_each_check_of_plainness_finds_what_it_looks_for(
    code: str,
    check,
    found: bool,  # noqa: FBT001 # a table
) -> None:
    assert any(check(node) for node in ast.walk(ast.parse(code))) is found
