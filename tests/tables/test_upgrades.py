"""Test that a new release loses no match: it upgrades old schemas and accepts old taps."""

from __future__ import annotations

from itertools import count

import pytest
from alembic.script import ScriptDirectory
from flask_migrate import downgrade, upgrade
from sqlalchemy import text

from companion import tables, variants
from companion.book import writing as writing_of_books
from companion.engine import Event, Illegal, MatchLog, parse, start
from companion.engine.records import replay_text
from companion.tables import store
from companion.tables.match_state import events_to_json
from companion.tables.models import now
from companion.tables.process_state import process_state
from companion.tables.store import MIGRATIONS, writing
from tests.tables.conftest import Table

EVENING = "truc@1 yes@2 won@1 won@3 truc@0 undo redo no@1 hand@0 undo fix@0=3"
TOURNAMENT_LINKS = ("organise", "help", "sign_up", "watch")
SCHEMAS = sorted(script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions())


def test_the_newest_schema_version_is_the_name_of_its_migration_file():
    assert store.newest() == SCHEMAS[-1]


def old_match() -> dict[str, object]:
    """Return a row of `match` with the columns of the first release."""
    tokens = {f"{kind}_token": f"{kind:x<22}" for kind in ("host", "join", "watch")}
    rules = variants.get("catalan").rules(4, {})
    facts = {
        "id": 7,
        "code": "22222",
        "variant": "catalan",
        "seats": 4,
        "dealer": 0,
        "score": "",
        "games": "",
    }
    house = " ".join(f"{key}={value}" for key, value in rules.house)
    return tokens | facts | {"house": house, "locked": False, "revision": 0, "created_at": now()}


def old_taps(schema: str) -> list[dict[str, object]]:
    events = "told" if schema < "v0015" else "events_json"
    line = MatchLog(start(variants.get("catalan").rules(4, {})))
    rows = []
    for seq, word in enumerate(EVENING.split(), start=1):
        line = line.play(parse(word))
        shown = {"score": line.game.score_text, events: events_to_json(line.game.events)}
        rows.append(
            {
                "match_id": 7,
                "seq": seq,
                "key": f"k{seq}",
                "text": word,
                "device": "host",
                "at": now(),
            }
            | shown
        )
    return rows


def host_of(schema: str) -> dict[str, object]:
    """Return the columns that make a phone host in a schema, for example in "v0009".

    Before v0010 "host" was a role. Since then a host has the role "player", and the column `host`
    is set.
    """
    if schema < "v0010":
        return {"role": "host"}
    return {"role": "player", "host": "full", "host_order": 1}


def put(table: str, *rows: dict[str, object]) -> None:
    columns = ", ".join(rows[0])
    with writing() as connection:
        values = ", ".join(f":{name}" for name in rows[0])
        connection.execute(text(f"INSERT INTO {table} ({columns}) VALUES ({values})"), list(rows))


def put_seats(match_id: int, *names: str) -> None:
    for number, name in enumerate(names):
        put("seat", {"match_id": match_id, "number": number, "name": name})


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_match_in_a_database_of_any_earlier_schema_can_be_continued(empty_app, schema, caplog):
    upgrade(revision=schema)
    put("match", old_match())
    put_seats(7, "Anna", "Biel", "C", "D")
    put(
        "member",
        {"match_id": 7, "device": "host", "joined_at": now(), "seen_at": now()} | host_of(schema),
    )
    taps = old_taps(schema)
    put("tap", *taps)
    process_state().states.clear()
    with caplog.at_level("INFO", "companion"):
        tables.migrate_now(empty_app)
    moved = f"brought up to date for this release (from {schema} to {SCHEMAS[-1]})."
    assert (moved in caplog.text) == (schema != SCHEMAS[-1])
    table = Table(tables.state(tables.Match(id=7)).match, count())
    for row, stored in zip(table.state.rows, taps, strict=True):
        assert row.score == stored["score"]
        assert events_to_json(row.events) == stored.get("told", stored.get("events_json"))
    assert (table.state.restarted_at, table.score) == (0, "4-2")
    assert table.state.names == ("Anna", "Biel", "C", "D")
    table.play("undo redo truc@1 no@2 fix@1=9")
    assert tables.state(tables.rematch(table.match, "host")).log.game.score == (0, 0)


def another_match(number: int) -> dict[str, object]:
    tokens = {f"{kind}_token": f"{kind}{number}" for kind in ("host", "join", "watch", "tv")}
    return old_match() | tokens | {"id": number, "code": f"CODE{number}"}


def old_book() -> dict[str, object]:
    tokens = {"write_token": "w", "read_token": "r", "keep_token": "k"}
    facts = {"id": 1, "title": "Club", "variant": "", "seats": 0, "house": "", "revision": 0}
    return tokens | facts | {"totals": "", "created_at": now()}


def rows_of(query: str) -> list[tuple[object, ...]]:
    with store.reading() as connection:
        return [tuple(row) for row in connection.execute(text(query))]


def test_old_links_do_not_lead_to_rematches_opened_before_the_upgrade(empty_app):
    """Earlier releases did not store which links were replaced.

    So all links of old matches count as replaced, except host links. Links still lead to rematches
    that are opened after the upgrade.
    """
    upgrade(revision="v0009")
    put("match", another_match(7) | {"rematch_id": 8})
    put("match", another_match(8))
    put_seats(7, "", "", "", "")
    put_seats(8, "", "", "", "")
    tables.migrate_now(empty_app)
    first = tables.state(tables.Match(id=7)).match
    second = tables.state(tables.Match(id=8)).match
    for kind in ("player", "watch", "tv"):
        assert tables.newest_match_for(first, "a phone", kind) is None
    assert tables.newest_match_for(first, "a phone", "host").id == 8
    tables.join(second, "host", "host")
    third = tables.rematch(second, "host", house=second.house_rules)
    assert tables.newest_match_for(second, "a phone", "player").id == third.id


def test_hosts_of_earlier_releases_stay_hosts_in_the_order_they_joined(empty_app):
    """Before v0010, "host" was a role instead of a column."""
    upgrade(revision="v0009")
    put("match", another_match(1))
    put_seats(1, "", "", "", "")
    for device, role, seat, day in (
        ("second", "host", None, "2026-01-02"),
        ("first", "host", 2, "2026-01-01"),
        ("player", "player", 1, "2026-01-01"),
        ("removed", "removed", None, "2026-01-01"),
    ):
        phone = {"match_id": 1, "device": device, "role": role, "seat": seat}
        put("member", phone | {"joined_at": day, "seen_at": day})
    tables.migrate_now(empty_app)
    state = tables.state(tables.Match(id=1))
    assert [host.device for host in tables.hosts(state.members.values())] == ["first", "second"]
    assert tables.access(state, "first") == tables.Viewer("player", 2, may_tap=True, host="full")
    assert tables.access(state, "player") == tables.Viewer("player", 1, may_tap=True)
    assert tables.access(state, "removed").role == "removed"
    downgrade(revision="v0009")
    roles = ["host", "player", "removed", "host"]
    assert [role for (role,) in rows_of("SELECT role FROM member ORDER BY device")] == roles


def test_a_card_of_a_place_leads_to_the_same_match_after_an_upgrade(empty_app):
    """A card does not lead to a match whose join link was replaced after the match was opened."""
    upgrade(revision="v0009")
    put("match", another_match(1), another_match(2))
    put("former_code", {"code": "OLD", "match_id": 2, "replaced_at": now()})
    for number, match_id in ((1, 1), (2, 2), (3, 99)):
        tokens = {"token": f"p{number}", "keep_token": f"k{number}"}
        place = {"id": number, "name": "Bar", "device": "phone", "created_at": now()}
        put("place", tokens | place | {"match_id": match_id})
    tables.migrate_now(empty_app)
    led = rows_of("SELECT place_id, match_id, join_token FROM place_match ORDER BY place_id")
    assert led == [(1, 1, "join1"), (2, 2, "")]


def test_upgrading_also_removes_the_other_spellings_of_a_removed_person(empty_app):
    """Person 1 was removed and can be restored, person 3 was deleted, and person 5 was kept.

    Persons 2, 4 and 6 are other spellings of persons 1, 3 and 5.
    """
    upgrade(revision="v0009")
    put("book", old_book())
    for number, name, removed_at, same_as in (
        (1, "Anna", now(), 0),
        (2, "Anneta", None, 1),
        (3, "", None, 0),
        (4, "Bielet", None, 3),
        (5, "Carme", None, 0),
        (6, "Carmeta", None, 5),
    ):
        person = {"book_id": 1, "number": number, "name": name}
        put("book_person", person | {"removed_at": removed_at, "same_as": same_as})
    tables.migrate_now(empty_app)
    found = rows_of("SELECT name, removed_at FROM book_person ORDER BY number")
    assert [name for name, _ in found] == ["Anna", "Anneta", "", "", "Carme", "Carmeta"]
    assert [name for name, removed_at in found if removed_at is not None] == ["Anna", "Anneta"]


def test_matches_of_earlier_releases_keep_the_defaults_of_their_time(empty_app):
    """Later releases changed the default of a house rule of truc y flou and of truc menorquí."""
    upgrade(revision="v0016")
    rules = {"variant": "truc-y-flou", "seats": 6, "house": "target=25 answers=pied"}
    put("match", another_match(1) | rules)
    put("book", old_book())
    for number, header in enumerate(("", '[Rules "target=12 deck=26"]\n'), start=1):
        record = f'[Variant "menorcan"]\n{header}\ntied tied tied  ; 0-1\n'
        kept = {"book_id": 1, "number": number, "place": 0, "token": f"t{number}", "match_id": 0}
        kept |= {"variant": "menorcan", "record": record, "people": "", "sides": 2, "score": ""}
        kept |= {"games": "", "sums": "", "ratings": "{}", "stake": ""}
        put("book_match", kept | {"played_at": now(), "kept_at": now()})
    tables.migrate_now(empty_app)
    assert rows_of("SELECT house FROM match") == [("target=25 answers=pied embit_answers=pied",)]
    kept = rows_of("SELECT record, identity FROM book_match ORDER BY number")
    for record, identity in kept:
        (answer,) = replay_text(record, "book", variants.build_rules)
        assert "error" not in answer
        assert identity == writing_of_books.identity(record)
    assert '[Rules "target=12 lead_after_tie=tied_leader deck=26"]' in kept[1][0]


END = '{"matches": [], "brackets": ""}'
NEXT_ROUND = '{"matches": [["swiss", 1, 2, null, ""]], "brackets": ""}'
FINAL = '{"matches": [["title", 1, 2, 1, ""]], "brackets": "[[]]"}'


def test_upgrading_keeps_lots_drawn_at_the_sign_up_only_if_they_decided_ranks(empty_app):
    upgrade(revision="v0020")
    stages = [("signing up", ""), ("playing", ""), ("playing", NEXT_ROUND)]
    stages += [("playing", END), ("playing", FINAL), ("over", "")]
    for number, (stage, draft) in enumerate(stages):
        tokens = {f"{link}_token": f"{link}{number}" for link in TOURNAMENT_LINKS}
        facts = {"id": number, "title": "", "variant": "catalan", "seats": 4, "house": ""}
        facts |= {"form": "", "terms": "", "stage": stage, "draft": draft, "brackets": ""}
        facts |= {"clock_round": 0, "clock_stood_still": 0, "book_id": 0, "revision": 0}
        put("tournament", tokens | facts | {"created_at": now()})
        team = {"tournament_id": number, "number": 1, "token": f"{number}", "name": "A"}
        team |= {"players": "A", "seed": 0, "joined": 1, "letter": "", "lot": 700}
        put("tournament_team", team | {"signed_up_at": now()})
    tables.migrate_now(empty_app)
    lots = rows_of("SELECT lot FROM tournament_team ORDER BY tournament_id")
    assert [lot for (lot,) in lots] == [0, 0, 0, 700, 700, 700]


def change(seq: int, **columns: str) -> None:
    """Change columns of the tap with number `seq`, as if it had been recorded under other rules."""
    with tables.db.engine.begin() as connection:
        for name, value in columns.items():
            connection.execute(
                text(f"UPDATE tap SET {name} = :value WHERE seq = :seq"),
                {"value": value, "seq": seq},
            )
    process_state().states.clear()


def test_a_tap_that_todays_rules_refuse_keeps_its_recorded_score(table):
    table.play("truc@1 yes@2 won@1 won@3 truc@0 yes@1")
    change(5, text="retruc@0")
    change(6, text="fold@0")
    assert (table.state.version, table.score, table.state.restarted_at) == (6, "0-2", 6)
    assert [str(row.tap) for row in table.state.rows][4:] == ["retruc@0", "fold@0"]
    assert table.state.log.game.dealer == 1


def test_play_goes_on_after_a_row_that_todays_rules_refuse_but_undo_stops_at_that_row(table):
    table.play("truc@1 yes@2 won@1 won@3 truc@2")
    change(5, text="retruc@0")
    table.play("fix@0=5 undo")
    assert (table.score, table.state.version, table.state.restarted_at) == ("0-2", 7, 5)
    with pytest.raises(Illegal, match="nothing to take back"):
        table.tap("undo")
    assert table.state.version == 7


def test_a_hand_keeps_the_points_it_paid_under_earlier_rules(table):
    """The row was stored with the score 0-3. Today's rules give 0-2, but the score stays 0-3."""
    table.play("truc@1 yes@2 won@1 won@3")
    change(
        4,
        score="0-3",
        events_json=events_to_json((Event("points", 1, 3, "played", "truc"), Event("hand", 1))),
    )
    assert (table.score, table.state.restarted_at, table.state.log.game.dealer) == ("0-3", 4, 1)
    table.play("hand@0")
    assert table.score == "1-3"


def test_a_game_won_under_earlier_rules_stays_won(app):
    match = tables.open_table(variant="catalan", house={"best_of": "3"}, score="11-0")
    tables.join(match, "host", "host")
    table = Table(match, count())
    table.play("yes@0 hand@0")
    change(1, text="retruc@0")
    game = table.state.log.game
    assert (game.games, game.score_text, game.winner) == ((1, 0), "0-0", None)


def test_a_match_won_under_earlier_rules_stays_won(table):
    table.play("fix@0=12")
    change(1, text="retruc@0")
    assert (table.score, table.state.log.game.winner) == ("12-0", 0)
    assert tables.state(tables.rematch(table.match, "host")).version == 0


@pytest.mark.parametrize("score", ["6/2-3/1", "5/0-0/0"])
def test_truts_and_points_are_both_kept_after_a_row_that_todays_rules_refuse(app, score):
    match = tables.open_table(variant="trut")
    tables.join(match, "host", "host")
    table = Table(match, count())
    table.tap("fix@0=1")
    change(1, score=score)
    assert (table.score, table.state.restarted_at) == (score, 1)


def test_the_record_of_a_log_with_refused_rows_begins_after_these_rows(table):
    table.play("truc@1 yes@2 won@1 won@3 truc@2 no@3 hand@1")
    change(5, text="retruc@0")
    (answer,) = replay_text(tables.to_record(table.match), "record", variants.build_rules)
    assert "error" not in answer
    assert (table.score, table.state.restarted_at, answer["n"]) == ("1-3", 6, 1)
    assert (answer["score"], answer["dealer"]) == (
        list(table.state.log.game.score),
        table.state.log.game.dealer,
    )


def test_a_log_row_that_cannot_be_read_is_reported_as_a_broken_log(table):
    table.play("truc@1 yes@2")
    change(1, text="???")
    with pytest.raises(tables.BrokenLog, match="Row 1 cannot be read"):
        tables.state(table.match)
    change(1, text="truc@1", score="much")
    with pytest.raises(tables.BrokenLog, match="score that cannot be read: 'much'"):
        tables.state(table.match)
