"""Test phones at a table: they join, take and leave seats, and are removed.

Joining can be closed for new phones.
"""

from datetime import timedelta

import pytest

from companion import tables
from companion.tables import awake, seats
from companion.tables.store import open_session, reading


def seated(table):
    members = tables.members(table.match)
    return {member.seat: member.device for member in members if member.seat is not None}


def is_host(table, device):
    return tables.member(table.match, device).host == "full"


@pytest.mark.parametrize(
    ("as_what", "seat", "may_tap"),
    [("host", None, True), ("host", 0, True), ("player", 1, True), ("player", None, False)],
)
def test_a_host_may_tap_without_a_seat_and_a_player_only_with_a_seat(table, as_what, seat, may_tap):
    tables.join(table.match, "phone", as_what, seat)
    found = tables.access(table.state, "phone")
    assert (found.role, found.seat, found.may_tap) == ("player", seat, may_tap)
    assert found.is_host == (as_what == "host")


@pytest.mark.parametrize(
    ("as_what", "seat"), [("king", None), ("watch", None), ("watch", 1), ("removed", None)]
)
def test_joining_a_table_rejects_an_unknown_role(table, as_what, seat):
    with pytest.raises(ValueError, match="joins as"):
        tables.join(table.match, "phone", as_what, seat)


@pytest.mark.parametrize("seat", [-1, 4])
def test_joining_a_table_rejects_a_seat_that_does_not_exist(table, seat):
    for change in (
        lambda: tables.join(table.match, "phone", "player", seat),
        lambda: tables.free_seat(table.match, seat),
        lambda: tables.swap_seats(table.match, 0, seat),
        lambda: tables.rename(table.match, seat, "Ona"),
    ):
        with pytest.raises(ValueError, match="0 to 3"):
            change()
    assert tables.member(table.match, "phone") is None


def test_joining_again_by_a_link_with_fewer_rights_takes_no_rights_away(table, phone):
    tables.mark_seen(table.match, "phone", "watch")
    tables.join(table.match, "host", "player", 2)
    assert seated(table) == {1: "phone", 2: "host"}
    assert (is_host(table, "phone"), is_host(table, "host")) == (False, True)


def test_joining_again_by_a_link_with_more_rights_adds_these_rights(table):
    tables.mark_seen(table.match, "phone", "watch")
    tables.join(table.match, "phone", "player")
    assert not is_host(table, "phone")
    tables.join(table.match, "phone", "host")
    assert is_host(table, "phone")


def test_a_phone_has_at_most_one_seat(table, phone):
    tables.join(table.match, "phone", "player", 3)
    assert seated(table) == {3: "phone"}


def test_a_free_seat_goes_to_the_first_of_two_phones_and_the_second_is_refused(table):
    tables.join(table.match, "quick", "player", 1)
    with pytest.raises(tables.SeatTaken, match="Biel already has a phone"):
        tables.join(table.match, "slow", "player", 1)
    assert seated(table) == {1: "quick"}
    assert tables.member(table.match, "slow") is None


def test_the_seat_of_a_phone_that_is_gone_can_be_taken_over(table):
    tables.join(table.match, "dead", "player", 1)
    assert tables.take_over(table.match, "new", 1)
    assert seated(table) == {1: "new"}
    assert tables.access(table.state, "dead") == tables.Viewer("player", None, lost_seat=1)
    with pytest.raises(tables.NotAllowed):
        table.tap("truc@1", device="dead")


def test_a_player_who_left_a_seat_may_sit_down_again(table, phone):
    tables.leave_seat(table.match, "phone")
    assert seated(table) == {}
    tables.join(table.match, "phone", "player", 2)
    assert seated(table) == {2: "phone"}


def test_a_removed_phone_can_neither_tap_nor_join_again_by_any_link(table, phone):
    tables.ban_phone(table.match, "phone")
    again = (
        lambda: table.tap("truc@1", device="phone"),
        lambda: tables.join(table.match, "phone", "player", 1),
        lambda: tables.join(table.match, "phone", "host"),
    )
    for change in again:
        with pytest.raises(tables.NotAllowed):
            change()
    assert not tables.access(table.state, "phone", table.match.watch_token).inside
    assert seated(table) == {}


def test_a_phone_removed_by_mistake_can_be_let_in_again(table, phone):
    tables.ban_phone(table.match, "phone")
    tables.unban_phone(table.match, "phone")
    assert not tables.access(table.state, "phone").inside
    assert tables.join(table.match, "phone", "player", 1).seat == 1


def test_only_a_removed_phone_can_be_let_in_again(table, phone):
    tables.unban_phone(table.match, "phone")
    assert seated(table) == {1: "phone"}


def test_a_removed_phone_stays_out_when_the_links_are_replaced(table):
    tables.join(table.match, "prankster", "player", 1)
    tables.leave_seat(table.match, "prankster")
    tables.ban_phone(table.match, "prankster")
    new = tables.lock(tables.replace_links(table.match))
    assert tables.by_former_code(table.match.code, "prankster") is None
    assert not tables.access(table.state, "prankster", new.watch_token).inside
    with pytest.raises(tables.NotAllowed):
        tables.join(new, "prankster", "player", 1)


def test_replacing_the_join_link_removes_phones_without_a_seat(table):
    tables.join(table.match, "seated", "player", 1)
    tables.join(table.match, "looker", "player")
    tables.replace_links(table.match, ["player"])
    assert tables.access(table.state, "seated").may_tap
    assert not tables.access(table.state, "looker").inside


def test_a_host_can_free_a_seat(table, phone):
    tables.free_seat(table.match, 1)
    tables.free_seat(table.match, 1)
    assert seated(table) == {}
    assert tables.member(table.match, "phone").role == "player"


def test_two_phones_can_swap_seats(table):
    tables.join(table.match, "b", "player", 1)
    tables.join(table.match, "c", "player", 2)
    tables.swap_seats(table.match, 1, 2)
    assert seated(table) == {1: "c", 2: "b"}
    tables.swap_seats(table.match, 1, 3)
    assert seated(table) == {3: "c", 2: "b"}
    tables.swap_seats(table.match, 2, 2)
    assert seated(table) == {3: "c", 2: "b"}


def test_the_player_in_a_seat_can_be_renamed(table):
    assert tables.rename(table.match, 1, "  Gabriel \n Ferrater ") == "Gabriel Ferrater"
    assert table.state.names == ("Anna", "Gabriel Ferrater", "Carme", "Pep")
    with pytest.raises(ValueError, match="at least one"):
        tables.rename(table.match, 1, " ")


def test_closing_joining_keeps_new_phones_out_and_lets_phones_at_the_table_go_on(table):
    tables.join(table.match, "inside", "player")
    tables.mark_seen(table.match, "tv", "watch")
    assert tables.lock(table.match).locked
    for device in ("new", "tv"):
        with pytest.raises(tables.NotAllowed, match="closed joining"):
            tables.join(table.match, device, "player")
    tables.join(table.match, "inside", "player", 1)
    assert tables.access(table.state, "tv", table.match.watch_token).inside
    assert table.tap("truc@1", device="inside").version == 1
    assert not tables.unlock(table.match).locked
    assert tables.join(table.match, "new", "player", 2).seat == 2


def test_the_host_link_works_while_joining_is_closed(table):
    tables.lock(table.match)
    tables.join(table.match, "other phone", "host")
    assert tables.access(table.state, "other phone").may_tap


def test_every_change_of_people_or_links_gives_a_new_stamp_and_wakes_the_streams(table, phone):
    changes = (
        lambda: tables.join(table.match, "other", "player"),
        lambda: tables.join(table.match, "other", "player", 2),
        lambda: tables.swap_seats(table.match, 1, 2),
        lambda: tables.rename(table.match, 1, "Gabriel"),
        lambda: tables.leave_seat(table.match, "other"),
        lambda: tables.free_seat(table.match, 2),
        lambda: tables.lock(table.match),
        lambda: tables.unlock(table.match),
        lambda: tables.replace_links(table.match),
        lambda: tables.ban_phone(table.match, "other"),
    )
    with tables.streams().subscribe(table.match.id) as stream:
        stamps = [table.state.stamp]
        for change in changes:
            change()
            assert stream.wait(0)
            stamps.append(table.state.stamp)
    assert len(set(stamps)) == len(changes) + 1
    assert table.state.version == 0


def test_the_time_a_phone_was_seen_is_written_once_a_minute_and_wakes_no_stream(table, monkeypatch):
    stamp = table.state.stamp
    before = seen_at(table.match, "host")
    tables.mark_seen(table.match, "host")
    assert seen_at(table.match, "host") == before
    monkeypatch.setattr(awake, "_FRESH", before - before)
    tables.mark_seen(table.match, "host")
    tables.mark_seen(table.match, "nobody")
    assert seen_at(table.match, "host") > before
    assert table.state.stamp == stamp


def test_a_phone_seen_a_moment_ago_is_not_looked_up_in_the_database(table, monkeypatch):
    tables.join(table.match, "anna", "player", 1)
    tables.state(table.match)
    asked = []
    monkeypatch.setattr(awake, "_mark_seen", lambda *found: asked.append(found[1]))
    for device in ("host", "anna", "watcher"):
        tables.mark_seen(table.match, device, "watch")
    assert asked == ["watcher"]


def seen_at(match, device):
    with reading() as connection, open_session(connection) as session:
        return session.get_one(tables.Member, (match.id, device)).seen_at


def test_a_new_phone_can_always_join_because_phones_without_a_seat_are_forgotten(
    table, monkeypatch
):
    monkeypatch.setattr(seats, "MOST_PHONES", 5)
    tables.join(table.match, "seated", "player", 1)
    for number in range(8):
        tables.take_over(table.match, f"guest {number}", 2)
        tables.leave_seat(table.match, f"guest {number}")
    assert {row.device for row in tables.members(table.match)} == {
        "host",
        "seated",
        "guest 5",
        "guest 6",
        "guest 7",
    }
    assert tables.join(table.match, "one more", "player", 3).seat == 3
    assert tables.join(table.match, "the host's new phone", "host").host == "full"


def test_many_watching_phones_do_not_keep_a_player_from_joining(table, monkeypatch):
    monkeypatch.setattr(awake, "MOST_WATCHING", 3)
    for number in range(6):
        tables.mark_seen(table.match, f"watcher {number}", "watch")
    watching = [row.device for row in tables.phones(table.match) if row.role == "watch"]
    assert watching == ["watcher 3", "watcher 4", "watcher 5"]
    assert tables.join(table.match, "phone", "player", 1).seat == 1


def test_a_table_remembers_only_a_limited_number_of_removed_phones(table, monkeypatch):
    monkeypatch.setattr(seats, "MOST_REMOVED", 2)
    for number in range(4):
        tables.join(table.match, f"phone {number}", "player")
        tables.ban_phone(table.match, f"phone {number}")
    removed = [row.device for row in tables.phones(table.match) if row.role == "removed"]
    assert removed == ["phone 2", "phone 3"]


def test_no_error_is_raised_if_the_time_a_phone_was_seen_cannot_be_stored(table, monkeypatch):
    monkeypatch.setattr(awake, "_FRESH", timedelta(0))
    tables.delete(table.match)
    tables.mark_seen(table.match, "host")
    tables.mark_seen(table.match, "watcher", "watch")
    monkeypatch.setattr(awake, "writing", full_disk)
    tables.mark_seen(table.match, "other", "watch")


def full_disk(wait):
    raise tables.Unavailable("The disk is full.")
