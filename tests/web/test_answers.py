"""No page loads anything from another site, and POSTs are accepted from our own pages only."""

from __future__ import annotations

import logging
import re
from io import BytesIO

import pytest
from flask import Response
from werkzeug.exceptions import Forbidden
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion import config, create_app, tables
from companion.web import answers
from tests.parsed import Page
from tests.plain_phones import Phone, words

OURS = {"Origin": "http://localhost"}


@pytest.fixture
def pages(phone, match, client) -> dict[str, str]:
    host = phone(link=f"/h/{match.host_token}")
    anna = phone(0)
    host.play("truc@1 yes@2 won@1 won@3")
    own = [f"{host.home}{page}" for page in ("", "/host", "/log", "/panel", "/sheet", "/seats")]
    everybody = [
        "/",
        "/new?game=catalan",
        "/new?game=argentine",
        "/games/trut/sheet",
        "/nowhere",
        "/c?code=x",
    ]
    found = {address: host.client.get(address).text for address in own + everybody}
    found |= {"a seat": anna.page(), "seats": anna.client.get(f"{anna.home}/seats").text}
    found |= {"join": client.get(f"/c/{match.code}").text, "refused": client.get(own[-1]).text}
    return found | {"form": client.post("/tables", data={"game": "catalan", "seats": "9"}).text}


def test_no_page_has_inline_scripts_styles_or_handlers(pages):
    for address, text in pages.items():
        page = Page(text)
        assert page.open == [], address
        for tag, attributes in page.elements:
            assert tag not in ("style", "iframe", "object", "embed", "base"), address
            assert tag != "script" or attributes.get("src"), address
            assert not [name for name in attributes if re.match("style$|on|hx-on", name)], address
            assert "javascript:" not in str(attributes), address


@pytest.mark.parametrize(
    "address", ["/", "/nowhere", "/tables", "/assets/x.png", "/offline", "/j/none"]
)
def test_every_answer_has_the_security_headers(client, address):
    answer = client.get(address)
    parts = answer.headers["Content-Security-Policy"].split("; ")
    policy = dict(part.partition(" ")[::2] for part in parts)
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert (
        policy["script-src"]
        == policy["style-src"]
        == policy["form-action"]
        == policy["connect-src"]
        == "'self'"
    )
    assert policy["worker-src"] == policy["manifest-src"] == "'self'"
    assert "unsafe" not in str(policy)
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "microphone=()" in answer.headers["Permissions-Policy"]
    answer.close()


@pytest.mark.parametrize(
    "address", ["/", "/nowhere", "/assets/x.css", "/static/css/base.css", "/sw.js"]
)
def test_every_answer_forbids_browsers_to_guess_its_type_and_other_sites_to_read_it(
    client, address
):
    answer = client.get(address)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "Access-Control-Allow-Origin" not in answer.headers
    answer.close()


@pytest.mark.parametrize("what", ["stream", "panel?seen=0"])
def test_streams_and_empty_answers_keep_other_sites_from_embedding_them(host, what):
    with host.client.get(f"{host.home}/{what}", buffered=False) as answer:
        assert answer.status_code == (204 if "seen" in what else 200)
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "Content-Security-Policy" not in answer.headers


@pytest.mark.parametrize(("size", "encoding"), [(499, None), (500, "gzip")])
def test_only_answers_of_at_least_500_bytes_are_compressed(app, size, encoding):
    with app.test_request_context(headers={"Accept-Encoding": "gzip"}):
        answer = answers.packed(Response("x" * size, mimetype="text/html"))
    assert answer.headers.get("Content-Encoding") == encoding
    assert answer.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    "answer",
    [
        Response("x" * 1000, mimetype="image/png"),
        Response("x" * 1000, status=204, mimetype="text/html"),
        Response("x" * 1000, status=304, mimetype="text/html"),
        Response("x" * 1000, mimetype="text/html", headers={"Content-Encoding": "br"}),
    ],
    ids=["picture", "empty", "not modified", "compressed already"],
)
def test_an_answer_that_needs_no_compression_is_sent_as_it_is(app, answer):
    with app.test_request_context(headers={"Accept-Encoding": "gzip"}):
        sent = answers.packed(answer)
    assert sent.get_data() == b"x" * 1000
    assert "Vary" not in sent.headers


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip", "gzip"), ("gzip;q=0", ""), ("deflate", ""), ("", ""), ("gzip, br", "br")],
)
def test_the_best_encoding_that_the_browser_accepts_is_used(app, accepted, encoding):
    with app.test_request_context(headers={"Accept-Encoding": accepted}):
        assert answers.wanted() == encoding


def test_a_browser_that_has_the_current_compressed_file_gets_304_and_no_body(client):
    asked = {"Accept-Encoding": "gzip"}
    first = client.get("/static/css/prose.css", headers=asked, buffered=True)
    tag = first.headers["ETag"]
    again = client.get(
        "/static/css/prose.css", headers=asked | {"If-None-Match": tag}, buffered=True
    )
    assert (again.status_code, again.data) == (304, b"")


def test_pages_with_a_secret_in_their_address_are_never_cached(client, match):
    for address in (f"/j/{match.join_token}", f"/h/{match.host_token}", f"/w/{match.watch_token}"):
        assert client.get(address).headers["Cache-Control"] == "no-store"
    assert client.get("/").headers["Cache-Control"] == "private, no-cache"


def test_the_placeholder_of_every_secret_in_a_route_is_listed(app):
    """Codes after `/t/` and `/c/` are not listed: phones keep these pages to read them offline."""
    begins = re.compile(r"/(?:[bhjkmnprw]|tv|place)/<(?:[^:<>]+:)?(\w+)>")
    routes = (begins.match(rule.rule) for rule in app.url_map.iter_rules())
    assert {route[1] for route in routes if route} == answers.SECRETS


@pytest.mark.parametrize(
    ("headers", "ours"),
    [
        ({}, True),
        (OURS, True),
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "none"}, True),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "nonsense"}, False),
        ({"Origin": "http://evil.example"}, False),
        ({"Origin": "http://localhost.evil.example"}, False),
        ({"Origin": "http://localhost@evil.example"}, False),
        ({"Origin": "http://localhost:81"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "http://[nonsense"}, False),
        ({"Sec-Fetch-Site": "cross-site"} | OURS, False),
    ],
)
def test_a_post_is_accepted_from_our_own_pages_and_from_programs_only(app, headers, ours):
    with app.test_request_context(method="POST", headers=headers):
        if ours:
            answers.check_request()
        else:
            with pytest.raises(Forbidden, match="came from another site"):
                answers.check_request()


def test_every_address_refuses_a_post_from_a_page_of_another_site(app, host, match):
    before = tables.state(match).stamp
    phones = len(tables.members(match))
    for rule in app.url_map.iter_rules():
        if "POST" in (rule.methods or ()):
            address = rule.rule.replace("<code>", match.code).replace("<token>", match.join_token)
            answer = host.client.post(
                address.replace("<action>", "explode"),
                data={"game": "catalan"},
                headers={"Sec-Fetch-Site": "cross-site"},
            )
            assert answer.status_code == 403, address
            assert "came from another site" in answer.text, address
    assert (tables.state(match).stamp, len(tables.members(match))) == (before, phones)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_cookies_are_same_site_and_cannot_be_read_by_scripts(client, match, scheme):
    answer = client.post(
        f"/j/{match.join_token}", data={"seat": "1"}, base_url=f"{scheme}://localhost"
    )
    phone = client.post("/phone", data={"theme": "dark"}, base_url=f"{scheme}://localhost")
    cookies = answer.headers.getlist("Set-Cookie") + phone.headers.getlist("Set-Cookie")
    device = "__Host-device" if scheme == "https" else "device"
    assert sorted(cookie.partition("=")[0] for cookie in cookies) == [device, "phone"]
    for cookie in cookies:
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
        assert ("Secure" in cookie.split("; ")) is (scheme == "https")
        assert "Domain" not in cookie


def test_a_phone_keeps_its_identity_when_the_server_moves_to_https(host, match):
    plain = host.client.get_cookie("device").value
    phone = host.client.application.test_client()
    phone.set_cookie("device", plain)
    answer = phone.get("/", base_url="https://localhost")
    (cookie,) = answer.headers.getlist("Set-Cookie")
    assert cookie.startswith(f"__Host-device={plain};")
    page = phone.get(f"/t/{match.code}/host", base_url="https://localhost")
    assert (page.status_code, page.headers.getlist("Set-Cookie")) == (200, [])
    other = host.client.application.test_client()
    other.get("/", base_url="https://localhost")
    other.set_cookie("device", plain)  # set by another host of the domain; the own cookie counts
    assert other.get(f"/t/{match.code}/host", base_url="https://localhost").status_code == 403


def test_a_browser_that_blocks_cookies_gets_an_explanation_and_no_seat(app, match):
    browser = app.test_client(use_cookies=False)
    page = browser.get(f"/j/{match.join_token}").text
    assert 'name="cookie_set"' in page
    answer = browser.post(f"/j/{match.join_token}", data={"seat": "1", "cookie_set": "1"})
    assert answer.status_code == 403
    assert "This browser blocks cookies" in words(answer.text)
    for link, form in ((f"/h/{match.host_token}", {}), ("/tables", {"game": "catalan"})):
        answer = browser.post(link, data=form | {"cookie_set": "1"})
        assert (answer.status_code, "blocks cookies" in words(answer.text)) == (403, True)
    assert tables.members(match) == ()


def behind(app, proxies: int):
    known = {name: app.config[name] for name in ("TESTING", "SQLALCHEMY_DATABASE_URI")}
    return create_app(known | {"INSTANCE": app.instance_path, "PROXIES": proxies})


@pytest.mark.parametrize(
    ("proxies", "said", "secure"),
    [
        (0, "https", False),
        (1, "https", True),
        (1, "https, http", False),
        (2, "https, http", True),
        (1, "", False),
    ],
)
def test_headers_of_a_proxy_are_trusted_only_if_a_proxy_is_configured(
    app, match, proxies, said, secure
):
    client = behind(app, proxies).test_client()
    answer = client.get(
        f"/w/{match.watch_token}",
        headers={"X-Forwarded-Proto": said, "X-Forwarded-Host": "evil.example"},
    )
    assert ("Secure" in answer.headers["Set-Cookie"].split("; ")) is secure
    page = client.get(f"/c/{match.code}", headers={"X-Forwarded-Host": "evil.example"})
    assert "evil" not in page.text


@pytest.mark.parametrize("said", ["one", "-1", "99", "²"])
def test_an_invalid_number_of_proxies_is_refused(monkeypatch, said):
    monkeypatch.setenv("COMPANION_PROXIES", said)
    with pytest.raises(ValueError, match="COMPANION_PROXIES"):
        config.proxies()


def test_a_form_with_too_many_fields_is_refused(client):
    field = '--b\r\nContent-Disposition: form-data; name="field-{}"\r\n\r\nx\r\n'
    body = "".join(field.format(number) for number in range(300)) + "--b--\r\n"
    answer = client.post("/tables", data=body, content_type="multipart/form-data; boundary=b")
    assert answer.status_code == 413
    assert "That text is too long" in answer.text


@pytest.mark.parametrize(("length", "status"), [(64 * 1024, 303), (64 * 1024 + 1, 413)])
def test_a_body_in_chunks_is_refused_if_it_is_larger_than_the_limit(client, length, status):
    body = b"name=".ljust(length, b"x")
    answer = client.post(
        "/tables",
        input_stream=BytesIO(body),
        headers={"Transfer-Encoding": "chunked"},
        content_type="application/x-www-form-urlencoded",
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert answer.status_code == status


def test_the_id_of_a_phone_has_at_least_128_bits(match, client):
    client.post(f"/j/{match.join_token}", data={"seat": "1"})
    assert len(tables.members(match)[0].device) * 6 >= 128


@pytest.mark.parametrize("kind", "hjw")
def test_the_log_of_an_exception_contains_no_secret(app, match, monkeypatch, caplog, kind):
    app.config |= {"TESTING": False, "PROPAGATE_EXCEPTIONS": False}
    token = {"h": match.host_token, "j": match.join_token, "w": match.watch_token}[kind]
    for finder in ("by_token", "by_watch_token"):
        monkeypatch.setattr(tables, finder, lambda token: Phone[f"/{kind}/{token}"])
    with caplog.at_level(logging.DEBUG):
        assert app.test_client().get(f"/{kind}/{token}").status_code == 500
    told = caplog.text
    for record in caplog.records:
        told += record.getMessage() + (record.exc_text or "")
    assert f"Exception on /{kind}/… [GET]" in told
    assert "Traceback" in told
    assert token not in told


def test_the_log_of_a_database_error_contains_no_secret(app, match):
    del app
    with (
        pytest.raises(Exception, match="hide_parameters") as caught,
        tables.db.engine.connect() as connection,
    ):
        connection.exec_driver_sql("SELECT nonsense FROM match WHERE code = ?", (match.join_token,))
    assert match.join_token not in str(caught.value)


INVALID_HOSTS = r"xn--a xn-- xn--\ a..b evil.example <b> [::1 localhost:99999999".split()


@pytest.mark.parametrize("name", [*INVALID_HOSTS, "a b", "\xc3\xa9", "x" * 3000, ""])
def test_an_invalid_host_header_causes_no_server_error_and_is_never_printed_unescaped(
    host, match, name
):
    cookie = host.client.get_cookie("device")
    for page in ("/", "/new", f"/t/{match.code}", f"/t/{match.code}/seats"):
        headers = {"Cookie": f"device={cookie.value}"}
        environ = EnvironBuilder(page, headers=headers).get_environ()
        environ["HTTP_HOST"] = name
        pieces, status, _ = run_wsgi_app(host.client.application.wsgi_app, environ)
        assert status[:3] in ("200", "303", "400"), page
        answer = b"".join(pieces)
        assert b"<b>:" not in answer, page
        assert b"//<b>" not in answer, page
