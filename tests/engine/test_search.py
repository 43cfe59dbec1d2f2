"""Every state one hand can come to: all of them for the small games, the first so many for the large ones.

Two states are the same when the same may happen from them on: who won which trick matters, in which
words it was reached does not, except where the taps so far still count (cards dealt, numbers said).
"""

from collections import deque

import pytest

from companion import variants
from companion.engine import Game, legal, play, start

MOST = 300
REMEMBERED = {
    "one",
    "redeal",
    "burn",
    "pass",
    "vira",
    "muestra",
    "cards",
    "says",
    "more",
    "pido-flor",
}
TABLES = [(game.id, seats) for game in variants.VARIANTS.values() for seats in game.seats]

# All reachable states of one hand from the first deal, counted; a change of these is a change of the rules.
WHOLE = {
    ("catalan", 2): 270,
    ("doubling", 2): 1855,
    ("put", 2): 41,
    ("put-original", 2): 50,
    ("french", 2): 3263,
}


def same(game: Game) -> Game:
    """The game with what no longer matters left out."""
    taps = tuple(tap for tap in game.hand.taps if tap.word in REMEMBERED)
    return game._replace(events=(), hand=game.hand._replace(taps=taps))


def search(game: Game, most: int) -> tuple[set[Game], set[int | None]]:
    """The states reached before the hand is over, and the sides that can take it."""
    seen, winners = {same(game)}, set()
    waiting = deque([game])
    while waiting and len(seen) < most:
        here = waiting.popleft()
        offers = legal(here)
        assert offers, here.hand
        for tap in (tap for offer in offers for tap in offer.taps()):
            after = play(here, tap._replace(value="2") if tap.value == "*" else tap)
            ended = [event.side for event in after.events if event.kind == "hand"]
            winners.update(ended)
            if not ended and same(after) not in seen:
                seen.add(same(after))
                waiting.append(after)
    return seen, winners


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_no_state_of_a_hand_is_a_dead_end_and_every_side_can_take_it(name, seats):
    rules = variants.get(name).rules(seats)
    _, winners = search(start(rules), MOST)
    assert set(range(rules.sides)) <= winners


@pytest.mark.parametrize(("name", "seats"), WHOLE)
def test_the_whole_hand_of_a_small_game(name, seats):
    once = (
        {"max_redeals": "1"} if name == "doubling" else {}
    )  # without a limit new cards can be asked for for ever
    states, _ = search(start(variants.get(name).rules(seats, once)), 20_000)
    assert len(states) == WHOLE[name, seats]
