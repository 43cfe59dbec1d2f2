"""Names are only data: pages and events stay valid and records can be replayed with any name."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote_from_bytes

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from companion import tables, variants
from companion.engine import records
from companion.pages import limits, stream
from companion.web.language import load, set_language
from companion.words.people import People, isolated, people_at
from tests.parsed import Page
from tests.plain_phones import Phone

NASTY = (
    "\u202e\u202d\u2066\u2067\u2069\u200e\u200f\u061c",  # change the direction of text
    "\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f",  # invisible
    "\x00\x01\x08\x1b\x7f\x85\x9b\r\n\t\x0b\x0c\x1c\u2028\u2029",  # control codes and line ends
    "<>&\"'`=/\\;,[]{}()%#*:|$~^",
    "data: id: event: retry: [Variant ; {{ }} {% %} <!-- --> ]]> </p><script> &lt; &#0; \\u003c",
    "\u0301\u0489\u20dd\u0f39",  # combining characters
    "אבج٣१愛👩🏳\U000e0067\U0001f1e6ßıǅﬀ",
    "\ue000\ufffe\uffff\U0010ffff\ufffd",
)
LONG = (
    "x" * 10_000,
    "\u0301" * 5000,
    "a" + "\u0301" * 23,
    "\u202e" * 60_000,
    "👨\u200d👩\u200d👧\u200d👦" * 9,
)
name = st.one_of(
    st.text(max_size=30).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.lists(st.sampled_from([*"".join(NASTY), *NASTY, "Anna"]), max_size=12).map(
        lambda parts: "".join(parts).encode()
    ),
    st.sampled_from(LONG).map(str.encode),
    st.binary(max_size=30),
)
Shape = list[tuple[str, tuple[str, ...]]]
TABLE_PAGES = ("", "/panel", "/log", "/seats", "/host")
one_table_for_all = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def form(**fields: bytes | str) -> dict[str, Any]:
    pairs = []
    for key, value in fields.items():
        sent = value.encode() if isinstance(value, str) else value
        pairs.append(f"{key.replace('_', '-')}={quote_from_bytes(sent)}")
    body = "&".join(pairs)
    return {"data": body, "content_type": "application/x-www-form-urlencoded"}


def shape(text: str) -> Shape:
    """Return the elements of a page, each with the names of its attributes.

    A player's name can change the result only if a browser reads the name as markup. Elements that
    contain the short form of a long name are left out.
    """
    page = Page(text)
    assert page.open == []
    return [(tag, tuple(named)) for tag, named in page.elements if not is_short_form(named)]


def is_short_form(attributes: dict[str, str | None]) -> bool:
    classes = (attributes.get("class") or "").split()
    return "brief" in classes or "initials" in classes


def shown(text: str) -> str:
    page = Page(text)
    return "".join(page.text) + " ".join(
        filter(None, (attributes.get("value") for _, attributes in page.elements))
    )


@pytest.fixture
def opened(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Phone | None]:
    """Return a function that opens a table for two players with the names that it is given.

    The function returns the host's phone, or None if the server refuses the names.
    """
    for share in ("OF_A_PHONE", "OF_A_NETWORK", "MOST_A_MINUTE"):
        monkeypatch.setattr(limits, share, 10_000)

    def another(*names: bytes) -> Phone | None:
        typed = {f"name_{seat}": typed for seat, typed in enumerate(names)}
        answer = client.post("/tables", **form(game="catalan", seats="2", **typed))
        if answer.status_code == 303:
            return Phone(client, tables.by_code(answer.headers["Location"].split("/")[2]))
        assert answer.status_code in (413, 422)
        assert 'role="alert"' in answer.text
        assert shape(answer.text)
        return None

    return another


def at_table(phone: Phone) -> list[str]:
    """Return the pages that show the names of this table, in the same order for each table."""
    pages = [phone.client.get(phone.home + page).text for page in TABLE_PAGES]
    stranger = phone.client.application.test_client()
    pages.append(stranger.get(f"/c/{phone.match.code}").text)
    pages.append(phone.client.get(f"/new?again={phone.match.code}").text)
    return pages


def event(phone: Phone) -> str:
    answer = phone.client.get(f"{phone.home}/stream", buffered=False)
    first = next(answer.response)
    answer.close()
    return str(first.decode().removeprefix(stream.RETRY.decode()))


@pytest.fixture
def plain_shapes(opened: Callable[..., Phone | None]) -> list[Shape]:
    """Return the shapes of the pages of a table with usual names, after a hand."""
    plain = opened(b"Anna", b"Biel")
    plain.play("hand@1")
    return [shape(page) for page in at_table(plain)]


@one_table_for_all
@example(names=(b'"];[Variant "x', b"a,b;c\\"))
@example(names=("אבג 3".encode(), "\u202eAnna".encode()))
@example(names=(b"<b>Al</b>", b'"><script>'))
@example(names=(b"data: 1\n\nid: 9", "x\u2028event: panel".encode()))
@given(names=st.tuples(name, name))
def test_no_name_of_a_player_can_break_a_page(opened, plain_shapes, names):
    phone = opened(*names)
    if phone is None:
        return
    phone.play("hand@1")
    kept = tables.state(phone.match).names
    assert all(len(known) <= 24 for known in kept)  # names may be empty: “Player 1” is shown
    pages = at_table(phone)
    assert [shape(page) for page in pages] == plain_shapes
    for page in pages:
        assert all(known in shown(page) for known in kept)
    assert shape(phone.client.get("/").text)
    _whole_event(event(phone))
    _replays(phone.match)


def _whole_event(text: str) -> None:
    """Check that a text is one event of a stream: id, name, lines of data and an empty line."""
    assert re.fullmatch(r"id: \d+\.\d+\nevent: panel\n(data: [^\n\r]+\n)+\n", text)
    assert text.splitlines() == text.split("\n")[:-1]


def _replays(match: tables.Match) -> None:
    text = tables.to_record(match)
    (told,) = records.replay_text(text, "record", variants.build_rules)
    assert "error" not in told
    assert told["score"] == list(tables.state(match).log.game.score)
    assert len(records.read(text)[0].header("Players").split(",")) == match.seats
    assert json.dumps(told)


@one_table_for_all
@given(typed=name)
def test_any_name_typed_at_an_open_table_is_cleaned_or_refused(opened, typed):
    phone = opened(b"Anna", b"Biel")
    before = shape(phone.page())
    for where, fields in (("host/rename", {"seat": "1"}), ("seats", {})):
        answer = phone.client.post(f"{phone.home}/{where}", **form(name=typed, **fields))
        assert answer.status_code in (303, 413, 422)
        assert answer.status_code == 303 or 'role="alert"' in answer.text
    assert shape(phone.page()) == before
    _whole_event(event(phone))
    _replays(phone.match)


@one_table_for_all
@given(typed=name)
@example(typed=b"/\x00")
def test_any_text_in_an_address_or_a_form_is_answered_with_a_complete_page(opened, client, typed):
    phone = opened(b"Anna", b"Biel")
    text = quote_from_bytes(typed)[:3000].rpartition("%")[0]
    inside = text.replace("/", "")  # stays within one part of the path
    paths = (f"/c/{inside}x", f"/j/{inside}x", f"/t/{inside}x/panel")
    fields = (
        "name-0",
        "score-0",
        "house-target",
        "preset",
        "me",
        "dealer",
        "seats",
        "game",
        "again",
        "drawn-0",
    )
    forms = (f"/new?draw=seats&{field}={text}" for field in fields)
    asked = (f"/games/catalan/sheet?{field}={text}" for field in ("topic", "seats", "rules"))
    for address in (*paths, *forms, *asked, f"/c?code={text}", f"{phone.home}/panel?seen={text}"):
        answer = client.get(address)
        assert answer.status_code < 500
        assert answer.status_code in (204, 303) or shape(answer.text)
    for fields in (
        {"tap": typed},
        {"tap": "truc@1", "key": typed},
        {"tap": "truc=*", "n_truc": typed, "seen": typed},
    ):
        answer = client.post(f"{phone.home}/taps", **form(**{"seen": "0", "key": "k"} | fields))
        assert answer.status_code in (303, 409, 413, 422)
        assert answer.status_code == 303 or shape(answer.text)


@pytest.mark.parametrize(
    ("called", "shown"),
    [
        ("Anna", "Anna"),
        ("愛", "愛"),
        ("מיכל", "\u2068מיכל\u2069"),
        ("Ana م", "\u2068Ana م\u2069"),
        ("٣", "\u2068٣\u2069"),
    ],
)
def test_a_name_written_right_to_left_does_not_reorder_the_text_around_it(called, shown):
    assert isolated(called) == shown


def test_every_page_puts_isolating_characters_around_a_right_to_left_name(open_match, phone):
    """Only an input field has the name without these characters."""
    match = open_match(names=["מיכל", "Biel", "Carme", "Pep"])
    michal = phone(0, at=match)
    host = phone(link=f"/h/{match.host_token}", at=match)
    host.play("hand@0")
    for page in (
        michal.page(),
        host.client.get(f"{host.home}/log").text,
        host.client.get(f"{host.home}/seats").text,
    ):
        bare = re.sub(r'value="מיכל"', "", page)
        assert bare.count("מיכל") == bare.count("\u2068מיכל\u2069") > 0
    assert 'value="מיכל"' in michal.client.get(f"{michal.home}/seats").text


@pytest.mark.parametrize(
    ("name", "most", "short"),
    [
        ("", 6.0, "Player 5"),
        ("", 4.0, "P5"),
        ("María del Carmen Ruiz", 10.0, "María Ruiz"),
        ("María del Carmen Ruiz", 6.0, "M.\u00a0Ruiz"),
        ("Juan Sebastián Gómez", 6.0, "J.\u00a0Gómez"),
        ("Juan Sebastián Gómez", 2.0, "J."),
    ],
)
def test_a_name_is_shortened_only_as_far_as_its_width_requires(name, most, short):
    people = People(("Anna", "Biel", "Carme", "Pep", name), variants.get("put-many").rules(5))
    assert people.short(4, most) in (short, isolated(short))


def test_a_player_without_a_name_gets_a_label_in_the_language_of_the_page(app):
    rules = variants.get("catalan").rules()
    shown = []
    for code in ("en", "fr", "en"):
        with app.test_request_context():
            set_language(load(code))
            shown.append(people_at(("", "", "", ""), rules).seat(0))
    assert shown == ["Player 1", "Joueur 1", "Player 1"]
