"""Use PostgreSQL: set up connections, lock matches for writes, and notify other processes.

Every process has one connection on which it listens for notifications. A write sends its
notification in the same transaction, so PostgreSQL delivers it only after the commit. If the
listening connection is broken, the process may miss notifications. Therefore every stream is woken
when a new connection is open, and every stream also asks the database at each heartbeat.
"""

from __future__ import annotations

import re
import threading
import time
from contextlib import suppress
from math import inf
from typing import Any

from sqlalchemy import Connection, Engine, ExceptionContext, event, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from companion.tables.process_state import ProcessState, process_state

TRANSACTION_MODE = (
    "the pooler before the database gives a connection away after each transaction, "
    "and so no notification would arrive: "
    "set pool_mode = session for this database, or give the address of PostgreSQL itself"
)
CHANNEL = "companion"
CONNECTIONS = 16  # of one process; PostgreSQL accepts a hundred in all by default
LONGEST_PAUSE = 5.0
_REPLACED = "replaced"
_READ_ONLY = "25006"  # PostgreSQL's code for a write to a standby
_MIGRATION = 7_283_651  # the lock for changes of the schema; any number that no match has
_NUMBERS = 7_283_652  # the lock for giving and trying numbers

OPTIONS: dict[str, Any] = {
    "pool_size": CONNECTIONS,
    "max_overflow": 0,
    "pool_timeout": 20,
    "connect_args": {
        "connect_timeout": 5,
        "application_name": "companion",
        # So a server whose machine has vanished is noticed after some ten seconds.
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,
    },
}

# This is sent once a connection is open, not as options, because PgBouncer drops options.
_LIMITS = (
    "SELECT set_config('lock_timeout', '10s', false), "
    "set_config('idle_in_transaction_session_timeout', '30s', false)"
)
_BACKEND = text("SELECT pg_backend_pid()")
_LOCK_MATCH = text("SELECT 1 FROM match WHERE id = :match_id FOR NO KEY UPDATE")
_NOTIFY = text("SELECT pg_notify(:channel, :payload)")

_NOTICE = re.compile(
    r"(?P<match>\d{1,19}) (?P<version>\d{1,9}|inf) (?P<revision>\d{1,9}|inf) (?P<who>\S{1,40})"
)
_QUESTION = re.compile(
    r"awake (?P<match>\d{1,19}) (?P<phone>\S{1,64}) (?P<name>\S{1,40}) (?P<who>\S{1,40})"
)
_YES = re.compile(r"yes (?P<name>\S{1,40})")


def is_postgresql(connection: Connection | Engine) -> bool:
    """Return whether this database is PostgreSQL. Otherwise it is SQLite."""
    return connection.dialect.name == "postgresql"


def prepare(engine: Engine) -> None:
    """Set up this engine so that each new connection gets our settings.

    If the PostgreSQL server has become a standby, it refuses writes. The engine then closes its
    connections to that server.
    """
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "handle_error", _on_error)


def check(engine: Engine) -> None:
    """Raise ValueError if a pooler changes the connection after each transaction.

    PgBouncer does so in its mode `transaction`. Our settings are then lost after each transaction,
    and no notifications arrive. To find out, two open connections ask several times which process
    of PostgreSQL serves them. Without such a pooler, each connection always has the same process,
    and the two processes differ.
    """
    backends = set()
    with engine.connect() as one, engine.connect() as two:
        one.execution_options(isolation_level="AUTOCOMMIT")
        two.execution_options(isolation_level="AUTOCOMMIT")
        for _ in range(3):
            backends.add((one.scalar(_BACKEND), two.scalar(_BACKEND)))
    if len(set().union(*backends)) != 2 or len(backends) != 1:
        raise ValueError(TRANSACTION_MODE)


def _on_connect(raw: Any, _record: object) -> None:
    raw.execute(_LIMITS)
    raw.commit()


def _on_error(context: ExceptionContext) -> None:
    """Close all connections if the server is a standby.

    New connections then go to the primary server.
    """
    if getattr(context.original_exception, "sqlstate", None) == _READ_ONLY:
        context.is_disconnect = True


def lock_match(connection: Connection, match_id: int) -> None:
    """Lock the match, so that no other transaction writes to it until this transaction ends.

    Read the match after this call: what this transaction read before may be outdated. On SQLite
    this does nothing, because there is only one write at a time.
    """
    if is_postgresql(connection):
        connection.execute(_LOCK_MATCH, {"match_id": match_id})


def notify_others(
    connection: Connection, match_id: int, version: float = 0, revision: float = inf
) -> None:
    """Notify every other process of the progress of that match when this write is committed.

    `version` and `revision` are those after the write, as far as the caller knows. If `revision` is
    infinity, the other processes ask the database. On SQLite this does nothing.
    """
    if is_postgresql(connection):
        connection.execute(_NOTIFY, notification_parameters(match_id, version, revision))


def notification_parameters(match_id: int, version: float, revision: float) -> dict[str, str]:
    """Return the parameters of a statement that notifies other processes of a match's progress."""
    return {
        "channel": CHANNEL,
        "payload": f"{match_id} {version} {revision} {process_state().sender}",
    }


def announce_replaced(connection: Connection) -> None:
    """Tell every process, when this write is committed, that all matches may have been replaced."""
    connection.execute(_NOTIFY, {"channel": CHANNEL, "payload": _REPLACED})


def ask_whether_awake(connection: Connection, match_id: int, phone: str, name: str) -> None:
    """Ask every other process whether this phone is awake at that match.

    `name` is the name of the `Query`. A process says yes by a notification with this name.
    """
    question = f"awake {match_id} {phone} {name} {process_state().sender}"
    connection.execute(_NOTIFY, {"channel": CHANNEL, "payload": question})


def lock_schema(connection: Connection) -> None:
    """Lock the schema, so that no other process changes it until this transaction ends.

    On SQLite this does nothing.
    """
    if is_postgresql(connection):
        connection.execute(select(func.pg_advisory_xact_lock(_MIGRATION)))


def lock_digits(connection: Connection) -> None:
    """Let nobody else give or try numbers (see `digits`) until this transaction ends.

    On SQLite this does nothing.
    """
    if is_postgresql(connection):
        connection.execute(select(func.pg_advisory_xact_lock(_NUMBERS)))


def listen(engine: Engine, own_memory: ProcessState) -> None:
    """Start the thread that listens for notifications of other processes.

    The thread wakes the streams of this process when another process has changed their match. If
    another process asks whether a phone is awake, and this process knows that it is, the thread
    says yes.
    """
    threading.Thread(
        target=_listen, args=(engine, own_memory), name="listening", daemon=True
    ).start()


def _listen(engine: Engine, own_memory: ProcessState) -> None:
    """Listen for notifications until the hub closes.

    If the connection breaks, open it again. The pause before each try grows up to LONGEST_PAUSE.
    """
    pause = 0.1
    while own_memory.hub.open:
        begun = time.monotonic()
        try:
            _receive_notifications(engine, own_memory)
        except engine.dialect.loaded_dbapi.Error:
            if time.monotonic() - begun > LONGEST_PAUSE:
                pause = 0.1
            else:
                pause = min(2 * pause, LONGEST_PAUSE)
        time.sleep(pause)


def _receive_notifications(engine: Engine, own_memory: ProcessState) -> None:
    words, options = engine.dialect.create_connect_args(engine.url)
    options |= OPTIONS["connect_args"]
    with engine.dialect.loaded_dbapi.connect(*words, **options, autocommit=True) as connection:
        connection.execute(f"LISTEN {CHANNEL}")
        own_memory.hub.publish_all()
        for notice in connection.notifies():
            if notice.payload == _REPLACED:
                own_memory.forget_everything()
            _answer_question(engine, own_memory, notice.payload)
            answer = _YES.fullmatch(notice.payload)
            if answer:
                own_memory.queries.answer(answer["name"])
            # Everybody who can connect can send a notification, so its form is checked.
            fields = _NOTICE.fullmatch(notice.payload)
            if fields and fields["who"] != own_memory.sender:
                own_memory.hub.publish(
                    int(fields["match"]), float(fields["version"]), float(fields["revision"])
                )


def _answer_question(engine: Engine, own_memory: ProcessState, payload: str) -> None:
    """Answer yes if this notification asks whether a phone is awake, and this process knows it is.

    `payload` is the text of the notification. Do nothing if it is not such a question.
    """
    question = _QUESTION.fullmatch(payload)
    if question is None or question["who"] == own_memory.sender:
        return
    if own_memory.is_awake(int(question["match"]), question["phone"]):
        # A thread of its own answers: notifications must not wait until a connection is free.
        threading.Thread(target=_say_yes, args=(engine, question["name"]), daemon=True).start()


def _say_yes(engine: Engine, name: str) -> None:
    """Answer yes to the query with this name: the phone is awake.

    If the database cannot be used, nothing is sent, and the process that asked takes the phone to
    be asleep.
    """
    yes = {"channel": CHANNEL, "payload": f"yes {name}"}
    with suppress(SQLAlchemyError), engine.connect() as connection, connection.begin():
        connection.execute(_NOTIFY, yes)
