"""The schema: created from nothing, left alone if it is current, equal to the models, durable."""

import pytest
from flask_migrate import check, downgrade, upgrade
from sqlalchemy import inspect, text
from sqlalchemy.exc import IntegrityError, OperationalError

from companion import tables, variants
from companion.book import writing as writing_of_books
from companion.engine.records import replay_text
from companion.tables import postgresql, store
from companion.tables.base import Base
from companion.tables.models import now
from companion.tables.store import writing


def test_an_empty_database_is_migrated_and_can_be_played_on(app):
    expected = {"alembic_version"} | set(Base.metadata.tables)
    assert set(inspect(tables.db.engine).get_table_names()) == expected
    assert tables.open_table(variant="catalan").code


def test_migrating_an_up_to_date_database_changes_nothing(table, app):
    table.tap("truc@1")
    tables.migrate_now(app)
    assert table.state.version == 1


def test_the_migrations_produce_the_schema_of_the_models(app):
    check()


def test_all_migrations_can_be_downgraded_and_upgraded_again(app):
    downgrade(revision="base")
    assert inspect(tables.db.engine).get_table_names() == ["alembic_version"]
    tables.migrate_now(app)
    assert "tap" in inspect(tables.db.engine).get_table_names()


def test_hosts_of_earlier_releases_stay_hosts_in_the_order_they_joined(empty_app):
    """Before v0010, host was a role instead of a flag."""
    upgrade(revision="v0009")
    put_match_with_members(
        [
            ("second", "host", None, "2026-01-02"),
            ("first", "host", 2, "2026-01-01"),
            ("player", "player", 1, "2026-01-01"),
            ("removed", "removed", None, "2026-01-01"),
        ]
    )
    tables.migrate_now(empty_app)
    state = tables.state(tables.Match(id=1))
    assert [host.device for host in tables.hosts(state.members.values())] == ["first", "second"]
    assert tables.access(state, "first") == tables.Viewer("player", 2, may_tap=True, host="full")
    assert tables.access(state, "player") == tables.Viewer("player", 1, may_tap=True)
    assert tables.access(state, "removed").role == "removed"
    downgrade(revision="v0009")
    with tables.db.engine.connect() as connection:
        found = connection.exec_driver_sql("SELECT device, role FROM member ORDER BY device").all()
    assert dict(map(tuple, found)) == {
        "first": "host",
        "player": "player",
        "removed": "removed",
        "second": "host",
    }


def put_match_with_members(members):
    """Write a match as it was before v0010, with these phones: name, role, seat, day."""
    match = _match(1) | {"locked": False, "revision": 0, "tv_token": "tv1"}
    columns = ", ".join(match)
    values = ", ".join(f":{name}" for name in match)
    with writing() as connection:
        connection.execute(text(f"INSERT INTO match ({columns}) VALUES ({values})"), match)
        for number in range(4):
            connection.execute(text("INSERT INTO seat VALUES (1, :number, '')"), {"number": number})
        for device, role, seat, day in members:
            row = {"device": device, "role": role, "seat": seat, "day": day}
            connection.execute(
                text(
                    "INSERT INTO member (match_id, device, role, seat, joined_at, seen_at)"
                    " VALUES (1, :device, :role, :seat, :day, :day)"
                ),
                row,
            )


@pytest.mark.parametrize(
    "wrong", [{"host": "king"}, {"host": "full", "role": "removed"}, {"role": "host"}]
)
def test_the_schema_refuses_a_host_that_does_not_play(table, wrong):
    rest = {
        "match_id": table.match.id,
        "device": "d",
        "role": "player",
        "host": "",
        "host_order": 0,
    }
    with pytest.raises(IntegrityError), writing() as connection:
        connection.execute(tables.Member.__table__.insert().values(rest | wrong))


def test_two_servers_that_start_at_once_migrate_once(empty_app, start):
    processes = [start("tables.migrate_now(app)") for _ in range(4)]
    assert [process.done().returncode for process in processes] == [0] * 4
    assert tables.open_table(variant="catalan").code


def test_a_migration_that_fails_leaves_the_database_as_it_was(empty_app, monkeypatch):
    """All its steps are one transaction: another server's start finds none of them, or all."""

    def refuse(*told, **how):
        raise OperationalError("ALTER TABLE", {}, Exception("no"))

    upgrade(revision="v0002")
    with monkeypatch.context() as failing:
        failing.setattr("alembic.ddl.impl.DefaultImpl.add_column", refuse)
        with pytest.raises(OperationalError):
            tables.migrate_now(empty_app)
    assert (store.revision(), "agreement" in inspect(tables.db.engine).get_table_names()) == (
        "v0002",
        False,
    )
    tables.migrate_now(empty_app)
    assert tables.open_table(variant="catalan").code


@pytest.mark.parametrize("engine", ["sqlite"])
def test_a_write_is_on_the_disk_before_it_is_acknowledged(empty_app):
    expected = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 50}
    with tables.db.engine.connect() as connection:
        for name, value in expected.items():
            assert connection.exec_driver_sql(f"PRAGMA {name}").scalar() == value


@pytest.mark.parametrize("engine", ["sqlite"])
def test_a_write_holds_the_lock_from_its_first_statement(app):
    """BEGIN IMMEDIATE: nothing read inside a write can be overtaken before its commit."""
    with tables.db.engine.connect() as other, writing():
        other.exec_driver_sql("PRAGMA busy_timeout=0")
        with pytest.raises(OperationalError, match="locked"):
            other.exec_driver_sql("DELETE FROM tap")


@pytest.mark.parametrize("engine", ["postgresql"])
def test_writes_to_one_match_take_turns_on_postgresql_and_others_go_on(table):
    """The row of the match is the lock; a reader never waits."""
    second = tables.open_table(variant="catalan")
    with writing() as mine, writing() as others:
        postgresql.lock_match(mine, table.match.id)
        others.exec_driver_sql("SET LOCAL lock_timeout = '50ms'")
        postgresql.lock_match(others, second.id)
        assert table.state.version == 0
        with pytest.raises(OperationalError, match="lock timeout"):
            postgresql.lock_match(others, table.match.id)
        others.rollback()


def test_a_write_that_raises_is_rolled_back(app):
    def half_a_write():
        with writing() as connection:
            connection.execute(tables.Match.__table__.insert().values(**_match(1)))
            raise KeyError

    with pytest.raises(KeyError):
        half_a_write()
    with tables.db.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM match").scalar() == 0


@pytest.mark.parametrize(
    "twin",
    [
        {"seq": 1, "key": "b"},
        {"seq": 2, "key": "a"},
        {"seq": 2, "key": "b", "match_id": 99},
    ],
)
def test_the_schema_refuses_a_duplicate_row_and_a_row_without_a_match(table, twin):
    def write(row):
        rest = {
            "match_id": table.match.id,
            "text": "truc@1",
            "device": "d",
            "at": now(),
            "score": "",
            "events_json": "[]",
        }
        with writing() as connection:
            connection.execute(tables.TapRow.__table__.insert().values(rest | row))

    write({"seq": 1, "key": "a"})
    with pytest.raises(IntegrityError):
        write(twin)


def test_deleting_a_match_deletes_its_rows_in_every_table(table):
    table.tap("truc@1")
    with writing() as connection:
        connection.exec_driver_sql("DELETE FROM match")
    with tables.db.engine.connect() as connection:
        for name in ("agreement", "tap", "seat", "member"):
            assert connection.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar() == 0


def _match(number):
    tokens = {f"{door}_token": f"{door}{number}" for door in ("host", "join", "watch")}
    facts = {"variant": "catalan", "seats": 4, "house": "", "dealer": 0, "score": "", "games": ""}
    return facts | tokens | {"id": number, "code": str(number), "created_at": now()}


def test_a_card_of_an_earlier_release_leads_where_it_led(empty_app):
    """The exception is a match whose join link was replaced since it was opened there."""
    upgrade(revision="v0009")
    at = now()
    with writing() as connection:
        for number in (1, 2):
            row = {"id": number, "code": f"CODE{number}", "at": at}
            row |= {f"{door}_token": f"{door}{number}" for door in ("host", "join", "watch", "tv")}
            connection.execute(
                text(
                    "INSERT INTO match (id, code, host_token, join_token, watch_token, tv_token, "
                    "variant, seats, house, dealer, score, games, locked, revision, created_at) "
                    "VALUES (:id, :code, :host_token, :join_token, :watch_token, :tv_token, "
                    "'put', 2, '', 0, '', '', FALSE, 0, :at)"
                ),
                row,
            )
            connection.execute(
                text(
                    "INSERT INTO place (id, token, keep_token, name, device, match_id, created_at) "
                    "VALUES (:id, :token, :keep, 'Bar', 'phone', :id, :at)"
                ),
                {"id": number, "token": f"p{number}", "keep": f"k{number}", "at": at},
            )
        connection.execute(
            text("INSERT INTO former_code (code, match_id, replaced_at) VALUES ('OLD', 2, :at)"),
            {"at": at},
        )
        connection.execute(
            text(
                "INSERT INTO place (id, token, keep_token, name, device, match_id, created_at) "
                "VALUES (3, 'p3', 'k3', 'Bar', 'phone', 99, :at)"
            ),
            {"at": at},
        )
    tables.migrate_now(empty_app)
    with store.reading() as connection:
        rows = connection.execute(
            text("SELECT place_id, match_id, join_token FROM place_match ORDER BY place_id")
        )
        assert [tuple(row) for row in rows] == [(1, 1, "join1"), (2, 2, "")]


def test_upgrading_removes_the_spellings_of_a_person_removed_in_an_earlier_release(empty_app):
    """Person 1 was removed, person 3 deleted, person 5 is there.

    2, 4 and 6 are their other spellings.
    """
    upgrade(revision="v0009")
    people = [(1, "Anna", now(), 0), (2, "Anneta", None, 1), (3, "", None, 0)]
    people += [(4, "Bielet", None, 3), (5, "Carme", None, 0), (6, "Carmeta", None, 5)]
    with writing() as connection:
        columns = (
            "id, write_token, read_token, keep_token, title, variant, seats, house, revision, "
            "totals, created_at"
        )
        connection.execute(
            text(
                f"INSERT INTO book ({columns}) VALUES (1, 'w', 'r', 'k', 'Club', '', 0, '', 0, '', "
                ":at)"
            ),
            {"at": now()},
        )
        row = "(1, :number, :name, :removed_at, :same_as)"
        insert = (
            f"INSERT INTO book_person (book_id, number, name, removed_at, same_as) VALUES {row}"
        )
        for person in people:
            values = dict(zip(("number", "name", "removed_at", "same_as"), person, strict=True))
            connection.execute(text(insert), values)
    tables.migrate_now(empty_app)
    with tables.db.engine.connect() as connection:
        query = "SELECT name, removed_at IS NOT NULL FROM book_person ORDER BY number"
        rows = [(name, bool(removed)) for name, removed in connection.exec_driver_sql(query)]
    assert rows == [
        ("Anna", True),
        ("Anneta", True),
        ("", False),
        ("", False),
        ("Carme", False),
        ("Carmeta", False),
    ]


def test_what_was_played_by_former_defaults_goes_on_by_them(empty_app):
    """In truc y flou the pied answered an embit, in truc menorquí the leader of a tie led again."""
    upgrade(revision="v0016")
    with writing() as connection:
        connection.execute(
            text(
                "INSERT INTO match (id, code, host_token, join_token, watch_token, tv_token, "
                "variant, seats, house, dealer, score, games, locked, revision, created_at) "
                "VALUES (1, 'CODE', 'h', 'j', 'w', 't', 'truc-y-flou', 6, "
                "'target=25 answers=pied', 0, '', '', FALSE, 0, :at)"
            ),
            {"at": now()},
        )
        connection.execute(
            text(
                "INSERT INTO book (id, write_token, read_token, keep_token, title, variant, "
                "seats, house, revision, totals, created_at) "
                "VALUES (1, 'w', 'r', 'k', 'Club', '', 0, '', 0, '', :at)"
            ),
            {"at": now()},
        )
        rules = ("", '[Rules "target=12 deck=26"]\n')
        for number, header in enumerate(rules, start=1):
            connection.execute(
                text(
                    "INSERT INTO book_match (book_id, number, place, token, match_id, variant, "
                    "record, people, sides, score, games, sums, ratings, stake, played_at, "
                    "kept_at) VALUES (1, :number, 0, :token, 0, 'menorcan', :record, '', 2, '', "
                    "'', '', '{}', '', :at, :at)"
                ),
                {
                    "number": number,
                    "token": f"t{number}",
                    "record": f'[Variant "menorcan"]\n{header}\ntied tied tied  ; 0-1\n',
                    "at": now(),
                },
            )
    tables.migrate_now(empty_app)
    with store.reading() as connection:
        (house,) = connection.execute(text("SELECT house FROM match")).one()
        kept = connection.execute(text("SELECT record, identity FROM book_match ORDER BY number"))
        rows = list(kept)
    assert house == "target=25 answers=pied embit_answers=pied"
    for record, identity in rows:
        (answer,) = replay_text(record, "book", variants.build_rules)
        assert "error" not in answer
        assert identity == writing_of_books.identity(record)
    assert '[Rules "target=12 lead_after_tie=tied_leader deck=26"]' in rows[1].record
