"""The match after a match: the same people at a new table, opened once."""

from itertools import count

import pytest
from sqlalchemy import func, select

from companion import tables
from companion.tables.store import reading
from tests.tables.conftest import Table

OVER = "fix@0=10 truc@1 yes@2 hand@0"
SEATS = {"host": 3, "biel": 1, "carme": 2}
PHONES = {
    "host": ("player", 3, "full"),
    "biel": ("player", 1, ""),
    "carme": ("player", 2, ""),
    "tv": ("watch", None, ""),
}


@pytest.fixture
def over(table):
    """A match just won, whose host sits in seat 3; Anna has no phone. Biel deals next."""
    for device, seat in SEATS.items():
        tables.join(table.match, device, "player", seat)
    tables.touch(table.match, "tv", "watch")
    table.play(OVER)
    assert table.state.line.game.winner == 0
    return table


def people(match):
    return {member.device: (member.role, member.seat, member.host) for member in tables.members(match)}


def how_many():
    with reading() as connection:
        return connection.scalar(select(func.count()).select_from(tables.Match))


def test_it_works(over):
    new = tables.rematch(over.match, "biel")
    state = tables.state(new)
    assert (new.variant, new.seats, new.house) == (over.match.variant, over.match.seats, over.match.house)
    assert (state.names, state.version) == (over.state.names, 0)
    assert (state.line.game.score_text, state.line.game.dealer) == ("0-0", over.state.line.game.dealer)
    assert people(new) == PHONES
    assert new.code != over.match.code


def test_house_rules_and_names_of_the_moment_go_along(app):
    old = tables.open_table(variant="catalan", seats=2, house={"target": "3", "tiebreak": "first"})
    tables.join(old, "host", "host")
    tables.rename(old, 1, "Clàudia")
    Table(old, count()).play("fix@0=1 truc@1 yes@0 hand@0")
    new = tables.rematch(old, "host")
    assert (new.house_rules, tables.state(new).names) == (old.house_rules, ("", "Clàudia"))


def test_other_partners_exchange_the_second_and_the_third_player(over):
    new = tables.rematch(over.match, "host", turned=True)
    assert tables.state(new).names == ("Anna", "Carme", "Biel", "Pep")
    assert people(new) == PHONES | {"biel": ("player", 2, ""), "carme": ("player", 1, "")}
    assert over.state.line.game.dealer == 1
    assert tables.state(new).line.game.dealer == 2  # it is still Biel


def test_every_phone_that_asks_comes_to_the_same_table(over):
    first = tables.rematch(over.match, "host")
    assert tables.rematch(over.match, "biel").id == first.id
    assert tables.rematch(over.match, "biel", turned=True).id == first.id
    assert how_many() == 2


def test_four_processes_that_ask_at_once_open_one_table(over, start):
    code = 'print(tables.rematch(match, "host").code)'
    printed = {process.communicate(timeout=60)[0] for process in [start(code, over.match) for _ in range(4)]}
    assert len(printed) == 1
    assert how_many() == 2


def test_the_old_table_knows_it_and_is_told(over):
    assert tables.rematch_of(over.match) is None
    before = over.state.stamp
    new = tables.rematch(over.match, "host")
    assert tables.rematch_of(over.match).id == new.id
    assert tables.state(over.match).match.rematch_id == new.id
    assert over.state.stamp != before


def test_who_was_removed_stays_out_there_too(over):
    tables.remove(over.match, "biel")
    new = tables.rematch(over.match, "host")
    assert people(new) == PHONES | {"biel": ("removed", None, "")}
    with pytest.raises(tables.NotAllowed, match="removed"):
        tables.join(new, "biel", "player", 1)


def test_after_a_match_that_was_stopped_there_is_another(table):
    table.play("truc@1 no@2 end")
    new = tables.rematch(table.match, "host")
    assert tables.state(new).line.game.score_text == "0-0"


def test_a_table_closed_to_newcomers_stays_closed(over):
    tables.lock(over.match)
    assert tables.rematch(tables.state(over.match).match, "host").locked


def test_a_taken_code_is_drawn_again(over, monkeypatch):
    draws = iter(over.match.code + "2" * 12)
    monkeypatch.setattr("companion.tables.codes.secrets.choice", lambda _: next(draws))
    assert tables.rematch(over.match, "host").code == "2" * 12


@pytest.mark.parametrize("device", ["tv", "a stranger"])
def test_it_rejects_who_does_not_play(over, device):
    with pytest.raises(tables.NotAllowed):
        tables.rematch(over.match, device)
    tables.rematch(over.match, "host")
    with pytest.raises(tables.NotAllowed):
        tables.rematch(over.match, device)


def test_it_rejects_a_match_that_is_not_over(over):
    over.tap("undo")
    with pytest.raises(ValueError, match="not over"):
        tables.rematch(over.match, "host")


@pytest.mark.parametrize(("variant", "seats"), [("french", 2), ("put-many", 4)])
def test_it_rejects_other_partners_where_there_are_none(app, variant, seats):
    match = tables.open_table(variant=variant, seats=seats, house={"target": "2", "best_of": "1"})
    tables.join(match, "host", "host")
    Table(match, count()).play("fix@0=1 hand@0")
    assert not tables.can_turn(match)
    with pytest.raises(ValueError, match="no partners"):
        tables.rematch(match, "host", turned=True)
