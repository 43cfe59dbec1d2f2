"""Programs that watch a table get its state, and a live video gets its scoreboard in one line."""

from __future__ import annotations

import json

import pytest

from companion import tables
from companion.board import watched


def test_the_state_for_programs_has_the_score_and_the_open_question(match, host):
    host.play("truc@1")
    state = tables.state(match)
    assert watched.state_value(state) == {
        "stamp": state.stamp,
        "game": "catalan",
        "target": 12,
        "best_of": 1,
        "players": ["Anna", "Biel", "Carme", "Pep"],
        "sides": [[0, 2], [1, 3]],
        "score": [0, 0],
        "games": [0, 0],
        "dealer": 0,
        "leader": 1,
        "stake": 1,
        "cards": 3,
        "tricks": [],
        "question": {"word": "truc", "by": 1, "yes": 2, "no": 1, "answer": [2]},
        "over": False,
        "winner": None,
    }


def test_the_json_of_a_state_keeps_letters_of_all_languages(open_match):
    match = open_match(names=("Àngels", "Biel", "Çetin", "Pep"))
    state = tables.state(match)
    text = watched.state_json(state)
    assert "Àngels" in text
    assert json.loads(text) == watched.state_value(state)


def test_only_the_state_of_a_game_with_truts_counts_truts(open_match, match):
    counted = watched.state_value(tables.state(open_match("trut-gatine")))
    assert counted["truts"] == [0, 0]
    assert "truts" not in watched.state_value(tables.state(match))


@pytest.mark.parametrize(
    ("taps", "line", "is_asked", "worth"),
    [
        ("truc@1", "Truc · Carme?", True, "1"),
        ("truc@1 no@2", "+1 Biel & Pep: truc refused · Carme leads", False, "1"),
        ("fix@0=12", "Anna & Carme win the game!", False, ""),
    ],
)
def test_the_scoreboard_says_what_is_asked_what_happened_or_who_won(
    app, match, host, taps, line, is_asked, worth
):
    host.play(taps)
    with app.test_request_context():
        board = watched.scoreboard(tables.state(match))
    assert (board.line, board.is_asked, board.worth) == (line, is_asked, worth)
    assert board.game == "Catalan truc"
    assert board.names == ("Anna & Carme", "Biel & Pep")
    assert len(board.sides) == 2
