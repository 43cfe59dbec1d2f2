"""Styles and script: one request each, cached for good, and small enough for a bar."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from companion.views import assets

JOINER = 40_000  # bytes, gzipped, of everything a joiner loads before his first tap
STATIC = Path(__file__).parents[2] / "static"


def links(page: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/assets/[^"]+)"', page)


def test_it_works(client):
    css, js = links(client.get("/").text)
    for link, kind in ((css, "text/css"), (js, "text/javascript")):
        answer = client.get(link)
        assert answer.status_code == 200
        assert answer.mimetype == kind
        assert "immutable" in answer.headers["Cache-Control"]


def test_a_page_older_than_the_server_gets_what_there_is_now_but_not_for_good(client):
    answer = client.get("/assets/000000000000.css")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("name", ["x", "x.map", "..css", "x.txt"])
def test_it_rejects_other_names(client, name):
    if not name.endswith(".css"):
        assert client.get(f"/assets/{name}").status_code == 404


def test_every_style_sheet_is_in_the_bundle_but_those_a_joiner_does_not_need():
    files = {path.stem for path in (STATIC / "css").glob("*.css")}
    assert files == set(assets.STYLES) | {"sheet", "cards", "flat", "tv", "phone"}


def test_what_others_wrote_is_noted_with_its_licence():
    readme = (STATIC / "vendor" / "README").read_text()
    for path in (STATIC / "vendor").glob("*.js"):
        assert path.name in readme
        assert path.with_name(path.name.removesuffix(".min.js").removesuffix(".js") + ".LICENSE").exists()


def test_a_joiners_first_visit_is_at_most_40_kb_and_six_requests(phone, match):
    """The join page, its styles and script, the seat, the table, and the stream that stays open."""
    visitor = phone().client
    join = visitor.get(f"/j/{match.join_token}")
    bundles = [visitor.get(link) for link in links(join.text)]
    seat = visitor.post(f"/j/{match.join_token}", data={"seat": "1"})
    table = visitor.get(seat.headers["Location"])
    assert links(table.text) == links(join.text)  # cached
    loaded = [join, *bundles, seat, table]
    assert len(loaded) + 1 <= 6
    sizes = [len(gzip.compress(answer.data, 6)) + len(str(answer.headers)) for answer in loaded]
    assert sum(sizes) <= JOINER, sizes
