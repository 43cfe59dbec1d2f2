"""Who finds a match: by its short code, or by a link; and how the host shuts those ways in."""

from __future__ import annotations

from contextlib import suppress
from hmac import compare_digest

from sqlalchemy import delete, inspect, or_, select

from companion.tables import codes
from companion.tables.changes import changing
from companion.tables.errors import Gone
from companion.tables.models import Match, Member
from companion.tables.states import State, latest, state
from companion.tables.store import objects, reading
from companion.tables.trouble import patient


def by_code(text: str, *, sure: bool = True) -> Match | None:
    """The match with that short code, however it was typed; whom it leads there while joining is closed, views say.

    Not `sure`: a code that another process replaced a moment ago may still find it. Enough for those who are asked
    who they are in any case: it spares a question to the database.
    """
    code = codes.tidy_code(text)
    if code is None:
        return None
    known = latest.called(code)
    if known is not None and not sure:
        return known.match
    return _still_called(code, known) or _looked_up(code)


def _still_called(code: str, known: State | None) -> Match | None:
    """The match this process knows by that code, if it has it still."""
    with suppress(Gone):
        if known is not None and (current := state(known.match).match).code == code:
            return current
    return None


@patient
def _looked_up(code: str) -> Match | None:
    with reading() as connection, objects(connection) as session:
        return session.scalar(select(Match).where(Match.code == code))


@patient
def by_token(token: str) -> tuple[Match, str] | None:
    """The match a link leads to, and as what: host, player or watch."""
    if not codes.is_token(token):
        return None
    columns = (Match.host_token, Match.join_token, Match.watch_token)
    with reading() as connection, objects(connection) as session:
        match = session.scalar(select(Match).where(or_(*(column == token for column in columns))))
    return None if match is None else (match, _role(match, token))


def by_watch_token(token: str) -> Match | None:
    """The match a watch link leads to, veiled."""
    found = by_token(token)
    return veiled(found[0]) if found is not None and found[1] == "watch" else None


def veiled(match: Match) -> Match:
    """The match for those who may only watch: the token of their link stands for its code, which they could join by."""
    columns = {column.key: getattr(match, column.key) for column in inspect(Match).column_attrs}
    return Match(**columns | {"code": match.watch_token})


@patient
def by_device(device: str, most: int) -> tuple[Match, ...]:
    """The matches this phone is at, the newest first."""
    query = select(Match).join(Member, Member.match_id == Match.id).where(Member.device == device)
    with reading() as connection, objects(connection) as session:
        return tuple(session.scalars(query.order_by(Match.created_at.desc(), Match.id).limit(most)))


def lock(match: Match) -> Match:
    """From now on nobody new comes in; those who are in stay."""
    return _locked(match, locked=True)


def unlock(match: Match) -> Match:
    """Joining is open again."""
    return _locked(match, locked=False)


@patient
def revoke(match: Match) -> Match:
    """New links to join and to watch, and a new code; the old ones lead nowhere, and who only watches is out."""
    with changing(match) as (session, current):
        session.execute(delete(Member).where(Member.match_id == match.id, Member.role == "watch"))
        current.join_token, current.watch_token = codes.new_token(), codes.new_token()
        current.code = codes.new_code()
    return current


def _role(match: Match, token: str) -> str:
    roles = {"host": match.host_token, "player": match.join_token, "watch": match.watch_token}
    return next(role for role, known in roles.items() if compare_digest(known, token))


@patient
def _locked(match: Match, *, locked: bool) -> Match:
    with changing(match) as (_, current):
        current.locked = locked
    return current
