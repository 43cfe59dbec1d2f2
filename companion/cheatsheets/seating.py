"""Find where the seats are in the drawing of a table, and who deals, cuts, leads and deals next.

This is found by dealing a hand and answering the questions that it begins with.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from companion.cheatsheets import probe
from companion.cheatsheets.prose import Prose
from companion.engine import Rules

MIDDLE = (180, 122)  # the middle of the drawing
REACH = (110, 82)  # from the middle of the drawing to the middle of a seat, across and down

LABEL_OFFSETS = {"beside": (32, -40), "from": (-30, 21), "to": (30, 21), "below": (0, 21)}


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as it is drawn: its number in play order, its side, its jobs, and its middle (x, y).

    The number is 1 for the seat that leads, and 0 for a seat that is out of the hand. The jobs are
    texts such as “deals” or “cuts”.
    """

    order: int
    side: int
    roles: tuple[str, ...]
    x: int
    y: int

    @property
    def anchor(self) -> str:
        """Return where the jobs of this seat, such as “cuts”, are written in the drawing.

        * "beside": beside the seat at the far end of the table.
        * "below": below a seat in the middle, or near the left or right edge.
        * "from": below any other seat on the right. The text begins a little to the left of the
          seat.
        * "to": below any other seat on the left. The text ends a little to the right of the seat.

        In this way, no text covers the text of the dealer.
        """
        if self.y < MIDDLE[1] - REACH[1] * 0.9:
            return "beside"
        if self.x == MIDDLE[0] or abs(self.x - MIDDLE[0]) >= REACH[0] * 0.8:
            return "below"
        return "from" if self.x > MIDDLE[0] else "to"

    @property
    def label(self) -> tuple[int, int]:
        """Return the point (x, y) at which the text beside the chair begins, such as “deals”."""
        across, down = LABEL_OFFSETS[self.anchor]
        return self.x + across, self.y + down


@dataclass(frozen=True, slots=True)
class Seating:
    """The table from above, with the dealer nearest to the reader.

    `direction` is "clockwise" or "counter-clockwise"; `turn` is its name in the language of the
    sheet.
    """

    direction: str
    turn: str
    chairs: tuple[Chair, ...]


def seating(rules: Rules, direction: str, prose: Prose) -> Seating:
    """Return the drawing that shows how players sit at a table if seat 0 deals.

    `direction` is the direction of play, "clockwise" or "counter-clockwise". The drawing shows who
    cuts the cards only if the TOML file of the game says `cuts = true`.
    """
    hand = probe.settle(probe.fresh(rules, dealer=0)).hand
    out = hand.out
    if hand.duel is not None:  # a seat without a duel yet is not out of the round
        out = frozenset()
    playing = [seat for seat in rules.order(hand.leader) if seat not in out]
    jobs = _jobs(rules, hand.leader, out, cuts=prose.flag("deal", "cuts"))
    turn = -1 if direction == "counter-clockwise" else 1
    chairs = []
    for seat in range(rules.seats):
        roles = tuple(prose.phrase(job) for job, seats in jobs.items() if seat in seats)
        order = playing.index(seat) + 1 if seat in playing else 0
        x, y = _place(turn * seat / rules.seats)
        chairs.append(Chair(order, rules.account(seat), roles, x, y))
    return Seating(direction, prose.phrase(direction), tuple(chairs))


def _jobs(
    rules: Rules, leader: int, out: frozenset[int], *, cuts: bool
) -> dict[str, frozenset[int]]:
    """Return, for each job at the table such as "leads", the seats that have it if seat 0 deals.

    With `cuts`, the seat before the dealer cuts. The engine does not know who cuts.
    """
    jobs = {
        "deals": frozenset({0}),
        "sits_out": out,
        "leads": frozenset({leader}),
        "deals_next": frozenset({rules.after(0)}),
    }
    if cuts:
        jobs["cuts"] = frozenset({rules.after(0, -1)})
    return jobs


def _place(turn: float) -> tuple[int, int]:
    """Return the middle of the seat at the share `turn` of a full turn around the table.

    The turn begins at the dealer. For example, 0.5 is the seat opposite the dealer.
    """
    angle = pi / 2 + turn * 2 * pi
    x = MIDDLE[0] + REACH[0] * cos(angle)
    y = MIDDLE[1] + REACH[1] * sin(angle)
    return round(x), round(y)
