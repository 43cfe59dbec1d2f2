"""Keep the numbers that lead to a table or name a waiting television, and limit guessing.

A number is valid for ten minutes. There are three kinds:

* A number of a table has eight digits and leads to the table, as its code does.
* A number that is valid once has eight digits too. It makes one phone host or gives it a seat (see
  `hosting`).
* A number of a television has four digits. A television only watches.

The wrong numbers that phones of a network try are counted. Therefore callers pass the hash of the
network as `network`.

Numbers and wrong tries are stored in the database, because one process may give a number and
another process may look it up. Outdated rows are deleted at every write. The count of valid numbers
is limited. Backups contain no numbers.
"""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, String, delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import InstrumentedAttribute, Mapped, Session, mapped_column

from companion.engine import N_
from companion.tables import codes, postgresql
from companion.tables.base import Base
from companion.tables.errors import NotAllowed, Unavailable
from companion.tables.models import Match, Moment, now
from companion.tables.store import open_session, reading, writing
from companion.tables.trouble import retry_while_unavailable

OF_A_TABLE = 8  # digits
OF_A_TELEVISION = 4
LIFE = timedelta(minutes=10)
MINUTE = timedelta(minutes=1)
# How many numbers may be valid at the same time. SECURITY.md says what follows from these limits.
MOST = {OF_A_TABLE: 1000, OF_A_TELEVISION: 500}
MOST_TELEVISIONS = 20  # televisions that wait in one network
MOST_ONCE = 300  # numbers that are valid once
MOST_ONCE_HERE = 60  # numbers that are valid once and were given in one network
MOST_ONCE_OF_TABLE = 20  # numbers of one table that are valid once, including used ones
MOST_WRONG = 30  # wrong tries a minute, by everybody
MOST_WRONG_HERE = 10  # wrong tries a minute, from one network
BACK = timedelta(seconds=1)  # a television that looks again later than this has come back
GONE = timedelta(seconds=20)  # a television that has not looked for this time counts as gone
BRIEF = 1.0  # seconds a page may wait for a number it can do without

TOO_MANY = N_(
    "Too many wrong numbers. Try again in a minute; "
    "the twelve-letter code and the links still work."
)


Gives = Literal["", "host", "seat", "used"]
"""What a number that is valid once gives: the rights of a host, or a seat.

The value is "used" after the number was used, and "" for a number that is valid more than once.
"""


class Digits(Base):
    """A number that leads a phone to a table, or names a television that waits.

    * `owner`: the code of the table or the token of the television that got the number. For a
      number that is valid once, it is a hash of what the number gives and of who asked for it. An
      owner has one number at a time.
    * `link`: what the number leads to: a table's code, or the token of a link to watch. It is ""
      while a television waits.
    * `network`: the hash of the network for which the number was given, "" for a table's number.
    * `seen_at`: when the waiting television last asked whether it was given a link.

    The other fields are for numbers that are valid once:

    * `gives`: what the number gives.
    * `giver`: the phone that asked for the number.
    * `seat`: the seat that the number gives, None if it makes a phone host.
    * `holder`: the phone that had this seat when the number was given. After the number was used,
      it is the phone that used it.
    """

    __tablename__ = "digits"
    __table_args__ = {"info": {"passing": True}}  # noqa: RUF012  # as SQLAlchemy wants it

    number: Mapped[str] = mapped_column(String(OF_A_TABLE), primary_key=True)
    owner: Mapped[str] = mapped_column(String(32), unique=True)
    link: Mapped[str] = mapped_column(String(32))
    network: Mapped[str] = mapped_column(String(16))
    until: Mapped[datetime] = mapped_column(Moment)
    seen_at: Mapped[datetime | None] = mapped_column(Moment)
    gives: Mapped[Gives] = mapped_column(String(8), default="", server_default="")
    seat: Mapped[int | None]
    giver: Mapped[str] = mapped_column(String(64), default="", server_default="")
    holder: Mapped[str] = mapped_column(String(64), default="", server_default="")


class UsedNumber(NamedTuple):
    """The values of a number that one phone could use once, copied from its row at its use."""

    code: str
    gives: Gives
    seat: int | None
    giver: str
    holder: str


class WrongTry(Base):
    """A wrong number that somebody tried: from which network, and until when the try counts."""

    __tablename__ = "wrong_try"
    __table_args__ = {"info": {"passing": True}}  # noqa: RUF012  # as SQLAlchemy wants it

    id: Mapped[int] = mapped_column(primary_key=True)
    network: Mapped[str] = mapped_column(String(16))
    until: Mapped[datetime] = mapped_column(Moment)


class TooManyTries(NotAllowed):
    """Raised if too many wrong numbers were tried in the last minute.

    The number that was typed is not looked up then, so it may be right or wrong.
    """


def parse_number(text: str) -> str:
    """Return the number that somebody typed, without blanks and hyphens.

    Return "" if the text cannot be a number.
    """
    number = re.sub(r"[\s-]", "", text[:40])
    if not (number.isascii() and number.isdigit()):
        return ""
    if len(number) not in (OF_A_TABLE, OF_A_TELEVISION):
        return ""
    return number


def format_number(number: str) -> str:
    """Return the number as it is shown: `48217093` becomes `4821 7093`."""
    return " ".join(number[at : at + codes.GROUP] for at in range(0, len(number), codes.GROUP))


def number_for_table(match: Match) -> str:
    """Return the eight digits that lead any phone to this table. People can read them out.

    The digits stay the same as long as pages go on asking for them. Return "" if there are too many
    numbers already, or if the database is busy.
    """
    return _number_for(Digits(owner=match.code, link=match.code, network="", gives=""))


def number_for_host(match: Match, giver: str, network: str) -> str:
    """Return a number that makes the first phone that uses it a host of this table.

    The phone `giver` asks for the number. If `giver` asks again while the number is valid, it gets
    the same number. Return "" if there are too many numbers already, or if the database is busy.
    """
    owner = _owner_of_once(match, "host", giver)
    return _number_for(
        Digits(owner=owner, link=match.code, network=network, gives="host", giver=giver)
    )


def number_for_seat(match: Match, seat: int, holder: str, giver: str, network: str) -> str:
    """Return a number that puts the first phone that uses it into the seat with the index `seat`.

    The number is valid only while the phone `holder` has this seat. The phone `giver` asks for
    the number. Return "" if there are too many numbers already, or if the database is busy.
    """
    owner = _owner_of_once(match, "seat", giver, str(seat), holder)
    wanted = Digits(owner=owner, link=match.code, network=network, gives="seat", giver=giver)
    wanted.seat = seat
    wanted.holder = holder
    return _number_for(wanted)


def _owner_of_once(match: Match, *what: str) -> str:
    return sha256("/".join((match.code, *what)).encode()).hexdigest()[:32]


def _number_for(wanted: Digits) -> str:
    with suppress(Unavailable, IntegrityError):
        held = _find_valid(Digits.owner == wanted.owner)
        if held is not None and held.until - now() > LIFE / 2:
            return held.number
        with writing(wait=BRIEF) as connection:
            return _give(connection, OF_A_TABLE, wanted)
    return ""


@retry_while_unavailable
def register_tv(network: str) -> str:
    """Give a number to a television that begins to wait, and return the television's token.

    Return "" if too many televisions wait already.
    """
    token = codes.new_token("")
    wanted = Digits(owner=token, link="", network=network, seen_at=now())
    with writing() as connection:
        _make_room(connection, network)
        if not _give(connection, OF_A_TELEVISION, wanted):
            return ""
    return token


@retry_while_unavailable
def find_waiting_tv(token: str) -> Digits | None:
    """Return the row of the television with this token: its number, and the link that it was given.

    Return None if the number of the television is no longer valid.
    """
    return _find_valid(Digits.owner == token, func.length(Digits.number) == OF_A_TELEVISION)


def look_up(number: str, network: str, device: str = "") -> Digits:
    """Return the row of this number of eight digits, an empty row if there is none.

    `device` is the phone that asks. A used number is found only for the phone that used it, because
    the answer to that phone may have been lost. A wrong number is counted for this network. Raises
    TooManyTries if too many wrong numbers were tried.
    """
    if len(number) != OF_A_TABLE:
        return _no_number()
    return _try(number, network, device=device)


def use_once(session: Session, number: str, device: str) -> UsedNumber | None:
    """Use up a number that is valid once, in this transaction, and return its values.

    Return None if the number is not valid. If several phones use it at the same time, even in
    several processes, only one of them succeeds.
    """
    _tidy(session.connection())
    row = session.get(Digits, number, populate_existing=True)
    if row is None or row.gives not in ("host", "seat"):
        return None
    given = UsedNumber(row.link, row.gives, row.seat, row.giver, row.holder)
    row.gives = "used"
    row.owner = number
    row.holder = device
    session.flush()
    return given


@retry_while_unavailable
def phone_whose_seat_is_given(number: str) -> str:
    """Return the phone (its `device`) whose seat this number gives to another phone.

    Return "" if the number is not valid, or if it gives no seat.
    """
    row = _find_valid(Digits.number == number, Digits.gives == "seat")
    return "" if row is None else row.holder


def tv_is_waiting(number: str, network: str) -> bool:
    """Return whether a television that waits shows this number.

    Raises TooManyTries if too many wrong numbers were tried.
    """
    return len(number) == OF_A_TELEVISION and _try(number, network, lead="").owner != ""


def pair_tv(number: str, link: str, network: str) -> bool:
    """Give `link` to the waiting television that shows this number, and return True.

    Return True also if the television has this link already. Return False if no waiting television
    shows this number, or if the television has another link. So nobody can take over a television
    that somebody else uses. Raises TooManyTries if too many wrong numbers were tried.
    """
    return len(number) == OF_A_TELEVISION and _try(number, network, lead=link).owner != ""


@retry_while_unavailable
def _try(number: str, network: str, lead: str | None = None, device: str = "") -> Digits:
    """Return the row of that number. If the number is wrong, count the try and return an empty row.

    `device` is the phone that asks. `lead` is None for a number of eight digits. For the number of
    a television, `lead` is the link to give to the television, or "" to give none. If the
    television has another link already, the number counts as wrong.
    """
    # In a flood of wrong numbers, most tries end here and write nothing.
    with reading() as connection, open_session(connection) as session:
        _check_tries(session, network)
    with writing() as connection, open_session(connection) as session:
        _tidy(connection)
        _check_tries(session, network)
        row = session.get(Digits, number)
        if row is None or _is_used_by_another(row, device) or _leads_elsewhere(row, lead):
            session.add(WrongTry(network=network, until=now() + MINUTE))
            row = _no_number()
            session.flush()
        elif lead:
            row.link = lead
            session.flush()
        return row


def _leads_elsewhere(row: Digits, lead: str | None) -> bool:
    return lead is not None and row.link not in ("", lead)


def _no_number() -> Digits:
    return Digits(number="", owner="", link="", gives="")


def _is_used_by_another(row: Digits, device: str) -> bool:
    return row.gives == "used" and row.holder != device


def _check_tries(session: Session, network: str) -> None:
    """Raise TooManyTries if there were too many wrong tries by this network, or by all together."""
    lately = session.scalars(select(WrongTry.network).where(_lasts(WrongTry.until))).all()
    if len(lately) >= MOST_WRONG or lately.count(network) >= MOST_WRONG_HERE:
        raise TooManyTries(TOO_MANY)


def _give(connection: Connection, length: int, wanted: Digits) -> str:
    """Return a number of `length` digits for the owner of the row `wanted`.

    The number is valid for ten minutes from now. If the owner has a number already, return that
    one. Return "" if there are too many numbers already.
    """
    _tidy(connection)
    with open_session(connection) as session:
        held = session.scalar(select(Digits).where(Digits.owner == wanted.owner))
        if held is None:
            if _are_too_many(session, length, wanted):
                return ""
            wanted.number = _draw_number(session, length)
            session.add(wanted)
        row = held or wanted
        row.until = now() + LIFE
        session.flush()
        return row.number


def note_look(television: Digits) -> None:
    """Store that a waiting television has asked again whether it was given a link.

    This is stored at most once a second. Nothing is stored if the database is busy, because the
    television must not wait for its answer.
    """
    seen = television.seen_at
    if seen is not None and abs(now() - seen) < BACK:
        return
    its_row = update(Digits).where(Digits.owner == television.owner)
    with suppress(Unavailable), writing(wait=BRIEF) as connection:
        connection.execute(its_row.values(seen_at=now()))


def has_come_back(television: Digits) -> bool:
    """Return whether this television has asked again after the request that gave it a number."""
    begun = television.until - LIFE
    return television.seen_at is not None and television.seen_at - begun >= BACK


def _make_room(connection: Connection, network: str) -> None:
    """Delete the row of a television that is gone, if too many televisions wait.

    A television counts as gone if its last request was more than 20 seconds ago, or if it has sent
    only the request that gave it a number. If several are gone, the one with the oldest request is
    deleted. So somebody who asks for many numbers cannot push out a television that is still there.
    """
    _tidy(connection)
    with open_session(connection) as session:
        query = select(Digits).where(func.length(Digits.number) == OF_A_TELEVISION)
        everywhere = session.scalars(query.order_by(Digits.seen_at)).all()
        here = [one for one in everywhere if one.network == network]
        if len(here) >= MOST_TELEVISIONS:
            crowd = here
        elif len(everywhere) >= MOST[OF_A_TELEVISION]:
            crowd = list(everywhere)
        else:
            return
        for one in crowd:
            if _is_gone(one):
                session.delete(one)
                session.flush()
                return


def _is_gone(television: Digits) -> bool:
    seen = television.seen_at
    return seen is None or not has_come_back(television) or abs(now() - seen) > GONE


def _are_too_many(session: Session, length: int, wanted: Digits) -> bool:
    """Return whether the limit for numbers like `wanted`, of `length` digits, is reached.

    Each kind of number has its own limit. Some kinds also have limits for one network or one table.
    """
    if wanted.gives in ("host", "seat"):
        return _are_too_many_once(session, wanted)
    query = select(Digits.network).where(func.length(Digits.number) == length, Digits.gives == "")
    there = session.scalars(query).all()
    here = there.count(wanted.network)
    return len(there) >= MOST[length] or (length == OF_A_TELEVISION and here >= MOST_TELEVISIONS)


def _are_too_many_once(session: Session, wanted: Digits) -> bool:
    there = session.execute(select(Digits.network, Digits.link).where(Digits.gives != "")).all()
    here = [row for row in there if row.network == wanted.network]
    of_table = [row for row in there if row.link == wanted.link]
    return (
        len(there) >= MOST_ONCE
        or len(here) >= MOST_ONCE_HERE
        or len(of_table) >= MOST_ONCE_OF_TABLE
    )


def _draw_number(session: Session, length: int) -> str:
    """Return a random number that nobody has.

    At most one number in twenty is in use, so a few draws are enough.
    """
    while session.get(Digits, number := f"{secrets.randbelow(10**length):0{length}}") is not None:
        pass
    return number


def _tidy(connection: Connection) -> None:
    """Lock the numbers until this transaction ends, and delete outdated rows.

    Other processes wait for the lock before they give or try numbers.
    """
    postgresql.lock_digits(connection)
    connection.execute(delete(Digits).where(~_lasts(Digits.until)))
    connection.execute(delete(WrongTry).where(~_lasts(WrongTry.until)))


def _find_valid(*wanted: ColumnElement[bool]) -> Digits | None:
    query = select(Digits).where(_lasts(Digits.until), *wanted)
    with reading() as connection, open_session(connection) as session:
        return session.scalar(query)


def _lasts(until: InstrumentedAttribute[datetime]) -> ColumnElement[bool]:
    """Return the SQL condition that the moment `until` is in the future.

    If the moment is more than eleven minutes ahead, the condition is false. No number is valid for
    so long, so the machine's clock must have been set back.
    """
    return (until > now()) & (until <= now() + LIFE + MINUTE)
