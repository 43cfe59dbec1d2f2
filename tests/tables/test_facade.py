"""Test that all names exported by `companion.tables` are in its docstring and used elsewhere."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from companion import tables

ROOT = Path(__file__).parent.parent.parent
ROOM = Path(tables.__file__).parent
ENTRY = re.compile(r"    (\w+): \S.*")


def listed() -> list[str]:
    lines = (tables.__doc__ or "").splitlines()
    entries = [ENTRY.fullmatch(line) for line in lines if line.startswith("    ")]
    assert None not in entries
    return [entry[1] for entry in entries if entry is not None]


def used(file: Path) -> set[str]:
    code = file.read_text("utf-8")
    if "tables" not in code:  # this saves time, because parsing is slow
        return set()
    names = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "tables":
            names.add(node.attr)
        if isinstance(node, ast.ImportFrom) and node.module == "companion.tables":
            names.update(alias.name for alias in node.names)
    return names


def test_the_docstring_of_tables_lists_each_exported_name_once():
    assert sorted(listed()) == sorted(tables.__all__)
    assert all(hasattr(tables, name) for name in listed())


def test_each_name_that_tables_exports_is_used_by_another_package():
    files = [*ROOT.glob("companion/**/*.py"), *ROOT.glob("tests/**/*.py")]
    outside = [file for file in files if not file.is_relative_to(ROOM)]
    names = set().union(*map(used, outside))
    assert set(tables.__all__) - names == set()
