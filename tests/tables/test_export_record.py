"""Test that matches are exported as records, which replay to the same state."""

import json

import pytest

from companion import tables
from companion.engine.records import replay_text
from companion.variants import build_rules

HAND = "truc@1 yes@2 won@1 won@3"


def replayed(record):
    (answer,) = replay_text(record, "record", build_rules)
    return answer


def test_a_record_has_one_line_for_each_hand_with_its_score(table):
    table.play(HAND + " truc@2 no@3 undo yes@3")
    assert tables.to_record(table.match).splitlines()[-3:] == [
        "truc@1 yes@2 won@1 won@3  ; 0-2",
        "truc@2 no@3  ; 1-2",
        "undo yes@3",
    ]


def test_an_exported_record_with_undo_and_redo_replays_to_the_same_state(table):
    table.play(HAND + " undo redo undo undo redo fix@0=2")
    answer = replayed(tables.to_record(table.match))
    game = table.state.log.game
    assert "error" not in answer
    assert (tuple(answer["score"]), answer["dealer"], answer["n"]) == (game.score, game.dealer, 10)


def test_the_headers_of_a_record_have_all_settings_of_its_table(app):
    match = tables.open_table(
        variant="catalan",
        seats=2,
        house={"best_of": "3"},
        names=["Ona", "Jan"],
        dealer=1,
        score="4-6",
        games="1-0",
    )
    record = tables.to_record(match)
    for header in (
        '[Seats "2"]',
        '[Players "Ona, Jan"]',
        '[Dealer "1"]',
        '[Score "4-6"]',
        '[Games "1-0"]',
    ):
        assert header in record
    assert '[Rules "best_of=3"]' in record
    answer = replayed(record)
    assert (answer["score"], answer["games"], answer["dealer"]) == ([4, 6], [1, 0], 1)


def test_a_record_has_no_header_for_house_rules_that_nobody_changed(table):
    assert "[Rules" not in tables.to_record(table.match)


@pytest.mark.parametrize("name", ['a"]\n[Seats "9', "Joan, Pere", ",", '"', "; [x]", "\u2028"])
def test_a_record_can_be_read_whatever_names_the_players_have(app, name):
    names = ["Anna", name, "Carme", "Pep"]
    try:
        match = tables.open_table(variant="catalan", names=names)
    except ValueError:
        return
    answer = replayed(tables.to_record(match))
    assert "error" not in answer, json.dumps(answer)
    assert answer["score"] == [0, 0]
