"""Test that long jobs yield to other requests, and that only one of them continues at a time."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event, Thread, current_thread

import pytest

from companion.tables import turns
from companion.tables.turns import run_in_steps, yield_to_others


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return a list whose only item is the time in seconds. A test sets this item."""
    now = [0.0]
    monkeypatch.setattr(turns, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def breaths(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    taken: list[float] = []
    monkeypatch.setattr(turns, "sleep", taken.append)
    return taken


def work(clock: list[float], *seconds: float) -> Iterator[None]:
    for took in seconds:
        clock[0] += took
        yield


def test_a_long_job_yields_to_other_requests_after_every_long_piece(clock, breaths):
    run_in_steps(work(clock, 0.02, 0.02, 0.02))
    assert breaths == [turns.BREATH] * 3


def test_a_job_of_short_pieces_yields_only_after_several_pieces(clock, breaths):
    run_in_steps(work(clock, *[0.3 * turns.AT_A_STRETCH] * 14))
    assert len(breaths) == 3


def test_a_job_that_takes_no_time_never_yields(clock, breaths):
    run_in_steps(work(clock, *[0.0] * 200))
    assert not breaths


def test_only_one_of_several_long_jobs_continues_at_a_time(monkeypatch):
    resting = Event()
    going_on = Event()

    def rest(_: float) -> None:
        resting.set()
        assert going_on.wait(10)

    monkeypatch.setattr(turns, "sleep", rest)
    first = Thread(target=yield_to_others)
    second = Thread(target=yield_to_others)
    first.start()
    assert resting.wait(10)
    resting.clear()
    second.start()
    assert not resting.wait(0.1)
    going_on.set()
    first.join(10)
    second.join(10)
    assert resting.is_set()


def test_long_jobs_continue_in_the_order_in_which_they_yielded(monkeypatch):
    order: list[str] = []
    resting = {name: Event() for name in "ABC"}
    going_on = {name: Event() for name in "ABC"}

    def rest(_: float) -> None:
        name = current_thread().name
        order.append(name)
        resting[name].set()
        assert going_on[name].wait(10)

    monkeypatch.setattr(turns, "sleep", rest)

    def work_on(times: int) -> None:
        for _ in range(times):
            yield_to_others()

    works = {
        "A": Thread(target=work_on, args=(3,), name="A"),
        "B": Thread(target=work_on, args=(1,), name="B"),
        "C": Thread(target=work_on, args=(1,), name="C"),
    }
    for at, name in enumerate("ABC", start=1):
        works[name].start()
        while len(turns._waiting) < at:
            resting["A"].wait(10)
    for name in "ABC":
        going_on[name].set()
    for thread in works.values():
        thread.join(10)
    assert order == ["A", "B", "C", "A", "A"]
    assert not turns._waiting


def test_a_job_interrupted_while_it_waits_does_not_block_others(monkeypatch):
    def stop(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(turns, "sleep", stop)
    with pytest.raises(KeyboardInterrupt):
        yield_to_others()
    monkeypatch.setattr(turns, "sleep", lambda _: None)
    yield_to_others()
    assert not turns._waiting
