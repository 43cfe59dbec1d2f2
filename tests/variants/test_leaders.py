"""Who leads: the first trick of a hand, and the next one after each way a trick can end."""

from __future__ import annotations

import pytest

from tests.playing import told

FOUR = {"seats": 4}
FREE = {"rules": "pass_roles=free"}
PASSING = {"passes@1 passes@0": 3, "passes@1 passes@2": 3, "passes@3 passes@0": 1,
           "passes@3 passes@2": 1}  # fmt: skip
DUELS = {"seats": 6, "rules": "pica_pica=always"}
ROUND = {"": 1, "hand@1": 2, "hand@1 hand@5": 3, "hand@1 hand@5 hand@3": 2}
HOYLE = {"seats": 4, "dealer": 3, "rules": "put_rules=hoyle"}


def after_ties(leader, *rules, **how):
    """Return how to play with that rule about the lead after a tie, and with these rules."""
    return {**how, "rules": " ".join((f"lead_after_tie={leader}", *rules))}


LEADS = [
    ("argentine", "tied", 1, {}),
    # A side bet wins the game, and the deal passes on.
    ("argentine", "truco@1 envido@0 yes@1 best@1", 2, {"score": "10-28"}),
    ("argentine", "flor@1 no@2 no@3 no@0", 2, {"score": "3-27", "rules": "flor=on"}),
    # The leader of each duel of a round, and of the next round.
    *(("argentine", taps, leader, DUELS) for taps, leader in ROUND.items()),
    ("mineiro", "won@1 fix@0=11 won@1", 2, DUELS),
    ("catalan", "", 0, {"dealer": 3}),
    ("catalan", "tied", 1, {}),
    ("catalan", "won@1 won@3", 2, {}),
    ("catalan", "won@2", 2, {}),
    ("catalan", "won@2 tied", 2, {}),
    ("catalan", "yes@0 won@0 won@0", 2, {"score": "11-3", "rules": "best_of=3"}),
    ("catalan", "won@2 tied", 1, after_ties("mano")),
    ("catalan", "won@2 tied@3", 3, after_ties("rotter")),
    ("doubling", "won@2", 2, {}),
    ("doubling", "won@2 tied", 2, {}),
    ("french", "tied", 1, {}),
    ("french", "won@0", 0, {}),
    ("french", "won@2", 2, FOUR),
    ("french", "two-more@3 yes@0 won@3 tied", 1, after_ties("mano", "tiebreak=count_none", **FOUR)),
    ("french", "two-more@3 yes@0 won@3 tied@2", 2,
     after_ties("rotter", "tiebreak=count_none", **FOUR)),
    ("french-free", "tied", 1, FOUR),
    ("french-free", "won@2", 2, FOUR),
    ("french-free", "won@2 tied", 2, after_ties("tied_leader", "tiebreak=count_none", **FOUR)),
    ("french-free", "won@2 tied", 1, after_ties("mano", "tiebreak=count_none", **FOUR)),
    ("french-free", "won@2 tied@3", 3, after_ties("rotter", "tiebreak=count_none", **FOUR)),
    ("mineiro", "tied", 1, {}),
    ("mineiro", "won@2", 2, {}),
    # Only a truco accepted by the trick keeps a hand open after a won and a tied trick.
    ("mineiro", "won@2 truco@2 yes@1 tied", 1, {}),
    ("mineiro", "won@2 truco@2 yes@1 tied", 2, after_ties("tied_leader")),
    ("mineiro", "won@2 truco@2 yes@1 tied@3", 3, after_ties("rotter")),
    ("put", "put@1 yes@0 won@0 tied", 0, {}),
    ("put", "put@1 yes@0 won@0 tied", 1, after_ties("mano")),
    ("put", "put@1 yes@0 tied@0", 0, after_ties("rotter")),
    ("put", "tied put@1 yes@0", 1, {}),
    ("put", "won@0 put@1 yes@0", 0, {}),
    ("put", "won@1 put@1 yes@0", 1, {}),
    ("put-many", "fold@1", 2, {}),
    ("put-many", "fold@1 won@0 tied", 2, after_ties("mano")),
    ("put-many", "won@0 fold@0", 1, {}),
    ("put-many", "won@2", 2, {}),
    ("put-many", "won@2 fold@1 tied", 2, after_ties("mano")),
    ("put-many", "won@2 tied", 2, {}),
    ("put-many", "won@2 tied", 1, after_ties("mano")),
    ("put-many", "won@2 tied@0", 0, after_ties("rotter")),
    # The winner of the first trick throws in as an answer.
    ("put-many", "won@2 put@0 no@1 no@2 yes@3", 3, HOYLE),
    ("put-many", "won@2 put@0 no@1 no@2 yes@3 tied", 3, HOYLE),
    # Eldest is out before playing a card.
    ("put-many", "put@2 yes@3 no@0 yes@1", 1, HOYLE),
    ("put-many", "put@2 yes@3 no@0 no@1", 2, HOYLE),
    ("put-many", "put@3 no@0 yes@1 yes@2", 1, HOYLE),
    ("put-many", "fold@0", 1, HOYLE),
    ("put-many", "fold@0 fold@1", 2, HOYLE),
    ("put-many", "fold@0 put@3 no@1 yes@2", 2, HOYLE),
    ("put-many", "won@1 put@0 no@1 yes@2 yes@3", 2, HOYLE),
    ("put-many", "won@3 put@0 yes@1 no@2 no@3", 0, HOYLE),
    ("put-original", "won@0", 0, {}),
    ("put-original", "won@0 tied", 0, {}),
    ("put-original", "won@0 tied", 1, after_ties("mano")),
    ("put-original", "won@0 tied@1", 1, after_ties("rotter")),
    # The dealer and eldest pass their cards to the players in front of them, who play.
    *(("put-pass", "", (dealer + 3) % 4, {"dealer": dealer}) for dealer in range(4)),
    # The side that did not deal leads, whoever passes; or mano leads after a tie.
    *(("put-pass", taps, leader, FREE) for taps, leader in PASSING.items()),
    ("put-pass", "passes@1 passes@0 put@3 yes@2 won@2 tied", 3,
     after_ties("mano", "pass_roles=free")),
    ("put-pass", "put@3 yes@2 tied", 3, {}),
    ("put-pass", "put@3 yes@2 tied@2", 2, after_ties("rotter")),
    ("put-pass", "put@3 yes@2 won@2", 2, {}),
    ("put-pass", "put@3 yes@2 won@2 tied", 2, {}),
    ("put-pass", "put@3 yes@2 won@2 tied", 3, after_ties("mano")),
    ("trut", "tied", 3, {"dealer": 2}),
    ("trut", "tied", 3, after_ties("mano", dealer=2)),
    ("trut", "tied@1", 1, after_ties("rotter", dealer=2)),
    ("trut", "won@2", 2, {}),
    *(("trut-deux-sevres", f"tied@{seat}", seat, {}) for seat in range(4)),
    ("trut-deux-sevres", "tied", 1, after_ties("tied_leader")),
    ("trut-deux-sevres", "tied", 3, after_ties("mano", dealer=2)),
    ("trut-deux-sevres", "tied@0", 0, {"seats": 2}),
    ("trut-deux-sevres", "tied@0 tied@3", 3, {}),
    ("trut-deux-sevres", "won@2", 2, {}),
    ("trut-gatine", "tied", 1, after_ties("tied_leader")),
    ("trut-gatine", "tied", 2, after_ties("mano", dealer=1)),
    ("trut-gatine", "tied@0", 0, {"seats": 2}),
    ("trut-gatine", "tied@3", 3, {}),
    ("trut-gatine", "won@2", 2, {}),
    # Dealt again after three ties, by the same dealer.
    ("trut-gatine", "yes@2 tied@0 tied@2 tied@3", 1, {"score": "3/2-4/1"}),
    ("valencian", "tied", 1, {}),
    ("valencian", "won@1 won@1", 2, {}),
    ("valencian", "won@2", 2, {}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "taps", "leader", "how"), LEADS)
def test_the_leader_after_these_taps_is_the_one_the_rules_name(game, taps, leader, how):
    assert told(game, taps, **how)["leader"] == leader
