"""Build the invitations to play at a table or to watch it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.tables import Match, Viewer, codes
from companion.web import qr
from companion.web.guests import Guest, shared_link
from companion.web.qr import Square


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation: a link, its QR code to scan, and the code to read aloud.

    An invitation to watch has no code to read aloud.
    """

    link: str
    code: str
    square: Square


def allowed_kinds(viewer: Viewer) -> tuple[str, ...]:
    """Return the kinds of invitation that this phone may show ("play", "watch", "tv").

    A phone that only watches may invite others to watch.
    """
    if not viewer.invited:
        return ("watch",)
    if viewer.is_host:
        return ("play", "watch", "tv")
    return ("play", "watch")


def invitation_for(match: Match, way: str) -> Invitation | None:
    """Return the invitation of this kind: "play", "watch" or "tv".

    Return None for "play" while joining is closed.
    """
    if way == "play":
        return None if match.locked else invitation(match)
    if way == "watch":
        return _looking(match.watch_token)
    return _looking(match.tv_token)


def may_invite(match: Match, guest: Guest) -> bool:
    """Return whether this phone may invite others to play.

    No phone may while joining is closed, and a phone that only watches never may.
    """
    return not match.locked and guest.viewer.invited


def shown_to(guest: Guest, match: Match) -> Invitation | None:
    """Return the invitation that the table page shows on this phone, None if it shows none.

    * A television that joined by the link for televisions shows the invitation to watch.
    * While joining is closed, no other phone shows an invitation.
    * A host's phone shows the invitation to play.
    * A player's phone in the view of a television shows the invitation to play.
    """
    if guest.viewer.role == "tv":
        return _looking(match.watch_token)
    if match.locked:
        return None
    if guest.view == "tv" and guest.viewer.invited:
        return _invited(match, shared_link("joining.show_by_code", code=match.code))
    if guest.view != "tv" and guest.viewer.is_host:
        return invitation(match)
    return None


def invitation(match: Match) -> Invitation:
    """Return the invitation to play."""
    return _invited(match, shared_link("joining.show_by_link", token=match.join_token))


def _invited(match: Match, link: str) -> Invitation:
    return Invitation(link, codes.format_code(match.code), qr.square(link))


def _looking(token: str) -> Invitation:
    link = shared_link("joining.watch", token=token)
    return Invitation(link, "", qr.square(link))
