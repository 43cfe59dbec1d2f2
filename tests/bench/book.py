"""Measure how long the pages of a book take with few matches and with very many.

Run it with `python -m tests.bench.book`.
"""

from __future__ import annotations

import http.client
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlencode

from sqlalchemy import insert

from companion import book, tables
from companion.book.drafts import drafts
from companion.book.models import BookMatch
from companion.book.overview import _looked_up, _remembered
from companion.book.totals import invalidate_totals, rebuild_totals
from companion.tables.store import open_session, writing
from tests.bench.others import longest_wait
from tests.bench.tap import cookies_of, phones
from tests.conftest import application
from tests.server import Server

MATCHES = (50, 500, 5000)
NAMES = ("Anna", "Biel", "Carme", "Dídac", "Elna", "Ferran", "Gemma", "Hug", "Ivet", "Jan")
EVENING = Path(__file__).parents[1] / "records" / "evening.truc"
ROUNDS = 5


def filled(matches: int) -> book.Book:
    """Return a book of ten people with this many matches of thirteen hands, one match an hour."""
    made = book.open_book(f"{matches} matches", NAMES)
    dice = random.Random(matches)
    text = EVENING.read_text(encoding="utf-8").split("\n", 1)[1]
    columns = drafts(text, "evening", None)[0].columns()
    begun = datetime(2026, 1, 1, tzinfo=UTC)
    rows = []
    for number in range(1, matches + 1):
        people = " ".join(map(str, dice.sample(range(1, len(NAMES) + 1), 4)))
        token = f"{matches:05}{number:05}".ljust(22, "x")
        own = {
            "number": number,
            "token": token,
            "people": people,
            "winner": dice.randrange(2),
            "match_id": 0,
        }
        own |= {
            "played_at": begun + timedelta(hours=number),
            "kept_at": begun,
            "stake": "the coffees",
            "ratings": "{}",
        }
        rows.append(columns | own | {"book_id": made.id})
    with writing() as connection, open_session(connection) as session:
        connection.execute(insert(BookMatch), rows)
        invalidate_totals(session.get(book.Book, made.id))
        session.flush()
    rebuild_totals(made)
    return made


def milliseconds(work: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        app = application(Path(folder))
        tables.migrate_now(app)
        with app.app_context():
            for matches in MATCHES:
                measure(app, matches)
            tables.db.engine.dispose()
    with tempfile.TemporaryDirectory() as folder:
        wait_of_others(Path(folder))


def measure(app: object, matches: int) -> None:
    """Print the milliseconds of each page, first and repeated, and of keeping one more match."""
    began = time.perf_counter()
    made = filled(matches)
    print(f"{matches} matches: {time.perf_counter() - began:.2f} s to write and rate them all")
    print(f"  sums and ratings read anew: {milliseconds(lambda: _looked_up(made)):.1f} ms")
    client = app.test_client()  # type: ignore[attr-defined] # a Flask
    addresses = {
        "its page": f"/b/{made.read_token}",
        "its figures": f"/b/{made.read_token}/figures",
    }
    for what, address in addresses.items():
        print(
            f"  {what}, changed: {milliseconds(lambda a=address: _anew(client, a)):.1f} ms",
            end=", ",
        )
        print(f"unchanged: {milliseconds(lambda a=address: client.get(a)):.1f} ms")
    text = EVENING.read_text(encoding="utf-8").split("\n", 1)[1]
    print(
        f"  one more match kept: {milliseconds(lambda: book.keep_records(made, text, 'x')):.1f} ms"
    )


def wait_of_others(folder: Path) -> None:
    """Measure the longest wait of a phone at a table while others use a very large book."""
    server = Server(folder)
    server.start()
    app = application(folder)
    try:
        with app.app_context():
            made = filled(MATCHES[-1])
            tokens = [entry.token for entry in book.overview(made).entries]
            middle = tokens[len(tokens) // 2]
            tables.db.engine.dispose()
        waiting, *_ = phones(server)
        writer = Writer(server, f"/b/{made.keep_token}")
        at_rest, _ = longest_wait(waiting, lambda: time.sleep(0.3))
        print(f"others wait at rest {at_rest:.0f} ms", end="")
        for name, work in (
            (
                "a match taken out of the middle",
                lambda: writer.ask("POST", f"/m/{middle}", do="remove"),
            ),
            (
                "the first of all taken out",
                lambda: writer.ask("POST", f"/m/{tokens[-1]}", do="remove"),
            ),
            ("the book's page after it", lambda: writer.ask("GET", f"/b/{made.write_token}")),
            ("its figures", lambda: writer.ask("GET", f"/b/{made.write_token}/figures")),
        ):
            longest, took = longest_wait(waiting, work)
            print(f"; {name}: {longest:.0f} ms (took {took:.0f} ms)", end="")
        print()
    finally:
        server.kill()


class Writer:
    def __init__(self, server: Server, page: str) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self.cookie = ""
        headers = self.ask("GET", page)
        self.cookie = cookies_of(headers)
        self.ask("GET", page)  # with its cookie: from now on the book knows this phone

    def ask(self, method: str, path: str, **form: str) -> http.client.HTTPMessage:
        headers = {"Cookie": self.cookie, "Sec-Fetch-Site": "same-origin"}
        headers |= {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
        self.line.request(method, path, urlencode(form) or None, headers)
        with self.line.getresponse() as answer:
            answer.read()
            assert answer.status < 400, (path, answer.status)
            return answer.headers


def _anew(client: object, address: str) -> None:
    _remembered.__init__()
    client.get(address)  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()
