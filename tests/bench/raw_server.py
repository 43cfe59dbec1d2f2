"""Serve the same engine, commit and panel without any framework: the best that Python can do.

An asyncio protocol on uvloop reads only the HTTP that the phones of this benchmark send. It uses
one SQLite connection with the project's own pragmas, and holds every match and every phone in
memory. It does not handle wrong requests.

    python -m tests.bench.raw_server FOLDER PORT
"""

from __future__ import annotations

import asyncio
import gc
import re
import sqlite3
import sys
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import uvloop
from flask import Flask
from sqlalchemy import insert, select
from sqlalchemy.dialects import sqlite

from companion import tables
from companion.board import panel
from companion.engine import parse
from companion.tables import State, Viewer
from companion.tables.match_state import LogRow, events_to_json, phone_label, with_more_rows
from companion.tables.models import Match, Member, TapRow, now
from companion.tables.store import open_session, reading
from companion.web import templates
from companion.web.device import COOKIE, _signer
from companion.web.guests import Guest
from tests.bench.games import application
from tests.bench.phones import BROWSER

ASKED = re.compile(rb"(GET|POST) /(?:t/(\w+)/(\w+))?(?:\?seen=([\d.]+))?")
COOKIES = re.compile(rb"Cookie: ([^\r]+)")
INSERT = str(insert(TapRow).compile(dialect=sqlite.dialect(paramstyle="named")))
GZIP = 31  # the value of `wbits` with which zlib writes a gzip header


class Table:
    """A match, its present state, and the streams of its phones."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.streams = set[Connection]()
        self.known: State | None = None

    @property
    def state(self) -> State:
        self.known = self.known or tables.state(self.match)
        return self.known

    def record(self, device: str, guest: Guest, form: dict[str, str]) -> None:
        known = self.state
        tap = parse(form["tap"])
        seat = guest.viewer.seat
        assert int(form["seen"]) == known.version
        line = known.log.play(tap)
        game = line.game
        seq = known.version + 1
        row = LogRow(
            seq,
            tap,
            now(),
            device,
            seat,
            phone_label(seat, known.names),
            game.score_text,
            game.events,
        )
        where = {
            "match_id": self.match.id,
            "seq": seq,
            "key": form["key"],
            "text": str(tap),
            "seat": seat,
        }
        shown = {
            "at": row.at.isoformat(" "),
            "score": row.score,
            "events_json": events_to_json(game.events),
        }
        House.database.execute("BEGIN IMMEDIATE")
        House.database.execute(INSERT, where | shown | {"device": device})
        House.database.execute("COMMIT")
        rows = with_more_rows(known.rows, (row,))
        self.known = replace(known, version=row.seq, log=line, rows=rows)


class House:
    tables: dict[bytes, Table]
    phones: dict[tuple[int, bytes], tuple[str, Guest]]
    database: sqlite3.Connection

    @classmethod
    def load(cls, app: Flask, folder: Path) -> None:
        with reading() as connection, open_session(connection) as session:
            matches = session.scalars(select(Match))
            cls.tables = {match.code.encode(): Table(match) for match in matches}
            members = session.scalars(select(Member))
            cls.phones = {_cookie(member): _guest(member) for member in members}
        cls.database = sqlite3.connect(folder / "companion.sqlite3", isolation_level=None)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cls.database.execute(f"PRAGMA {pragma}")


def _cookie(member: Member) -> tuple[int, bytes]:
    return member.match_id, f"{COOKIE}={_signer(COOKIE).dumps(member.device)}".encode()


def _guest(member: Member) -> tuple[str, Guest]:
    return member.device, Guest(Viewer(member.role, member.seat, may_tap=True, host=member.host))


class Connection(asyncio.Protocol):
    table: Table | None = None
    packer: Any = None

    def __init__(self) -> None:
        self.buffer = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        if self.table:
            self.table.streams.discard(self)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, blank, form = self.buffer.partition(b"\r\n\r\n")
        asked = ASKED.match(head)
        if not blank or (asked[1] == b"POST" and not form):  # the phones send a form in one piece
            return
        self.buffer = b""
        if asked[2] is None:
            self.transport.write(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhere")
            return
        table = House.tables[asked[2]]
        self.packed = b"Accept-Encoding: gzip" in head
        self.device, self.guest = House.phones[table.match.id, COOKIES.search(head)[1]]
        if asked[1] == b"POST":
            self.tapped(table, form)
        else:
            self.listens(table, (asked[4] or b"").decode())

    def tapped(self, table: Table, form: bytes) -> None:
        """Record the tap, send the other phones the new panel, then answer this phone."""
        table.record(self.device, self.guest, dict(parse_qsl(form.decode())))
        own = None
        for stream in table.streams:
            if stream.device == self.device:
                own = stream
            else:
                stream.tell(stream.drawn())
        self.table = self.table or table
        text = self.drawn()
        self.answer(text)
        if own:
            own.tell(text)

    def listens(self, table: Table, seen: str) -> None:
        self.table = table
        table.streams.add(self)
        packed = b"Content-Encoding: gzip\r\n" if self.packed else b""
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" + packed
        self.transport.write(head + b"Transfer-Encoding: chunked\r\n\r\n")
        if seen == table.state.stamp:
            self.say(b"retry: 2000\n\n")
        else:
            self.tell(self.drawn())

    def drawn(self) -> str:
        return templates.draw_panel("table", panel.build_panel(self.table.state, self.guest))

    def answer(self, text: str) -> None:
        body = text.encode()
        packed = b""
        if self.packed:
            body = zlib.compress(body, 6, GZIP)
            packed = b"Content-Encoding: gzip\r\n"
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n" + packed
        self.transport.write(b"%sContent-Length: %d\r\n\r\n%s" % (head, len(body), body))

    def tell(self, text: str) -> None:
        lines = "\n".join(f"data: {line.strip()}" for line in text.splitlines() if line.strip())
        self.say(f"id: {self.table.state.stamp}\nevent: panel\n{lines}\n\n".encode())

    def say(self, text: bytes) -> None:
        """Send a chunk, compressed if the phone accepts that.

        The compressor remembers the last panel, so that the next panel takes few bytes.
        """
        if self.packed:
            self.packer = self.packer or zlib.compressobj(6, zlib.DEFLATED, 16 + 14, 7)
            text = self.packer.compress(text) + self.packer.flush(zlib.Z_SYNC_FLUSH)
        self.transport.write(b"%x\r\n%s\r\n" % (len(text), text))


async def serve(folder: Path, port: int) -> None:
    """Serve the tables in this folder until the process is killed."""
    app = application(folder)
    asked = [line.split(": ") for line in BROWSER]
    app.test_request_context(headers=asked).push()
    House.load(app, folder)
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    server = await asyncio.get_running_loop().create_server(
        Connection, "127.0.0.1", port, backlog=2048
    )
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(serve(Path(sys.argv[1]), int(sys.argv[2])))
