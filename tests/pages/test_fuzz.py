"""No bad input causes a server error at any route, and every refusal has a sentence."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any
from urllib.parse import quote

from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion import tables
from companion.web import device, phone
from tests.web.test_assets import UNPACKED

METHODS = "GET POST POST POST HEAD OPTIONS PUT DELETE PATCH TRACE BREW".split()
TYPES = (
    "application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "multipart/form-data",
    "application/json",
    "text/plain; charset=nonsense", "application/x-www-form-urlencoded; charset=utf-16", "*/*", "é",
    "",
)  # fmt: skip
FIELDS = (
    "tap", "seen", "key", "seat", "over", "watch", "leave", "name", "with", "partners", "game",
    "seats", "dealer", "me",
    "name-0", "score-0", "house-target", "drawn-0", "n-truc", "lang", "theme", "back", "draw",
    "preset", "again", "x",
    "do", "title", "names", "person", "numbers", "records", "match", "stake", "seat-0", "pair",
    "at", "play", "book",
    "number", "table", "code",
)  # fmt: skip
VALUES = (
    "", "0", "1", "-1", "9" * 5000, "1e999", "0x10", "NaN", "²", "٣", "truc@1", "truc@" + "9" * 30,
    "won@-1", "undo=*",
    "truc=" + "9" * 30, "says@1=" + "9" * 4400, "catalan", "argentine", "on", "off",
    "//evil.example", "/\\evil",
    "\x00", "\ud800", "add", "rename", "records", "settle", "1-3",
    "é" * 100, "<script>", "((((((((((" * 50, "[[[[[[[[[[" * 50, "%s%n%x", "{{7*7}}", "' OR 1=1 --",
    "../../etc/passwd",
)  # fmt: skip
text = st.one_of(st.sampled_from(VALUES), st.text(max_size=40))
fields = st.lists(st.tuples(st.sampled_from(FIELDS), text), max_size=8)  # a field may come twice


def encoded(pairs: list[tuple[str, str]]) -> bytes:
    fields = [f"{name}={quote(value, errors='surrogatepass')}" for name, value in pairs]
    return "&".join(fields).encode()


def parts(pairs: list[tuple[str, str]]) -> bytes:
    head = '--b\r\nContent-Disposition: form-data; name="{}"\r\n\r\n{}\r\n'
    return ("".join(head.format(*pair) for pair in pairs) + "--b--").encode(
        "utf-8", "surrogatepass"
    )


body = st.one_of(
    fields.map(encoded),
    fields.map(encoded),
    fields.map(parts),
    st.binary(max_size=200),
    st.sampled_from(
        [b"[" * 60_000, b'{"tap":' * 9000, b"&" * 60_000, b"a=%ff&b=%&=&==%00", b"x" * 70_000]
    ),
)
garbage = st.text(st.characters(codec="latin-1", exclude_characters="\r\n\x00"), max_size=60)
headers = st.fixed_dictionaries({}, optional={
    "Last-Event-ID": garbage | st.sampled_from(["0.0", "9" * 5000, "-1.-1", "1.1.1", "."]),
    "Accept-Language": garbage | st.sampled_from(["*", "ca;q=x", "ca," * 500]),
    "Accept-Encoding": garbage, "Accept": garbage, "HX-Request": st.sampled_from(["true", "x"]),
    "Range": garbage,
    "If-None-Match": garbage, "If-Modified-Since": garbage,
    "Host": st.sampled_from(["", "a b", "[", "x:y", "é", "x" * 300]), "Origin": garbage,
    "Sec-Fetch-Site": st.sampled_from(["none", "?"]),
    "Content-Length": st.sampled_from(["-1", "x", "9" * 30]),
    "X-Forwarded-For": garbage, "X-Forwarded-Proto": garbage, "Transfer-Encoding": garbage,
    "Expect": garbage,
})  # fmt: skip
cookies = st.dictionaries(st.sampled_from([device.COOKIE, phone.COOKIE, "x"]), garbage, max_size=3)


few = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))


def test_no_invalid_input_causes_a_server_error(app: Flask, match: tables.Match) -> None:
    client = app.test_client()
    client.post(f"/h/{match.host_token}")
    host = f"{device.COOKIE}={client.get_cookie(device.COOKIE).value}"
    rules = sorted({rule.rule for rule in app.url_map.iter_rules()})
    kept = {
        "code": match.code,
        "token": match.join_token,
        "action": "rename",
        "variant": "catalan",
        "name": "x.css",
    }

    @few
    @given(data=st.data())
    def asked(data: st.DataObject) -> None:
        if data.draw(st.booleans()):
            values = kept
        else:
            values = dict.fromkeys([*kept, "filename"], data.draw(text))
        rule = data.draw(st.sampled_from(rules))
        where = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values.get(found[1]) or "x", rule)
        said = data.draw(headers)
        if data.draw(st.booleans()):
            said["Cookie"] = host
        else:
            said["Cookie"] = "; ".join(map("=".join, data.draw(cookies).items()))
        made = environ(data.draw(st.sampled_from(METHODS)), where, data.draw(fields), said)
        kind = data.draw(st.sampled_from(TYPES))
        sent = data.draw(body)
        check_answer(
            app,
            {"CONTENT_LENGTH": str(len(sent))}
            | made
            | {"CONTENT_TYPE": kind, "wsgi.input": BytesIO(sent)},
        )
        tables.unlock(match)

    asked()


def environ(
    method: str, where: str, asked: list[tuple[str, str]], said: dict[str, str]
) -> dict[str, Any]:
    """Return the WSGI environment of a request, except its body. Invalid values stay as they are.

    `where` is the path, `asked` the fields of the query, `said` the headers.
    """
    made = EnvironBuilder("/", method=method).get_environ()
    made.pop("CONTENT_LENGTH", None)
    path = where.encode("utf-8", "surrogatepass").decode("latin-1")
    made |= {"PATH_INFO": path, "QUERY_STRING": encoded(asked).decode()}
    for name, value in said.items():
        key = name.upper().replace("-", "_")
        made[key if key == "CONTENT_LENGTH" else f"HTTP_{key}"] = value
    return made


def check_answer(app: Flask, made: dict[str, Any]) -> None:
    """Send the request with the WSGI environment `made`, and check the answer.

    The answer must not be a server error, and a refusal must have a sentence. Of a stream, only the
    first piece is read.
    """
    pieces, status, headers = run_wsgi_app(app.wsgi_app, made)
    if headers["Content-Type"].startswith("text/event-stream"):
        assert next(pieces, b"") or made["REQUEST_METHOD"] == "HEAD"
    else:
        unpack = UNPACKED[headers.get("Content-Encoding", "identity")]
        packed = b"".join(pieces)
        answer = unpack(packed).decode(errors="replace") if packed else ""
        assert int(status[:3]) < 500, answer
        assert "Traceback" not in answer
        assert status < "4" or made["REQUEST_METHOD"] == "HEAD" or 'role="alert"' in answer
    pieces.close()
