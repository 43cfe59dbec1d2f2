"""Sections that are cited exist, links lead somewhere, and the README leads to every document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from tests.documents import DOCUMENTS, FENCED, ROOT, name, text
from tests.test_architecture import ROOMS

FOLDERS = ("companion", "tests", "templates", "static")
SOURCES = list(chain.from_iterable((ROOT / folder).rglob("*") for folder in FOLDERS))
KINDS = {".py", ".toml", ".html", ".js", ".css"}
EVERYTHING = sorted(
    {*DOCUMENTS, *(path for path in SOURCES if path.suffix in KINDS and "vendor" not in path.parts)}
)
RULES = ROOT / "companion/variants/RULES.md"
NOTATION = ROOT / "companion/engine/NOTATION.md"

NUMBER = r"\d+(?:\.\d+)?[a-c]?\b"
SEVERAL = rf"{NUMBER}(?:(?:, | and | to |, and ){NUMBER})*"
CITED = re.compile(rf"\bRULES(?:\.md)?(?:\]\([^)]*\))?,? (?:sections? )?({SEVERAL})")
WITHIN = re.compile(rf"\b[Ss]ections? ({SEVERAL})")
BY_TITLE = re.compile(r'NOTATION\.md, "([^"]+)"')

LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)

# Citations ----------------------------------------------------------------------------------------


def sections() -> set[str]:
    return {found[1] for found in re.finditer(rf"^#+ ({NUMBER})", text(RULES), re.MULTILINE)}


def cited(pattern: re.Pattern[str], source: str) -> Iterator[str]:
    """Yield every section that a text cites; "11 to 14" cites four sections."""
    for found in pattern.finditer(source):
        yield from re.findall(NUMBER, found[1])
        for first, last in re.findall(r"(\d+) to (\d+)", found[1]):
            yield from map(str, range(int(first), int(last) + 1))


def test_the_rule_book_has_the_sections_0_to_20() -> None:
    assert {str(number) for number in range(21)} <= sections()
    assert {"0.1", "0.6", "2a", "2b", "2c"} <= sections()


@pytest.mark.parametrize(
    "path", [path for path in EVERYTHING if CITED.search(text(path))], ids=name
)
def test_every_cited_section_of_the_rule_book_exists(path: Path) -> None:
    assert set(cited(CITED, text(path))) - sections() == set()


def test_the_rule_book_cites_only_existing_sections_of_itself() -> None:
    assert set(cited(WITHIN, text(RULES))) - sections() == set()


def test_every_cited_heading_of_notation_md_exists() -> None:
    found = chain.from_iterable(BY_TITLE.findall(text(path)) for path in EVERYTHING)
    titles = {" ".join(title.split()) for title in found}
    assert titles
    assert titles <= set(HEADING.findall(text(NOTATION)))


def test_every_cited_document_exists_once_in_the_project() -> None:
    """Code may cite a document without its folder, because no two documents share a name."""
    sources = [text(path) for path in EVERYTHING if path.suffix == ".py"]
    books = set(re.findall(r"\b[A-Z]{4,}\.md\b", "\n".join(sources))) - {"README.md"}
    assert {"RULES.md", "NOTATION.md"} <= books
    for book in books:
        assert len([path for path in DOCUMENTS if path.name == book]) == 1, book


def test_the_search_for_cited_sections_finds_every_form_of_citation() -> None:
    forms = (
        "RULES.md 2a, 2b tell; (RULES 0.3), RULES 7 to 10: x; [RULES.md](../x/RULES.md) 19, RULES "
        "18 and NOTATION"
    )
    assert list(cited(CITED, forms)) == [
        "2a",
        "2b",
        "0.3",
        "7",
        "10",
        "7",
        "8",
        "9",
        "10",
        "19",
        "18",
    ]
    assert list(cited(WITHIN, "(section 5), sections 16 and 17.")) == ["5", "16", "17"]


# Links --------------------------------------------------------------------------------------------


def anchors(path: Path) -> set[str]:
    """Return the link targets that Markdown readers make from the headings of a document."""
    plain = (re.sub(r"[^\w\- ]", "", title.lower()) for title in HEADING.findall(text(path)))
    return {title.replace(" ", "-") for title in plain}


def links(path: Path) -> Iterator[str]:
    prose = FENCED.sub("", text(path))
    return (link for link in LINK.findall(prose) if not re.match(r"[a-z]+:", link))


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_every_link_of_a_document_leads_to_a_file_and_heading(path: Path) -> None:
    for link in links(path):
        where, _, anchor = link.partition("#")
        target = (path.parent / where).resolve() if where else path
        assert target.is_relative_to(ROOT), link
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_every_document_is_at_most_two_links_away_from_the_readme() -> None:
    near = {(ROOT / link).resolve() for link in links(ROOT / "README.md")}
    far = set()
    for path in near & set(DOCUMENTS):
        far |= {(path.parent / link.partition("#")[0]).resolve() for link in links(path)}
    assert set(DOCUMENTS) - near - far - {ROOT / "README.md"} == set()


def test_the_drawing_in_the_readme_of_companion_has_every_room_once() -> None:
    """No room imports a room that is drawn above it.

    The table below the drawing has a row for each room that is a package.
    """
    page = text(ROOT / "companion/README.md")
    drawing = page.partition("## Rooms")[2].partition("| room |")[0]
    drawn = [name for name in re.findall(r"(\w+)(?:/|\.py)", drawing) if name in ROOMS]
    assert sorted(drawn) == sorted(ROOMS)
    for at, room in enumerate(drawn):
        assert not ROOMS[room] & set(drawn[:at]), f"{room} imports a room that is drawn above it"
    folders = {room for room in ROOMS if (ROOT / "companion" / room).is_dir()}
    assert {f"`{room}/`" for room in folders} <= set(
        re.findall(r"^\| (`\w+/`)", page, re.MULTILINE)
    )
