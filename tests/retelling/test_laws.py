"""Laws that hold for what is told of every match: it adds up, it agrees, and it is true."""

from __future__ import annotations

import pytest
from hypothesis import given

from companion import variants
from companion.book.hand_lines import hand_lines
from companion.retelling import report, result, story
from companion.retelling.curve import course
from companion.retelling.replay import Replay
from companion.retelling.score_sheet import beginnings, score_lines
from companion.retelling.standing import match_figures
from companion.words.people import People
from tests.book.walking import log_and_taps
from tests.engine.test_laws import seeds
from tests.retelling.truth import NAMES, Truth


@pytest.mark.parametrize("game", sorted(variants.VARIANTS))
@given(seed=seeds)
def test_what_is_told_of_a_match_adds_up_and_agrees_and_is_true(game, seed):
    """Matches have corrections, misdeals and undone taps, and some are given up or stopped."""
    variant = variants.get(game)
    seats = variant.seats[seed % len(variant.seats)]
    log, _ = log_and_taps(variant, seats, seed, steps=50, undo=True)
    match = Replay.from_log(log)
    truth = Truth(match)
    people = People(NAMES[:seats], match.rules)
    check_lines_add_up(match, truth)
    check_all_agree(match, truth, people)
    check_sentences_are_true(match, truth, people)


def check_lines_add_up(match: Replay, truth: Truth) -> None:
    begun = beginnings(match)
    rows = hand_lines(match)
    assert len(begun) == len(truth.ends)
    for game, end in enumerate(truth.ends, start=1):
        here = begun[game - 1]
        for line in score_lines(match):
            if line.game == game:
                assert line.before == here
                here = here.after(line.gained)
                assert line.total == here
        assert here.text == end
        for account, amount in enumerate(here.amounts):
            mine = [row for row in rows if (row[0], row[2]) == (game, account)]
            assert sum(row[3] for row in mine) == amount.points
            assert sum(row[4] for row in mine) == amount.truts


def check_all_agree(match: Replay, truth: Truth, people: People) -> None:
    """Heading, sheet, curve, picture and spreadsheet show one score."""
    ends = truth.ends
    only_begun = beginnings(match)[-1].text == ends[-1]
    drawn = [game[-1].standing.text for game in course(match).games]
    assert drawn == ends or (only_begun and drawn == ends[:-1])
    figures = match_figures(match.end)
    picture = result.result_picture(match, people, "")
    assert sorted(side.score for side in picture.sides) == sorted(figures)
    if match.rules.best_of > 1 and any(match.end.games):
        assert figures == tuple(map(str, match.end.games))
    else:
        truts = tuple(text.partition("/")[0] for text in ends[-1].split("-"))
        assert figures in (tuple(ends[-1].split("-")), truts)
    lines = report.points_sheet(match, people).lines
    rows = hand_lines(match)
    if not only_begun:
        assert "-".join(lines[-1].total) == "-".join(rows[-1][5]) == ends[-1]


def check_sentences_are_true(match: Replay, truth: Truth, people: People) -> None:
    sheet = report.points_sheet(match, people)
    for sentence in (*story.tell_story(match, people), *sheet.sentences):
        assert truth.confirms(sentence), sentence
    assert truth.confirms_marks(str(sheet.plot))
