"""Who may do what: every route of the application × every role. A route without a line here fails."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion import tables
from companion.views import device, hosting, stream
from tests.views.conftest import NAMES, Phone

# Those who are not at the table, however they come to be so: for all of them the same holds.
OUTSIDE = (
    "nobody", "player elsewhere", "watcher elsewhere", "removed",
    "another key", "garbled", "empty", "unsigned", "of another purpose",
)  # fmt: skip
INSIDE = ("watcher", "seatless", "seated", "host")

# What a route answers: to those outside, and to each role inside, in this order.
ANSWERS = {
    #                                 outside watcher seatless seated host
    "GET /":                           (200, 200, 200, 200, 200),
    "GET /assets/<name>":              (200, 200, 200, 200, 200),
    "GET /static/<path:filename>":     (200, 200, 200, 200, 200),
    "GET /games/<variant>/sheet":      (200, 200, 200, 200, 200),
    "GET /new":                        (200, 200, 200, 200, 200),
    "GET /privacy":                    (200, 200, 200, 200, 200),
    "GET /phone":                      (200, 200, 200, 200, 200),
    "GET /offline":                    (200, 200, 200, 200, 200),
    "GET /sw.js":                      (200, 200, 200, 200, 200),
    "GET /manifest.webmanifest":       (200, 200, 200, 200, 200),
    "GET /style":                      (404, 404, 404, 404, 404),
    "GET /style/<name>":               (404, 404, 404, 404, 404),
    "GET /style/<name>/<any(flat, tv):view>":               (404, 404, 404, 404, 404),
    "GET /c":                          (303, 303, 303, 303, 303),
    "GET /c/<code>":                   (200, 200, 200, 303, 200),
    "GET /j/<token>":                  (200, 200, 200, 303, 200),
    "GET /h/<token>":                  (303, 303, 303, 303, 303),
    "GET /w/<token>":                  (303, 303, 303, 303, 303),
    "GET /w/<token>/<any(tv):view>":   (303, 303, 303, 303, 303),
    "GET /t/<code>":                   (303, 200, 200, 200, 200),
    "GET /t/<code>/<any(flat, tv):view>": (303, 200, 200, 200, 200),
    "GET /t/<code>/<any(flat, tv):view>/panel": (403, 200, 200, 200, 200),
    "GET /t/<code>/<any(flat, tv):view>/stream": (403, 200, 200, 200, 200),
    "GET /t/<code>/panel":             (403, 200, 200, 200, 200),
    "GET /t/<code>/stream":            (403, 200, 200, 200, 200),
    "GET /t/<code>/calls":             (403, 200, 200, 200, 200),
    "GET /t/<code>/log":               (403, 200, 200, 200, 200),
    "GET /t/<code>/record":            (403, 200, 200, 200, 200),
    "GET /t/<code>/seats":             (403, 200, 200, 200, 200),
    "GET /t/<code>/sheet":             (200, 200, 200, 200, 200),
    "GET /t/<code>/rematch":           (403, 303, 303, 303, 303),
    "GET /t/<code>/host":              (403, 403, 403, 403, 200),
    "GET /t/<code>/host/delete":       (403, 403, 403, 403, 200),
    "POST /phone":                     (303, 303, 303, 303, 303),
    "POST /tables":                    (303, 303, 303, 303, 303),
    "POST /c/<code>":                  (303, 303, 303, 303, 303),
    "POST /j/<token>":                 (303, 303, 303, 303, 303),
    "POST /t/<code>/taps":             (403, 403, 403, 303, 303),
    "POST /t/<code>/<any(flat, tv):view>/taps": (403, 403, 403, 303, 303),
    "POST /t/<code>/calls":            (403, 403, 403, 409, 409),
    "POST /t/<code>/seats":            (403, 403, 303, 303, 303),
    "POST /t/<code>/rematch":          (403, 403, 403, 409, 409),
    "POST /t/<code>/host/<action>":    (403, 403, 403, 403, 303),
    "POST /t/<code>/host/delete":      (403, 403, 403, 403, 303),
}  # fmt: skip
FORMS = {
    "POST /tables": {"game": "catalan"},
    "POST /c/<code>": {"seat": "3"},
    "POST /j/<token>": {"seat": "3"},
    "POST /t/<code>/taps": {"tap": "truc@1", "seen": "0", "key": "a-tap"},
    "POST /t/<code>/<any(flat, tv):view>/taps": {"tap": "truc@1", "seen": "0", "key": "a-tap"},
    "POST /t/<code>/calls": {"side": "0"},
    "POST /t/<code>/seats": {"seat": "3"},
}
CLOSED = [route for route, answers in ANSWERS.items() if answers[0] == 403]  # the table's own business
OTHERS = ("Quim", "Rosa", "Santi", "Teia")


def routes(app: Flask) -> Iterator[str]:
    """Every method with its rule: `GET /t/<code>`."""
    for rule in app.url_map.iter_rules():
        yield from (f"{method} {rule.rule}" for method in (rule.methods or set()) - {"HEAD", "OPTIONS"})


def address(route: str, match: tables.Match, action: str = "lock") -> str:
    """The address of that route which means this table."""
    rule = route.partition(" ")[2]
    tokens = {"/h": match.host_token, "/w": match.watch_token, "/j": match.join_token}
    values = {"code": match.code, "token": tokens.get(rule[:2], ""), "action": action, "variant": "catalan"}
    values |= {"name": "x.css", "filename": "css/base.css", "view": "tv" if rule.startswith("/w") else "flat"}
    return re.sub(r"<(?:[^<]*:)?(\w+)>", lambda found: values[found[1]], rule) + f"?code={match.code}" * (rule == "/c")


def ask(phone: Phone, route: str, where: str = "") -> TestResponse:
    """The answer; of a stream only its head."""
    where = where or address(route, phone.match)
    answer = phone.client.open(where, method=route.partition(" ")[0], data=FORMS.get(route))
    if answer.mimetype != "text/event-stream":
        answer.get_data()
    answer.close()
    return answer


@pytest.fixture
def role(app: Flask, phone: Callable[..., Phone], open_match: Callable[..., tables.Match]) -> Callable[..., Phone]:
    """A phone in that role at a table, by default a new one."""

    def another(name: str, at: tables.Match | None = None) -> Phone:
        match = at or open_match()
        ways: dict[str, Callable[[], Phone]] = {
            "nobody": lambda: Phone(app.test_client(), match),
            "player elsewhere": lambda: Phone(phone(0, at=open_match(names=OTHERS)).client, match),
            "watcher elsewhere": lambda: Phone(phone(link=f"/w/{open_match().watch_token}").client, match),
            "removed": lambda: removed(phone(2, at=match)),
            "watcher": lambda: Phone(phone(link=f"/w/{match.watch_token}").client, match),
            "seatless": lambda: seatless(phone(2, at=match)),
            "seated": lambda: phone(2, at=match),
            "host": lambda: Phone(phone(link=f"/h/{match.host_token}").client, match),
        }
        return ways[name]() if name in ways else with_cookie(app, Phone(app.test_client(), match), name)

    return another


def removed(phone: Phone) -> Phone:
    """The same phone, put out."""
    tables.remove(phone.match, tables.members(phone.match)[-1].device)
    return phone


def seatless(phone: Phone) -> Phone:
    """The same phone, which has given up its seat."""
    phone.client.post(f"{phone.home}/seats", data={"leave": "1"})
    return phone


def with_cookie(app: Flask, phone: Phone, kind: str) -> Phone:
    """A phone that claims to be the host's, with a cookie that we never wrote so."""
    tables.join(phone.match, "hosts-phone", "host")
    true, mine = signed("hosts-phone"), app.secret_key
    app.secret_key = "another key"
    kinds = {"another key": signed("hosts-phone"), "garbled": f"{true[:-3]}AAA", "empty": "", "unsigned": "hosts-phone"}
    app.secret_key = mine
    kinds["of another purpose"] = str(device._signer(device.PLACE).dumps("hosts-phone"))
    assert true not in kinds.values()
    phone.client.set_cookie(device.COOKIE, kinds[kind])
    return phone


def signed(name: str) -> str:
    """The value of that phone's cookie."""
    return str(device._signer(device.COOKIE).dumps(name))


def test_every_route_has_its_line(app):
    assert set(routes(app)) == set(ANSWERS)


@pytest.mark.parametrize("name", [*OUTSIDE, *INSIDE])
def test_who_may_do_what(role, name):
    column = 1 + INSIDE.index(name) if name in INSIDE else 0
    found = {route: ask(role(name), route).status_code for route in ANSWERS}
    assert found == {route: answers[column] for route, answers in ANSWERS.items()}


@pytest.mark.parametrize("name", OUTSIDE)
def test_nobody_outside_sees_or_changes_anything(role, match, name):
    phone, before = role(name, match), (tables.state(match).stamp, tables.members(match))
    for route in CLOSED:
        text = ask(phone, route).text
        assert not any(player in text for player in NAMES), route
    assert (tables.state(match).stamp, len(tables.members(match))) == (before[0], len(before[1]))


@pytest.mark.parametrize("name", [*OUTSIDE, *INSIDE[:3]])
def test_nobody_but_the_host_does_a_hosts_deeds(role, match, name):
    phone = role(name, match)
    for action in hosting.DEEDS:
        where = address("POST /t/<code>/host/<action>", match, action)
        assert phone.client.post(where, data={"seat": "0", "with": "1", "name": "Nobody"}).status_code == 403


def test_a_watch_link_tells_no_way_to_a_seat(app, match, phone, role):
    """Whatever a watching phone is shown or sent to: neither the code nor another link is in it.

    But for the television, whose page shows the code to all who stand before it (see test_page_flat).
    """
    watcher = role("watcher", match)
    home = watcher.client.get(f"/w/{match.watch_token}").headers["Location"]
    secrets = (match.code, match.join_token, match.host_token)
    for route in ANSWERS:
        if route.startswith("GET") and not re.search("/[cjh](/|$)", route):
            answer = ask(watcher, route, address(route, match).replace(match.code, home.rpartition("/")[2]))
            assert answer.status_code < 400 or re.search("/host|/style", route)
            told = str(answer.headers) if "stream" in route else f"{answer.text} {answer.headers}"
            assert not any(secret in told for secret in secrets), route


def test_a_watch_link_never_taps(match, role):
    """Neither at its own address nor at the code's, should it get to know that."""
    watcher = role("watcher", match)
    for code in (match.code, match.watch_token):
        for route in filter(lambda route: route.startswith("POST /t/") and ANSWERS[route][1] == 403, ANSWERS):
            assert ask(watcher, route, address(route, match).replace(match.code, code)).status_code == 403
    for route in ("GET /c/<code>", "POST /c/<code>"):
        assert ask(watcher, route, address(route, match).replace(match.code, match.watch_token)).status_code == 404
    watcher.client.set_cookie(device.PLACE, f"{match.id}:0")
    assert ask(watcher, "POST /t/<code>/seats").status_code == 403
    assert tables.state(match).version == 0


def test_a_stranger_with_a_watchers_address_can_only_watch(match, client):
    for view, way in (("", ""), ("/flat", ""), ("/tv", "/tv")):
        answer = client.get(f"/t/{match.watch_token}{view}")
        assert answer.headers["Location"] == f"/w/{match.watch_token}{way}"


def test_no_page_of_anybody_tells_the_hosts_link(match, role, phone):
    for name in INSIDE:
        inside = role(name, match) if name != "seated" else phone(1, at=match)
        for route in filter(lambda route: route.startswith("GET") and "/h/" not in route, ANSWERS):
            assert "stream" in route or match.host_token not in ask(inside, route).text


@pytest.mark.parametrize("name", ["removed", "watcher", "seatless", "seated", "host"])
def test_who_is_removed_is_out_at_once(match, role, name):
    phone = role(name, match)
    for member in tables.members(match):
        tables.remove(match, member.device)
    found = {route: ask(phone, route).status_code for route in CLOSED}
    assert set(found.values()) == {403}


def test_a_closed_table_lets_nobody_new_in(match, role):
    seated, watcher = role("seated", match), role("watcher", match)
    tables.lock(match)
    for route in ("POST /c/<code>", "POST /j/<token>", "GET /w/<token>"):
        assert ask(role("nobody", match), route).status_code in (403, 404), route
    for route in ("GET /c/<code>", "GET /j/<token>"):
        assert not any(name in ask(role("nobody", match), route).text for name in NAMES)
    assert ask(watcher, "GET /t/<code>/panel").status_code == 200
    assert seated.tap("truc@2").status_code == 303


def test_replaced_links_lead_nowhere_and_put_out_who_only_watches(match, role):
    seated, watcher, host = role("seated", match), role("watcher", match), role("host", match)
    new = tables.replace_links(match)
    for route in ("GET /c/<code>", "POST /c/<code>", "GET /j/<token>", "POST /j/<token>", "GET /w/<token>"):
        assert ask(role("nobody", match), route).status_code == 404, route
    for code in (new.code, new.watch_token):
        assert ask(watcher, "GET", f"/t/{code}/panel").status_code == 403
    for phone in (seated, host):
        assert ask(phone, "GET", f"/t/{new.code}/panel").status_code == 200


def test_an_open_stream_ends_with_the_right_to_see_it(match, role, monkeypatch):
    """Removed, or its link replaced: the stream of that phone ends, those of the others go on."""
    monkeypatch.setattr(stream, "BEAT_SECONDS", 0.05)
    streams = {name: role(name, match).client.get(f"/t/{match.code}/stream") for name in ("host", "seated", "watcher")}
    heard = {name: iter(answer.response) for name, answer in streams.items()}
    for events in heard.values():
        assert [next(events)[:5], next(events)[:3]] == [b"retry", b"id:"]
    tables.replace_links(match)
    assert list(heard["watcher"]) == []
    assert b"event: panel" in next(heard["seated"])
    tables.remove(match, next(member.device for member in tables.members(match) if member.seat == 2))
    assert list(heard["seated"]) == []
    assert b"event: panel" in next(heard["host"])
    streams["host"].close()
