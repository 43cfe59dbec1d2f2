"""Test the rights of hosts: an earlier host may overrule a later one.

Also test the single-use numbers that make a phone host or give it a seat.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import count

import pytest
from sqlalchemy import update

from companion import tables
from companion.tables import digits
from companion.tables.models import now
from companion.tables.process_state import process_state
from companion.tables.store import writing
from tests.plain_phones import make_host_by_request
from tests.tables.conftest import Table

HERE = "here"  # a text that tells a network apart


def look_away(table: Table, device: str, **since: float) -> None:
    mine = tables.Member.match_id == table.match.id, tables.Member.device == device
    with writing() as connection:
        connection.execute(
            update(tables.Member).where(*mine).values(seen_at=now() - timedelta(**since))
        )
    process_state().states.clear()


def hosts(match: tables.Match) -> list[str]:
    return [host.device for host in tables.hosts(tables.phones(match))]


def is_in_charge(table: Table, device: str) -> bool:
    return tables.is_in_charge(tables.phones(table.match), device)


def may_overrule(table: Table, device: str, other: str) -> bool:
    return tables.may_overrule(tables.phones(table.match), device, other)


@pytest.fixture
def evening(app: object) -> Table:
    """Return a table with three hosts, Anna, Biel and Carme, and with Pep, who is only a player.

    Anna opened the table. Biel is a full host too, Carme is a host by request.
    """
    match = tables.open_table(variant="catalan", names=["Anna", "Biel", "Carme", "Pep"])
    tables.join(match, "anna", "host", 0)
    for seat, device in enumerate(("biel", "carme", "pep"), start=1):
        tables.join(match, device, "player", seat)
    table = Table(match, count())
    tables.make_host(match, "biel", by="anna")
    make_host_by_request(match, "carme")
    return table


def test_full_hosts_are_listed_before_hosts_by_request(evening):
    tables.make_host(evening.match, "pep", by="biel")
    assert hosts(evening.match) == ["anna", "biel", "pep", "carme"]


def test_a_player_who_becomes_host_keeps_their_seat(evening):
    assert tables.access(evening.state, "biel") == tables.Viewer(
        "player", 1, may_tap=True, host="full"
    )


def test_a_host_can_overrule_later_hosts_but_no_earlier_host_who_looks_at_the_table(evening):
    overruled = {
        "anna": ["biel", "carme", "pep"],
        "biel": ["carme", "pep"],
        "carme": ["pep"],
        "pep": [],
        "nobody": [],
    }
    for device, expected in overruled.items():
        others = ("anna", "biel", "carme", "pep")
        found = [other for other in others if may_overrule(evening, device, other)]
        assert found == expected, device


@pytest.mark.parametrize(
    ("by", "whom"), [("biel", "anna"), ("carme", "anna"), ("carme", "biel"), ("pep", "carme")]
)
def test_a_later_host_can_neither_demote_nor_remove_an_earlier_host(evening, by, whom):
    before = evening.state.members
    for change in (tables.unmake_host, tables.ban_phone):
        with pytest.raises(tables.NotAllowed, match="earlier"):
            change(evening.match, whom, by=by)
    assert evening.state.members == before


@pytest.mark.parametrize("whom", ["pep", "nobody"])
def test_demoting_a_phone_that_is_not_host_changes_nothing(evening, whom):
    link = evening.state.match.host_token
    tables.unmake_host(evening.match, whom, by="anna")
    assert hosts(evening.match) == ["anna", "biel", "carme"]
    assert evening.state.match.host_token == link


@pytest.mark.parametrize("by", ["carme", "pep", "nobody"])
def test_only_a_full_host_makes_hosts_while_a_full_host_looks_at_the_table(evening, by):
    with pytest.raises(tables.NotAllowed):
        tables.make_host(evening.match, "pep", by=by)
    assert hosts(evening.match) == ["anna", "biel", "carme"]


@pytest.mark.parametrize("device", ["watcher", "removed", "nobody"])
def test_a_phone_that_is_not_a_player_at_the_table_cannot_become_host(evening, device):
    tables.mark_seen(evening.match, "watcher", "watch")
    tables.join(evening.match, "removed", "player")
    tables.ban_phone(evening.match, "removed")
    with pytest.raises(tables.NotAllowed, match="joined to play"):
        tables.make_host(evening.match, device, by="anna")


def test_a_host_by_request_has_full_rights_if_no_full_host_has_looked_for_ten_minutes(evening):
    look_away(evening, "anna", minutes=11)
    look_away(evening, "biel", minutes=9)
    assert not is_in_charge(evening, "carme")
    look_away(evening, "biel", minutes=10)
    assert is_in_charge(evening, "carme")
    tables.unmake_host(evening.match, "anna", by="carme")
    assert hosts(evening.match) == ["biel", "carme"]


def test_a_host_by_request_loses_full_rights_once_a_full_host_opens_a_page(evening):
    for device in ("anna", "biel"):
        look_away(evening, device, minutes=10)
    tables.mark_seen(evening.match, "anna")
    assert not is_in_charge(evening, "carme")


def test_a_later_host_can_remove_the_lost_phone_of_an_earlier_host(evening):
    look_away(evening, "anna", minutes=10)
    tables.ban_phone(evening.match, "anna", by="biel")
    assert not tables.access(evening.state, "anna").inside


@pytest.mark.parametrize("change", [tables.unmake_host, tables.ban_phone])
def test_a_former_host_does_not_become_host_again_by_the_old_host_link(evening, change):
    known = evening.state.match.host_token
    change(evening.match, "biel", by="anna")
    assert tables.by_token(known) is None
    assert tables.by_token(evening.state.match.host_token) is not None


def test_a_host_that_is_removed_and_let_in_again_is_no_longer_host(evening):
    tables.ban_phone(evening.match, "biel", by="anna")
    tables.unban_phone(evening.match, "biel")
    assert tables.join(evening.match, "biel", "player", 1).host == ""


def test_all_hosts_stay_hosts_when_the_links_are_replaced(evening):
    tables.leave_seat(evening.match, "biel")
    tables.replace_links(evening.match)
    assert tables.access(evening.state, "biel").is_host


def test_hosts_stay_hosts_at_the_rematch_in_the_same_order(evening):
    evening.tap("end", device="anna")
    new = tables.rematch(evening.match, "pep")
    assert hosts(new) == ["anna", "biel", "carme"]
    assert tables.access(tables.state(new), "carme") == tables.Viewer(
        "player", 2, may_tap=True, host="acting"
    )
    assert tables.may_overrule(tables.phones(new), "anna", "biel")


def test_a_host_who_sits_out_stays_host(evening):
    another = tables.NextGame("put", {"target": "24"}, (3, 1))
    new = tables.rematch(evening.match, "anna", another=another)
    assert hosts(new) == ["anna", "biel", "carme"]
    assert tables.access(tables.state(new), "anna") == tables.Viewer(
        "player", None, may_tap=True, host="full"
    )


@pytest.mark.parametrize("who", ["anna", "biel", "carme"])
def test_every_host_even_a_host_by_request_may_choose_who_plays(evening, who):
    assert tables.may_choose_people(evening.match, who)
    assert not tables.may_choose_people(evening.match, "pep")


def test_any_player_may_choose_who_plays_if_no_host_has_looked_for_ten_minutes(evening):
    look_away(evening, "anna", minutes=10)
    look_away(evening, "biel", minutes=10)
    assert not tables.may_choose_people(evening.match, "pep")
    look_away(evening, "carme", minutes=10)
    assert tables.may_choose_people(evening.match, "pep")
    tables.mark_seen(evening.match, "watcher", "watch")
    assert not tables.may_choose_people(evening.match, "watcher")


def opened_after(device: str) -> tables.Match:
    match = tables.open_table(variant="catalan")
    tables.join(match, device, "host", 0, follows=True)
    return match


def test_a_host_demoted_at_the_rematch_does_not_become_host_of_the_next_new_table(evening):
    following = tables.rematch(evening.match, "anna", house={})
    tables.unmake_host(following, "biel", by="anna")
    look_away(Table(following, count()), "pep", minutes=1)
    new = opened_after("pep")
    for device in ("biel", "anna"):
        tables.join(new, device, "player")
    assert hosts(new) == ["pep", "anna"]


def test_hosts_of_the_last_match_become_hosts_of_a_new_table_when_they_join(evening):
    new = opened_after("pep")
    assert hosts(new) == ["pep"]
    for device in ("carme", "anna"):
        tables.join(new, device, "player")
    tables.join(new, "somebody", "player")
    assert hosts(new) == ["pep", "anna", "carme"]


def test_a_host_who_skips_a_match_becomes_host_again_at_the_rematch_of_that_match(evening):
    new = tables.rematch(opened_after("pep"), "pep", house={"target": "24"})
    assert tables.join(new, "anna", "player").host == "full"


def test_hosts_of_a_match_four_hours_ago_do_not_become_hosts_of_a_new_table(evening):
    look_away(evening, "pep", hours=4)
    new = opened_after("pep")
    assert not tables.join(new, "anna", "player").host


def test_a_host_of_the_last_match_who_was_removed_does_not_become_host_again(evening):
    new = opened_after("pep")
    tables.join(new, "anna", "player")
    tables.ban_phone(new, "anna", by="pep")
    tables.unban_phone(new, "anna")
    assert tables.join(new, "anna", "player").host == ""


def host_number(table: Table, giver: str = "anna") -> str:
    number = digits.number_for_host(table.state.match, giver, HERE)
    assert number
    return number


def seat_number(table: Table, seat: int = 3, giver: str = "biel") -> str:
    (holder,) = [row.device for row in tables.phones(table.match) if row.seat == seat]
    return digits.number_for_seat(table.state.match, seat, holder, giver, HERE)


def expect_void(match: tables.Match, device: str, number: str) -> None:
    with pytest.raises(tables.NotAllowed, match="no longer valid"):
        tables.use_number(match, device, number)


def test_a_number_for_a_host_makes_one_phone_host_even_while_joining_is_closed(evening):
    tables.lock(evening.match)
    number = host_number(evening)
    assert tables.use_number(evening.match, "new phone", number).host == "full"
    for device in ("second", "pep"):
        expect_void(evening.match, device, number)
    assert hosts(evening.match) == ["anna", "biel", "new phone", "carme"]


def test_a_number_for_a_host_is_shown_unchanged_until_it_is_used(evening):
    number = host_number(evening)
    assert host_number(evening) == number
    tables.use_number(evening.match, "pep", number)
    assert host_number(evening) != number


def test_a_player_who_uses_a_number_for_a_host_keeps_the_seat(evening):
    tables.use_number(evening.match, "pep", host_number(evening))
    assert tables.access(evening.state, "pep") == tables.Viewer(
        "player", 3, may_tap=True, host="full"
    )


def test_a_removed_phone_cannot_use_a_number_and_the_number_stays_valid(evening):
    tables.ban_phone(evening.match, "pep", by="anna")
    for number in (host_number(evening), seat_number(evening, 2)):
        with pytest.raises(tables.NotAllowed, match="removed"):
            tables.use_number(evening.match, "pep", number)
        tables.use_number(evening.match, "another phone", number)


@pytest.mark.parametrize("change", [tables.unmake_host, tables.ban_phone])
def test_a_number_is_invalid_if_the_host_who_gave_it_is_no_longer_host(evening, change):
    number = host_number(evening, "biel")
    change(evening.match, "biel", by="anna")
    expect_void(evening.match, "pep", number)


def test_single_use_numbers_become_invalid_when_the_code_of_the_table_is_replaced(evening):
    numbers = (host_number(evening), seat_number(evening))
    tables.replace_links(evening.match)
    for number in numbers:
        expect_void(evening.match, "new phone", number)


def test_a_single_use_number_is_not_valid_at_another_table(evening):
    other = tables.open_table(variant="catalan")
    for number in (host_number(evening), seat_number(evening)):
        expect_void(other, "new phone", number)
    assert tables.phones(other) == ()


@pytest.mark.parametrize("kind", ["host", "seat"])
def test_single_use_numbers_become_invalid_when_the_match_has_a_rematch(evening, kind):
    tables.lock(evening.match)
    number = host_number(evening) if kind == "host" else seat_number(evening)
    new = tables.rematch(evening.match, "anna", house={"target": "24"})
    for match in (evening.match, new):
        expect_void(match, "new phone", number)
        assert tables.member(match, "new phone") is None


def test_a_number_for_a_seat_lets_a_new_phone_take_the_seat_while_joining_is_closed(evening):
    tables.lock(evening.match)
    tables.use_number(evening.match, "new phone", seat_number(evening))
    assert tables.access(evening.state, "new phone") == tables.Viewer("player", 3, may_tap=True)
    assert tables.access(evening.state, "pep") == tables.Viewer("player", None, lost_seat=3)


@pytest.mark.parametrize(
    ("device", "seats"), [("pep", {0, 1, 2}), ("anna", {1, 2, 3}), ("a stranger", set())]
)
def test_while_joining_is_closed_a_player_may_give_the_seats_of_other_phones_away(
    evening, device, seats
):
    viewer = tables.access(evening.state, device)
    assert tables.replaceable_seats(evening.match, viewer) == frozenset()
    closed = tables.lock(evening.match)
    assert tables.replaceable_seats(closed, viewer) == seats


def test_getting_the_seat_of_a_host_does_not_give_the_rights_of_the_host(evening):
    tables.lock(evening.match)
    tables.use_number(evening.match, "new phone", seat_number(evening, 0))
    assert not tables.access(evening.state, "new phone").is_host
    assert tables.access(evening.state, "anna").is_host


@pytest.mark.parametrize(
    "change",
    [
        lambda match: tables.take_over(match, "carme", 3),
        lambda match: tables.free_seat(match, 3),
        lambda match: tables.swap_seats(match, 3, 2),
        lambda match: tables.leave_seat(match, "pep"),
        lambda match: tables.ban_phone(match, "pep", by="anna"),
        lambda match: tables.ban_phone(match, "biel", by="anna"),
    ],
    ids=["taken over", "freed", "moved", "left", "its phone removed", "the giver removed"],
)
def test_a_number_for_a_seat_is_invalid_if_the_seat_was_lost_or_its_giver_was_removed(
    evening, change
):
    number = seat_number(evening)
    change(evening.match)
    expect_void(evening.match, "new phone", number)
    assert tables.member(evening.match, "new phone") is None


def test_a_number_for_a_seat_is_invalid_once_the_player_who_gave_it_has_no_seat(evening):
    tables.unmake_host(evening.match, "biel", by="anna")
    number = seat_number(evening)
    tables.leave_seat(evening.match, "biel")
    expect_void(evening.match, "new phone", number)


@pytest.mark.parametrize("kind", ["host", "seat"])
def test_only_one_of_four_processes_can_use_the_same_number(evening, start, kind, engine):
    """Both kinds of numbers are tried on both databases, because `engine` is an argument."""
    number = host_number(evening) if kind == "host" else seat_number(evening)
    code = f"""
import os
try:
    print(tables.use_number(match, f"phone {{os.getpid()}}", "{number}").device)
except tables.NotAllowed:
    pass
"""
    processes = [start(code, evening.match) for _ in range(4)]
    ends = [process.done() for process in processes]
    assert [end.returncode for end in ends] == [0] * 4
    (phone,) = filter(None, (end.stdout.strip() for end in ends))
    new = {row.device for row in tables.phones(evening.match)} - {"anna", "biel", "carme", "pep"}
    assert new == {phone}


def test_a_single_use_number_is_valid_for_ten_minutes(evening, monkeypatch):
    number = host_number(evening)
    moment: datetime = now() + digits.LIFE
    monkeypatch.setattr(digits, "now", lambda: moment)
    expect_void(evening.match, "pep", number)
    assert digits.look_up(number, HERE).link == ""


def test_a_used_number_leads_only_the_phone_that_used_it_to_the_table(evening):
    number = host_number(evening)
    tables.use_number(evening.match, "pep", number)
    found = digits.look_up(number, HERE, "pep")
    assert (found.gives, found.link) == ("used", evening.match.code)
    for device in ("carme", ""):
        assert digits.look_up(number, HERE, device).link == ""


def test_the_single_use_numbers_that_a_table_gives_in_ten_minutes_are_limited(evening, monkeypatch):
    monkeypatch.setattr(digits, "MOST_ONCE_OF_TABLE", 3)
    for _ in range(3):
        tables.use_number(evening.match, "pep", host_number(evening))
    assert digits.number_for_host(evening.match, "anna", HERE) == ""
    other = tables.open_table(variant="catalan")
    assert digits.number_for_host(other, "anna", HERE)


def test_single_use_numbers_are_limited_for_each_network_and_for_all_networks_together(
    evening, monkeypatch
):
    monkeypatch.setattr(digits, "MOST_ONCE_HERE", 2)
    monkeypatch.setattr(digits, "MOST_ONCE", 3)
    made = []
    for seat, network in enumerate("aaabc"):
        made.append(digits.number_for_seat(evening.match, seat, "x", "biel", network))
    assert [bool(number) for number in made] == [True, True, False, True, False]
    assert digits.number_for_table(evening.match), "the number to join by does not suffer from it"
