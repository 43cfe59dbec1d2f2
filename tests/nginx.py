"""Start a real nginx with the configuration that HOSTING.md gives."""

from __future__ import annotations

import http.client
import os
import ssl
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from tests.hosting import block
from tests.pooler import find
from tests.server import free_port, port_is_open, wait_until

NONE: Mapping[str, str] = MappingProxyType({})
MAIN = """
daemon off;
worker_processes 1;
pid {folder}/pid;
error_log {folder}/main.log emerg;
events {{ worker_connections {connections}; }}
http {{
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; \
fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    include {folder}/truc.conf;
}}
"""


class Nginx:
    """An nginx in front of a server. It listens for https at `port` and for http at `plain`.

    Its logs are in `folder`. `target` is the port of the server. `others` are the ports of more
    servers; nginx then forwards all phones of a table to the same server. `changes` is a
    mapping from texts of the documented settings to the texts that replace them.
    """

    def __init__(
        self,
        folder: Path,
        target: int,
        *,
        others: Sequence[int] = (),
        connections: int = 512,
        changes: Mapping[str, str] = NONE,
    ) -> None:
        self.folder = folder
        self.port = free_port()
        self.plain = free_port()
        folder.mkdir()
        self._make_certificate()
        as_root = "user root;" if os.geteuid() == 0 else ""
        (folder / "nginx.conf").write_text(
            as_root + MAIN.format(folder=folder, connections=connections)
        )
        (folder / "truc.conf").write_text(self._settings([target, *others], changes))

    def start(self) -> None:
        command = (
            find("nginx"),
            "-e",
            str(self.folder / "begin.log"),
            "-c",
            str(self.folder / "nginx.conf"),
        )
        with (self.folder / "said").open("w") as said:
            self.process = subprocess.Popen(command, stdout=said, stderr=said)
        wait_until(
            lambda: port_is_open(self.port) or self.process.poll() is not None,
            "nginx did not start",
        )
        assert self.process.poll() is None, (self.folder / "said").read_text()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()

    def line(self, *, timeout: float = 20) -> http.client.HTTPSConnection:
        trusting = ssl._create_unverified_context()
        return http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=timeout, context=trusting
        )

    def written(self) -> str:
        return "".join(path.read_text() for path in self.folder.glob("*.log"))

    def _settings(self, ports: Sequence[int], changes: Mapping[str, str]) -> str:
        """Return the documented settings, with the ports and files of this test."""
        text = block("companion/HOSTING.md", "upstream truc")
        if len(ports) > 1:
            text = block("companion/HOSTING.md", "map $uri") + text[text.index("log_format") :]
        first = 8000 + (len(ports) > 1)
        servers = [f"server 127.0.0.1:{port};" for port in ports]
        for documented, here in (
            *((f"server 127.0.0.1:{first + at};", here) for at, here in enumerate(servers)),
            ("listen 80;", f"listen 127.0.0.1:{self.plain};"),
            ("listen 443 ssl http2;", f"listen 127.0.0.1:{self.port} ssl http2;"),
            ("/etc/letsencrypt/live/truc.example/", f"{self.folder}/"),
            ("/var/log/nginx/", f"{self.folder}/"),
            *changes.items(),
        ):
            assert documented in text, documented
            text = text.replace(documented, here)
        return text

    def _make_certificate(self) -> None:
        files = ("-keyout", "privkey.pem", "-out", "fullchain.pem")
        kind = (
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-subj",
            "/CN=truc.example",
        )
        command = (find("openssl"), "req", "-x509", "-days", "2", *kind, *files)
        subprocess.run(command, cwd=self.folder, check=True, capture_output=True)
