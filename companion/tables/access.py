"""Decide what a phone may do at a table. Every page, every stream and every tap asks here."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple

from companion.tables.links import TableLink
from companion.tables.match_state import State
from companion.tables.models import HostKind, Member, Role, now

ABSENT = timedelta(minutes=10)
"""A host who has looked at no page of the table for this long counts as gone."""


class Viewer(NamedTuple):
    """A phone that looks at a table, with its role, its seat, and what it may do there.

    * `may_tap`: whether this phone may record taps.
    * `host`: whether this phone is also a host, and of which kind.
    * `lost_seat`: the seat that was taken from this phone, None if no seat was taken or if this
      phone has sat down again.
    """

    role: Role = "stranger"
    seat: int | None = None
    may_tap: bool = False
    lost_seat: int | None = None
    host: HostKind = ""

    @property
    def inside(self) -> bool:
        """Return whether this phone may see the table."""
        return self.role not in ("stranger", "removed")

    @property
    def invited(self) -> bool:
        """Return whether this phone was let in to play.

        Such a phone may know the code, take a seat and give up its seat.
        """
        return self.role == "player"

    @property
    def is_host(self) -> bool:
        """Return whether this phone is a host, fully or by request.

        Every host may change seats and names, open or close joining, and remove phones that are not
        hosts. `is_in_charge` and `may_overrule` say what only some hosts may do.
        """
        return self.host != ""

    @property
    def may_let_back(self) -> bool:
        """Return whether this phone may give a number that puts a new phone into a player's seat.

        This helps a player whose phone is lost. Hosts and phones with a seat may do so.
        """
        return self.may_tap


def access(state: State, device: str, address: str = "") -> Viewer:
    """Return what the phone with the id `device` may do at this table.

    If the phone was let in to play, or was removed, its row at the table decides. Any other phone
    may at most watch. It may do so if `address` is the token of a valid link to watch or for a
    television (see `watch_token_of`).
    """
    member = state.members.get(device)
    if member is not None and member.role in ("player", "removed"):
        return viewer_of(member)
    looking: dict[str, Viewer] = {
        state.match.watch_token: Viewer("watch"),
        state.match.tv_token: Viewer("tv"),
    }
    return looking.get(address, Viewer())


def viewer_of(member: Member) -> Viewer:
    """Return what this phone may do at its table: hosts and phones with a seat may record taps."""
    may_tap = member.host != "" or member.seat is not None
    return Viewer(member.role, member.seat, may_tap, member.lost_seat, member.host)


def watch_token_of(table: TableLink) -> str:
    """Return the token of the link by which a phone came to watch, "" if it came by the code.

    Pass the result to `access` as `address`. A code does not let a phone watch, so the result is ""
    and not the code.
    """
    return table.address if table.kind else ""


def hosts(phones: Iterable[Member]) -> tuple[Member, ...]:
    """Return the hosts among these phones: full hosts first, then hosts by request.

    Among hosts of the same kind, the phone that became host earlier comes first.
    """
    found = [phone for phone in phones if phone.host != ""]
    return tuple(sorted(found, key=_rank))


def has_host_there(phones: Iterable[Member]) -> bool:
    """Return whether any host has looked at the table in the last ten minutes.

    `phones` are the rows of all phones at the table, read from the database now (`seats.phones`).
    """
    return any(not _is_gone(host) for host in hosts(phones))


def is_in_charge(phones: Iterable[Member], device: str) -> bool:
    """Return whether this phone is a host in charge: it may do everything that a host may.

    A full host is always in charge. A host by request is in charge only while no full host has
    looked at the table for ten minutes. A host who is not in charge cannot replace links, delete
    the table, or make and unmake hosts. `phones` are the rows of all phones at the table, read from
    the database now (`seats.phones`).
    """
    there = {host.device: host for host in hosts(phones)}
    own = there.get(device)
    if own is None:
        return False
    if own.host == "full":
        return True
    full_hosts = [host for host in there.values() if host.host == "full"]
    return all(_is_gone(host) for host in full_hosts)


def may_overrule(phones: Iterable[Member], device: str, other: str) -> bool:
    """Return whether this phone may remove `other`, or make it an ordinary player if it is a host.

    Every host may remove a phone that is not a host. Only a host in charge (see `is_in_charge`) may
    overrule another host, in two cases:

    * `other` comes after this phone in the order of `hosts`.
    * `other` has not looked at the table for ten minutes. It may be lost, or somebody else may have
      it.

    No phone may overrule itself. `phones` may be all phones at the table, or only its hosts. A
    caller that asks about many phones can therefore call `hosts` once and pass the result.
    """
    there = {host.device: host for host in hosts(phones)}
    own = there.get(device)
    theirs = there.get(other)
    if own is None or device == other:
        return False
    if theirs is None:
        return True
    if not is_in_charge(there.values(), device):
        return False
    return _rank(own) < _rank(theirs) or _is_gone(theirs)


def _rank(host: Member) -> tuple[bool, int]:
    """Return the sort key of a host: full hosts first, then in the order of becoming host."""
    return host.host == "acting", host.host_order


def _is_gone(phone: Member) -> bool:
    return now() - phone.seen_at >= ABSENT
