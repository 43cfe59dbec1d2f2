"""Every way in which a hand or a game can end is shown by a hand in `hands/<game>.truc`."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import settings

from companion import variants
from companion.engine import Game, play, start
from companion.engine.records import playing, read
from companion.engine.variant import Variant
from tests.playing import any_tap

HANDS = Path(__file__).parent / "hands"
TAPS = 2500 if settings.get_current_profile_name() == "deep" else 1000


def ways(game: Game) -> set[str]:
    """Return how the last tap ended a hand or a game; an empty set if it ended neither.

    Each item is "hand" or "game" and then the reason of the last payment. For example, after the
    tricks of a hand won the game, return {"hand played", "game played"}. If nothing was paid, the
    reason is that of the end of the hand, such as "void", or "nobody" if it has none.
    """
    ends = {event.kind: event.why for event in game.events if event.kind in ("hand", "game")}
    reasons = [event.why for event in game.events if event.kind == "points"]
    reason = reasons[-1] if reasons else ends.get("hand") or "nobody"
    return {f"{kind} {reason}" for kind in ends}


def ways_shown(name: str) -> set[str]:
    shown: set[str] = set()
    text = (HANDS / f"{name}.truc").read_text("utf-8")
    for record in read(text):
        for log in playing(record, name, variants.build_rules):
            shown |= ways(log.game)
    return shown


def ways_found(name: str) -> set[str]:
    dice = random.Random(name)
    found: set[str] = set()
    game = begin(variants.get(name), dice)
    for _ in range(TAPS):
        game = play(game, any_tap(game, dice))
        found |= ways(game)
        if game.winner is not None:
            game = begin(variants.get(name), dice)
    return found


def begin(variant: Variant, dice: random.Random) -> Game:
    seats = dice.choice(variant.seats)
    options = [option for option in variant.options_for(seats) if dice.random() < 0.2]
    rules = variant.rules(seats, {option.key: dice.choice(option.values) for option in options})
    last = rules.tally.target - 1
    if start(rules).truts:
        sides = [f"{last}/2"] * rules.accounts
    else:
        sides = [str(dice.choice((0, last))) for _ in range(rules.accounts)]
    return start(rules, score="-".join(sides))


@pytest.mark.parametrize("name", variants.VARIANTS)
def test_every_way_to_end_a_hand_or_a_game_has_an_example_in_the_hands_of_the_game(name):
    missing = ways_found(name) - ways_shown(name)
    assert not missing, f"add to tests/variants/hands/{name}.truc hands that end with: {missing}"
