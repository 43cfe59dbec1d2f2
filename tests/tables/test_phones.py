"""Phones at the table: joining, seats, taking over, locking."""

import pytest

from companion import tables
from companion.tables import seats
from companion.tables.store import objects, reading


def seated(table):
    return {member.seat: member.device for member in tables.members(table.match) if member.seat is not None}


def role(table, device):
    return tables.member(table.match, device).role


@pytest.mark.parametrize(
    ("as_what", "seat", "may_tap"),
    [("host", None, True), ("host", 0, True), ("player", 1, True), ("player", None, False), ("watch", None, False)],
)
def test_joining(table, as_what, seat, may_tap):
    member = tables.join(table.match, "phone", as_what, seat)
    assert (member.role, member.seat, member.may_tap) == (as_what, seat, may_tap)
    assert tables.member(table.match, "phone").role == as_what


def test_a_phone_that_never_joined_is_no_member(table):
    assert tables.member(table.match, "phone") is None


@pytest.mark.parametrize(("as_what", "seat"), [("king", None), ("watch", 1)])
def test_it_rejects_a_role_that_is_none(table, as_what, seat):
    with pytest.raises(ValueError, match="joins as"):
        tables.join(table.match, "phone", as_what, seat)


@pytest.mark.parametrize("seat", [-1, 4])
def test_it_rejects_a_seat_that_is_not_there(table, seat):
    for change in (
        lambda: tables.join(table.match, "phone", "player", seat),
        lambda: tables.take_seat(table.match, "host", seat),
        lambda: tables.free(table.match, seat),
        lambda: tables.move(table.match, 0, seat),
        lambda: tables.rename(table.match, seat, "Ona"),
    ):
        with pytest.raises(ValueError, match="0 to 3"):
            change()
    assert tables.member(table.match, "phone") is None


def test_coming_again_by_a_lesser_link_takes_nothing_away(table):
    tables.join(table.match, "phone", "player", 1)
    tables.join(table.match, "phone", "watch")
    tables.join(table.match, "host", "player", 2)
    assert seated(table) == {1: "phone", 2: "host"}
    assert (role(table, "phone"), role(table, "host")) == ("player", "host")


def test_coming_again_by_a_better_link_gives_more(table):
    for as_what in ("watch", "player", "host"):
        assert tables.join(table.match, "phone", as_what).role == as_what


def test_a_phone_has_one_seat(table):
    tables.join(table.match, "phone", "player", 1)
    tables.take_seat(table.match, "phone", 3)
    assert seated(table) == {3: "phone"}


def test_whoever_only_watches_takes_no_seat(table):
    tables.join(table.match, "tv", "watch")
    for device in ("tv", "stranger"):
        with pytest.raises(tables.NotAllowed, match="watching"):
            tables.take_seat(table.match, device, 1)


def test_two_who_want_the_same_free_seat_the_second_is_told(table):
    tables.join(table.match, "quick", "player", 1)
    with pytest.raises(tables.SeatTaken, match="Biel already has a phone"):
        tables.join(table.match, "slow", "player", 1)
    assert seated(table) == {1: "quick"}
    assert tables.member(table.match, "slow") is None


def test_taking_over_the_seat_of_a_dead_phone(table):
    tables.join(table.match, "dead", "player", 1)
    tables.join(table.match, "new", "player", 1, over=True)
    assert seated(table) == {1: "new"}
    assert role(table, "dead") == "watch"
    with pytest.raises(tables.NotAllowed):
        table.tap("truc@1", device="dead")


def test_taking_over_from_a_neighbours_phone(table):
    tables.join(table.match, "dead", "player", 1)
    tables.join(table.match, "neighbour", "player", 2)
    tables.take_seat(table.match, "neighbour", 1, over=True)
    assert seated(table) == {1: "neighbour"}


def test_a_host_whose_seat_is_taken_over_stays_host(table):
    tables.take_seat(table.match, "host", 0)
    tables.join(table.match, "phone", "player", 0, over=True)
    assert (role(table, "host"), seated(table)) == ("host", {0: "phone"})


def test_who_leaves_may_sit_down_again(table):
    tables.join(table.match, "phone", "player", 1)
    tables.leave(table.match, "phone")
    assert seated(table) == {}
    tables.take_seat(table.match, "phone", 2)
    assert seated(table) == {2: "phone"}


def test_a_removed_phone_is_out(table):
    tables.join(table.match, "phone", "player", 1)
    tables.remove(table.match, "phone")
    with pytest.raises(tables.NotAllowed, match="not joined"):
        table.tap("truc@1", device="phone")


def test_the_host_frees_a_seat(table):
    tables.join(table.match, "phone", "player", 1)
    tables.free(table.match, 1)
    tables.free(table.match, 1)
    assert (seated(table), role(table, "phone")) == ({}, "watch")


def test_two_phones_change_places(table):
    tables.join(table.match, "b", "player", 1)
    tables.join(table.match, "c", "player", 2)
    tables.move(table.match, 1, 2)
    assert seated(table) == {1: "c", 2: "b"}
    tables.move(table.match, 1, 3)
    assert seated(table) == {3: "c", 2: "b"}
    tables.move(table.match, 2, 2)
    assert seated(table) == {3: "c", 2: "b"}


def test_a_seat_gets_another_name(table):
    assert tables.rename(table.match, 1, "  Gabriel \n Ferrater ") == "Gabriel Ferrater"
    assert table.state.names == ("Anna", "Gabriel Ferrater", "Carme", "Pep")
    with pytest.raises(ValueError, match="at least one"):
        tables.rename(table.match, 1, " ")


def test_locked_nobody_new_comes_in_and_those_inside_stay(table):
    tables.join(table.match, "inside", "player")
    tables.join(table.match, "tv", "watch")
    assert tables.lock(table.match).locked
    for device, as_what in (("new", "player"), ("new", "watch"), ("tv", "player")):
        with pytest.raises(tables.NotAllowed, match="newcomers"):
            tables.join(table.match, device, as_what)
    tables.take_seat(table.match, "inside", 1)
    assert tables.join(table.match, "tv", "watch").role == "watch"
    assert table.tap("truc@1", device="inside").version == 1


def test_locked_the_host_link_still_works(table):
    tables.lock(table.match)
    assert tables.join(table.match, "other phone", "host").may_tap


def test_unlocked_joining_is_open_again(table):
    tables.lock(table.match)
    assert not tables.unlock(table.match).locked
    assert tables.join(table.match, "new", "player", 1).seat == 1


def test_every_change_gives_a_new_stamp_and_wakes_the_streams(table):
    tables.join(table.match, "phone", "player", 1)
    changes = (
        lambda: tables.join(table.match, "other", "player"),
        lambda: tables.take_seat(table.match, "other", 2),
        lambda: tables.move(table.match, 1, 2),
        lambda: tables.rename(table.match, 1, "Gabriel"),
        lambda: tables.leave(table.match, "other"),
        lambda: tables.free(table.match, 2),
        lambda: tables.lock(table.match),
        lambda: tables.unlock(table.match),
        lambda: tables.revoke(table.match),
        lambda: tables.remove(table.match, "other"),
    )
    with tables.live.subscribe(table.match.id) as news:
        stamps = [table.state.stamp]
        for change in changes:
            change()
            assert news.wait(0)
            stamps.append(table.state.stamp)
    assert len(set(stamps)) == len(changes) + 1
    assert table.state.version == 0


def test_being_seen_is_written_once_a_minute_and_told_to_nobody(table, monkeypatch):
    stamp, before = table.state.stamp, seen_at(table.match, "host")
    tables.touch(table.match, "host")
    assert seen_at(table.match, "host") == before
    monkeypatch.setattr(seats, "_FRESH", before - before)
    tables.touch(table.match, "host")
    tables.touch(table.match, "nobody")
    assert seen_at(table.match, "host") > before
    assert table.state.stamp == stamp


def seen_at(match, device):
    with reading() as connection, objects(connection) as session:
        return session.get_one(tables.Member, (match.id, device)).seen_at


def test_a_table_has_room_for_so_many_phones(table, monkeypatch):
    monkeypatch.setattr(seats, "MOST_PHONES", 4)
    for number in range(4 - len(tables.members(table.match))):
        tables.join(table.match, f"guest {number}", "watch")
    with pytest.raises(tables.NotAllowed, match="as many phones as it can hold"):
        tables.join(table.match, "one more", "player")
    assert tables.join(table.match, "guest 0", "player", 1).seat == 1
    assert tables.join(table.match, "the host's new phone", "host").role == "host"
    tables.revoke(table.match)
    assert tables.join(table.match, "one more", "player").role == "player"
