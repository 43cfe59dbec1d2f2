"""Backup, restore, export and import work on SQLite, on PostgreSQL, and from one to the other."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from flask_migrate import Migrate, downgrade
from sqlalchemy import select, update

from companion import cli, config, installation, tables
from companion.tables import store
from companion.tables.base import Base
from companion.tables.process_state import process_state
from companion.tables.store import MIGRATIONS
from companion.tournament import signing_up
from companion.tournament.formats import Format, Kind
from tests.conftest import ENGINES, application
from tests.tournament.test_evening import open_one

EVENING = "truc@1 yes@2 won@1 won@3 undo redo truc@0 no@1"


@pytest.fixture(params=ENGINES)
def engine(request):
    return request.param


@pytest.fixture(autouse=True)
def instance(monkeypatch, app):
    monkeypatch.setenv("COMPANION_INSTANCE", app.instance_path)
    monkeypatch.setenv("COMPANION_DATABASE_URL", app.config["SQLALCHEMY_DATABASE_URI"])


@pytest.fixture
def played(app):
    match = tables.open_table(
        variant="catalan", names=["Anna", "Bïel 🂡", "", ""], house={"target": "24"}
    )
    tables.join(match, "phone", "host", 1)
    for seen, text in enumerate(EVENING.split()):
        tables.record_tap(match, "phone", text, seen=seen, key=str(seen))
    tables.rename(match, 2, "Carme")
    return match


def everything(app):
    with app.app_context():
        with tables.db.engine.connect() as connection:
            found = {}
            for table in Base.metadata.sorted_tables:
                found[table.name] = sorted(map(str, connection.execute(select(table))))
        tables.db.engine.dispose()
    return found


def shown(url):
    """Return the name of this database as commands print it."""
    return str(installation.Installation(Path(), url, named=True))


def sentence(capsys, *words):
    """Return the one line that a refused command printed."""
    capsys.readouterr()
    assert cli.main(words) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    return said.err


@pytest.mark.parametrize("into", ENGINES)
def test_a_backup_restores_every_row_into_sqlite_and_postgresql(
    app, played, tmp_path, into, request, capsys
):
    signing_up.sign_up(open_one(Format(Kind.SWISS)), ["Núria", "Quim"], device="phone")
    file = str(tmp_path / "evening.backup")
    assert cli.main(["backup", file]) == 0
    url = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    if into == "postgresql":
        cluster = request.getfixturevalue("postgresql")
        template = request.getfixturevalue("template")
        url = cluster.url(cluster.create(template))
    assert cli.main(["restore", file, "--database", url]) == 0
    assert f"Restored 1 table and 1 tournament into {shown(url)}." in capsys.readouterr().out
    other = application(tmp_path / "other", url)
    assert everything(other) == everything(app)
    with other.app_context():
        tables.record_tap(played, "phone", "won@0", seen=8, key="on")
        assert tables.state(played).version == 9
        tables.db.engine.dispose()


def test_a_backup_is_a_single_complete_file(played, tmp_path):
    file = tmp_path / "evening.backup"
    assert cli.main(["backup", str(file)]) == 0
    assert list(tmp_path.glob("*backup*")) == [file]
    assert list(tmp_path.glob(".*")) == []
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT count(*) FROM tap").fetchone() == (8,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_restore_replaces_tables_only_with_the_option_force(app, played, tmp_path, capsys):
    file = str(tmp_path / "backup")
    assert cli.main(["backup", file]) == 0
    later = tables.open_table(variant="put")
    assert "the database already has 2 tables; --force replaces everything in it" in sentence(
        capsys, "restore", file
    )
    assert tables.by_code(later.code) is not None
    assert cli.main(["restore", file, "--force"]) == 0
    assert tables.by_code(later.code) is None
    assert tables.state(played).version == 8


def foreign(*statements):
    def made(file):
        with closing(sqlite3.connect(file)) as connection, connection:
            for statement in statements:
                connection.execute(statement)

    return made


def cut_off(file):
    assert cli.main(["backup", str(file)]) == 0
    file.write_bytes(file.read_bytes()[:20_000])


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda file: None, "No such file"),
        (lambda file: file.touch(), "wrong is an empty file, not a backup"),
        (lambda file: file.write_bytes(b"beer" * 2000), "wrong is not a backup"),
        (lambda file: file.write_text('[Variant "catalan"]\n\ntruc@1'), "wrong is not a backup"),
        (foreign(), "wrong is an empty file, not a backup"),
        (foreign("CREATE TABLE beer (litres)"), "is a database of another program"),
        (
            foreign("CREATE TABLE match (id)", "CREATE TABLE alembic_version (version_num)"),
            "is a database of another program",
        ),
        (cut_off, "wrong is damaged or cut off"),
    ],
)
def test_restore_refuses_a_file_that_is_not_a_backup(app, played, tmp_path, capsys, make, says):
    file = tmp_path / "wrong"
    make(file)
    before = everything(app)
    assert says in sentence(capsys, "restore", str(file), "--force")
    assert everything(app) == before
    assert tables.state(played).version == 8


def test_restore_refuses_an_empty_backup(app, played, migrated, tmp_path, capsys):
    file = tmp_path / "backup"
    shutil.copyfile(migrated / "companion.sqlite3", file)
    assert "is an empty backup" in sentence(capsys, "restore", str(file), "--force")
    assert tables.state(played).version == 8


def test_a_database_with_only_a_book_can_be_backed_up_and_restored(app, tmp_path, capsys):
    assert app.test_client().post("/books", data={"title": "Winter"}).status_code == 303
    file = str(tmp_path / "backup")
    assert cli.main(["backup", file]) == 0
    assert "Copied 1 book from" in capsys.readouterr().out
    other = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    assert cli.main(["restore", file, "--database", other]) == 0
    assert everything(application(tmp_path / "other", other)) == everything(app)


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_the_copied_database_files_of_a_running_server_are_restored_with_every_tap(
    app, played, tmp_path
):
    there = tmp_path / "instance" / "companion.sqlite3"
    taken = tmp_path / "taken"
    for ending in ("", "-wal"):
        shutil.copyfile(f"{there}{ending}", f"{taken}{ending}")
    with closing(sqlite3.connect(f"file:{taken}?immutable=1", uri=True)) as alone:
        assert alone.execute("SELECT count(*) FROM tap").fetchone() == (0,)
    other = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    assert cli.main(["restore", str(taken), "--database", other]) == 0
    assert everything(application(tmp_path / "other", other)) == everything(app)


@pytest.mark.parametrize(
    ("revision", "column", "value"),
    [("v0009", "role FROM member", "host"), ("v0014", "told FROM tap WHERE seq = 1", "[]")],
)
def test_a_backup_of_an_earlier_schema_is_restored_with_its_hosts_and_taps(
    app, played, tmp_path, revision, column, value
):
    """Schemas v0009 and v0014 differ from the current schema.

    In v0009, host was a role. In v0014, the column `events_json` was called `told`.
    """
    before = everything(app)
    file = tmp_path / "evening.backup"
    assert cli.main(["backup", str(file)]) == 0
    old = application(tmp_path / "old", f"sqlite:///{file}")
    Migrate(old, tables.db, directory=str(MIGRATIONS))
    with old.app_context():
        downgrade(revision=revision)
        with tables.db.engine.connect() as connection:
            assert connection.exec_driver_sql(f"SELECT {column}").scalar() == value
        tables.db.engine.dispose()
    assert cli.main(["restore", str(file), "--force"]) == 0
    after = everything(app)
    for table in ("member", "seat", "tap"):
        assert after[table] == before[table]


def test_a_restore_drops_unanswered_requests_of_phones_and_keeps_answered_requests(
    app, played, tmp_path
):
    for seat, device in ((2, "carme"), (3, "pep")):
        tables.join(played, device, "player", seat)
        tables.ask_to_host(played, device)
    tables.refuse(played, "phone", 1)
    file = str(tmp_path / "evening.backup")
    assert cli.main(["backup", file]) == 0
    assert cli.main(["restore", file, "--force"]) == 0
    process_state().states.clear()
    assert [request.outcome for request in tables.state(played).requests] == ["refused"]


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_only_the_owner_can_read_the_database_and_its_backup(app, played, tmp_path):
    """If other users could read the database before, the commands withdraw this permission."""
    there = tmp_path / "instance" / "companion.sqlite3"
    file = tmp_path / "backup"
    new = tmp_path / "new.sqlite3"
    for path in (there, Path(f"{there}-wal"), Path(f"{there}-shm")):
        path.chmod(0o644)
    before = os.umask(0o022)
    try:
        assert cli.main(["backup", str(file)]) == 0
        assert cli.main(["restore", str(file), "--database", f"sqlite:///{new}"]) == 0
    finally:
        os.umask(before)
    kept = [file, new, *(tmp_path / "instance").glob("companion.sqlite3*")]
    assert {stat.S_IMODE(path.stat().st_mode) for path in kept} == {0o600}


def test_a_backup_of_a_newer_release_is_refused(played, tmp_path, capsys):
    file = tmp_path / "backup"
    assert cli.main(["backup", str(file)]) == 0
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'v9999'")
    connection.close()
    assert "newer release" in sentence(capsys, "restore", str(file), "--force")


def test_a_database_of_a_newer_release_is_not_replaced(app, played, tmp_path, capsys):
    file = str(tmp_path / "backup")
    assert cli.main(["backup", file]) == 0
    with tables.store.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'v9999'")
    named = shown(app.config["SQLALCHEMY_DATABASE_URI"])
    assert f"{named}: the database was made by a newer release" in sentence(
        capsys, "restore", file, "--force"
    )


def facts_of(row):
    return row.tap, row.score, row.counts, row.events


def test_an_exported_record_is_imported_as_the_same_table(played, tmp_path, capsys):
    assert cli.main(["export", played.code.lower()]) == 0
    record = capsys.readouterr().out
    file = tmp_path / "evening.truc"
    file.write_text(record)
    assert cli.main(["import", str(file), "--base-url", "http://bar:8000/"]) == 0
    links = json.loads(capsys.readouterr().out)
    assert links["host"].startswith("http://bar:8000/h/")
    match = tables.by_code(links["code"])
    before = tables.state(played)
    after = tables.state(match)
    assert (after.log.game, after.version) == (before.log.game, 8)
    assert list(map(facts_of, after.rows)) == list(map(facts_of, before.rows))
    assert tables.to_record(match) == record
    tables.join(match, "new", "host")
    tables.record_tap(match, "new", "won@0", seen=8, key="on")


def test_import_opens_a_table_for_every_record_of_a_file_or_for_none(tmp_path, capsys):
    good = (
        '[Variant "catalan"]\n[Seats "2"]\n[Players "?, Jan"]\n[Score "4-6"]\n\n'
        'truc@1 yes@0\n\n[Variant "put"]\n'
    )
    file = tmp_path / "two.truc"
    file.write_text(good)
    assert cli.main(["import", str(file)]) == 0
    codes = [json.loads(line)["code"] for line in capsys.readouterr().out.splitlines()]
    first, second = map(tables.by_code, codes)
    assert (tables.state(first).names[1], tables.state(first).version) == ("Jan", 2)
    assert (second.variant, tables.state(second).version) == ("put", 0)
    file.write_text(good + "\nwon@0 won@9\n")
    said = sentence(capsys, "import", str(file))
    assert "two.truc" in said
    assert "won@9" in said
    with tables.db.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM match").scalar() == 2


def test_export_prints_a_tournament_as_json_for_the_secret_of_its_link(app, capsys):
    tournament = open_one(Format(Kind.SWISS))
    signing_up.sign_up(tournament, ["Núria", "Quim"], device="phone")
    assert cli.main(["export", tournament.watch_token]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["teams"][0]["players"] == ["Núria", "Quim"]
    for secret in (tournament.watch_token, tournament.organise_token):
        assert secret not in str(told)


def test_export_refuses_a_code_that_no_table_has(capsys):
    assert "has the code 22222" in sentence(capsys, "export", "22222")


def test_export_says_that_the_log_of_a_table_is_damaged(played, capsys):
    with store.writing() as connection:
        connection.execute(update(tables.TapRow).values(events_json="{"))
    tables.db.engine.dispose()
    said = sentence(capsys, "export", played.code)
    assert said.startswith(f"companion export: the log of {played.code} in ")
    assert "is damaged: Row 1 cannot be read" in said


COMMANDS = (
    ("backup", "{file}"),
    ("export", "22222"),
    ("restore", "{file}"),
    ("import", "{record}"),
    ("open", "--variant", "put"),
    ("doctor",),
)


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_command_without_the_servers_settings_reports_no_data_and_creates_none(
    words, app, played, tmp_path, monkeypatch, capsys
):
    file = tmp_path / "a.backup"
    record = tmp_path / "one.truc"
    record.write_text('[Variant "put"]\n')
    if words[0] == "restore":
        assert cli.main(["backup", str(file)]) == 0
    monkeypatch.delenv("COMPANION_INSTANCE")
    monkeypatch.setenv("COMPANION_DATABASE_URL", "")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(config, "CHECKOUT", Path("/nowhere"))
    before = sorted(tmp_path.rglob("*"))
    capsys.readouterr()
    assert cli.main([word.format(file=file, record=record) for word in words]) == 1
    said = capsys.readouterr()
    there = tmp_path / "home" / "truc-companion" / "companion.sqlite3"
    assert (
        f"there is no data in {there}. If this is the right place, start the server first. If "
        "not, name the server's" in said.out + said.err
    )
    assert (said.out + said.err).count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    "words", [("backup", "{file}"), ("export", "22222")], ids=lambda words: words[0]
)
def test_commands_do_not_change_a_database_that_no_server_has_used(
    words, app, tmp_path, request, capsys
):
    url = f"sqlite:///{tmp_path / 'empty.sqlite3'}"
    (tmp_path / "empty.sqlite3").touch()
    if "postgresql" in app.config["SQLALCHEMY_DATABASE_URI"]:
        cluster = request.getfixturevalue("postgresql")
        url = cluster.url(cluster.create())
    words = [word.format(file=tmp_path / "backup") for word in words]
    assert cli.main([*words, "--database", url]) == 1
    assert f"there is no data in {shown(url)}." in capsys.readouterr().err
    with application(tmp_path / "looked", url).app_context():
        assert tables.store.revision() is None
        tables.db.engine.dispose()
    assert not (tmp_path / "backup").exists()


def test_a_backup_of_an_empty_database_is_refused_with_status_1(app, tmp_path, capsys):
    url = app.config["SQLALCHEMY_DATABASE_URI"]
    assert cli.main(["backup", str(tmp_path / "backup")]) == 1
    said = capsys.readouterr()
    assert said.err.startswith(
        "companion backup: no backup was written: "
        f"there is no table, book, place or tournament in {shown(url)}."
    )
    assert said.out == ""
    assert not (tmp_path / "backup").exists()


def test_a_command_that_finds_no_data_recommends_the_command_truc(tmp_path, monkeypatch, capsys):
    settings = tmp_path / "truc.env"
    settings.touch()
    monkeypatch.setattr(installation, "SETTINGS", settings)
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "nowhere"))
    monkeypatch.setenv("COMPANION_DATABASE_URL", "")
    assert cli.main(["export", "22222"]) == 1
    assert f"the command truc, which reads both from {settings}" in capsys.readouterr().err


def test_backup_says_if_this_user_may_not_write_into_the_folder(
    played, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert f"this user may not write into the folder {tmp_path}" in sentence(
        capsys, "backup", str(tmp_path / "backup")
    )


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_backup_refuses_to_replace_the_database_itself(played, app, tmp_path, capsys):
    assert "is the database itself" in sentence(
        capsys, "backup", str(tmp_path / "instance" / "companion.sqlite3")
    )
    assert tables.state(played).version == 8


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_a_relative_database_address_begins_in_the_folder_of_the_installation(
    played, app, tmp_path, capsys
):
    assert (
        cli.main(["backup", str(tmp_path / "backup"), "--database", "sqlite:///companion.sqlite3"])
        == 0
    )
    assert f"from {tmp_path / 'instance' / 'companion.sqlite3'} into" in capsys.readouterr().out


def test_every_command_says_which_database_it_used(played, app, tmp_path, capsys):
    named = shown(app.config["SQLALCHEMY_DATABASE_URI"])
    record = tmp_path / "one.truc"
    record.write_text('[Variant "put"]\n')
    assert cli.main(["export", played.code]) == 0
    assert capsys.readouterr().err == f"Read from {named}.\n"
    assert cli.main(["import", str(record)]) == 0
    assert capsys.readouterr().err == f"Opened in {named}.\n"
    assert cli.main(["open", "--variant", "put"]) == 0
    assert capsys.readouterr().err == f"Opened in {named}.\n"
    assert cli.main(["doctor"]) in (0, 1)
    assert f"database {named}." in capsys.readouterr().out.splitlines()[0]
