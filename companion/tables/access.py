"""What a phone may do at a table: asked here by every page, every stream and every tap, and nowhere else."""

from __future__ import annotations

from typing import NamedTuple

from companion.tables.latest import State
from companion.tables.links import Shown
from companion.tables.models import Role


class Access(NamedTuple):
    """As what a phone is at a table. `lost_seat` is the seat that was taken from it, until it sits down again."""

    role: Role = "stranger"
    seat: int | None = None
    lost_seat: int | None = None

    @property
    def invited(self) -> bool:
        """Whether it was let in to play: it may know the code, take a seat and give one up."""
        return self.role in ("host", "player")

    @property
    def sees(self) -> bool:
        """Whether it may see the table."""
        return self.role not in ("stranger", "removed")

    @property
    def may_tap(self) -> bool:
        """Whether it may record: the host, and whoever has a seat."""
        return self.role == "host" or (self.role == "player" and self.seat is not None)


def access(state: State, device: str, address: str = "") -> Access:
    """What the phone of that name may do at this table, `address` being what it came by (see `links.Shown`).

    Its row says so. Without one it may look on, if its address is the token of a link to watch that still holds.
    """
    member = state.members.get(device)
    if member is not None and member.role == "removed":
        return Access("removed")
    if member is not None and member.role in ("host", "player"):
        return Access("host" if member.role == "host" else "player", member.seat, member.lost_seat)
    looking: dict[str, Access] = {state.match.watch_token: Access("watch"), state.match.tv_token: Access("tv")}
    return looking.get(address, Access())


def came_by(shown: Shown) -> str:
    """What `access` wants to know of an address: the token, nothing for a code, which alone lets nobody in."""
    return shown.address if shown.door else ""
