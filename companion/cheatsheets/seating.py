"""Who does what around the table: found by dealing a hand and playing it out."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from companion.cheatsheets import probe
from companion.cheatsheets.prose import Prose
from companion.engine import Rules

MIDDLE = (180, 122)  # of the drawing
REACH = (110, 82)  # from there to the middle of a seat, across and down


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as it is drawn: its place in the order of play (0: it does not play), side, roles, and where it is."""

    order: int
    side: int
    roles: tuple[str, ...]
    x: int
    y: int

    @property
    def anchor(self) -> str:
        """Whether its roles stand beside it (far chairs), are centred below it, or keep clear of the dealer's.

        Those start a little to its left (from) or end a little to its right (to).
        """
        if self.y < MIDDLE[1] - REACH[1] * 0.9:
            return "beside"
        if self.x == MIDDLE[0] or abs(self.x - MIDDLE[0]) >= REACH[0] * 0.8:
            return "below"
        return "from" if self.x > MIDDLE[0] else "to"

    @property
    def label(self) -> tuple[int, int]:
        """Where its roles are written, one line under another."""
        across, down = {"beside": (32, -40), "from": (-30, 21), "to": (30, 21), "below": (0, 21)}[
            self.anchor
        ]
        return self.x + across, self.y + down


@dataclass(frozen=True, slots=True)
class Seating:
    """The table from above, the dealer nearest to the reader; `direction` is a variant's word, `turn` says it."""

    direction: str
    turn: str
    chairs: tuple[Chair, ...]


def seating(rules: Rules, direction: str, prose: Prose) -> Seating:
    """The table of these rules; who cuts is shown where the game's own file says that it is known."""
    hand = probe.settle(probe.fresh(rules, dealer=0)).hand
    out = (
        hand.out if hand.duel is None else frozenset[int]()
    )  # who has no duel yet is not out of the round
    playing = [seat for seat in rules.order(hand.leader) if seat not in out]
    jobs = _jobs(rules, hand.leader, out, cuts=prose.flag("deal", "cuts"))
    turn = -1 if direction == "counter-clockwise" else 1
    chairs = []
    for seat in range(rules.seats):
        roles = tuple(prose.phrase(job) for job, seats in jobs.items() if seat in seats)
        order = playing.index(seat) + 1 if seat in playing else 0
        chairs.append(Chair(order, rules.side(seat), roles, *_place(turn * seat / rules.seats)))
    return Seating(direction, prose.phrase(direction), tuple(chairs))


def _jobs(
    rules: Rules, leader: int, out: frozenset[int], *, cuts: bool
) -> dict[str, frozenset[int]]:
    """Which seat has which job when seat 0 deals. The cut is not in the engine: the seat before the dealer has it."""
    jobs = {"deals": {0}, "sits_out": out, "leads": {leader}, "deals_next": {rules.after(0)}}
    jobs["cuts"] = {rules.after(0, -1)} if cuts else set()
    return {job: frozenset(seats) for job, seats in jobs.items()}


def _place(turn: float) -> tuple[int, int]:
    """The middle of the seat at this part of a turn around the table, counted from the dealer's."""
    angle = pi / 2 + turn * 2 * pi
    x, y = (
        middle + reach * f(angle)
        for middle, reach, f in zip(MIDDLE, REACH, (cos, sin), strict=True)
    )
    return round(x), round(y)
