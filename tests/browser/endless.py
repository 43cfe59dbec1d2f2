"""A test that starts every kind of process and does not end; tests/test_ending.py runs it."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from playwright.sync_api import Page

from tests.postgresql import Cluster
from tests.server import Server


def test_every_kind_of_process_is_started_and_the_test_waits_forever(
    server: Server, postgresql: Cluster, phone, display: str
):
    page: Page = phone()
    page.goto(server.url)
    assert postgresql.sql("SELECT 1")
    Path(os.environ["COMPANION_ENDLESS"]).touch()
    threading.Event().wait()
