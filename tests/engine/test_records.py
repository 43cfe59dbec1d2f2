"""Matches written as text (NOTATION.md) are read, replayed or refused."""

from pathlib import Path

import pytest

from companion import variants
from companion.engine import Impossible, records
from companion.engine.records import house, playing, read, reading, replay_text

EXAMPLE = """
[Variant "catalan"]
[Seats "4"]
[Players "Anna, Biel, Carme, Dídac"]
[Dealer "0"]
[Score "4-6"]            ; where the match is picked up
[Rules "one_card_offer=nondealer_proposes best_of=3"]

truc@1 yes@2 won@1 won@3         ; 4-8
won@0 tied won@1
"""


EVENING = Path(__file__).parents[1] / "records" / "evening.truc"


def answers(text, *, each=False):
    return list(replay_text(text, "night.truc", variants.build_rules, each=each))


def test_the_example_in_notation_md_replays_to_the_state_described_there():
    (answer,) = answers(EXAMPLE)
    assert answer["record"] == 1
    assert answer["variant"] == "catalan"
    assert (answer["tap"], answer["n"]) == ("won@1", 7)
    # the tie settled the second hand, so the last tap is the first trick of the third hand
    assert answer["score"] == [5, 8]
    assert answer["tricks"] == [1]
    assert answer["dealer"] == 2


def test_replay_text_with_each_yields_the_state_at_the_start_and_after_every_tap():
    told = answers(EXAMPLE, each=True)
    assert len(told) == 8
    assert "tap" not in told[0]
    assert [a["n"] for a in told[1:]] == [1, 2, 3, 4, 5, 6, 7]
    assert told[1]["open"] == {"word": "truc", "by": 1, "yes": 2, "no": 1, "answer": [2]}
    assert [a["hand_winner"] for a in told if "hand_winner" in a] == [1, 0]


def test_a_replay_describes_an_open_decision_by_its_word_and_who_may_answer():
    (answer,) = answers('[Variant "catalan"]\n[Score "11-3"]')
    assert answer["open"] == {"word": "eleven", "answer": [0, 2]}
    assert "tap" not in answer


def test_a_record_may_contain_undo_and_redo():
    (answer,) = answers('[Variant "catalan"]\n\ntruc@1 no@2 undo yes@2')
    assert (answer["n"], answer["stake"], answer["score"]) == (4, 2, [0, 0])


def test_a_record_after_a_faulty_record_is_replayed():
    bad = '\n[Variant "catalan"]\n\ntruc@1 truc@1 yes@2\n\n'
    last = '[Variant "doubling"]\n[Seats "2"]\n\nwon@1 won@1\n'
    text = EXAMPLE + bad + last
    good, bad, last = answers(text)
    assert "error" not in good
    assert bad["error"].startswith(
        "night.truc:14: tap 2 'truc@1': truc waits for the answer of seat 2; legal: no@2 "
    )
    assert (bad["tap"], bad["n"], bad["score"]) == ("truc@1", 1, [0, 0])
    assert (last["record"], last["score"]) == (3, [0, 1])


def test_replay_text_with_each_ends_with_the_state_before_an_illegal_tap():
    told = answers('[Variant "catalan"]\n\nwon@1 envido@1', each=True)
    assert [a.get("n") for a in told] == [None, 1, 1]
    assert told[2]["tricks"] == [1]
    assert "error" in told[2]


@pytest.mark.parametrize(
    ("text", "line", "error"),
    [
        ('[Variant "bridge"]', 1, "there is no game “bridge”; the games are amostra; argentine"),
        ("\n\ntruc@1", 3, "a record begins with [Variant"),
        ("", 1, "no record here"),
    ],
)
def test_the_error_for_text_that_is_not_a_record_has_the_line_and_the_reason(text, line, error):
    (answer,) = answers(text)
    assert answer["record"] == 1
    assert answer["error"].startswith(f"night.truc:{line}: {error}")


def unreadable() -> list[list[str]]:
    lines = Path(__file__).with_name("unreadable.txt").read_text("utf-8").splitlines()
    return [line.split(" | ") for line in lines if " | " in line]


@pytest.mark.parametrize(("text", "line", "error"), unreadable())
def test_the_error_for_an_unreadable_record_has_the_line_and_the_reason(text, line, error):
    (answer,) = answers(f'[Variant "catalan"] / {text}'.replace(" / ", "\n"))
    assert answer["error"].startswith(f"night.truc:{line}: {error}")


def test_a_semicolon_in_quotation_marks_does_not_begin_a_comment():
    (record,) = read('[Variant "catalan"] ; the usual\n[Place "Bar; Pep"] ; here\n\nwon@1 ; one\n')
    assert record.header("Place") == "Bar; Pep"
    assert record.taps == [("won@1", 4)]


def test_a_replay_keeps_the_final_score_after_the_match():
    (answer,) = answers('[Variant "catalan"]\n[Score "11-3"]\n\nyes@0 won@0 won@0')
    assert (answer["score"], answer["games"], answer["dealer"]) == ([14, 3], [1, 0], 1)
    assert (answer["winner"], answer["match_winner"], answer["hand_winner"]) == (0, 0, 0)
    assert (answer["legal"], answer["open"]) == ([], None)


def test_the_match_in_the_file_evening_truc_replays_to_the_known_scores():
    told = answers(EVENING.read_text(encoding="utf-8"), each=True)
    scores = ["-".join(map(str, answer["score"])) for answer in told if "hand_winner" in answer]
    assert scores == "0-2 1-2 1-3 1-5 1-6 4-6 4-7 6-7 9-7 9-9 9-11 10-11 13-11".split()
    assert told[-1]["match_winner"] == 0


# Long texts are read and played in small steps


def test_a_faulty_record_is_yielded_at_its_first_fault():
    work = reading('[Variant "catalan"]\n' + "[\n" * 10_000)
    record = next(work)
    assert record.fault == ("'[' is not a header: one is written [Name \"text\"]", 2)
    assert record.line == 1


def test_lines_after_a_fault_are_skipped_until_the_next_record(monkeypatch):
    looked_at = []
    read_line = records._read_line
    monkeypatch.setattr(
        records, "_read_line", lambda *line: looked_at.append(line) or read_line(*line)
    )
    first, second = read('[Variant "catalan"]\n' + "[\n" * 10_000 + '[Variant "put"]\n\nput@1\n')
    assert len(looked_at) == 5
    assert (first.fault[1], second.fault, [tap for tap, _ in second.taps]) == (2, None, ["put@1"])


def test_the_function_reading_yields_the_value_none_every_few_lines():
    for line in ("", "; nothing", "won@1", '[Variant "catalan"]', '"', "["):
        steps = list(reading('[Variant "catalan"]\n' + f"{line}\n" * 10_000))
        assert steps.count(None) == 10_001 // records.AT_ONCE


def test_a_record_is_played_up_to_its_first_illegal_tap():
    (record,) = read('[Variant "catalan"]\n\nwon@1 tied truc@7 won@1')
    work = playing(record, "night.truc", variants.build_rules)
    assert [len(next(work).game.hand.tricks) for _ in range(3)] == [0, 1, 0]
    with pytest.raises(
        records.Unplayable, match=r"^night\.truc:3: tap 3 'truc@7': there is no seat 7"
    ):
        next(work)


def test_a_record_with_too_many_taps_is_refused_before_the_text_is_read_to_its_end():
    work = reading('[Variant "catalan"]\n\nwon@1 won@1\nwon@1\n' + '[Variant "put"]\n' * 9, most=2)
    with pytest.raises(Impossible, match="at most 2 taps"):
        next(work)


def test_a_record_with_exactly_the_most_taps_is_read():
    (record,) = filter(None, reading('[Variant "catalan"]\n\nwon@1\nwon@1\n', most=2))
    assert [tap for tap, _ in record.taps] == ["won@1", "won@1"]


def test_records_are_read_one_by_one():
    work = reading('[Variant "catalan"]\n\nwon@1\n[Variant "put"]\n[\n[Variant "put"]')
    assert [tap for tap, _ in next(work).taps] == ["won@1"]
    assert next(work).fault[1] == 5


def test_a_house_rule_given_twice_is_refused():
    keys = 50_000
    assert len(house(" ".join(f"k{key}=1" for key in range(keys)))) == keys
    with pytest.raises(ValueError, match="the house rule k7 is given twice"):
        house(" ".join(f"k{key}=1" for key in [*range(keys), 7]))
