"""What a phone may do at a table: asked here by every page, every stream and every tap, and nowhere else."""

from __future__ import annotations

from typing import NamedTuple

from companion.tables.latest import State
from companion.tables.links import AddressedMatch
from companion.tables.models import Role


class Viewer(NamedTuple):
    """Who looks at a table, as what its phone is there, with its seat where it has one; `tap`: it may record.

    `lost_seat` is the seat that was taken from it, until it sits down again.
    """

    role: Role = "stranger"
    seat: int | None = None
    tap: bool = False
    lost_seat: int | None = None

    @property
    def inside(self) -> bool:
        """Whether this phone may see the table."""
        return self.role not in ("stranger", "removed")

    @property
    def invited(self) -> bool:
        """Whether it was let in to play: it may know the code, take a seat and give one up."""
        return self.role in ("host", "player")

    @property
    def host(self) -> bool:
        """Whether this phone opened the table."""
        return self.role == "host"


def access(state: State, device: str, address: str = "") -> Viewer:
    """What the phone of that name may do at this table, `address` being what it came by (see `links.AddressedMatch`).

    Its row says so; the host may record, and whoever has a seat. Without a row it may look on, if its address is the
    token of a link to watch that still holds.
    """
    member = state.members.get(device)
    if member is not None and member.role == "removed":
        return Viewer("removed")
    if member is not None and member.role in ("host", "player"):
        tap = member.role == "host" or member.seat is not None
        return Viewer(member.role, member.seat, tap, member.lost_seat)
    looking: dict[str, Viewer] = {state.match.watch_token: Viewer("watch"), state.match.tv_token: Viewer("tv")}
    return looking.get(address, Viewer())


def came_by(table: AddressedMatch) -> str:
    """What `access` wants to know of an address: the token, nothing for a code, which alone lets nobody in."""
    return table.address if table.door else ""
