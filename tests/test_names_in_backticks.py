"""A name of code in backticks, in a document or a docstring, exists in the code.

Words without a dot, a slash, brackets, an underscore or capitals are not checked: most of them are
taps, calls and values of house rules.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.documents import DOCUMENTS, FENCED, ROOT, name, text

CODE = sorted({*(ROOT / "companion").rglob("*.py"), *(ROOT / "tests").rglob("*.py")})
CODE.remove(Path(__file__))  # it has names that do not exist
FILES = [path.relative_to(ROOT) for path in ROOT.iterdir()]
for room in ("companion", "tests", "templates", "static", "instance"):
    files = [path for path in (ROOT / room).rglob("*") if "__pycache__" not in path.parts]
    FILES += [path.relative_to(ROOT) for path in files]
SUFFIXES = (
    "py toml md html css js po pot truc txt yaml service sh conf log pyz sqlite3 LICENSE svg png"
)

IN_BACKTICKS = re.compile(r"(?<![`\w])`([^`\n]+)`(?!`)")
DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
FILE = re.compile(rf"[\w.-]+\.(?:{SUFFIXES.replace(' ', '|')})|[\w.-]+(?:/[\w.-]+)*/?")
SNAKE = re.compile(r"_?[a-z][a-z0-9]*(?:_[a-z0-9]+)+|_[a-z]\w*")
CAMEL = re.compile(r"_?[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+")
CONSTANT = re.compile(r"[A-Z]{3,}(?:_[A-Z]+)*|[A-Z]+(?:_[A-Z]+)+")

# Files that the reader makes, or that a running server makes.
MADE = re.compile(
    r"[~/]|dist/|lesson\.|truc\.(?:pyz|log)|error\.log|.*\.sqlite3|style-.*\.png|\.\w+$"
)
# Keys under which a book counts (companion/book/sums.py).
COUNTERS = re.compile(r"(?:called|hands|points)\.[\w.]+")
NOT_OURS = {
    # addresses and names on the network
    *("truc.example", "truc.local", "db1.example", "127.0.0.1"),
    # the stamp of a table
    "version.revision",
    # keys of JSON answers, described in NOTATION.md
    *("open.answer", "open.yes", "open.no", "open.word", "open.by"),
    # settings of nginx, PostgreSQL, systemd and Caddy
    *("client_header_timeout", "default_pool_size", "default_server", "error_log"),
    *("max_connections", "read_header", "synchronous_standby_names", "worker_connections"),
    *("synchronous_commit", "pool_mode", "server_name"),
    # words of SQL, of HTTP and of containers
    *("LISTEN", "NOTIFY", "HEALTHCHECK", "UNIQUE", "POST", "GET", "HttpOnly", "SameSite"),
    # environment variables of others
    *("PORT", "SCRIPT_NAME", "SHIV_ROOT", "XDG_DATA_HOME", "BUILDAH_FORMAT", "TMPDIR", "BENCH"),
}


# The names that exist -----------------------------------------------------------------------------


@cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(text(path)) for path in CODE}


@cache
def modules() -> dict[str, set[str]]:
    """Return a mapping from each name of a module to the names at the top level of the module.

    A module has several names: `companion.tables.taps` is also called `tables.taps` and `taps`.
    """
    found = defaultdict[str, set[str]](set)
    for path, tree in trees().items():
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[-1] == "__init__":
            parts = parts[:-1]
            inside = {child.stem for child in path.parent.iterdir()}
        else:
            inside = set()
        names = inside.union(*map(defined, tree.body))
        for first in range(len(parts)):
            found[".".join(parts[first:])] |= names
    return found


@cache
def classes() -> dict[str, set[str]]:
    """Return the attributes of classes, by the name of the class."""
    found = defaultdict[str, set[str]](set)
    bases = {}
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found[node.name].update(*map(defined, ast.walk(node)))
                bases[node.name] = [base.id for base in node.bases if isinstance(base, ast.Name)]
    for heir, parents in bases.items():
        for parent in parents:
            found[heir] |= found.get(parent, set())
    return found


def defined(node: ast.AST) -> Iterator[str]:
    """Yield the names that a statement defines or imports."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        for alias in node.names:
            yield alias.asname or alias.name
    elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.If | ast.Try | ast.With):
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                yield inner.id
            elif isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store):
                yield inner.attr


@cache
def words() -> set[str]:
    """Return all names in Python code, and all words of templates, TOML files and the Makefile."""
    found = set[str]()
    for tree in trees().values():
        found.update(*map(said_by, ast.walk(tree)))
    found.update(*modules().values(), *(module.split(".") for module in modules()))
    others = [ROOT / "Makefile", *(ROOT / "companion" / "hosting").iterdir()]
    others += (ROOT / "companion").rglob("*.toml")
    others += (ROOT / "templates").rglob("*.html")
    for path in others:
        found.update(re.findall(r"\w+", text(path)))
    return found


def said_by(node: ast.AST) -> Iterator[str]:
    """Yield the names in a node of the syntax tree, or the words if it is a short text."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.arg | ast.keyword):
        yield node.arg or ""
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 80:
        yield from node.value.split()
    else:
        yield from defined(node)


# Whether a name exists ----------------------------------------------------------------------------


def exists(said: str, document: Path) -> bool:
    """Return whether a text in backticks is the name of something that exists.

    A text that is not a name of code counts as existing.
    """
    said = said.removeprefix("@").partition("(")[0] if re.match(r"@?[\w.]+\(|@\w", said) else said
    if said in NOT_OURS or MADE.match(said) or COUNTERS.fullmatch(said):
        return True
    if said.startswith("COMPANION_"):
        return said.partition("=")[0] in words()
    if re.fullmatch(FILE, said) and ("/" in said or said.rpartition(".")[2] in SUFFIXES.split()):
        return is_file(said, document)
    if DOTTED.fullmatch(said):
        return is_attribute(said)
    if SNAKE.fullmatch(said) or CAMEL.fullmatch(said) or CONSTANT.fullmatch(said):
        return said in words() or is_made_by(document, said)
    return True


def is_file(said: str, document: Path) -> bool:
    """Return whether a file has this path or a path that ends with it: `tables/access.py`.

    A path without a suffix is not checked.
    """
    parts = Path(said).parts
    ends = any(path.parts[-len(parts) :] == parts for path in FILES)
    return ends or is_made_by(document, said) or not re.search(r"\.\w+$|/$", said)


def is_attribute(said: str) -> bool:
    """Return whether a dotted name is an attribute of a module, a class or another package."""
    *before, last = said.split(".")
    owner = ".".join(before)
    if said in modules() or last in modules().get(owner, ()):
        return True
    kind = before[-1]
    title = kind.title().replace("_", "")
    for name_of_class in (kind, title, f"{title}Row"):
        if last in classes().get(name_of_class, ()):
            return True
    return kind not in modules() and is_of_others(before[0])


def is_of_others(package: str) -> bool:
    """Return whether a name is not ours: a module of Python, an installed package, or "page"."""
    return package == "page" or package in sys.stdlib_module_names or find_spec(package) is not None


def is_made_by(document: Path, said: str) -> bool:
    """Return whether the document defines this name in one of its blocks of code."""
    if document.suffix != ".md":
        return False
    blocks = "".join(code for _, code in FENCED.findall(text(document)))
    return said in blocks or f"`{said}`\n\n```" in text(document)


# The tests ----------------------------------------------------------------------------------------


def said_in_documents() -> Iterator[tuple[str, str, Path]]:
    for path in DOCUMENTS:
        # The changelog has names of the past, and TERMS.md has words of other languages.
        if path.name not in ("CHANGELOG.md", "TERMS.md"):
            for said in IN_BACKTICKS.findall(FENCED.sub("", text(path))):
                yield name(path), said, path


def said_in_docstrings() -> Iterator[tuple[str, str, Path]]:
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                for said in IN_BACKTICKS.findall(ast.get_docstring(node) or ""):
                    yield f"{name(path)}, {getattr(node, 'name', '')}", said, path


def test_every_name_in_backticks_in_a_document_exists() -> None:
    assert [said for said in said_in_documents() if not exists(*said[1:])] == []


def test_every_name_in_backticks_in_a_docstring_exists() -> None:
    assert [said for said in said_in_docstrings() if not exists(*said[1:])] == []


@pytest.mark.parametrize(
    "said",
    [
        *("log.Line", "parts._drown", "tables.no_such_function", "no_such_name()", "NoSuchClass"),
        *("companion/no_such.py", "tables/no_such.py", "no_such.py", "COMPANION_NOTHING"),
        *("no_such_name", "NO_SUCH", "State.no_such", "@no_such"),
    ],
)
def test_the_check_of_backticks_finds_a_name_that_does_not_exist(said: str) -> None:
    assert not exists(said, ROOT / "README.md")


@pytest.mark.parametrize(
    "said",
    [
        *("tables.state", "companion.engine", "companion/tables/access.py", "access.py", "truc@1"),
        *("create_app", "hand.mano", "COMPANION_PROXIES=1", "require_member", "envido=off"),
        *("asyncio.run", "Ladder.worth(game, side)", "POST /t/<code>/taps", "MatchLog", "trut"),
    ],
)
def test_the_check_of_backticks_accepts_existing_names_and_words_that_are_not_code(
    said: str,
) -> None:
    assert exists(said, ROOT / "README.md")
