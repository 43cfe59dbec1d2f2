"""Start a real PostgreSQL server for the tests.

The server is a temporary cluster on a free port; tests may stop and start it.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import psycopg

from tests.server import free_port, wait_until

OWNER = "companion"
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "100",
    "shared_buffers": "32MB",
    "max_wal_size": "256MB",
    "logging_collector": "off",
}


VERSION = "SELECT version_num FROM alembic_version"


class Cluster:
    """One PostgreSQL server with a data folder of its own.

    `durable`: whether the server waits until a commit is on the disk.
    """

    def __init__(self, *, durable: bool = False) -> None:
        self.folder = Path(mkdtemp(prefix="companion-pg-"))
        self.port = free_port()
        self.settings = SETTINGS | ({} if durable else {"fsync": "off", "full_page_writes": "off"})
        self._numbers = count()
        shutil.chown(self.folder, self.user())
        self._run(
            "initdb", "-U", OWNER, "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"
        )

    def standby(self) -> Cluster:
        """Start a standby server and return it.

        From now on this server answers a commit only after the standby server has received it.
        """
        other = object.__new__(Cluster)
        other.folder = Path(mkdtemp(prefix="companion-pg-"))
        other.port = free_port()
        other.settings = self.settings
        other._numbers = self._numbers
        shutil.chown(other.folder, self.user())
        where = ("-h", "127.0.0.1", "-p", str(self.port), "-U", OWNER)
        other._run(
            "pg_basebackup", *where, "--write-recovery-conf", "--checkpoint=fast", "--no-sync"
        )
        other.start()
        self.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.sql("SELECT pg_reload_conf()")
        wait_until(
            lambda: self.sql("SELECT sync_state FROM pg_stat_replication") == [("sync",)],
            "the standby server receives no commits",
        )
        return other

    def promote(self) -> None:
        self._run("pg_ctl", "-w", "promote")
        self.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
        self.sql("SELECT pg_reload_conf()")

    def start(self) -> None:
        options = " ".join(f"-c {name}='{value}'" for name, value in self.settings.items())
        self._run(
            "pg_ctl",
            "-w",
            "-l",
            str(self.folder / "log"),
            "-o",
            f"-p {self.port} {options}",
            "start",
        )

    def stop(self, mode: str = "immediate") -> None:
        self._run("pg_ctl", "-w", "-m", mode, "stop")

    def remove(self) -> None:
        if (self.folder / "data" / "postmaster.pid").exists():
            self.stop()
        shutil.rmtree(self.folder)

    def url(self, database: str) -> str:
        return f"postgresql+psycopg://{OWNER}@127.0.0.1:{self.port}/{database}"

    def create(self, template: str = "template1") -> str:
        """Create a database from this template, and return the name of the new database."""
        name = f"test_{next(self._numbers)}"
        self.sql(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return name

    def emptied(self, database: str, version: list[tuple[Any, ...]]) -> bool:
        """Empty the database, and return whether its schema still has this version.

        Settings, connections and rows are removed, and sequences start at 1 again. `version` is the
        result of the query VERSION in a new database.
        """
        with self.connect("postgres") as connection:
            connection.execute(f'ALTER DATABASE "{database}" RESET ALL')
            others = f"FROM pg_stat_activity WHERE datname = '{database}'"
            connection.execute(f"SELECT pg_terminate_backend(pid) {others}")
        with self.connect(database) as connection:
            found = connection.execute(
                "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            ).fetchall()
            filled = {name for (name,) in found} - {"alembic_version"}
            with connection.transaction():
                # foreign keys are not checked, so rows are deleted in any order
                connection.execute("SET LOCAL session_replication_role = replica")
                connection.execute("; ".join(f'DELETE FROM "{table}"' for table in filled))
                connection.execute("SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S'")
            return bool(connection.execute(VERSION).fetchall() == version)

    def drop(self, database: str) -> None:
        self.sql(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)')

    def sql(self, statement: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        with self.connect(database) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def connect(self, database: str) -> psycopg.Connection:
        return psycopg.connect(
            host="127.0.0.1", port=self.port, user=OWNER, dbname=database, autocommit=True
        )

    def _run(self, program: str, *words: str) -> None:
        command = (find(program), "-D", str(self.folder / "data"), *words)
        as_user = {}
        if os.geteuid() == 0:
            as_user = {"user": self.user(), "group": self.user(), "extra_groups": []}
        with (self.folder / "pg_ctl").open("w+") as said:  # the server would keep a pipe open
            done = subprocess.run(
                command, stdout=said, stderr=said, cwd=self.folder, check=False, **as_user
            )
            assert done.returncode == 0, f"{said.seek(0)} {said.read()}"

    @staticmethod
    def user() -> str:
        """Return the user that runs the server: this user, or `postgres` if this user is root.

        PostgreSQL refuses to run as root.
        """
        return "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name


def find(program: str) -> str:
    """Return the path of a program of PostgreSQL.

    On Debian this is the newest installed version, elsewhere the program on PATH.
    """
    kept = sorted(
        Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), key=lambda path: int(path.parts[4])
    )
    found = str(kept[-1]) if kept else shutil.which(program)
    assert found, f"{program} is missing: make test installs PostgreSQL"
    return found
