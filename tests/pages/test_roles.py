"""What the server answers to each role at each route of the application.

`answers.txt` lists the HTTP statuses that are expected, one line for each route.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion import tables
from companion.pages import seats, stream
from companion.tables import codes
from companion.web import device
from tests.plain_phones import NAMES, Phone, make_host_by_request

# Phones that are not at the table: without a cookie, at another table, or with a forged cookie.
# All of them get the same answers.
OUTSIDE = (
    "nobody", "player elsewhere", "watcher elsewhere",
    "another key", "garbled", "empty", "unsigned", "of another purpose",
)  # fmt: skip
INSIDE = ("watcher", "television", "seatless", "seated", "acting", "host")
ROLES = (*OUTSIDE[:3], "removed", *INSIDE)

ROUTE = re.compile(r"^([A-Z]+ /.*?) +((?:\d{3} ?)+)$", re.MULTILINE)


def answers_in(file: Path) -> dict[str, tuple[int, ...]]:
    """Return the HTTP statuses that this file lists for each route."""
    routes = ROUTE.findall(file.read_text("utf-8"))
    return {route: tuple(map(int, answers.split())) for route, answers in routes}


# What each route answers to phones outside, to removed phones, and to each role of INSIDE in order.
ANSWERS = answers_in(Path(__file__).with_name("answers.txt"))


def expected(route: str, role: str) -> int:
    """Return the HTTP status that this role gets at this route."""
    column = 2 + INSIDE.index(role) if role in INSIDE else int(role == "removed")
    return ANSWERS[route][column]


FORMS = {
    "POST /resume": {"match": '[Variant "put"]'},
    "POST /tables": {"game": "catalan"},
    "POST /c/<code>": {"seat": "3"},
    "POST /j/<token>": {"seat": "3"},
    "POST /t/<code>/taps": {"tap": "truc@1", "seen": "0", "key": "a-tap"},
    "POST /t/<code>/<any(flat, tv):view>/taps": {"tap": "truc@1", "seen": "0", "key": "a-tap"},
    "POST /t/<code>/calls": {"side": "0"},
    "POST /t/<code>/requests": {"ask": "host"},
    "POST /t/<code>/<any(flat):view>/requests": {"ask": "host"},
    "POST /on": {"number": "0000", "table": "{table}"},
    "POST /t/<code>/seats": {"seat": "3"},
}
CLOSED = [route for route in ANSWERS if ANSWERS[route][0] == 403]  # only for phones at the table
LOOKS = re.compile("GET /(?![cjhw]/)")  # routes that change nothing; a link may let a phone in
OTHERS = ("Quim", "Rosa", "Santi", "Teia")
EXTENSIONS = ("companion.book.", "companion.places.", "companion.tournament.")


def routes(app: Flask) -> Iterator[str]:
    """Yield every route with its method, like `GET /t/<code>`. Extensions have their own tests."""
    for rule in app.url_map.iter_rules():
        module = app.view_functions[rule.endpoint].__module__
        if not module.startswith(EXTENSIONS):
            methods = (rule.methods or set()) - {"HEAD", "OPTIONS"}
            yield from (f"{method} {rule.rule}" for method in methods)


def address(route: str, phone: Phone, action: str = "lock") -> str:
    """Return an address of this route, with the code or the token of the phone's table filled in.

    `action` is the action of a host, for routes that take one.
    """
    rule = route.partition(" ")[2]
    match = phone.match
    tokens = {
        "/h": match.host_token,
        "/w": match.watch_token,
        "/j": match.join_token,
        "/t": match.tv_token,
    }
    tokens["/r"] = tables.result_token(match)
    values = {
        "code": phone.address or match.code,
        "token": tokens.get(rule[:2], ""),
        "action": action,
    }
    values |= {
        "version": "0",
        "shape": "wide",
        "kind": "strip",
        "variant": "catalan",
        "name": "x.css",
        "filename": "css/base.css",
    }
    values |= {"view": "tv" if rule.startswith("/w") else "flat", "number": "00000000", "seat": "1"}
    return re.sub(
        r"<(?:[^<]*:)?(\w+)>", lambda found: values[found[1]], rule
    ) + f"?code={values['code']}" * (rule == "/c")


def ask(phone: Phone, route: str, where: str = "") -> TestResponse:
    where = where or address(route, phone)
    table = phone.address or phone.match.code
    form = {name: value.format(table=table) for name, value in FORMS.get(route, {}).items()}
    answer = phone.client.open(where, method=route.partition(" ")[0], data=form or None)
    if answer.mimetype != "text/event-stream":
        answer.get_data()
    answer.close()
    return answer


@pytest.fixture
def role(
    app: Flask, phone: Callable[..., Phone], open_match: Callable[..., tables.Match]
) -> Callable[..., Phone]:
    def another(name: str, at: tables.Match | None = None) -> Phone:
        match = at or open_match()
        ways: dict[str, Callable[[], Phone]] = {
            "nobody": lambda: Phone(app.test_client(), match),
            "player elsewhere": lambda: Phone(phone(0, at=open_match(names=OTHERS)).client, match),
            "watcher elsewhere": lambda: Phone(
                looking(phone(link=f"/w/{open_match().watch_token}")).client, match
            ),
            "removed": lambda: removed(phone(2, at=match)),
            "watcher": lambda: looking(phone(link=f"/w/{match.watch_token}", at=match)),
            "television": lambda: looking(phone(link=f"/w/{match.tv_token}", at=match)),
            "seatless": lambda: seatless(phone(2, at=match)),
            "seated": lambda: phone(2, at=match),
            "acting": lambda: acting(phone(2, at=match)),
            "host": lambda: phone(link=f"/h/{match.host_token}", at=match),
        }
        if name in ways:
            return ways[name]()
        return with_cookie(app, Phone(app.test_client(), match), name)

    return another


def looking(phone: Phone) -> Phone:
    phone.client.get(phone.home, follow_redirects=True)
    return phone


def removed(phone: Phone) -> Phone:
    tables.ban_phone(phone.match, tables.members(phone.match)[-1].device)
    return phone


def acting(phone: Phone) -> Phone:
    tables.join(phone.match, "hosts-phone", "host")
    (mine,) = [row.device for row in tables.phones(phone.match) if row.seat == 2]
    make_host_by_request(phone.match, mine)
    return phone


def seatless(phone: Phone) -> Phone:
    phone.post("/seats", data={"leave": "1"})
    return phone


def with_cookie(app: Flask, phone: Phone, kind: str) -> Phone:
    """Give the phone a forged cookie with the id of the host's phone, and return the phone.

    `kind` chooses how the cookie is forged: "empty", "unsigned" and others.
    """
    tables.join(phone.match, "hosts-phone", "host")
    true = signed("hosts-phone")
    mine = app.secret_key
    app.secret_key = "another key"
    kinds = {
        "another key": signed("hosts-phone"),
        "garbled": f"{true[:-3]}AAA",
        "empty": "",
        "unsigned": "hosts-phone",
    }
    app.secret_key = mine
    kinds["of another purpose"] = str(device._signer("of another purpose").dumps("hosts-phone"))
    assert true not in kinds.values()
    phone.client.set_cookie(device.COOKIE, kinds[kind])
    return phone


def signed(name: str) -> str:
    return str(device._signer(device.COOKIE).dumps(name))


def test_the_list_of_expected_answers_covers_every_route(app):
    assert set(routes(app)) == set(ANSWERS)


@pytest.mark.parametrize("name", ROLES)
def test_every_role_gets_the_expected_answer_at_every_route(role, name):
    """A route that may change something for this role is requested by a new phone at a new table.

    All other routes are requested by the same phone.
    """
    looks = role(name)
    found = {}
    for route in ANSWERS:
        changes_nothing = LOOKS.match(route) or expected(route, name) == 403
        phone = looks if changes_nothing else role(name)
        found[route] = ask(phone, route).status_code
    assert found == {route: expected(route, name) for route in ANSWERS}


@pytest.mark.parametrize("name", [*OUTSIDE, "removed"])
def test_nobody_outside_a_table_sees_or_changes_anything(role, match, name):
    phone = role(name, match)
    before = (tables.state(match).stamp, tables.members(match))
    for route in CLOSED:
        answer = ask(phone, route)
        assert answer.status_code == 403, route
        assert not any(player in answer.text for player in NAMES), route
    assert (tables.state(match).stamp, len(tables.members(match))) == (before[0], len(before[1]))


@pytest.mark.parametrize("name", ["nobody", "removed", *INSIDE[:4]])
def test_actions_of_a_host_are_refused_to_everybody_else(role, match, name):
    phone = role(name, match)
    for action in seats.HOST_ACTIONS:
        where = address("POST /t/<code>/host/<action>", phone, action)
        form = {"seat": "0", "with": "1", "name": "Nobody", "phone": "0"}
        assert phone.client.post(where, data=form).status_code == 403


@pytest.mark.parametrize("name", ["watcher", "television"])
def test_a_watching_phone_is_shown_no_link_to_a_seat(match, role, name):
    watcher = role(name, match)
    secrets = (match.code, codes.format_code(match.code), match.join_token, match.host_token)
    for route in ANSWERS:
        if route.startswith("GET") and not re.search("/[cjh](/|$)", route):
            answer = ask(watcher, route)
            refused = "/number|/host|/rules|/another|/style|/r/|/n/|/seats/<" + (
                "|/t/" if name == "television" else ""
            )
            assert answer.status_code < 400 or re.search(refused, route)
            told = str(answer.headers) if "stream" in route else f"{answer.text} {answer.headers}"
            assert not any(secret in told for secret in secrets), route


@pytest.mark.parametrize("name", INSIDE)
def test_only_a_full_host_is_shown_the_host_link_and_only_on_one_page(role, name):
    inside = role(name)
    telling = set()
    for route in filter(lambda route: route.startswith("GET") and "/h/" not in route, ANSWERS):
        if "stream" not in route and inside.match.host_token in ask(inside, route).text:
            telling.add(route)
    assert telling == ({"GET /t/<code>/host/link"} if name == "host" else set())


def test_a_tap_sent_to_the_old_address_after_links_were_replaced_is_recorded(match, role):
    seated = role("seated", match)
    page = seated.page()
    new = tables.replace_links(match)
    answer = seated.tap("truc@2", page, htmx=True)
    assert answer.status_code == 200
    assert f'data-code="{new.code}"' in answer.text
    assert seated.get().headers["Location"] == f"/t/{new.code}"
    assert tables.state(match).version == 1


def test_an_open_stream_ends_when_its_phone_loses_the_right_to_see_the_table(
    match, role, monkeypatch
):
    """The test replaces the link of one phone and removes another phone.

    The streams of other phones stay open.
    """
    monkeypatch.setattr(stream, "BEAT_SECONDS", 0.05)
    views = {"host": "", "watcher": "", "television": "/tv"}
    streams = {name: role(name, match).get(f"{view}/stream") for name, view in views.items()}
    heard = {name: iter(answer.response) for name, answer in streams.items()}
    for events in heard.values():
        assert b"event: panel" in next(events)
    tables.replace_links(match, ["watch"])
    assert list(heard["watcher"]) == []
    assert b"event: panel" in next(heard["television"])
    (television,) = [row.device for row in tables.phones(match) if row.role == "tv"]
    tables.ban_phone(match, television)
    assert list(heard["television"]) == []
    assert b"event: panel" in next(heard["host"])
    streams["host"].close()


def waiting(app: Flask) -> tuple[FlaskClient, str, str]:
    client = app.test_client()
    address = client.get("/tv").headers["Location"]
    return client, address, re.findall(r'class="number">(\d+)', client.get(address).text)[0]


@pytest.mark.parametrize("name", [name for name in INSIDE if name != "television"])
def test_every_role_at_a_table_can_show_the_table_on_a_television(app, match, role, name):
    phone = role(name, match)
    (television, address, number) = waiting(app)
    form = {"number": number, "table": phone.address or match.code}
    assert phone.client.post("/on", data=form).headers["Location"] == phone.home
    link = match.tv_token if name in ("host", "acting") else match.watch_token
    assert television.get(address).headers["Location"] == f"/w/{link}/tv"


def test_the_television_link_opened_on_a_phone_shows_the_television_page(role):
    phone = role("television")
    for view in ("", "/flat"):
        assert phone.get(view).headers["Location"] == f"{phone.home}/tv"
