"""Find a match by its code or by a link; close joining, and replace code and links."""

from __future__ import annotations

import hmac
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from companion.tables import codes
from companion.tables.changes import changing
from companion.tables.errors import Gone
from companion.tables.match_state import State
from companion.tables.models import FormerCode, LinkKind, Match, Member, Role
from companion.tables.process_state import process_state
from companion.tables.states import state
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable

MOST_FORMER = 20  # codes of a match that are remembered after they were replaced

_TOKENS: dict[LinkKind, str] = {
    "host": "host_token",
    "player": "join_token",
    "watch": "watch_token",
    "tv": "tv_token",
}


@dataclass(frozen=True, slots=True)
class TableLink:
    """A match, and its address for one phone.

    * `address`: the code of the match, or the token of a link to watch or for a television. A token
      lets any phone watch. A code alone does not let a phone do anything.
    * `kind`: "" if `address` is the code, otherwise the kind of the link: "watch" or "tv".
    """

    match: Match
    address: str
    kind: Literal["", "watch", "tv"] = ""

    @property
    def shown_code(self) -> str:
        """Return the code in groups of four characters, "" if this phone must not know the code."""
        if self.kind:
            return ""
        return codes.format_code(self.match.code)


def address_for(match: Match, role: Role | LinkKind) -> TableLink:
    """Return the match with the address that a phone with that role may see.

    A phone that plays may see the code. A television or a phone that watches must never learn the
    code, so its address is the token of a link.
    """
    if role == "watch":
        return TableLink(match, match.watch_token, "watch")
    if role == "tv":
        return TableLink(match, match.tv_token, "tv")
    return TableLink(match, match.code)


def by_code(text: str, *, sure: bool = True) -> Match | None:
    """Return the match with that code, None if there is none.

    The code may be typed with blanks, hyphens and small letters. If `sure` is false, no query is
    sent if this process keeps a state of the match. Then a code that another process replaced a
    moment ago may still find the match. Pass false only if you also check what the phone may do.
    """
    states = process_state().states
    latest = states.by_code(text)
    if latest is not None and not sure:
        return latest.match
    code = codes.parse_code(text)
    if code is None:
        return None
    latest = states.by_code(code)
    return _known_match(code, latest) or _find_by_code(code)


def _known_match(code: str, latest: State | None) -> Match | None:
    """Return the match of `latest` if the match still has this code, otherwise None.

    `latest` is the state that this process keeps for the code, None if it keeps none.
    """
    if latest is None:
        return None
    with suppress(Gone):
        current = state(latest.match).match
        if current.code == code:
            return current
    return None


@retry_while_unavailable
def _find_by_code(code: str) -> Match | None:
    with reading() as connection, open_session(connection) as session:
        return session.scalar(select(Match).where(Match.code == code))


@retry_while_unavailable
def by_former_code(text: str, device: str) -> Match | None:
    """Return the match that had this code before it was replaced.

    Return None if there is no such match, or if the phone `device` was not let in to play there.
    Other phones need the new code.
    """
    if not (text.isascii() and text.isalnum() and len(text) <= codes.CODE_LENGTH and device):
        return None
    query = (
        select(Match)
        .join(FormerCode, FormerCode.match_id == Match.id)
        .join(Member, Member.match_id == Match.id)
        .where(FormerCode.code == text.upper(), Member.device == device, Member.role == "player")
    )
    with reading() as connection, open_session(connection) as session:
        return session.scalar(query)


@retry_while_unavailable
def by_token(token: str) -> tuple[Match, LinkKind] | None:
    """Return the match that the link with this token leads to, and the kind of the link.

    Return None if there is no such link.
    """
    if not codes.is_token(token):
        return None
    wanted = or_(*(getattr(Match, column) == token for column in _TOKENS.values()))
    with reading() as connection, open_session(connection) as session:
        match = session.scalar(select(Match).where(wanted))
    if match is None:
        return None
    return match, _kind_of_token(match, token)


def by_watch_token(token: str) -> TableLink | None:
    """Return the match of the link with this token, if it is a link to watch or for a television.

    Return None if no such link has this token.
    """
    link = by_token(token)
    if link is None:
        return None
    match, kind = link
    if kind not in ("watch", "tv"):
        return None
    return address_for(match, kind)


def result_token(match: Match) -> str:
    """Return the token of the link that shows only the result of a match.

    The token changes if the link to watch is replaced.
    """
    return codes.result_token(match.code, match.id, match.watch_token)


@retry_while_unavailable
def by_result_token(token: str) -> Match | None:
    """Return the match whose result is shown by the link with this token (`result_token`).

    Return None if there is no such link.
    """
    number = codes.result_of(token)
    if number is None:
        return None
    with reading() as connection, open_session(connection) as session:
        match = session.get(Match, number)
    if match is None or not hmac.compare_digest(result_token(match), token):
        return None
    return match


@retry_while_unavailable
def by_device(device: str, most: int) -> tuple[TableLink, ...]:
    """Return at most `most` matches at whose tables this phone has a row, the newest first.

    Each match has the address that this phone may see. Matches from which the phone was removed are
    left out.
    """
    query = (
        select(Match, Member.role)
        .join(Member, Member.match_id == Match.id)
        .where(Member.device == device)
        .where(Member.role != "removed")
        .order_by(Match.created_at.desc(), Match.id)
        .limit(most)
    )
    with reading() as connection, open_session(connection) as session:
        return tuple(address_for(match, role) for match, role in session.execute(query))


def lock(match: Match) -> Match:
    """Close joining, so that no new phone can join to play. Return the changed match.

    Phones that have joined stay.
    """
    return _set_locked(match, locked=True)


def unlock(match: Match) -> Match:
    """Open joining again. Return the changed match."""
    return _set_locked(match, locked=False)


@retry_while_unavailable
def replace_links(match: Match, kinds: Collection[LinkKind] = ("player", "watch", "tv")) -> Match:
    """Replace the links of these kinds, and for "player" also the code. Return the match.

    The old links and the old code let no phone in any more. Hosts and phones with a seat stay. All
    other phones whose role is one of `kinds` leave the table, and need a new link to come back.
    """
    with changing(match) as (session, current):
        for kind in kinds:
            replace_link(current, kind)
            idle = (
                Member.match_id == match.id,
                Member.role == kind,
                Member.seat.is_(None),
                Member.host == "",
            )
            session.execute(delete(Member).where(*idle))
        if "player" in kinds:
            _remember_code(session, current)
            current.code = codes.new_code(codes.route(match.code))
    return current


def replace_link(match: Match, kind: LinkKind) -> None:
    """Replace the link of this kind. The caller's transaction writes the new link.

    Links of this kind that belong to earlier matches then no longer lead to this match (see
    `rematch.newest_match_for`).
    """
    setattr(match, _TOKENS[kind], codes.new_token(match.code))
    match.replaced = " ".join(sorted({*match.replaced.split(), kind}))


def _remember_code(session: Session, match: Match) -> None:
    session.add(FormerCode(code=match.code, match_id=match.id))
    session.flush()
    former = (
        select(FormerCode)
        .where(FormerCode.match_id == match.id)
        .order_by(FormerCode.replaced_at.desc())
    )
    for oldest in session.scalars(former.offset(MOST_FORMER)).all():
        session.delete(oldest)


def _kind_of_token(match: Match, token: str) -> LinkKind:
    return next(kind for kind, name in _TOKENS.items() if getattr(match, name) == token)


@retry_while_unavailable
def _set_locked(match: Match, *, locked: bool) -> Match:
    with changing(match) as (_, current):
        current.locked = locked
    return current
