"""Test that taps share a commit if they wait for the disk at the same time.

Each tap has its own outcome.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress

import pytest
from flask import Flask

from companion import tables
from companion.tables import sqlite, tap_writer
from companion.tables.process_state import process_state
from tests.faults import before_each_commit, locked
from tests.server import wait_until

Work = Callable[[], tables.Receipt]
Outcome = int | Exception


@pytest.fixture
def engine() -> str:
    return "sqlite"


@pytest.fixture
def matches(app: Flask) -> list[tables.Match]:
    opened = [tables.open_table(variant="catalan") for _ in range(5)]
    for match in opened:
        tables.join(match, "host", "host")
        tables.state(match)
    return opened


@pytest.fixture
def commits(matches: list[tables.Match], monkeypatch: pytest.MonkeyPatch) -> list[object]:
    del matches
    made: list[object] = []
    monkeypatch.setattr(sqlite, "transaction", before_each_commit(made.append))
    return made


def taps_while_another_writes(app: Flask, works: list[Work]) -> list[Outcome]:
    """Record a tap by each function in `works`. All taps wait until another write is done.

    Return the version or the error of each tap.
    """
    outcomes: list[Outcome] = [0] * len(works)

    def run(number: int) -> None:
        with app.app_context():
            try:
                outcomes[number] = works[number]().version
            except Exception as error:
                outcomes[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(works))]
    with process_state().one_group:
        for number, thread in enumerate(threads, start=1):
            thread.start()
            wait_until(
                lambda number=number: len(process_state().waiting_rows) == number,
                "it does not wait",
            )
    process_state().waiting_rows[0].woken.set()
    for thread in threads:
        thread.join()
    return outcomes


def tap(
    match: tables.Match, text: str = "truc@1", key: str = "k", device: str = "host"
) -> Callable[[], tables.Receipt]:
    return lambda: tables.record_tap(match, device, text, seen=0, key=key)


def test_waiting_taps_share_one_commit(app, matches, commits):
    assert taps_while_another_writes(app, [tap(match) for match in matches]) == [1] * 5
    assert len(commits) == 1
    assert not process_state().waiting_rows
    process_state().states.clear()
    assert [tables.state(match).version for match in matches] == [1] * 5


def test_the_number_of_taps_that_share_one_commit_is_limited(app, matches, commits, monkeypatch):
    monkeypatch.setattr(tap_writer, "MOST", 2)
    assert taps_while_another_writes(app, [tap(match) for match in matches]) == [1] * 5
    assert len(commits) == 3


def test_a_tap_that_cannot_be_written_does_not_stop_other_taps_in_its_commit(app, matches):
    first, second, third, *_ = matches
    tables.join(first, "p1", "player", 1)
    tables.state(first)
    works = [tap(second), tap(first), tap(first, "won@2", "late", "p1"), tap(third), tap(third)]
    outcomes = taps_while_another_writes(app, works)
    assert isinstance(outcomes.pop(2), tables.Stale)
    assert outcomes == [1, 1, 1, 1]
    assert [tables.state(match).version for match in (first, second, third)] == [1, 1, 1]


def test_if_the_disk_is_full_every_waiting_tap_is_refused_and_no_tap_is_recorded(
    app, matches, monkeypatch
):
    def refuse(_: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as broken:
        broken.setattr(sqlite, "transaction", before_each_commit(refuse))
        outcomes = taps_while_another_writes(app, [tap(match) for match in matches])
    assert [str(outcome) for outcome in outcomes] == ["disk full"] * 5
    assert [tables.state(match).version for match in matches] == [0] * 5
    assert [tap(match)().version for match in matches] == [1] * 5


def test_a_tap_that_waited_too_long_is_refused_and_not_recorded_later(app, matches, monkeypatch):
    monkeypatch.setattr(sqlite, "WAIT_SECONDS", 0.1)
    refused: list[Exception] = []

    def late() -> None:
        with app.app_context():
            try:
                tap(matches[0])()
            except tables.Unavailable as error:
                refused.append(error)

    with process_state().one_write:
        thread = threading.Thread(target=late)
        thread.start()
        thread.join()
    assert len(refused) == 1
    assert tap(matches[1])().version == 1
    assert tables.state(matches[0]).version == 0


def test_other_requests_are_answered_while_the_disk_writes(app, matches, monkeypatch):
    writing = threading.Event()
    written = threading.Event()

    def take_long(_: object) -> None:
        writing.set()
        assert written.wait(10)

    def record() -> None:
        with app.app_context():
            tap(matches[0])()

    monkeypatch.setattr(sqlite, "transaction", before_each_commit(take_long))
    thread = threading.Thread(target=record)
    thread.start()
    assert writing.wait(10)
    assert [tables.state(match).version for match in matches] == [0] * 5
    written.set()
    thread.join(10)
    assert tables.state(matches[0]).version == 1


def test_a_tap_does_not_wait_longer_for_a_locked_database_because_of_earlier_taps(
    app, matches, monkeypatch
):
    monkeypatch.setattr(sqlite, "WAIT_SECONDS", 2.0)
    took: list[float] = []

    def knock(match: tables.Match) -> None:
        begun = time.monotonic()
        with app.app_context(), suppress(tables.Unavailable):
            tap(match)()
        took.append(time.monotonic() - begun)

    threads = [threading.Thread(target=knock, args=(match,)) for match in matches]
    with app.app_context(), locked():
        for thread in threads:
            thread.start()
            time.sleep(0.1)
        for thread in threads:
            thread.join()
    assert [seconds for seconds in took if seconds > 3.9] == []
    assert [tables.state(match).version for match in matches] == [0] * 5
    assert not process_state().waiting_rows
