"""Test several servers on one PostgreSQL.

All phones see the same taps in the same order, even if a server is killed.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from tests.phones import Phone, Tapper
from tests.postgresql import OWNER, Cluster
from tests.server import Server, wait_until

OUTAGE = 10 if settings.get_current_profile_name() == "deep" else 4  # seconds without a database


@pytest.fixture
def pair(tmp_path: Path, database: str) -> Iterator[tuple[Server, Server]]:
    servers = tuple(Server(tmp_path, database=database) for _ in range(2))
    for server in servers:
        server.launch()
    for server in servers:
        wait_until(server.answers, "no server")
    yield servers
    for server in servers:
        server.kill()


@pytest.fixture
def own(template: str, tmp_path: Path) -> Iterator[tuple[Cluster, Server]]:
    """Yield a PostgreSQL cluster, and a server that uses it.

    No other test uses the cluster, so the test may stop it.
    """
    del template
    cluster = Cluster()
    cluster.start()
    server = Server(tmp_path, database=cluster.url(cluster.create()))
    server.start()
    yield cluster, server
    server.kill()
    cluster.remove()


def at_one_table(pair: tuple[Server, Server]) -> list[Phone]:
    links = pair[0].open_table(rules="target=99")
    phones = [Phone(pair[seat % 2], links["join"], seat).listen() for seat in range(4)]
    wait_until(lambda: all(phone.stamps for phone in phones), "a stream brings nothing")
    return phones


def test_a_tap_at_one_server_reaches_phones_at_another_server_at_once(pair, postgresql):
    phones = at_one_table(pair)
    postgresql.sql(
        "SELECT pg_notify('companion', 'rubbish')",
        pair[0].environment["COMPANION_DATABASE_URL"].split("/")[-1],
    )
    for seen, text in enumerate(("truc@1", "yes@2", "won@1")):
        begun = time.monotonic()
        assert phones[seen].tap(text, seen, str(seen)) == 200
        wait_until(
            lambda seen=seen: all(phone.version == seen + 1 for phone in phones), "not heard"
        )
        assert time.monotonic() - begun < 10
    before = [len(phone.stamps) for phone in phones]
    Phone(pair[1], pair[1].open_table()["host"])  # this wakes no stream of the first table
    assert [len(phone.stamps) for phone in phones] == before


def test_simultaneous_taps_at_two_servers_are_recorded_in_one_order(pair):
    phones = at_one_table(pair)
    answered = []

    def play(phone: Phone) -> None:
        tries = count()
        for _ in range(25):
            status = 409
            while status == 409 or "already recorded that" in phone.answer:
                status = _next(phone, f"{phones.index(phone)}-{next(tries)}")
            answered.append(status)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(play, phones))
    assert answered == [200] * 100
    wait_until(
        lambda: all(phone.version == 100 for phone in phones),
        "somebody has not heard of the last tap",
    )
    assert {phone.record() for phone in phones} == {phones[0].record()}
    assert phones[0].keys() == ["truc@1", "undo"] * 50
    for phone in phones:
        versions = [int(stamp.partition(".")[0]) for stamp in phone.stamps]
        assert versions == sorted(versions)


def _next(phone: Phone, key: str) -> int:
    seen = phone.version
    return phone.insist("undo" if seen % 2 else "truc@1", seen, key)


def watch(tapper: Tapper, server: Server) -> Phone:
    return Phone(server, server.url + re.sub("/t/", "/c/", tapper.phone.table), 0).listen()


def begin(tappers: list[Tapper]) -> None:
    for tapper in tappers:
        tapper.start()
    for tapper in tappers:
        tapper.goes_on()


def finish(tappers: list[Tapper], watcher: Phone) -> None:
    """Check that all tappers still record taps, and that each acknowledged tap is in the log once.

    Check that the watching phone shows the last tap at its table.
    """
    for tapper in tappers:
        tapper.goes_on()
    for tapper in tappers:
        tapper.stop()
        tapper.check()
    wait_until(
        lambda: watcher.version == tappers[0].answered, "the watching phone has not the truth"
    )


def test_phones_of_a_server_killed_under_load_go_on_at_another_server_without_loss(pair):
    tappers = [Tapper(server, f"t{n}") for n, server in enumerate(pair * 2)]
    watcher = watch(tappers[0], pair[1])
    begin(tappers)
    pair[0].kill()
    for tapper in tappers:
        tapper.phone.server = pair[1]  # as a balancer does
    finish(tappers, watcher)


def test_seconds_without_a_database_lose_no_acknowledged_tap(own):
    cluster, server = own
    tappers = [Tapper(server, f"t{n}") for n in range(3)]
    watcher = watch(tappers[0], server)
    begin(tappers)
    cluster.stop("fast")
    before = [tapper.answered for tapper in tappers]
    time.sleep(OUTAGE)
    assert max(tapper.answered - had for tapper, had in zip(tappers, before, strict=True)) <= 1
    assert all(tapper.is_alive() for tapper in tappers)
    cluster.start()
    finish(tappers, watcher)
    assert "The database cannot be reached" in server.log()
    assert "Traceback" not in server.log()


def test_no_acknowledged_tap_is_lost_if_a_standby_takes_over_under_load(template, tmp_path):
    """The database address names both databases and asks for the one that accepts writes."""
    del template  # so that PostgreSQL is known to work
    with ExitStack() as stack:
        first = Cluster()
        stack.callback(first.remove)
        first.start()
        name = first.create()
        second = first.standby()
        stack.callback(second.remove)
        both = (
            f"host=127.0.0.1:{first.port}&host=127.0.0.1:{second.port}"
            "&target_session_attrs=read-write"
        )
        server = Server(tmp_path, database=f"postgresql+psycopg://{OWNER}@/{name}?{both}")
        stack.callback(server.kill)
        server.start()
        tappers = [Tapper(server, f"t{n}") for n in range(3)]
        watcher = watch(tappers[0], server)
        begin(tappers)
        first.stop("immediate")
        time.sleep(1)
        second.promote()
        finish(tappers, watcher)
        assert "Traceback" not in server.log()


def panel(phone: Phone) -> str:
    phone.ask("GET", f"{phone.table}/panel")
    return phone.answer


@pytest.mark.parametrize("awake", ["it listens", "it has asked for something", ""])
def test_a_phone_that_is_awake_at_another_server_is_asked_before_its_seat_is_taken_over(
    pair, awake
):
    links = pair[0].open_table(names="Anna,Biel,Carme,Pep")
    biel = Phone(pair[1], links["join"], 1)
    carme = Phone(pair[0], links["join"], 2)
    if awake == "it listens":
        biel.listen()
        wait_until(lambda: bool(biel.stamps), "a stream brings nothing")
    elif awake:
        panel(biel)
    assert carme.ask("POST", f"{carme.table}/seats", over="1")[0] == 303
    assert ("phone is asked" in panel(carme)) == bool(awake)
    if not awake:
        assert "has taken Biel’s seat" in panel(biel)
        return
    assert "wants your seat" in panel(biel)
    assert biel.ask("POST", f"{biel.table}/requests", refuse="1")[0] == 200
    assert "keeps the seat" in panel(carme)


def test_a_host_at_one_server_can_answer_a_request_made_at_another_server(pair):
    links = pair[0].open_table(names="Anna,Biel,Carme,Pep")
    host = Phone(pair[0], links["host"]).listen()
    biel = Phone(pair[1], links["join"], 1).listen()
    wait_until(lambda: bool(host.stamps and biel.stamps), "a stream brings nothing")
    before = len(host.stamps)
    assert biel.ask("POST", f"{biel.table}/requests", ask="host")[0] == 200
    wait_until(lambda: len(host.stamps) > before, "the host does not hear of it")
    assert "Biel asks to become host" in panel(host)
    assert host.ask("POST", f"{host.table}/requests", agree="1")[0] == 200
    wait_until(lambda: "You are host now." in panel(biel), "the answer does not come")
    assert biel.ask("GET", f"{biel.table}/host")[0] == 200
