"""Test requests of phones: to become host, and to get the seat of a phone that is awake."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import select

from companion import tables
from companion.engine import Impossible
from companion.tables import awake, process_state, request_rows, requests
from companion.tables.changes import changing
from companion.tables.models import now
from companion.tables.request_rows import Request
from companion.tables.store import open_session, reading
from tests.tables.conftest import Table

MINUTE = timedelta(minutes=1)
TEN_MINUTES = timedelta(minutes=10)
TEN_SECONDS = timedelta(seconds=10)


@pytest.fixture(autouse=True)
def at_once(monkeypatch) -> None:
    monkeypatch.setattr(awake, "ANSWER_SECONDS", 0)


@pytest.fixture(autouse=True)
def later(monkeypatch) -> Callable[[timedelta], None]:
    """Stop the clock that requests use. Return a function that moves this clock by a timedelta."""
    moment = now()
    for module in (requests, request_rows):
        monkeypatch.setattr(module, "now", lambda: moment)

    def move(span: timedelta) -> None:
        nonlocal moment
        moment += span

    return move


def sit(table: Table, device: str, seat: int) -> None:
    tables.join(table.match, device, "player", seat)


def host(table: Table, device: str) -> str:
    return tables.member(table.match, device).host


def in_seat(table: Table, seat: int) -> str | None:
    return next((m.device for m in tables.members(table.match) if m.seat == seat), None)


def outcomes(table: Table) -> list[str]:
    return [request.outcome for request in tables.state(table.match).requests]


def refused(work: Callable[[], object], error: type[Exception] = tables.NotAllowed) -> str:
    with pytest.raises(error) as caught:
        work()
    return str(caught.value)


@pytest.fixture
def most_kept(monkeypatch) -> int:
    monkeypatch.setattr(request_rows, "MOST_KEPT", 6)
    return request_rows.MOST_KEPT


@pytest.fixture
def biel_asks(table: Table) -> None:
    sit(table, "biel", 1)
    tables.ask_to_host(table.match, "biel")


@pytest.fixture
def biel_awake(table: Table) -> None:
    sit(table, "biel", 1)
    wake(table, "biel")


@pytest.fixture
def pep_asks(table: Table, biel_awake: None) -> None:
    del biel_awake
    tables.take_over(table.match, "pep", 1)


# Requests to become host.


def test_a_phone_becomes_host_by_request_if_nobody_answers_for_a_minute(table, biel_asks, later):
    assert host(table, "biel") == ""
    later(MINUTE - timedelta(seconds=1))
    assert (outcomes(table), host(table, "biel")) == (["open"], "")
    later(timedelta(seconds=1))
    assert (outcomes(table), host(table, "biel")) == (["granted"], "acting")
    assert host(table, "host") == "full"


def test_granting_a_request_wakes_the_streams(table, biel_asks, later):
    stamp = table.state.stamp
    later(MINUTE)
    with tables.streams().subscribe(table.match.id) as stream:
        assert tables.state(table.match).stamp != stamp
        assert stream.wait(1) is not None


def test_a_request_is_granted_even_if_a_host_looked_at_the_table_without_answering(
    table, biel_asks, later
):
    tables.mark_seen(table.match, "host")
    later(MINUTE)
    assert outcomes(table) == ["granted"]


@pytest.mark.parametrize(
    ("agrees", "outcome", "kind"), [(True, "agreed", "full"), (False, "refused", "")]
)
def test_a_host_can_answer_a_request_before_its_minute_is_over(
    table, biel_asks, later, agrees, outcome, kind
):
    (tables.agree_to if agrees else tables.refuse)(table.match, "host", 1)
    assert (outcomes(table), host(table, "biel")) == ([outcome], kind)
    later(MINUTE)
    assert (outcomes(table), host(table, "biel")) == ([outcome], kind)
    for answer in (tables.agree_to, tables.refuse):
        refused(lambda answer=answer: answer(table.match, "host", 1), Impossible)


def test_an_answer_to_a_request_after_its_minute_is_refused(table, biel_asks, later):
    later(MINUTE)
    refused(lambda: tables.refuse(table.match, "host", 1), Impossible)
    assert outcomes(table) == ["granted"]


@pytest.mark.parametrize("device", ["biel", "carme", "seatless", "stranger", ""])
@pytest.mark.parametrize("answer", [tables.agree_to, tables.refuse])
def test_only_another_host_may_answer_a_request_to_become_host(table, answer, device):
    sit(table, "biel", 1)
    sit(table, "carme", 2)
    tables.join(table.match, "seatless", "player")
    tables.ask_to_host(table.match, "biel")
    refused(lambda: answer(table.match, device, 1))
    assert outcomes(table) == ["open"]


@pytest.mark.parametrize("number", [0, 2, 999_999_999])
def test_a_request_that_does_not_exist_cannot_be_answered(table, biel_asks, number):
    refused(lambda: tables.agree_to(table.match, "host", number), Impossible)


def test_only_a_seated_phone_that_is_not_host_may_ask_to_become_host(table):
    tables.join(table.match, "seatless", "player")
    tables.mark_seen(table.match, "watcher", "watch")
    for device in ("seatless", "watcher", "stranger", ""):
        assert "with a seat" in refused(
            lambda device=device: tables.ask_to_host(table.match, device)
        )
    tables.join(table.match, "host", "player", 0)
    assert "host already" in refused(lambda: tables.ask_to_host(table.match, "host"))
    assert outcomes(table) == []


@pytest.mark.parametrize("answered", ["refused", "granted", "withdrawn"])
def test_a_phone_may_ask_to_become_host_once_in_ten_minutes(table, biel_asks, later, answered):
    if answered == "refused":
        tables.refuse(table.match, "host", 1)
    elif answered == "granted":
        later(MINUTE)
        assert outcomes(table) == ["granted"]
        tables.unmake_host(table.match, "biel", by="host")
    else:
        tables.leave_seat(table.match, "biel")
    tables.join(table.match, "biel", "player", 3)  # another seat changes nothing
    assert "ten minutes" in refused(lambda: tables.ask_to_host(table.match, "biel"))
    later(TEN_MINUTES)
    tables.ask_to_host(table.match, "biel")
    assert outcomes(table)[-1] == "open"


def test_a_phone_without_its_old_cookie_cannot_ask_again_from_the_same_seat(
    table, biel_asks, later
):
    tables.refuse(table.match, "host", 1)
    assert tables.take_over(table.match, "biel-again", 1)
    assert "ten minutes" in refused(lambda: tables.ask_to_host(table.match, "biel-again"))
    later(TEN_MINUTES)
    tables.ask_to_host(table.match, "biel-again")


def test_asking_twice_to_become_host_counts_as_one_request(table):
    sit(table, "biel", 1)
    for _ in range(2):
        tables.ask_to_host(table.match, "biel")
    assert outcomes(table) == ["open"]


@pytest.mark.parametrize("how", ["leaves", "is taken over", "is freed", "is removed"])
def test_a_phone_that_loses_its_seat_loses_its_request(table, biel_asks, later, how):
    {
        "leaves": lambda: tables.leave_seat(table.match, "biel"),
        "is taken over": lambda: tables.take_over(table.match, "pep", 1),
        "is freed": lambda: tables.free_seat(table.match, 1),
        "is removed": lambda: tables.ban_phone(table.match, "biel"),
    }[how]()
    later(MINUTE)
    assert outcomes(table)[0] == "withdrawn"
    assert host(table, "biel") == ""


def test_a_removed_phone_that_is_let_in_again_has_no_open_request(table, biel_asks, later):
    tables.ban_phone(table.match, "biel")
    tables.unban_phone(table.match, "biel")
    sit(table, "biel", 2)
    later(MINUTE)
    assert host(table, "biel") == ""
    refused(lambda: tables.ask_to_host(table.match, "biel"))


def test_a_phone_that_changes_its_seat_keeps_its_request(table, biel_asks, later):
    tables.join(table.match, "biel", "player", 2)
    later(MINUTE)
    assert (outcomes(table), host(table, "biel")) == (["granted"], "acting")


def test_making_a_phone_host_also_grants_its_open_request_to_become_host(table, biel_asks):
    tables.make_host(table.match, "biel", by="host")
    assert (outcomes(table), host(table, "biel")) == (["agreed"], "full")


def test_two_open_requests_to_become_host_are_answered_separately(table, biel_asks, later):
    sit(table, "carme", 2)
    later(timedelta(seconds=30))
    tables.ask_to_host(table.match, "carme")
    later(timedelta(seconds=30))
    assert outcomes(table) == ["granted", "open"]
    tables.refuse(table.match, "biel", 2)  # a host by request is asked as any host is
    assert (host(table, "biel"), host(table, "carme")) == ("acting", "")


def test_a_host_by_request_can_give_no_more_rights_than_its_own(table, biel_asks, later):
    sit(table, "carme", 2)
    later(MINUTE)
    assert outcomes(table) == ["granted"]
    tables.ask_to_host(table.match, "carme")
    tables.agree_to(table.match, "biel", 2)
    assert host(table, "carme") == "acting"


def test_an_earlier_host_can_promote_or_demote_a_host_by_request(table, later):
    for seat, device in ((1, "biel"), (2, "carme")):
        sit(table, device, seat)
        tables.ask_to_host(table.match, device)
    later(MINUTE)
    assert outcomes(table) == ["granted", "granted"]
    tables.make_host(table.match, "biel", by="host")
    tables.unmake_host(table.match, "carme", by="host")
    assert (host(table, "biel"), host(table, "carme")) == ("full", "")
    assert outcomes(table) == ["granted", "granted", "made", "unmade"]


def test_a_host_by_request_can_neither_make_hosts_nor_demote_earlier_hosts(table, later):
    for seat, device in ((1, "biel"), (2, "carme")):
        sit(table, device, seat)
        tables.ask_to_host(table.match, device)
    later(MINUTE)
    assert outcomes(table) == ["granted", "granted"]
    for other in ("biel", "carme"):
        refused(lambda other=other: tables.make_host(table.match, other, by="biel"))
    for other in ("host", "biel"):
        refused(lambda other=other: tables.unmake_host(table.match, other, by="carme"))
    assert (host(table, "host"), host(table, "biel"), host(table, "carme")) == (
        "full",
        "acting",
        "acting",
    )


def test_setting_the_clock_back_restarts_the_minute_of_a_request(table, biel_asks, later):
    later(timedelta(hours=-1))
    assert outcomes(table) == ["open"]
    assert tables.time_left(table.state.requests[0]) <= MINUTE
    later(MINUTE)
    assert outcomes(table) == ["granted"]


def test_a_restart_within_the_minute_of_a_request_changes_nothing(table, biel_asks, later):
    process_state.process_state().states.clear()
    assert outcomes(table) == ["open"]
    later(MINUTE)
    process_state.process_state().states.clear()
    assert (outcomes(table), host(table, "biel")) == (["granted"], "acting")


def test_the_number_of_requests_is_limited_by_the_number_of_seats(table, most_kept):
    """Thirty new phones, one after the other, take over a seat and ask to become host."""
    granted = 0
    for number in range(30):
        device = f"phone-{number}"
        tables.take_over(table.match, device, number % 4)
        try:
            tables.ask_to_host(table.match, device)
            granted += 1
        except tables.NotAllowed:
            pass
    assert granted == 4
    with reading() as connection, open_session(connection) as session:
        rows = session.scalars(select(Request).where(Request.match_id == table.match.id)).all()
    assert len(rows) <= 2 * most_kept + 8
    assert sum(request.outcome == "open" for request in rows) <= 4


def test_another_process_grants_a_request_whose_minute_is_over(table, biel_asks, elsewhere):
    with changing(table.match) as (session, _):
        session.get(Request, (table.match.id, 1)).asked_at = now() - MINUTE
    assert (
        elsewhere("print(tables.state(match).members['biel'].host)", table.match).strip()
        == "acting"
    )
    assert host(table, "biel") == "acting"


def test_a_request_to_become_host_does_not_continue_in_the_rematch(table, biel_asks, later):
    table.play("fix@0=12")
    following = tables.rematch(table.match, "host")
    assert tables.state(following).requests == ()
    later(MINUTE)
    assert tables.member(following, "biel").host == ""


def test_no_request_to_become_host_is_granted_at_a_match_that_has_a_rematch(
    table, biel_asks, later
):
    sit(table, "carme", 2)
    following = tables.rematch(table.match, "host", house={"target": "24"})
    later(MINUTE)
    assert outcomes(table) == ["withdrawn"]
    assert "gone on" in refused(lambda: tables.ask_to_host(table.match, "carme"))
    assert host(table, "biel") == host(table, "carme") == ""
    tables.ask_to_host(following, "carme")


def test_a_refused_request_blocks_its_phone_and_its_seat_at_the_rematch_too(
    table, biel_asks, later
):
    tables.refuse(table.match, "host", 1)
    table.play("fix@0=12")
    following = tables.rematch(table.match, "host", swap_partners=True)
    seat = tables.member(following, "biel").seat
    tables.take_over(following, "without a cookie", seat)
    tables.take_over(following, "biel", 0)
    for device in ("biel", "without a cookie"):
        assert "short time ago" in refused(
            lambda device=device: tables.ask_to_host(following, device)
        )
    later(TEN_MINUTES)
    tables.ask_to_host(following, "biel")


# Requests for the seat of a phone that is awake.


def wake(table: Table, device: str) -> None:
    tables.note_phone(table.match, device)


def test_the_seat_of_a_sleeping_phone_is_taken_over_at_once(table):
    sit(table, "biel", 1)
    assert tables.take_over(table.match, "pep", 1, name="Pep")
    assert in_seat(table, 1) == "pep"
    assert (outcomes(table), table.state.requests[0].name) == (["taken"], "Pep")


def test_the_seat_of_an_awake_phone_is_taken_over_ten_seconds_after_the_request(
    table, biel_awake, later
):
    assert not tables.take_over(table.match, "pep", 1, name="Pep", new_name="Pep")
    assert (in_seat(table, 1), tables.member(table.match, "pep").seat) == ("biel", None)
    later(TEN_SECONDS - timedelta(seconds=1))
    assert outcomes(table) == ["open"]
    later(timedelta(seconds=1))
    assert outcomes(table) == ["granted"]
    assert (in_seat(table, 1), table.state.names[1]) == ("pep", "Pep")
    assert tables.member(table.match, "biel").lost_seat == 1


def test_a_phone_with_an_open_stream_is_awake(table):
    sit(table, "biel", 1)
    with tables.streams().subscribe(table.match.id, "biel"):
        assert not tables.take_over(table.match, "pep", 1)
    assert outcomes(table) == ["open"]


def test_a_phone_whose_last_http_request_is_ten_seconds_ago_is_asleep(
    table, biel_awake, monkeypatch
):
    assert tables.is_awake(table.match, "biel")
    monkeypatch.setattr("companion.tables.process_state.AWAKE_SECONDS", 0.0)
    assert not tables.is_awake(table.match, "biel")
    assert tables.take_over(table.match, "pep", 1)


def test_a_phone_that_refused_to_give_up_its_seat_is_not_asked_again_for_a_minute(
    table, pep_asks, later
):
    tables.refuse(table.match, "biel", 1)
    assert (in_seat(table, 1), outcomes(table)) == ("biel", ["refused"])
    for device in ("pep", "carme"):
        refused(lambda device=device: tables.take_over(table.match, device, 1), tables.SeatAsked)
    later(MINUTE)
    assert not tables.take_over(table.match, "pep", 1)


def test_a_phone_that_agrees_gives_up_its_seat_at_once(table, pep_asks):
    tables.agree_to(table.match, "biel", 1)
    assert (in_seat(table, 1), outcomes(table)) == ("pep", ["agreed"])


@pytest.mark.parametrize("device", ["pep", "host", "carme", "stranger"])
def test_only_the_phone_in_a_seat_may_answer_a_request_for_that_seat(table, device):
    sit(table, "biel", 1)
    sit(table, "carme", 2)
    wake(table, "biel")
    tables.take_over(table.match, "pep", 1)
    for answer in (tables.agree_to, tables.refuse):
        refused(lambda answer=answer: answer(table.match, device, 1))


def test_a_seat_is_asked_for_by_one_phone_at_a_time_and_a_phone_asks_for_one_seat(table):
    for seat, device in ((1, "biel"), (2, "carme")):
        sit(table, device, seat)
        wake(table, device)
    assert not tables.take_over(table.match, "pep", 1)
    assert not tables.take_over(table.match, "pep", 1)
    assert (
        "another phone"
        in refused(lambda: tables.take_over(table.match, "quim", 1), tables.SeatAsked).lower()
    )
    assert "another seat" in refused(
        lambda: tables.take_over(table.match, "pep", 2), tables.SeatAsked
    )
    assert outcomes(table) == ["open"]


@pytest.mark.parametrize("how", ["removed", "seat changed hands"])
def test_a_request_for_a_seat_ends_if_the_asking_phone_is_removed_or_the_seat_taken(
    table, pep_asks, later, how
):
    if how == "removed":
        tables.ban_phone(table.match, "pep")
    else:
        tables.free_seat(table.match, 1)
        sit(table, "carme", 1)
    later(TEN_SECONDS)
    assert outcomes(table) == ["withdrawn"]
    assert in_seat(table, 1) == ("biel" if how == "removed" else "carme")


def test_a_request_for_a_seat_is_granted_even_if_the_seat_has_become_free_meanwhile(
    table, pep_asks, later
):
    tables.leave_seat(table.match, "biel")
    later(TEN_SECONDS)
    tables.state(table.match)
    assert in_seat(table, 1) == "pep"


@pytest.mark.parametrize("state_of_phone", ["removed", "new while joining is closed"])
def test_a_phone_that_may_not_join_cannot_ask_for_a_seat(table, biel_awake, state_of_phone):
    if state_of_phone == "removed":
        tables.join(table.match, "pep", "player")
        tables.ban_phone(table.match, "pep")
    else:
        tables.lock(table.match)
    refused(lambda: tables.take_over(table.match, "pep", 1))
    assert outcomes(table) == []


@pytest.mark.parametrize("seat", [-1, 4])
def test_a_seat_that_does_not_exist_cannot_be_asked_for(table, seat):
    refused(lambda: tables.take_over(table.match, "pep", seat), Impossible)
    assert tables.member(table.match, "pep") is None


def test_a_phone_takes_a_free_seat_or_its_own_seat_without_asking(table, biel_awake):
    assert tables.take_over(table.match, "biel", 1)
    assert tables.take_over(table.match, "pep", 2)
    assert outcomes(table) == []


def test_only_a_limited_number_of_closed_requests_is_kept_for_the_log(table, most_kept):
    for number in range(2 * most_kept):
        tables.take_over(table.match, f"phone-{number}", 0)
    assert len(table.state.requests) <= most_kept + 1


def test_many_takeovers_of_other_seats_do_not_erase_a_refused_request(table, most_kept):
    sit(table, "biel", 1)
    sit(table, "carme", 2)
    wake(table, "biel")
    tables.take_over(table.match, "pep", 1)
    tables.refuse(table.match, "biel", 1)
    for number in range(most_kept + 2):
        tables.take_over(table.match, f"phone-{number}", 2)
    wake(table, "biel")
    assert "wants to keep it" in refused(lambda: tables.take_over(table.match, "pep", 1))
    assert in_seat(table, 1) == "biel"


def test_a_table_is_shown_even_if_a_request_cannot_be_granted_in_the_database(
    table, biel_asks, later, monkeypatch
):
    later(MINUTE)

    def full(_match: tables.Match) -> None:
        raise tables.Unavailable("The disk is full.")

    monkeypatch.setattr(requests, "settle", full)
    assert outcomes(table) == ["open"]
