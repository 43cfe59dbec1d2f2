"""No game has a way for a hand or a game to end that none of its transcripts shows."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from companion import variants
from companion.engine import Game, legal, parse, play, start
from tests.playing import WAYS_SHOWN, ways

TAPS = 2500


def reached(name: str) -> set[str]:
    """The ways to end that random games under random house rules come upon, by taps of the game."""
    variant, dice, found = variants.get(name), random.Random(name), set[str]()
    game = None
    for _ in range(TAPS):
        game = (
            beginning(variant, dice)
            if game is None or game.winner is not None
            else tapped(game, dice)
        )
        found |= ways(game)
    return found


def beginning(variant, dice: random.Random) -> Game:
    seats = dice.choice(variant.seats)
    house = {
        option.key: dice.choice(option.values)
        for option in variant.options_for(seats)
        if dice.random() < 0.2
    }
    rules = variant.rules(seats, house)
    last = rules.tally.target - 1
    near = [
        f"{last}/2" if start(rules).truts else str(dice.choice((0, last)))
        for _ in range(rules.sides)
    ]
    return start(rules, score="-".join(near))


def tapped(game: Game, dice: random.Random) -> Game:
    by_word = defaultdict(list)
    for offer in legal(game):
        by_word[offer.act.word].extend(offer.taps())
    tap = dice.choice(by_word[dice.choice(sorted(by_word))])
    return play(game, parse(str(tap).replace("*", "2")))


@pytest.mark.parametrize("name", variants.VARIANTS)
def test_every_way_to_end_is_shown_by_a_transcript(name, request):
    transcripts = f"test_{name.replace('-', '_')}.py"
    in_this_run = any(item.path.name == transcripts for item in request.session.items)
    assert WAYS_SHOWN[name] or not in_this_run
    assert reached(name) <= WAYS_SHOWN[name] or not in_this_run, reached(name) - WAYS_SHOWN[name]
