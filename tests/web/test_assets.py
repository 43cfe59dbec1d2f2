"""Styles and scripts take one request each, are cached for ever, and are small."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import brotli
import pytest

from companion.tournament import showing
from companion.tournament.pages import draft_page
from companion.web import assets
from companion.words import people

JOINER = {
    "br": 33_600,
    "gzip": 37_150,
}  # bytes of everything a joining phone loads before the first tap, with the heads of answers
UNPACKED = {"br": brotli.decompress, "gzip": gzip.decompress, "identity": bytes}
STATIC = Path(__file__).parents[2] / "static"


def links(page: str) -> list[str]:
    page = re.sub(r"<noscript>.*?</noscript>", "", page)
    return re.findall(r'(?:href|src)="(/assets/[^"]+)"', page)


def test_the_bundles_are_served_at_the_assets_route(client):
    page = client.get("/").text
    css, few, js = links(page)
    later = re.findall(r'data-later="([^"]+)"', page)[0]
    for link, kind in (
        (css, "text/css"),
        (few, "text/css"),
        (js, "text/javascript"),
        (later, "text/javascript"),
    ):
        answer = client.get(link)
        assert answer.status_code == 200
        assert answer.mimetype == kind
        assert "immutable" in answer.headers["Cache-Control"]


def test_an_outdated_bundle_address_returns_the_current_bundle_without_caching(client):
    answer = client.get("/assets/000000000000.css")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("name", ["x", "x.map", "x.txt", "..css"])
def test_the_assets_route_rejects_names_that_are_not_bundles(client, name):
    assert client.get(f"/assets/{name}").status_code == 404


def test_the_address_of_a_bundle_changes_with_its_text():
    first = assets.bundle("css", "a{}")
    second = assets.bundle("css", "b{}")
    assert re.fullmatch(r"[0-9a-f]{12}\.css", first.name)
    assert first.name != second.name
    assert first == assets.bundle("css", "a{}")


def test_the_release_changes_with_the_text_of_any_bundle():
    first = assets.bundle("css", "a{}")
    second = assets.bundle("js", "b()")
    release = assets.release({"css": first, "js": second})
    assert re.fullmatch("[0-9a-f]{8}", release)
    assert release != assets.release({"css": first, "js": assets.bundle("js", "c()")})


def test_every_style_sheet_is_in_a_bundle_or_linked_by_a_page():
    files = {path.stem for path in (STATIC / "css").glob("*.css")}
    linked = set()
    for page in (STATIC.parent / "templates").rglob("*.html"):
        linked |= {*re.findall(r"filename='css/([\w-]+)\.css'", page.read_text())}
    bundled = {*assets.STYLES, *assets.LATER_STYLES, *assets.FLAT_STYLES}
    assert files == bundled | linked
    assert not bundled & linked


def test_every_colour_has_a_fallback_for_older_browsers():
    """Without a fallback, a browser that does not know the newer colour syntax shows no colour."""
    for path in (STATIC / "css").glob("*.css"):
        text = re.sub(r"(?s)@supports \(color: color-mix.*?\n  }", "", path.read_text())
        assert not re.findall(r"light-dark\([^)]|color-mix\(", text), path.name


def test_style_sheets_draw_all_icons_that_pages_use_and_no_others():
    pages = "".join(page.read_text() for page in (STATIC.parent / "templates").rglob("*.html"))
    chips = {chip.icon for chip in showing.CHIPS.values() if chip.icon} | {showing.CALLS.icon}
    named = {*re.findall(r'icon\("([\w-]+)"\)', pages), *people.GLYPHS}
    named |= {*chips, *draft_page.PAIR_ICONS.values()}
    sheets = ("icons", "many", "way", "icons-later", "tournament")
    assert named == set().union(*(drawn(STATIC / "css" / f"{name}.css") for name in sheets))
    assert tuple(drawn(STATIC / "css" / "many.css")) == people.GLYPHS[people.USUAL :]


def drawn(path: Path) -> list[str]:
    return re.findall(r"\.icon-([\w-]+)[ ,]", path.read_text())


def test_only_tables_of_many_sides_load_the_style_sheet_for_the_symbols_of_sides(open_match, phone):
    for players, many in ((4, False), (5, True)):
        seated = phone(0, at=open_match("put-many", seats=players))
        for page in ("", "/flat", "/tv", "/seats", "/log", "/calls"):
            assert ("css/many.css" in seated.client.get(f"{seated.home}{page}").text) is many
        assert (
            "css/many.css"
            in phone(at=seated.match).client.get(f"/j/{seated.match.join_token}").text
        ) is many


def test_every_vendored_script_is_listed_with_its_licence():
    readme = (STATIC / "vendor" / "README").read_text()
    for path in (STATIC / "vendor").glob("*.js"):
        assert path.name in readme
        assert path.with_name(
            path.name.removesuffix(".min.js").removesuffix(".js") + ".LICENSE"
        ).exists()


@pytest.mark.parametrize("encoding", ["br", "gzip", "identity"])
def test_a_bundle_is_compressed_in_an_encoding_that_the_browser_accepts(client, encoding):
    for link in links(client.get("/").text):
        packed = client.get(link, headers={"Accept-Encoding": encoding})
        assert packed.headers.get("Content-Encoding", "identity") == encoding
        assert packed.headers["Vary"] == "Accept-Encoding"
        assert UNPACKED[encoding](packed.data) == client.get(link).data


def test_a_compressed_file_has_a_different_etag_for_each_encoding(client):
    tags = set()
    for encoding in UNPACKED:
        headers = {"Accept-Encoding": encoding}
        tags.add(
            client.get("/static/css/prose.css", headers=headers, buffered=True).headers["ETag"]
        )
    assert len(tags) == len(UNPACKED)


def test_the_first_page_with_its_files_takes_at_most_40_kb(client):
    how = {"Accept-Encoding": "br"}
    first = client.get("/", headers=how)
    page = UNPACKED["br"](first.data).decode()
    found = [*links(page), *re.findall(r'(?:href|src)="(/static/[^"]+[.](?:css|js))"', page)]
    sizes = [len(first.data) + len(str(first.headers))]
    for link in found:
        with client.get(link, headers=how) as answer:
            sizes.append(len(answer.data) + len(str(answer.headers)))
    assert len(sizes) == 7
    assert sum(sizes) <= 40_000, sizes


@pytest.mark.parametrize("encoding", JOINER)
def test_the_first_visit_of_a_joining_phone_takes_few_bytes_and_five_requests(
    phone, match, encoding
):
    """The visit is the join page, styles, a script, the table, and the stream's first bytes."""
    visitor = phone().client
    how = {"Accept-Encoding": encoding}
    join = visitor.get(f"/j/{match.join_token}", headers=how)
    page = UNPACKED[encoding](join.data).decode()
    bundles = [visitor.get(link, headers=how) for link in links(page)]
    table = visitor.post(f"/j/{match.join_token}", data={"seat": "1", "at_once": "1"}, headers=how)
    page = UNPACKED[encoding](table.data).decode()
    assert links(page) == links(UNPACKED[encoding](join.data).decode())  # the browser has these
    live = "?seen=".join(re.findall(r'data-(?:stream|stamp)="([^"]+)"', page))
    with visitor.get(live, headers=how, buffered=False) as stream:
        said = [len(str(stream.headers)), len(next(iter(stream.response)))]
    loaded = [join, *bundles, table]
    sizes = [len(answer.data) + len(str(answer.headers)) for answer in loaded]
    assert len(loaded) + 1 <= 5
    assert sum(sizes + said) <= JOINER[encoding], (sizes, said)


def test_scripts_are_served_with_their_comments_if_rjsmin_is_missing(monkeypatch):
    script = "// a comment\nlet one = 1;\n"
    assert "comment" not in assets._short(script)
    monkeypatch.setattr(assets, "find_spec", lambda _: None)
    assert assets._short(script) == script
