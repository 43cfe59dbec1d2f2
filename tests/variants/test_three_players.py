"""With three players, a house rule decides who plays alone against the two others."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from companion import variants
from companion.engine import Game, Tap, payments, play, start
from tests.playing import any_tap, refused

GAMES = ("argentine", "gauderio", "uruguayan", "venezuelan")


def walk(name: str, alone: str) -> Iterator[tuple[Game, Game]]:
    """Yield the game before and after each random tap. About 3 % of the taps are `void`.

    `alone` is the value of the house rule that says who plays alone.
    """
    dice = random.Random(f"{name} {alone}")
    game = start(variants.get(name).rules(3, {"alone": alone}), dealer=1)
    for _ in range(400):
        if game.over:
            return
        tap = any_tap(game, dice)
        if dice.random() < 0.03:
            tap = Tap("void")
        after = play(game, tap)
        yield game, after
        game = after


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("alone", ["dealer", "turns", "fixed"])
def test_the_house_rule_decides_who_plays_alone_in_every_deal(name: str, alone: str):
    deals = 0
    for _, after in walk(name, alone):
        deals += any(event.kind == "hand" for event in after.events)
        lone = {"dealer": after.dealer, "turns": (1 + deals) % 3, "fixed": 0}[alone]
        assert after.over or after.hand.alone == lone


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("alone", ["dealer", "turns", "fixed"])
def test_what_a_side_wins_is_paid_to_each_of_its_players(name: str, alone: str):
    for before, after in walk(name, alone):
        sides = {before.hand.side(seat) for seat in range(3)}
        accounts = {before.rules.accounts_of(before.hand, side) for side in sides}
        whole = [paid for paid in payments(after.events) if paid.event.why not in ("fix", "bet")]
        # An accepted vale-juego lifts each player of a side to the target. Their points differ, so
        # each of them is a payment of its own.
        assert all(paid.accounts in accounts for paid in whole if paid.event.word != "vale-juego")


def test_a_game_of_three_players_has_no_house_rule_falta_and_no_tap_resign():
    assert refused("argentine", "resign@1", seats=3).reason == "moment"
    house = dict(variants.get("argentine").rules(3, {"flor": "on"}).house)
    assert not {"falta", "resto_of"} & set(house)
