"""Start a PgBouncer for the tests, in front of their PostgreSQL server."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import mkdtemp

from tests.postgresql import OWNER, Cluster
from tests.server import free_port, port_is_open, wait_until


class Pooler:
    def __init__(self, cluster: Cluster, mode: str) -> None:
        self.cluster = cluster
        self.mode = mode
        self.port = free_port()
        self.folder = Path(mkdtemp(prefix="companion-pooler-"))
        (self.folder / "pgbouncer.ini").write_text(self._settings())
        self._as_user = {"user": cluster.user(), "group": cluster.user(), "extra_groups": []}
        shutil.chown(self.folder, cluster.user())

    def start(self) -> None:
        command = (find("pgbouncer"), str(self.folder / "pgbouncer.ini"))
        as_user = self._as_user if os.geteuid() == 0 else {}
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self.folder, **as_user
            )
        wait_until(lambda: port_is_open(self.port), "PgBouncer did not start")

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def url(self, database: str) -> str:
        return f"postgresql+psycopg://{OWNER}@127.0.0.1:{self.port}/{database}"

    def _settings(self) -> str:
        return f"""
            [databases]
            * = host=127.0.0.1 port={self.cluster.port} user={OWNER}
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = {self.port}
            unix_socket_dir =
            auth_type = any
            pool_mode = {self.mode}
            default_pool_size = 40
        """


def find(program: str) -> str:
    """Return the path of a program on PATH, in /usr/sbin or in /sbin. Fail if it is missing."""
    found = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    assert found, f"{program} is missing: make test installs it"
    return found
