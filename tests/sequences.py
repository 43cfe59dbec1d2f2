"""The 27 ways in which three tricks can be won (RULES.md 0.3).

A is the side of seat 0, B the side of seat 1, and T a tied trick.
"""

from itertools import product

from tests.playing import state_of

EVERY = tuple(" ".join(tricks) for tricks in product("ABT", repeat=3))

# The tricks that decide a hand, and the side that then takes it. FIRST: if a trick is tied, the
# first trick that is not tied decides. COUNT_NONE: nobody takes a hand with equal tricks.
FIRST = {
    "A A": "A", "A T": "A", "T A": "A", "A B A": "A", "A B T": "A", "B A A": "A", "A B B": "B",
    "T T A": "A",
    "B B": "B", "B T": "B", "T B": "B", "B A B": "B", "B A T": "B", "T T B": "B",
}  # fmt: skip
COUNT_NONE = {
    "A A": "A", "A B A": "A", "A B B": "B", "A B T": None, "A T A": "A", "A T B": None,
    "A T T": "A",
    "B B": "B", "B A A": "A", "B A B": "B", "B A T": None, "B T A": None, "B T B": "B",
    "B T T": "B",
    "T A A": "A", "T A B": None, "T A T": "A", "T B A": None, "T B B": "B", "T B T": "B",
    "T T A": "A", "T T B": "B",
}  # fmt: skip
SIDE = {"A": 0, "B": 1, None: None}


def by_the_book(table, sequence, all_tied=None):
    """Return after how many tricks the hand ends by the rule book, and the side that takes it.

    * `table`: FIRST or COUNT_NONE, which say how tied tricks count.
    * `sequence`: who wins each trick, such as "A T B".
    * `all_tied`: the side that takes the hand if all tricks are tied.
    """
    for key, side in table.items():
        if sequence.startswith(key):
            return len(key.split()), SIDE[side]
    return 3, all_tied


def by_the_engine(variant, sequence, before="", tied="tied", seats_of_sides=(0, 1), **how):
    """Return after how many tricks the hand ends in the engine, and the side that takes it.

    * `sequence`: who wins each trick, such as "A T B".
    * `before`: taps that are played before the first trick.
    * `tied`: the tap for a tied trick.
    * `seats_of_sides`: the seat that wins the tricks of A, and the seat that wins those of B.
    """
    taps = {"A": f"won@{seats_of_sides[0]}", "B": f"won@{seats_of_sides[1]}", "T": tied}
    for played in range(1, 4):
        tricks = " ".join(taps[trick] for trick in sequence.split()[:played])
        state = state_of(variant, f"{before} {tricks}", **how)
        if "hand_winner" in state:
            return played, state["hand_winner"]
    raise AssertionError(f"{sequence} does not end the hand")
