"""The log says between its taps who asked for what, and what was answered."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from companion import tables
from companion.board import request_lines
from companion.tables import Request
from companion.tables.models import now
from companion.words.people import People

BEGAN = now()


def at(minute: int) -> datetime:
    return BEGAN + timedelta(minutes=minute)


def host_request(outcome: str, *, answered_by: int | None = 2, **more: Any) -> Request:
    """Return Biel's request to become host: asked after tap 1, answered after tap 2."""
    answer = {"answered_at": at(2), "answered_after": 2, "answered_by": answered_by}
    asked = {"kind": "host", "device": "biel", "seat": 1, "asked_at": at(1), "asked_after": 1}
    return Request(outcome=outcome, **(asked | answer | more))


def seat_request(outcome: str, name: str = "") -> Request:
    """Return a request for Carme's seat: asked after tap 1, answered after tap 2."""
    return Request(
        kind="seat",
        outcome=outcome,
        device="a phone",
        seat=2,
        name=name,
        holder="carme",
        asked_at=at(1),
        asked_after=1,
        answered_at=at(2),
        answered_after=2,
    )


@pytest.fixture
def log(match, host):
    """Return a function that reads a page of the log of three taps. The oldest line is first."""
    host.play("truc@1 yes@2 won@1")

    def read(*requests: Request, most: int = 9, end: int = 3) -> list[str]:
        state = replace(tables.state(match), requests=requests)
        people = People(state.names, state.log.game.rules)
        return [line.text for line in request_lines.lines(state, people, most, end)][::-1]

    return read


@pytest.mark.parametrize(
    ("outcome", "says"),
    [
        ("agreed", "Carme made Biel host"),
        ("granted", "Biel became host: no host answered"),
        ("refused", "Carme did not make Biel host"),
        ("withdrawn", "Biel no longer asks to become host"),
    ],
)
def test_the_log_says_who_asked_to_become_host_and_the_answer(log, outcome, says):
    taps = log()
    first, second, third = taps
    found = log(host_request(outcome))
    assert found == [first, "Biel asked to become host", second, says, third]


@pytest.mark.parametrize(
    ("outcome", "says"),
    [("made", "Carme made Biel host"), ("unmade", "Carme decided: Biel is no longer host")],
)
def test_what_a_host_decided_without_a_request_is_one_line_of_the_log(log, outcome, says):
    first, second, third = log()
    assert log(host_request(outcome)) == [first, second, says, third]


def test_a_request_that_is_still_open_has_no_answer_in_the_log(log):
    first, *others = log()
    waiting = host_request("open", answered_at=None, answered_after=None, answered_by=None)
    assert log(waiting) == [first, "Biel asked to become host", *others]


@pytest.mark.parametrize("outcome", ["agreed", "granted", "taken"])
def test_the_log_says_whose_phone_took_a_seat(log, outcome):
    first, second, third = log()
    assert log(seat_request(outcome)) == [first, second, "Another phone took Carme’s seat", third]
    *_, told, _ = log(seat_request(outcome, name="Maria"))
    assert told.endswith("’s phone took Carme’s seat")
    assert "Maria" in told


@pytest.mark.parametrize("outcome", ["refused", "withdrawn"])
def test_a_seat_that_nobody_took_is_not_in_the_log(log, outcome):
    assert log(seat_request(outcome)) == log()


def test_requests_after_the_same_tap_are_in_the_order_of_time(log):
    later = host_request("granted", answered_at=at(9))
    earlier = host_request("refused", answered_at=at(5))
    told = log(later, earlier)
    made = told.index("Biel became host: no host answered")
    assert told.index("Carme did not make Biel host") < made
    assert log(earlier, later) == told


def test_requests_from_before_the_first_tap_are_at_the_beginning_of_the_log_only(log):
    early = host_request("made", answered_after=0)
    first, second, third = log()
    assert log(early) == ["Carme made Biel host", first, second, third]
    assert log(early, most=2) == [second, third]
    assert log(early, most=1, end=1) == ["Carme made Biel host", first]
