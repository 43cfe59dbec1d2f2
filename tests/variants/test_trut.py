"""Trut (RULES.md 4): who must call if one side has two points and the other has fewer.

Seat 0 deals unless a test says otherwise, so seat 1 leads. Scores are written truts/points, side 0
first: `6/2-3/1`. What else the games of trut do is in `hands/` and `moments.txt`.
"""

import pytest

from tests.playing import told


@pytest.mark.parametrize(
    ("seats", "score", "dealer", "caller"),
    [
        (4, "0/2-0/0", 0, 1),  # eldest is of the trailing side
        (4, "0/2-0/1", 0, 1),
        (4, "0/2-0/1", 1, 3),  # eldest leads on points, so the next seat
        (4, "0/1-0/2", 0, 2),
        (4, "0/1-0/2", 1, 2),
        (4, "0/1-0/2", 2, 0),
        (4, "0/1-0/2", 3, 0),
        (2, "0/2-0/0", 0, 1),
        (2, "0/2-0/0", 1, 1),
        (2, "0/1-0/2", 0, 0),
        (2, "0/1-0/2", 1, 0),
    ],
)
def test_trut_the_trailing_side_must_call_before_anything_else(seats, score, dealer, caller):
    state = told("trut", score=score, dealer=dealer, seats=seats)
    assert state["stake"] == 1
    answer = [seat for seat in range(seats) if seat % 2 != caller % 2]
    assert state["open"] == {"word": "trut", "by": caller, "yes": 3, "no": 1, "answer": answer}
