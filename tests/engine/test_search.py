"""Search the states that one hand can reach: all of them in small games, 300 in the others.

Two states count as the same if they differ only in earlier taps that no longer matter. The taps in
`REMEMBERED`, such as a number that somebody said, matter until the hand is over.
"""

from collections import deque
from itertools import chain

import pytest

from companion import variants
from companion.engine import Game, legal, play, start
from tests.playing import every_table

MOST = 300
REMEMBERED = set(("one redeal burn pass vira muestra cards says more pido-flor").split())

# The number of states that one hand can reach; if it changes, the rules have changed.
WHOLE = {
    ("catalan", 2): 270,
    ("doubling", 2): 1855,
    ("put", 2): 41,
    ("put-original", 2): 50,
    ("french", 2): 3263,
}


def same(game: Game) -> Game:
    taps = tuple(tap for tap in game.hand.taps if tap.word in REMEMBERED)
    return game._replace(events=(), hand=game.hand._replace(taps=taps))


def search(game: Game, most: int) -> tuple[set[Game], set[int | None]]:
    """Return up to `most` states that a hand can reach, and the sides that take it in some of them.

    The side is None if nobody takes the hand.
    """
    seen = {same(game)}
    winners = set()
    waiting = deque([game])
    while waiting and len(seen) < most:
        here = waiting.popleft()
        offers = legal(here)
        assert offers, here.hand
        for tap in chain.from_iterable(offer.all_taps() for offer in offers):
            after = play(here, tap._replace(value="2") if tap.value == "*" else tap)
            ended = [event.side for event in after.events if event.kind == "hand"]
            winners.update(ended)
            if not ended and same(after) not in seen:
                seen.add(same(after))
                waiting.append(after)
    return seen, winners


@pytest.mark.parametrize(("name", "seats"), every_table())
def test_every_side_can_win_the_first_hand_of_every_game(name, seats):
    rules = variants.get(name).rules(seats)
    game = start(rules)
    _, winners = search(game, MOST)
    assert set(game.hand.sides) <= winners


@pytest.mark.parametrize(("name", "seats"), WHOLE)
def test_a_hand_of_each_small_game_has_the_known_number_of_states(name, seats):
    # without this limit the players could ask for new cards without end
    once = {"max_redeals": "1"} if name == "doubling" else {}
    states, _ = search(start(variants.get(name).rules(seats, once)), 20_000)
    assert len(states) == WHOLE[name, seats]
