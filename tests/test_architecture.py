"""Rooms import in one direction, templates hold no rules, pages load nothing from other hosts.

A room is a package in `companion`, or a module directly in it.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from companion import variants

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "companion"
ROOMS = {
    "engine": set(),
    "variants": {"engine"},
    "cheatsheets": {"engine"},
    "tables": {"variants", "engine"},
    "web": {"tables", "engine"},
    "words": {"web", "tables", "cheatsheets", "variants", "engine"},
    "retelling": {"words", "web", "variants", "engine"},
    "board": {"retelling", "words", "web", "tables", "variants", "engine"},
    "pages": {"board", "retelling", "words", "web", "tables", "cheatsheets", "variants", "engine"},
    "book": {"pages", "retelling", "words", "web", "tables", "cheatsheets", "variants", "engine"},
    "places": {"board", "own_address", "pages", "words", "web", "tables", "engine"},
    "tournament": {
        *("book", "places", "pages", "retelling", "words", "web", "tables", "variants", "engine"),
    },
    "learn": {"board", "pages", "words", "web", "tables", "cheatsheets", "variants", "engine"},
    "gallery": {"pages", "web", "tables", "variants", "engine"},
    "own_address": set(),
    "config": {"own_address", "tables"},
    "reaching": {"own_address"},
    "mdns": {"reaching"},
    "redaction": set(),
    "server": set(),
    "serving": {"__version__", "server", "mdns", "reaching", "redaction", "web", "tables"},
    "installation": {"config", "tables"},
    "archive": {"create_app", "installation", "own_address", "tables"},
    "doctor": {"archive", "create_app", "installation", "own_address", "tables"},
}
IMPURE = {
    "time",
    "datetime",
    "random",
    "secrets",
    "os",
    "pathlib",
    "io",
    "socket",
    "subprocess",
    "threading",
    "sys",
}
FOR_FINDING_FILES = {"pkgutil", "importlib"}
ALL = sorted(path for path in PACKAGE.rglob("*.py") if "migrations" not in path.parts)
ROOMLESS = {"__init__", "__main__", "cli"}  # the application and the command import any room


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


MODULES = [path for path in ALL if room_of(path) not in ROOMLESS]
RULES = [path for path in MODULES if room_of(path) in ("engine", "variants")]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SENT = (".html", ".css", ".js", ".svg", ".json", ".webmanifest")
ANOTHER_HOST = re.compile(
    r"""(?:https?:)?//(?!www\.w3\.org/)[a-z0-9-]+\.[a-z]{2,}""", re.IGNORECASE
)


def imports(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "an import must name the whole module, without leading dots"
            yield from (f"{node.module}.{name.name}" for name in node.names)


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def arrows(sources: dict[str, str]) -> dict[str, set[str]]:
    """Return for each module the modules that it imports, at its top or inside functions.

    `from a import b` imports a.b if that is a module.
    """
    found = {}
    for module, source in sources.items():
        names = {name if name in sources else name.rpartition(".")[0] for name in imports(source)}
        found[module] = names & set(sources) - {module}
    return found


def circle(sources: dict[str, str]) -> tuple[str, ...]:
    """Return modules that import each other in a circle, or () if there are none."""
    try:
        TopologicalSorter(arrows(sources)).prepare()
    except CycleError as error:
        return tuple(error.args[1])
    return ()


def rooms_entered(source: str) -> set[str]:
    """Return the rooms that a source imports from `companion`: `engine`, `tables`, `config` …"""
    return {name.split(".")[1] for name in imports(source) if name.startswith("companion.")}


def outside(source: str) -> set[str]:
    return {name.split(".")[0] for name in imports(source)} - {"companion"}


def called(source: str) -> set[str]:
    calls = (node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return {name.id for name in calls if isinstance(name, ast.Name)}


def impurities(source: str, allowed: set[str]) -> set[str]:
    """Return the imports that are not allowed, and calls such as `open` and `print`."""
    reaching = called(source) & {"open", "print", "input", "exec", "eval"}
    return outside(source) - allowed | reaching


def games_in_conditions(template: str) -> set[str]:
    """Return the names of games that are in a condition of the template."""
    conditions = re.findall(r"{%-?\s*(?:el)?if\b.*?%}|{{.*?\bif\b.*?}}", template, re.DOTALL)
    quoted = set(re.findall(r"""["']([\w-]+)["']""", " ".join(conditions)))
    return quoted & set(variants.VARIANTS)


def test_every_module_belongs_to_a_known_room() -> None:
    assert {room_of(path) for path in MODULES} == set(ROOMS)
    assert TEMPLATES


def test_rooms_import_only_downwards_and_every_allowed_import_is_used() -> None:
    """`ROOMS` lists the rooms from which each room may import."""
    used: dict[str, set[str]] = {room: set() for room in ROOMS}
    forbidden = []
    for path in MODULES:
        room = room_of(path)
        entered = rooms_entered(path.read_text()) - {room}
        used[room] |= entered
        forbidden += [(name_of(path), other) for other in entered - ROOMS[room]]
    assert forbidden == []
    assert used == ROOMS


@pytest.mark.parametrize(
    ("room", "named"),
    [
        ("book", r"[\"']book/|book_|/keep\b"),
        ("places", r"[\"']places/|place_page\.|arriving\.|card_switch\."),
        ("learn", r"[\"']learn/"),
    ],
)
def test_an_extension_is_named_only_where_it_is_switched_on(room: str, named: str) -> None:
    """Only `companion/__init__.py` imports an extension. Templates of other rooms do not name it.

    The tournament is an exception: it has a module and a template for books, and others for places.
    They are unused if books or places are switched off.
    """
    others = [path for path in ALL if room_of(path) != room]
    knowing = {path.name for path in others if f"companion.{room}" in path.read_text()}
    assert knowing - {"__init__.py"} <= {f"with_{room}.py", f"with_{room}s.py"}
    assert "__init__.py" in knowing
    assert (PACKAGE / "__init__.py").read_text().count(f"companion.{room}") == 1
    of_tournament = f"_{room}.html"
    templates = [path for path in TEMPLATES if path.parent.name != room]
    templates = [path for path in templates if path.name != of_tournament]
    assert not [path for path in templates if re.search(named, path.read_text())]


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports inside functions count as well."""
    assert not circle({name_of(path): path.read_text() for path in ALL})


def test_the_rules_import_nothing_with_side_effects() -> None:
    """The engine and the variants use no clock, file, random number or third-party package."""
    allowed = set(sys.stdlib_module_names) - IMPURE - FOR_FINDING_FILES
    used = {name_of(path): impurities(path.read_text(), allowed) for path in RULES}
    assert {name: used[name] for name in used if used[name]} == {
        "companion.variants": FOR_FINDING_FILES
    }


def of_a_page(path: Path) -> bool:
    """Return whether the module answers requests of an extension, or switches the extension on."""
    room = path.relative_to(PACKAGE).parts[0]
    of_place = room == "places" and path.stem in (
        "arriving",
        "card_address",
        "card_switch",
        "place_page",
        "wall_page",
    )
    return path.parent == PACKAGE / "book" / "pages" or of_place or path.stem == "extension"


def test_tables_books_and_places_use_the_http_request_only_in_modules_of_pages() -> None:
    for path in MODULES:
        if room_of(path) not in ("tables", "book", "places") or of_a_page(path):
            continue
        from_flask = {name for name in imports(path.read_text()) if name.split(".")[0] == "flask"}
        assert from_flask <= {"flask.Flask", "flask.current_app"}, path


def test_public_class_names_are_unique() -> None:
    places: dict[str, list[str]] = {}
    for path in ALL:
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(name_of(path))
    assert {name: modules for name, modules in places.items() if len(modules) > 1} == {}


def test_no_condition_in_a_template_names_a_game() -> None:
    known = {path: games_in_conditions(path.read_text()) for path in TEMPLATES}
    assert {path: known[path] for path in known if known[path]} == {}


def test_no_page_or_style_loads_anything_from_another_host() -> None:
    """Many bars have no internet, and no other host should learn who plays."""
    files = [*(ROOT / "templates").rglob("*"), *(ROOT / "static").rglob("*")]
    sent = [path for path in files if path.suffix in SENT and "vendor" not in path.parts]
    hosts = {path: ANOTHER_HOST.findall(path.read_text()) for path in sent}
    assert {path for path in sent if path.suffix == ".js"}
    assert {path: hosts[path] for path in sent if hosts[path]} == {}


def test_the_checks_of_imports_find_what_they_look_for() -> None:
    assert rooms_entered("from companion import tables\nimport companion.words.labels") == {
        "tables",
        "words",
    }
    assert outside("def f():\n    from random import choice") == {"random"}
    assert not circle({"companion.a": "from companion import b", "companion.b": ""})
    assert circle(
        {
            "companion.a": "from companion import b",
            "companion.b": "def f():\n    from companion.a import x",
        }
    )
    assert impurities("import random, re\nopen('x')", {"re"}) == {"random", "open"}
    assert games_in_conditions("""{% if game == "catalan" %}""") == {"catalan"}
    assert not games_in_conditions("""{% if looks %}{{ play("catalan") }}""")
    assert ANOTHER_HOST.findall('src="https://cdn.example.com/x.js"')
    assert ANOTHER_HOST.findall("url(//fonts.example.org/a)")
    assert not ANOTHER_HOST.findall('xmlns="http://www.w3.org/2000/svg" // a comment')
