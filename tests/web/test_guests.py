"""A guest has a seat on its own phone only, and may not tap on a television."""

from __future__ import annotations

import pytest

from companion import tables
from companion.web import guests

PHONE = "a phone in seat 2"


@pytest.mark.parametrize(
    ("view", "seat", "may_tap"), [("table", 2, True), ("flat", None, True), ("tv", None, False)]
)
def test_the_view_decides_whether_a_player_has_a_seat_and_may_tap(app, view, seat, may_tap):
    match = tables.open_table(variant="catalan")
    tables.join(match, PHONE, "player", 2)
    with app.test_request_context():
        asks = guests.guest_from_request(tables.address_for(match, "player"), view)
        guest = guests.guest_in_state(tables.state(match), asks, PHONE)
    assert (guest.viewer.seat, guest.viewer.may_tap) == (seat, may_tap)
    assert bool(guest.phone) is may_tap
