"""Test rematches: who plays, who is host, and where the links of earlier matches lead.

A match has at most one rematch.
"""

from importlib import import_module
from itertools import count, pairwise

import pytest
from sqlalchemy import func, select, update

from companion import tables
from companion.tables.store import reading, writing
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
    """Return a table whose match is won. The host sits in seat 3. Anna, in seat 0, has no phone."""
    for device, seat in SEATS.items():
        tables.join(table.match, device, "player", seat)
    tables.mark_seen(table.match, "tv", "watch")
    table.play(OVER)
    assert table.state.log.game.winner == 0
    return table


def people(match):
    members = tables.members(match)
    return {member.device: (member.role, member.seat, member.host) for member in members}


def how_many():
    with reading() as connection:
        return connection.scalar(select(func.count()).select_from(tables.Match))


def test_a_rematch_opens_a_match_with_the_same_people_and_rules(over):
    new = tables.rematch(over.match, "biel")
    state = tables.state(new)
    assert (new.variant, new.seats, new.house) == (
        over.match.variant,
        over.match.seats,
        over.match.house,
    )
    assert (state.names, state.version) == (over.state.names, 0)
    assert (state.log.game.score_text, state.log.game.dealer) == (
        "0-0",
        over.state.log.game.dealer,
    )
    assert people(new) == PHONES
    assert new.code != over.match.code


def test_a_rematch_begins_with_the_current_house_rules_and_names_of_the_match(app):
    old = tables.open_table(variant="catalan", seats=2, house={"target": "3", "tiebreak": "first"})
    tables.join(old, "host", "host")
    tables.rename(old, 1, "Clàudia")
    Table(old, count()).play("fix@0=1 truc@1 yes@0 hand@0")
    new = tables.rematch(old, "host")
    assert (new.house_rules, tables.state(new).names) == (old.house_rules, ("", "Clàudia"))


def test_changing_partners_swaps_the_second_and_the_third_player(over):
    new = tables.rematch(over.match, "host", swap_partners=True)
    assert tables.state(new).names == ("Anna", "Carme", "Biel", "Pep")
    assert people(new) == PHONES | {"biel": ("player", 2, ""), "carme": ("player", 1, "")}
    assert over.state.log.game.dealer == 1
    assert tables.state(new).log.game.dealer == 2  # Biel still deals


def test_every_phone_that_asks_for_a_rematch_comes_to_the_same_table(over):
    first = tables.rematch(over.match, "host")
    assert tables.rematch(over.match, "biel").id == first.id
    assert tables.rematch(over.match, "biel", swap_partners=True).id == first.id
    assert how_many() == 2


def test_four_processes_that_ask_for_a_rematch_at_once_open_one_table(over, start):
    code = 'print(tables.rematch(match, "host").code)'
    processes = [start(code, over.match) for _ in range(4)]
    printed = {process.done().stdout for process in processes}
    assert len(printed) == 1
    assert how_many() == 2


def test_opening_a_rematch_stores_its_id_in_the_old_match_and_changes_the_old_stamp(over):
    assert tables.rematch_of(over.match) is None
    before = over.state.stamp
    new = tables.rematch(over.match, "host")
    assert tables.rematch_of(over.match).id == new.id
    assert tables.state(over.match).match.rematch_id == new.id
    assert over.state.stamp != before


def test_a_removed_phone_stays_out_of_the_rematch_too(over):
    tables.ban_phone(over.match, "biel")
    new = tables.rematch(over.match, "host")
    assert people(new) == PHONES | {"biel": ("removed", None, "")}
    with pytest.raises(tables.NotAllowed, match="removed"):
        tables.join(new, "biel", "player", 1)


def test_a_stopped_match_can_have_a_rematch(table):
    table.play("truc@1 no@2 end")
    new = tables.rematch(table.match, "host")
    assert tables.state(new).log.game.score_text == "0-0"


def test_a_tap_recorded_while_the_next_match_is_opened_counts_in_its_score(table, monkeypatch):
    module = import_module("companion.tables.rematch")
    find = module.rematch_of

    def tap_and_find(match):
        monkeypatch.setattr(module, "rematch_of", find)
        table.tap("hand@0")
        return find(match)

    monkeypatch.setattr(module, "rematch_of", tap_and_find)
    new = tables.rematch(table.match, "host", house=table.match.house_rules)
    assert tables.state(new).log.game.score_text == "1-0"


def test_if_joining_is_closed_at_a_table_it_stays_closed_at_the_rematch(over):
    tables.lock(over.match)
    assert tables.rematch(tables.state(over.match).match, "host").locked


def test_a_rematch_draws_another_code_if_the_first_is_taken(over, monkeypatch):
    draws = iter(over.match.code + "2" * 12)
    monkeypatch.setattr("companion.tables.codes.secrets.choice", lambda _: next(draws))
    assert tables.rematch(over.match, "host").code == "2" * 12


@pytest.mark.parametrize("device", ["tv", "a stranger"])
def test_only_players_may_open_a_rematch(over, device):
    with pytest.raises(tables.NotAllowed):
        tables.rematch(over.match, device)
    tables.rematch(over.match, "host")
    with pytest.raises(tables.NotAllowed):
        tables.rematch(over.match, device)


def test_a_match_that_is_not_over_has_no_rematch(over):
    over.tap("undo")
    with pytest.raises(ValueError, match="not over"):
        tables.rematch(over.match, "host")


@pytest.mark.parametrize(("variant", "seats"), [("french", 2), ("put-many", 4)])
def test_partners_cannot_be_exchanged_at_a_rematch_of_a_game_without_partners(app, variant, seats):
    match = tables.open_table(variant=variant, seats=seats, house={"target": "2", "best_of": "1"})
    tables.join(match, "host", "host")
    Table(match, count()).play("fix@0=1 hand@0")
    assert not tables.can_swap_partners(match)
    with pytest.raises(ValueError, match="no partners"):
        tables.rematch(match, "host", swap_partners=True)


def test_with_other_partners_the_second_and_the_third_of_four_people_change_places():
    assert tables.names_after_swap(("Ana", "Bel", "Carles", "Dolors")) == (
        "Ana",
        "Carles",
        "Bel",
        "Dolors",
    )


@pytest.mark.parametrize(
    ("variant", "seats", "can"),
    [("catalan", 4, True), ("argentine", 6, True), ("catalan", 2, False)],
)
def test_partners_can_be_exchanged_if_two_sides_of_several_people_play(app, variant, seats, can):
    match = tables.open_table(variant=variant, seats=seats)
    assert tables.can_swap_partners(match) is can


def another(variant, people):
    return tables.NextGame(variant=variant, house={}, people=people)


def people_at(match):
    return [person.name for person in tables.people_of(tables.state(match))]


def names(match):
    return tables.state(match).names


def test_a_phone_keeps_its_player_if_the_next_game_is_played_in_the_other_direction(over):
    assert tables.default_people(over.state, "argentine", 4) == (0, 1, 2, 3)
    chosen = tables.default_people(over.state, "trut", 4)
    new = tables.rematch(over.match, "host", another=another("trut", chosen))
    assert (new.variant, new.seats) == ("trut", 4)
    assert names(new) == ("Anna", "Pep", "Carme", "Biel")
    assert people(new) == PHONES | {"host": ("player", 1, "full"), "biel": ("player", 3, "")}


def test_a_player_who_is_not_chosen_sits_out_and_can_be_chosen_for_the_match_after(over):
    two = tables.rematch(over.match, "host", another=another("put", (3, 1)))
    assert names(two) == ("Pep", "Biel")
    assert people(two) == PHONES | {
        "host": ("player", 0, "full"),
        "biel": ("player", 1, ""),
        "carme": ("player", None, ""),
    }
    assert [phone for phone in PHONES if tables.sits_out(two, phone)] == ["carme"]
    state = tables.state(two)
    people_out = [(person.name, person.device) for person in tables.people_of(state)[2:]]
    assert people_out == [("Anna", ""), ("Carme", "carme")]
    assert tables.default_people(state, "catalan", 4) == (0, 1, 2, 3)
    four = tables.rematch(two, "host", another=another("catalan", (2, 1, 3, 0)))
    assert names(four) == ("Anna", "Biel", "Carme", "Pep")
    assert people(four) == PHONES
    assert tables.people_of(tables.state(four))[4:] == ()


def test_a_player_who_sits_out_can_still_be_chosen_after_a_rematch(over):
    two = tables.rematch(over.match, "host", another=another("put", (3, 1)))
    Table(two, count()).play("resign@0")
    again = tables.rematch(two, "host")
    assert people_at(again) == ["Pep", "Biel", "Anna", "Carme"]


def test_somebody_who_sat_out_and_then_took_a_seat_is_listed_once_among_the_people(over):
    two = tables.rematch(over.match, "host", another=another("put", (3, 1)))
    tables.take_over(two, "carme", 1)
    assert people_at(two) == ["Pep", "Biel", "Anna"]


def test_the_player_of_a_removed_phone_can_no_longer_be_chosen_for_the_next_match(over):
    two = tables.rematch(over.match, "host", another=another("put", (3, 1)))
    tables.ban_phone(two, "carme")
    assert people_at(two) == ["Pep", "Biel", "Anna"]


def test_a_rematch_with_a_game_for_more_people_has_free_seats(over):
    assert tables.default_people(over.state, "menorcan", 6) == (0, 1, 2, 3, None, None)
    new = tables.rematch(over.match, "host", another=another("menorcan", (0, 1, 2, 3, None, None)))
    assert names(new) == ("Anna", "Biel", "Carme", "Pep", "", "")


def test_choosing_another_game_leaves_an_unfinished_match_as_it_is(table):
    tables.join(table.match, "biel", "player", 1)
    table.play("truc@1 yes@2 won@1 won@3")
    new = tables.rematch(table.match, "biel", another=another("menorcan", (0, 1, 2, 3)))
    assert tables.state(new).log.game.score_text == "0-0"
    assert table.state.log.game.score_text == "0-2"


@pytest.mark.parametrize("chosen", [(0, 0, 1, 2), (0, 1, 2, 9), (-1, 0, 1, 2)])
def test_choosing_who_plays_rejects_duplicates_and_people_who_are_not_at_the_table(over, chosen):
    with pytest.raises(ValueError, match=r"two seats|people at this table"):
        tables.rematch(over.match, "host", another=another("menorcan", chosen))
    assert how_many() == 1


def test_only_a_host_changes_the_number_of_players_while_a_host_looks_at_the_table(over):
    asked = another("put", (3, 1))
    assert not tables.may_choose_people(over.match, "biel")
    with pytest.raises(tables.NotAllowed, match="the host chooses"):
        tables.rematch(over.match, "biel", another=asked)
    assert how_many() == 1
    assert tables.may_choose_people(over.match, "host")


def test_only_the_host_may_leave_a_player_out_of_the_next_game(over):
    for chosen in ((1, None, 2, 3), (None, 1, 2, 3)):
        with pytest.raises(tables.NotAllowed, match="leave somebody out"):
            tables.rematch(over.match, "biel", another=another("menorcan", chosen))
    assert how_many() == 1
    new = tables.rematch(over.match, "host", another=another("menorcan", (1, None, 2, 3)))
    assert names(new) == ("Biel", "", "Carme", "Pep")


def test_the_next_match_keeps_the_stake_of_the_last_match(app):
    match = tables.open_table(variant="catalan", seats=4, stake="the coffees")
    tables.join(match, "host", "host")
    table = Table(match, count())
    table.play("end")
    asked = another("menorcan", (0, 1, 2, 3))
    assert tables.rematch(match, "host", another=asked).stake == "the coffees"


def test_a_series_continues_in_another_game_if_the_sides_are_the_same(over):
    """If the next game is played in the other direction, the player in seat 1 gets seat 3.

    Their side stays the same.
    """
    chosen = tables.default_people(over.state, "trut", 4)
    trut = tables.rematch(over.match, "host", another=another("trut", chosen))
    Table(trut, count()).play("resign@0")
    assert tables.series(tables.state(trut)) == (1, 1)
    two = tables.rematch(trut, "host", another=another("put", (0, 1)))
    assert tables.series(tables.state(two)) == (0, 0)
    many = tables.rematch(two, "host", another=another("put-many", (0, 1, 2, 3)))
    assert tables.series(tables.state(many)) == (0, 0, 0, 0)


def test_wins_of_two_people_of_the_same_name_are_counted_separately_in_a_series(app):
    match = tables.open_table(variant="put", names=("Joan", "Joan"))
    tables.join(match, "host", "host")
    Table(match, count()).play("resign@0")
    again = tables.rematch(match, "host")
    assert tables.series(tables.state(again)) == (0, 1)


def chain(match, *kinds):
    """Open two rematches, one after the other, and return both.

    Replace the links of these `kinds` at the second rematch.
    """
    first = tables.rematch(match, "host")
    last = tables.rematch(first, "host", house=first.house_rules)
    if kinds:
        tables.replace_links(last, kinds)
    return first, last


@pytest.mark.parametrize("kind", ["player", "watch", "tv", "host"])
def test_an_old_link_leads_to_the_last_rematch(over, kind):
    first, last = chain(over.match)
    assert tables.newest_match_for(over.match, "a stranger", kind).id == last.id
    assert tables.newest_match_for(first, "a stranger", kind).id == last.id
    assert tables.newest_match_for(last, "a stranger", kind).id == last.id


@pytest.mark.parametrize("kind", ["player", "watch", "tv", "host"])
def test_an_old_link_leads_nowhere_if_links_of_its_kind_were_replaced_later(over, kind):
    chain(over.match, kind)
    assert tables.newest_match_for(over.match, "a stranger", kind) is None
    others = {"player", "watch", "tv", "host"} - {kind}
    for other in others:
        assert tables.newest_match_for(over.match, "a stranger", other) is not None


def test_a_player_gets_to_the_rematch_even_if_links_were_replaced(over):
    _, last = chain(over.match, "player")
    assert tables.newest_match_for(over.match, "biel", "player").id == last.id


def test_a_player_does_not_become_host_by_an_old_host_link_that_was_replaced_later(over):
    chain(over.match, "host")
    assert tables.newest_match_for(over.match, "biel", "host") is None


@pytest.mark.parametrize("where", [0, 1, 2])
def test_an_old_link_is_refused_to_a_phone_that_was_removed_from_any_of_the_matches(over, where):
    at = (over.match, *chain(over.match))[where]
    tables.ban_phone(at, "biel")
    with pytest.raises(tables.NotAllowed, match="removed"):
        tables.newest_match_for(over.match, "biel", "player")


@pytest.mark.parametrize("where", [0, 1, 2])
def test_an_old_link_leads_no_new_phone_past_a_match_where_joining_is_closed(over, where):
    at = (over.match, *chain(over.match))[where]
    tables.lock(at)
    assert tables.newest_match_for(over.match, "a stranger", "player").id == at.id
    assert tables.newest_match_for(over.match, "a stranger", "watch").id != over.match.id


def test_an_old_link_does_not_lead_past_a_deleted_match(over):
    first, last = chain(over.match)
    tables.delete(last)
    assert tables.newest_match_for(over.match, "a stranger", "player").id == first.id
    tables.delete(over.match)
    assert tables.newest_match_for(over.match, "a stranger", "player") is None


def test_an_old_link_leads_across_only_a_limited_number_of_rematches(app, monkeypatch):
    monkeypatch.setattr(import_module("companion.tables.rematch"), "MOST_FOLLOWED", 3)
    first = tables.open_table(variant="put")
    matches = [first] + [tables.open_table(variant="put") for _ in range(5)]
    with writing() as connection:
        match = tables.Match.__table__
        for before, after in pairwise(matches):
            connection.execute(
                update(match).where(match.c.id == before.id).values(rematch_id=after.id)
            )
        connection.execute(
            update(match).where(match.c.id == matches[-1].id).values(rematch_id=first.id)
        )
    assert tables.newest_match_for(first, "a stranger", "player").id == matches[3].id
