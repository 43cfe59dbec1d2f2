"""`companion doctor` finds each thing that may be wrong with an installation."""

from __future__ import annotations

import json
import shutil
import sqlite3
import ssl
from collections import namedtuple
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from companion import cli, doctor, tables
from companion.doctor import database, network
from companion.tables import models
from tests.conftest import ENGINES
from tests.nginx import Nginx
from tests.pooler import Pooler
from tests.server import Server, free_port

Usage = namedtuple("Usage", "total used free")


@pytest.fixture(params=ENGINES)
def engine(request):
    return request.param


@pytest.fixture
def installed(monkeypatch, app) -> Path:
    folder = Path(app.instance_path)
    monkeypatch.setenv("COMPANION_INSTANCE", str(folder))
    monkeypatch.setenv("COMPANION_DATABASE_URL", app.config["SQLALCHEMY_DATABASE_URI"])
    tables.open_table(variant="put")
    tables.db.engine.dispose()
    for file in folder.iterdir():
        file.chmod(0o600)
    return folder


def to_do(**how) -> dict[str, str]:
    """Return the doctor's advice by subject. Subjects without a fault are left out."""
    return {finding.what: finding.says for finding in doctor.findings(**how) if not finding.well}


def on_sqlite():
    return pytest.mark.parametrize("engine", ["sqlite"], indirect=True)


def test_doctor_reports_that_everything_is_well(installed, capsys):
    assert cli.main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    expected = [
        "installation",
        "secret",
        "files",
        "disk",
        "database",
        "schema",
        "writing",
        "clock",
        "streams",
    ]
    assert [line.split()[:2] for line in lines] == [["ok", what] for what in expected]


@on_sqlite()
def test_doctor_prints_json_and_ends_with_1_if_there_is_something_to_do(installed, capsys):
    (installed / "secret").chmod(0o644)
    assert cli.main(["doctor", "--json"]) == 1
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(finding["what"], finding["says"]) for finding in found if not finding["well"]] == [
        (
            "files",
            "other users could read secret. "
            "Start the server, which corrects this, or run chmod 600.",
        )
    ]


def test_doctor_before_the_first_start_says_that_there_is_no_data_and_creates_none(
    tmp_path, monkeypatch, capsys
):
    folder = tmp_path / "nowhere"
    monkeypatch.setenv("COMPANION_INSTANCE", str(folder))
    monkeypatch.setenv("COMPANION_DATABASE_URL", "")
    assert cli.main(["doctor"]) == 1
    said = capsys.readouterr().out
    assert (
        f"there is no data in {folder / 'companion.sqlite3'}. If this is the right place, start "
        "the server first." in said
    )
    assert not folder.exists()


@pytest.mark.parametrize("engine", ["postgresql"], indirect=True)
def test_doctor_says_if_no_server_has_used_the_database_yet(installed, postgresql):
    said = to_do(database=postgresql.url(postgresql.create()))["schema"]
    assert said.startswith("no server has used this database yet.")


@on_sqlite()
@pytest.mark.parametrize("content", [b"beer", b"", b"\xff\xfe"])
def test_doctor_finds_a_secret_file_that_does_not_contain_a_key(installed, content):
    (installed / "secret").write_bytes(content)
    assert "does not contain a key" in to_do()["secret"]


@on_sqlite()
def test_doctor_names_files_that_others_can_read(installed):
    """The command also makes these files private, as every start of the server does."""
    (installed / "companion.sqlite3").chmod(0o664)
    assert to_do()["files"].startswith("other users could read companion.sqlite3.")
    assert to_do() == {}


@on_sqlite()
def test_doctor_finds_a_disk_that_is_nearly_full(installed, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 10**9, 3 * 2**20))
    assert to_do()["disk"].startswith(f"only 3 MB are free in {installed}")


@on_sqlite()
def test_doctor_finds_a_damaged_database(installed):
    file = installed / "companion.sqlite3"
    file.write_bytes(b"beer" * 4096)
    assert "is damaged" in to_do()["database"]


def test_doctor_finds_a_database_that_does_not_answer(installed):
    """The message does not contain the password."""
    said = to_do(database=f"postgresql+psycopg://truc:hop@127.0.0.1:{free_port()}/truc")["database"]
    assert "cannot be reached" in said
    assert "truc:***@" in said
    assert "hop" not in said


@pytest.mark.parametrize(
    ("address", "says"),
    [("nonsense", "is not understood"), ("beer://x/y", "beer databases are not supported")],
)
def test_doctor_finds_a_wrong_database_address(installed, address, says):
    assert says in to_do(database=address)["settings"]


@on_sqlite()
def test_doctor_finds_a_wrong_setting(installed, monkeypatch):
    monkeypatch.setenv("COMPANION_PROXIES", "many")
    assert "COMPANION_PROXIES must be 0, 1, 2 or 3, not 'many'" in to_do()["settings"]


@pytest.mark.parametrize("engine", ["postgresql"], indirect=True)
def test_doctor_finds_a_pooler_in_transaction_mode(installed, app, postgresql):
    pooler = Pooler(postgresql, "transaction")
    pooler.start()
    try:
        url = pooler.url(app.config["SQLALCHEMY_DATABASE_URI"].rpartition("/")[2])
        assert "pool_mode = session" in to_do(database=url)["database"]
    finally:
        pooler.remove()


def test_doctor_finds_a_database_of_a_newer_release(installed, app):
    with tables.db.engine.connect().execution_options(write=True) as connection, connection.begin():
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'v9999'")
    assert "newer release (v9999)" in to_do()["schema"]


@on_sqlite()
def test_doctor_leaves_upgrading_an_older_database_to_the_server(installed):
    with closing(sqlite3.connect(installed / "companion.sqlite3")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = 'v0001'")
    assert to_do() == {}
    assert "bring the database up to date" in str(list(doctor.findings()))


@on_sqlite()
def test_doctor_finds_a_database_that_is_read_only(installed, monkeypatch):
    monkeypatch.setattr(
        tables.store.sqlite, "_OPENING", (*tables.store.sqlite._OPENING, "query_only=ON")
    )
    assert "read-only" in to_do()["database"]


@pytest.mark.parametrize("engine", ["postgresql"], indirect=True)
def test_doctor_finds_a_standby_that_does_not_take_writes(installed, postgresql, app):
    name = app.config["SQLALCHEMY_DATABASE_URI"].rpartition("/")[2]
    postgresql.sql(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
    assert "read-only transaction" in to_do()["database"]


def test_doctor_finds_a_clock_that_is_behind_the_newest_recorded_time(installed, monkeypatch):
    later = models.now() - timedelta(days=3)
    monkeypatch.setattr(models, "now", lambda: later)
    monkeypatch.setattr(database, "_clock_of", lambda engine: None)
    assert "3.0 days after that" in to_do()["clock"]


@pytest.mark.parametrize("engine", ["postgresql"], indirect=True)
def test_doctor_finds_a_clock_that_differs_from_the_clock_of_the_database(installed, monkeypatch):
    ahead = models.now() + timedelta(minutes=10)
    monkeypatch.setattr(models, "now", lambda: ahead)
    assert "the database's clock is 10 minutes off" in to_do()["clock"]


@pytest.mark.parametrize(
    ("files", "says"),
    [(1024, "only 924 phones"), (64, "only 0 phones")],
)
def test_doctor_finds_a_limit_of_open_files_that_is_too_low(files, says):
    found = network.streams(files)
    assert not found.well
    assert found.says.startswith(says)


def test_doctor_accepts_a_limit_of_open_files_that_is_high_enough():
    assert network.streams(float("inf")).says == "20000 phones can be connected at once."
    assert network.streams(65536).well


@pytest.fixture
def front(request, tmp_path) -> Iterator[Nginx]:
    proxies, changes = request.param
    server = Server(tmp_path)
    server.environment["COMPANION_PROXIES"] = proxies
    server.start()
    made = Nginx(tmp_path / "nginx", server.port, changes=changes)
    made.start()
    made.server = server
    yield made
    made.stop()
    server.kill()


def tried(front: Nginx, monkeypatch, *, trusting: bool = True) -> dict[str, str]:
    """Return the doctor's advice for the https address of this nginx, by subject.

    `trusting`: whether to accept the certificate of the test, which no authority has signed.
    """
    if trusting:
        monkeypatch.setattr(ssl, "_create_default_https_context", ssl._create_unverified_context)
    found = network.reached(f"https://127.0.0.1:{front.port}")
    return {finding.what: finding.says for finding in found if not finding.well}


AS_WRITTEN = ("1", {})
NOT_TOLD = ("0", {})
NO_SCHEME = ("1", {"proxy_set_header X-Forwarded-Proto $scheme;": ""})
OTHER_NAME = ("1", {"proxy_set_header Host $http_host;": ""})


@pytest.mark.parametrize("front", [AS_WRITTEN], indirect=True)
def test_doctor_checks_the_proxy_its_certificate_and_the_server_behind_it(front, monkeypatch):
    assert tried(front, monkeypatch) == {}
    monkeypatch.undo()
    assert "its certificate is not valid" in tried(front, monkeypatch, trusting=False)["address"]
    front.server.kill()
    assert (
        "a proxy answers (502), but it cannot reach the server"
        in tried(front, monkeypatch)["address"]
    )


@pytest.mark.parametrize("front", [NOT_TOLD, NO_SCHEME], indirect=True)
def test_doctor_says_if_the_server_does_not_know_that_phones_use_https(front, monkeypatch):
    assert "set COMPANION_PROXIES" in tried(front, monkeypatch)["proxy"]


@pytest.mark.parametrize("front", [OTHER_NAME], indirect=True)
def test_doctor_finds_a_proxy_that_changes_the_host_name(front, monkeypatch):
    assert "it changes the Host header" in tried(front, monkeypatch)["proxy"]


def test_doctor_mentions_plain_http_and_finds_an_unreachable_server(server):
    def said(base: str) -> list[tuple[bool, str]]:
        return [(finding.well, finding.says) for finding in network.reached(base)]

    assert [well for well, _ in said(server.url)] == [True, True]
    assert "plain http" in str(said(server.url))
    assert "Connection refused" in str(said(f"http://127.0.0.1:{free_port()}"))


@pytest.mark.parametrize("base", ["truc.example", "http://x:99999", "http://x:0", "http://[x"])
def test_doctor_finds_an_address_that_cannot_be_one(base):
    (finding,) = network.reached(base)
    assert not finding.well
    assert "is not an address" in finding.says


def test_doctor_finds_that_an_address_leads_to_another_server():
    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(404)

        def log_message(self, *said: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Other) as other:
        Thread(target=other.handle_request, daemon=True).start()
        (found,) = network.reached(f"http://127.0.0.1:{other.server_port}")
    assert "leads to another server" in found.says
