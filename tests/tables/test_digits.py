"""Test numbers: eight digits lead to a table, four name a television; guessing is limited."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

import pytest
from sqlalchemy import func, select

from companion import tables
from companion.tables import digits
from companion.tables.models import now

# Texts that tell three networks apart.
HERE = "here"
THERE = "there"
ELSEWHERE = "elsewhere"


class Clock:
    def __init__(self) -> None:
        self.moment = now()

    def __call__(self) -> datetime:
        return self.moment

    def goes_on(self, **by: float) -> None:
        self.moment += timedelta(**by)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(digits, "now", clock)
    return clock


def rows(model: type[digits.Digits | digits.WrongTry]) -> int:
    with tables.db.engine.connect() as connection:
        return connection.scalar(select(func.count()).select_from(model)) or 0


def waits(network: str = HERE) -> tuple[str, str]:
    token = digits.register_tv(network)
    found = digits.find_waiting_tv(token)
    assert found is not None
    return token, found.number


def another(*numbers: str) -> str:
    return next(n for n in (str(n).zfill(len(numbers[0])) for n in range(1000)) if n not in numbers)


def guess(times: int, network: str, *numbers: str) -> None:
    for _ in range(times):
        assert not digits.tv_is_waiting(another(*numbers), network)


def shown(token: str) -> str:
    found = digits.find_waiting_tv(token)
    return "" if found is None else found.link


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("4729", "4729"),
        (" 47-29 ", "4729"),
        ("4821 7093", "48217093"),
        ("0000", "0000"),
        ("472", ""),
        ("47293", ""),
        ("K7QF", ""),
        ("٤٧٢٩", ""),
        ("", ""),
        ("4 " * 4000, ""),
    ],
)
def test_a_typed_number_may_have_spaces_and_hyphens(typed, number):
    assert digits.parse_number(typed) == number


def test_the_number_of_a_table_stays_valid_for_ten_minutes_after_it_was_last_shown(table, clock):
    number = digits.number_for_table(table.match)
    assert len(number) == 8
    assert digits.format_number(number) == f"{number[:4]} {number[4:]}"
    for _ in range(5):
        clock.goes_on(minutes=6)
        assert digits.number_for_table(table.match) == number
        assert digits.look_up(number, HERE).link == table.match.code
    clock.goes_on(minutes=9.9)
    assert digits.look_up(number, HERE).link == table.match.code
    clock.goes_on(minutes=0.2)
    assert digits.look_up(number, HERE).link == ""
    assert digits.number_for_table(table.match) != number


def test_a_number_is_invalid_for_new_phones_once_the_code_of_its_table_is_replaced(table, clock):
    number = digits.number_for_table(table.match)
    new = tables.replace_links(table.match)
    assert tables.by_code(digits.look_up(number, HERE).link) is None
    assert digits.look_up(digits.number_for_table(new), HERE).link == new.code


def test_a_waiting_television_can_be_paired_with_only_one_table(table, clock):
    token, number = waits()
    assert len(number) == 4
    assert digits.tv_is_waiting(number, THERE)
    assert shown(token) == ""
    assert digits.pair_tv(number, table.match.tv_token, THERE)
    assert digits.pair_tv(number, table.match.tv_token, THERE)  # the key was touched twice
    assert shown(token) == table.match.tv_token
    assert not digits.pair_tv(number, "another-link", ELSEWHERE)
    assert not digits.tv_is_waiting(number, ELSEWHERE)
    assert shown(token) == table.match.tv_token


def test_the_number_of_a_television_expires_after_ten_minutes(table, clock):
    token, number = waits()
    clock.goes_on(minutes=10, seconds=1)
    assert digits.find_waiting_tv(token) is None
    assert not digits.pair_tv(number, table.match.tv_token, HERE)
    waits()
    assert rows(digits.Digits) == 1


def test_numbers_of_tables_and_of_televisions_are_not_mixed_up(table, clock):
    (token, television) = waits()
    number = digits.number_for_table(table.match)
    assert digits.look_up(television, HERE).link == ""
    assert not digits.tv_is_waiting(number, HERE)
    assert not digits.pair_tv(number, table.match.tv_token, HERE)
    assert digits.find_waiting_tv(table.match.code) is None
    assert digits.look_up(number, HERE).link == table.match.code
    assert shown(token) == ""


def test_only_the_network_that_guesses_too_many_numbers_is_refused_for_a_minute(table, clock):
    token, number = waits()
    guess(digits.MOST_WRONG_HERE, THERE, number)
    for again in (
        lambda: digits.tv_is_waiting(number, THERE),
        lambda: digits.pair_tv(number, "x", THERE),
    ):
        with pytest.raises(digits.TooManyTries):
            again()
    assert digits.tv_is_waiting(number, HERE)
    assert rows(digits.WrongTry) == digits.MOST_WRONG_HERE  # what is refused is not counted
    clock.goes_on(seconds=61)
    assert digits.pair_tv(number, table.match.tv_token, THERE)
    assert shown(token) == table.match.tv_token
    assert rows(digits.WrongTry) == 0


def test_guesses_of_numbers_from_all_networks_are_limited_but_codes_still_work(table, clock):
    _, number = waits()
    for network in range(digits.MOST_WRONG):
        guess(1, f"network {network}", number)
    with pytest.raises(digits.TooManyTries):
        digits.look_up(digits.number_for_table(table.match), HERE)
    assert tables.by_code(table.match.code).id == table.match.id
    assert tables.by_token(table.match.join_token) is not None


def test_simultaneous_guesses_of_numbers_share_one_limit(app, clock):
    told: list[str] = []

    def try_on() -> None:
        with app.app_context():
            for _ in range(4):
                try:
                    digits.look_up("00000000", HERE)
                    told.append("wrong")
                except digits.TooManyTries:
                    told.append("refused")

    guessing = [threading.Thread(target=try_on) for _ in range(8)]
    for thread in guessing:
        thread.start()
    for thread in guessing:
        thread.join(60)
    assert told.count("wrong") == digits.MOST_WRONG_HERE
    assert told.count("refused") == 32 - digits.MOST_WRONG_HERE


def test_setting_the_clock_back_does_not_make_numbers_valid_for_longer(table, clock):
    token, number = waits()
    guess(digits.MOST_WRONG_HERE, HERE, number)
    clock.goes_on(hours=-5)
    assert digits.find_waiting_tv(token) is None
    assert not digits.tv_is_waiting(number, HERE)


def look(clock: Clock, *tokens: str) -> None:
    clock.goes_on(seconds=5)
    for token in tokens:
        found = digits.find_waiting_tv(token)
        assert found is not None
        digits.note_look(found)


def one_after_the_other(clock: Clock, number: int) -> list[str]:
    tokens = []
    for _ in range(number):
        clock.goes_on(milliseconds=10)
        tokens.append(waits()[0])
    return tokens


def test_the_waiting_televisions_of_a_network_are_limited(app, clock):
    tokens = [waits()[0] for _ in range(digits.MOST_TELEVISIONS)]
    look(clock, *tokens)
    assert digits.register_tv(HERE) == ""
    assert digits.register_tv(THERE) != ""
    clock.goes_on(minutes=10.1)
    assert digits.register_tv(HERE) != ""


def test_a_television_that_never_asked_again_loses_its_number_to_a_newer_television(app, clock):
    real = waits()[0]
    look(clock, real)
    first, *others = one_after_the_other(clock, digits.MOST_TELEVISIONS - 1)
    (newer,) = one_after_the_other(clock, 1)
    assert digits.find_waiting_tv(first) is None
    assert all(digits.find_waiting_tv(token) for token in (real, newer, *others))
    for _ in range(2 * digits.MOST_TELEVISIONS):
        waits()
    assert digits.find_waiting_tv(real) is not None
    assert rows(digits.Digits) == digits.MOST_TELEVISIONS


def test_the_television_not_seen_for_longest_loses_its_number_if_too_many_wait(app, clock):
    tokens = [waits()[0] for _ in range(digits.MOST_TELEVISIONS)]
    look(clock, *tokens)
    look(clock, *tokens[2:])
    for _ in range(4):
        look(clock, *tokens[3:])
    waits()
    gone = [token for token in tokens if digits.find_waiting_tv(token) is None]
    assert gone in ([tokens[0]], [tokens[1]])
    waits()
    gone = [token for token in tokens if digits.find_waiting_tv(token) is None]
    assert gone == tokens[:2]


def test_a_television_that_stopped_asking_loses_its_number_if_the_total_limit_is_reached(
    app, clock, monkeypatch
):
    monkeypatch.setattr(digits, "MOST", {digits.OF_A_TABLE: 1, digits.OF_A_TELEVISION: 2})
    one = waits(HERE)[0]
    other = waits(THERE)[0]
    look(clock, one)
    assert digits.register_tv(ELSEWHERE) != ""
    assert digits.find_waiting_tv(one) is not None
    assert digits.find_waiting_tv(other) is None


def test_the_number_of_a_television_expires_after_ten_minutes_however_often_it_reloads(app, clock):
    token = waits()[0]
    for _ in range(119):
        look(clock, token)
    clock.goes_on(seconds=6)
    assert digits.find_waiting_tv(token) is None


def test_no_new_number_is_given_while_too_many_numbers_are_valid(table, clock, monkeypatch):
    monkeypatch.setattr(digits, "MOST", {digits.OF_A_TABLE: 1, digits.OF_A_TELEVISION: 1})
    assert digits.number_for_table(table.match)
    assert digits.number_for_table(tables.open_table(variant="put")) == ""
    look(clock, digits.register_tv(HERE))
    assert digits.register_tv(THERE) == ""


def test_another_number_is_drawn_if_the_drawn_number_is_taken(app, clock, monkeypatch):
    drawn = iter([7, 7, 7, 8])
    monkeypatch.setattr(digits.secrets, "randbelow", lambda _: next(drawn))
    assert [waits()[1], waits()[1]] == ["0007", "0008"]


def test_a_table_has_no_number_if_the_database_cannot_be_written(table, monkeypatch):
    def full(**_: float) -> None:
        raise tables.Unavailable("The disk is full.")

    monkeypatch.setattr(digits, "writing", full)
    assert digits.number_for_table(table.match) == ""
