"""The way in for other phones, or to look on: a link, its square to scan, and the code to read aloud."""

from __future__ import annotations

from dataclasses import dataclass

from companion.tables import Match, Viewer, codes
from companion.web import qr
from companion.web.guests import Guest, shared_link
from companion.web.qr import Square


@dataclass(frozen=True, slots=True)
class Invitation:
    """How others come to the table: the link, also as a square to scan, and the code to read aloud.

    Without a code it is the way to look on.
    """

    link: str
    code: str
    square: Square


def ways(viewer: Viewer) -> tuple[str, ...]:
    """What this phone may show others the way to; one that only looks on shows how to do the same and nothing more."""
    if not viewer.invited:
        return ("watch",)
    return ("play", "watch", "tv") if viewer.is_host else ("play", "watch")


def to(match: Match, way: str) -> Invitation | None:
    """The way to play, to watch or for a television; none to play while the host has closed the table."""
    if way == "play":
        return None if match.locked else invitation(match)
    return _looking(match.watch_token if way == "watch" else match.tv_token)


def may_invite(match: Match, guest: Guest) -> bool:
    """Whether this phone may show others the way in: one that only watches is told none."""
    return not match.locked and guest.viewer.invited


def shown_to(guest: Guest, match: Match) -> Invitation | None:
    """The way in on the host's phone, and on a wall that a player has set up; by its link a television only shows."""
    if guest.viewer.role == "tv":
        return _watching(match)
    if match.locked:
        return None
    if guest.view == "tv":
        return (
            _invited(match, shared_link("joining.by_code", code=match.code))
            if guest.viewer.invited
            else None
        )
    return invitation(match) if guest.viewer.is_host else None


def invitation(match: Match) -> Invitation:
    """The way in for other phones."""
    return _invited(match, shared_link("joining.by_link", token=match.join_token))


def _invited(match: Match, link: str) -> Invitation:
    return Invitation(link, codes.grouped(match.code), qr.square(link))


def _watching(match: Match) -> Invitation:
    """The way to look on, for those who stand before a television."""
    return _looking(match.watch_token)


def _looking(token: str) -> Invitation:
    link = shared_link("joining.watch", token=token)
    return Invitation(link, "", qr.square(link))
