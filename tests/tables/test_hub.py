"""Test the hub, which wakes the open streams of a table when the table changes."""

from contextlib import ExitStack
from math import inf
from threading import Thread
from time import monotonic

import pytest

from companion.tables.hub import (
    MOST_OF_PHONE,
    MOST_OF_PROGRAMS,
    MOST_OF_TABLE,
    PROGRAM,
    Closed,
    Hub,
)


@pytest.fixture
def hub() -> Hub:
    return Hub()


def test_a_published_change_ends_the_wait_of_a_stream(hub):
    with hub.subscribe(1) as stream:
        Thread(target=hub.publish, args=(1, 7, 3)).start()
        assert stream.wait(10) == (7, 3)


def test_a_change_published_before_the_wait_is_not_missed(hub):
    with hub.subscribe(1) as stream:
        hub.publish(1, 7, 3)
        assert stream.wait(0) == (7, 3)


def test_a_wait_without_changes_ends_with_its_timeout(hub):
    with hub.subscribe(1) as stream:
        begun = monotonic()
        assert stream.wait(0.05) is None
        assert monotonic() - begun >= 0.04


def test_many_changes_wake_a_stream_once(hub):
    with hub.subscribe(1) as stream:
        for version in (*range(100), 7):
            hub.publish(1, version, 0)
        hub.publish(1, 0, 3)
        assert [stream.wait(0), stream.wait(0)] == [(99, 3), None]


def test_two_changes_published_at_the_same_moment_are_both_told_to_a_stream(hub):
    with hub.subscribe(1) as stream:
        other = Thread(target=hub.publish, args=(1, 0, 3))

        class Version(float):
            """A version during whose comparison another thread publishes a revision."""

            def __gt__(self, known: float) -> bool:
                other.start()
                other.join(0.2)
                return float(self) > known

        hub.publish(1, Version(7), 0)
        other.join()
        assert stream.wait(0) == (7, 3)


def test_publish_all_tells_streams_an_infinite_version_and_revision(hub):
    with hub.subscribe(1) as stream:
        hub.publish(1, 7, 3)
        hub.publish_all()
        assert stream.wait(0) == (inf, inf)


def test_a_change_wakes_all_streams_of_its_table_and_no_other_stream(hub):
    with hub.subscribe(1) as anna, hub.subscribe(1) as biel, hub.subscribe(2) as stranger:
        hub.publish(1, 7, 3)
        assert [stream.wait(0) for stream in (anna, biel, stranger)] == [(7, 3), (7, 3), None]


def test_a_phone_is_listening_if_it_has_an_open_stream_at_the_table(hub):
    with hub.subscribe(1, "anna"):
        assert hub.is_listening(1, "anna")
        assert not hub.is_listening(1, "biel")
        assert not hub.is_listening(2, "anna")
        hub.close()
        assert not hub.is_listening(1, "anna")
    assert not hub.is_listening(1, "anna")


def test_the_hub_keeps_nothing_of_streams_that_ended(hub):
    for match_id in range(1000):
        with hub.subscribe(match_id):
            hub.publish(match_id)
    with pytest.raises(KeyError), hub.subscribe(5):
        raise KeyError
    hub.publish(7)
    assert len(hub) == 0
    assert not hub._all


def test_a_phone_that_opens_too_many_streams_loses_its_oldest_streams(hub):
    with ExitStack() as all_of_them:
        streams = [hub.subscribe(1, "mine") for _ in range(MOST_OF_PHONE + 3)]
        mine = [all_of_them.enter_context(stream) for stream in streams]
        other = all_of_them.enter_context(hub.subscribe(1, "other"))
        assert [stream.open for stream in mine] == [False] * 3 + [True] * MOST_OF_PHONE
        assert other.open
        with pytest.raises(Closed):
            mine[0].wait(10)
    assert not hub._all


def test_a_table_with_too_many_streams_loses_its_oldest_streams(hub):
    with ExitStack() as all_of_them:
        streams = [hub.subscribe(1, f"{number}") for number in range(MOST_OF_TABLE + 1)]
        here = [all_of_them.enter_context(stream) for stream in streams]
        there = all_of_them.enter_context(hub.subscribe(2, "0"))
        assert [stream.open for stream in here] == [False] + [True] * MOST_OF_TABLE
        assert there.open


def test_too_many_streams_opened_by_programs_do_not_close_the_stream_of_a_phone(hub):
    with ExitStack() as all_of_them:
        phone = all_of_them.enter_context(hub.subscribe(1, "mine"))
        names = [f"{PROGRAM}{number}" for number in range(MOST_OF_PROGRAMS + 2)]
        programs = [all_of_them.enter_context(hub.subscribe(1, name)) for name in names]
        assert phone.open
        assert [stream.open for stream in programs] == [False] * 2 + [True] * MOST_OF_PROGRAMS


def test_a_closed_hub_ends_running_waits_and_refuses_new_waits(hub):
    ended = []

    def stream():
        with pytest.raises(Closed), hub.subscribe(1) as stream:
            ended.append(stream.wait(10))

    threads = [Thread(target=stream) for _ in range(5)]
    for thread in threads:
        thread.start()
    hub.close()
    for thread in threads:
        thread.join(5)
    assert (ended, len(hub)) == ([], 0)
    with pytest.raises(Closed), hub.subscribe(1) as stream:
        stream.wait(10)


def test_an_open_stream_ends_even_if_the_hub_closes_between_two_waits(hub):
    with hub.subscribe(1) as stream:
        hub.publish(1)
        hub.close()
        assert not stream.open
        with pytest.raises(Closed):
            stream.wait(10)


def test_thousands_of_streams_are_woken_without_a_thread_for_each_stream(hub):
    called = []
    streams = [hub.subscribe(1) for _ in range(5000)]
    for stream in streams:
        stream.call_at_change(lambda stream=stream: called.append(stream))
        hub.add(stream)
    hub.publish(1, 7, 3)
    assert called == streams
    assert {stream.take() for stream in streams} == {(7, 3)}
    assert {stream.take() for stream in streams} == {None}
    hub.close()
    assert len(called) == 10_000
