"""Put for four as RULES.md 9 tells it. Seat 0 deals unless said otherwise.

So eldest, seat 1, passes the best card to seat 3, and the dealer to seat 2: 3 and 2 play.
"""

import pytest

from tests.playing import seated, told

GAME = "put-pass"
FREE = {"rules": "pass_roles=free"}

# Each side says who passes


@pytest.mark.parametrize(
    ("first", "second", "leads", "other"), [(1, 0, 3, 2), (1, 2, 3, 0), (3, 0, 1, 2), (3, 2, 1, 0)]
)
def test_put_pass_the_partners_of_those_who_pass_play_and_the_side_that_did_not_deal_leads(
    first, second, leads, other
):
    state = told(GAME, f"passes@{first} passes@{second}", **FREE)
    assert (state["leader"], state["open"]) == (leads, None)
    both = sorted((leads, other))
    assert state["legal"] == sorted(seated("fold put won", both) | {"tied"})
    duty = told(GAME, f"passes@{first} passes@{second} won@{other}", **FREE)
    assert duty["legal"] == [f"fold@{leads}", f"put@{leads}"]
    tied = f"passes@{first} passes@{second} put@{leads} yes@{other} won@{other} tied"
    assert told(GAME, tied, rules="pass_roles=free lead_after_tie=mano")["leader"] == leads
