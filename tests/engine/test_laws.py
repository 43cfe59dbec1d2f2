"""Laws that hold in every game, with every number of players, after random taps.

The house rules, the score and the dealer of each match are random too.
"""

import random
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion import variants
from companion.engine import (
    REDO,
    UNDO,
    Game,
    Illegal,
    MatchLog,
    Offer,
    Rules,
    Tap,
    legal,
    parse,
    play,
    start,
)
from companion.engine.asking import everybody
from companion.engine.records import replay_text, state
from companion.engine.table_taps import FORMS
from companion.engine.variant import Variant
from tests.playing import any_tap, every_table

TABLES = [(variants.get(name), seats) for name, seats in every_table()]
at_every_table = pytest.mark.parametrize(
    ("variant", "seats"), TABLES, ids=lambda value: getattr(value, "id", value)
)
seeds = st.integers(0, 2**32)


def house_rules(variant: Variant, seats: int, dice: random.Random) -> dict[str, str]:
    """Return random values for some house rules of a game. Most house rules keep their default."""
    options = [option for option in variant.options_for(seats) if dice.random() < 0.3]
    return {option.key: dice.choice(option.values) for option in options}


def begin(variant: Variant, seats: int, dice: random.Random) -> Game:
    rules = variant.rules(seats, house_rules(variant, seats, dice))
    return start(
        rules,
        dice.randrange(seats),
        "-".join(random_score(rules, dice) for _ in range(rules.accounts)),
    )


def random_score(rules: Rules, dice: random.Random) -> str:
    """Return a random score of a side: "11", or "2/1" (2 truts and 1 point) in games with truts.

    The lowest and the highest possible score are more likely than the scores between them.
    """
    last = rules.tally.target - 1
    score = dice.choice((0, last, dice.randint(0, last)))
    return f"{score}/{dice.choice((0, 1, 2, 2))}" if start(rules).truts else str(score)


def table_tap(game: Game, dice: random.Random) -> Tap:
    seat = dice.randrange(game.rules.seats)
    more = str(dice.choice((-3, -1, 1, 2, 9, 30)))
    word = dice.choice((*FORMS, "void", "fix"))
    if word == "void":
        return Tap(word, None, dice.choice((None, "pass")))
    if word == "end":
        return Tap(word)
    return Tap(word, seat, more if FORMS[word].number else None)


def eventful(variant: Variant, seats: int, seed: int, steps: int = 40) -> Iterator[MatchLog]:
    """Yield the match after each random tap. About 30 % of the taps are those of `FORMS`.

    An illegal tap changes nothing: the match before the tap is yielded again.
    """
    dice = random.Random(seed)
    log = MatchLog(begin(variant, seats, dice))
    for _ in range(steps):
        if log.game.over:
            return
        tap = table_tap(log.game, dice) if dice.random() < 0.3 else any_tap(log.game, dice)
        with suppress(Illegal):
            log = log.play(tap)
        yield log


def walk(
    variant: Variant, seats: int, seed: int, steps: int = 40
) -> Iterator[tuple[Game, Tap, Game]]:
    dice = random.Random(seed)
    game = begin(variant, seats, dice)
    for _ in range(steps):
        if game.winner is not None:
            return
        tap = any_tap(game, dice)
        yield game, tap, (game := play(game, tap))


class Step(NamedTuple):
    """A random tap, the game before it and after it, and what is legal after it."""

    before: Game
    tap: Tap
    after: Game
    offers: tuple[Offer, ...]


def some_tap_is_legal_until_the_match_is_won_and_none_is_offered_twice(step: Step) -> None:
    offered = list(chain.from_iterable(offer.all_taps() for offer in step.offers))
    assert offered or step.after.winner is not None
    assert len(offered) == len(set(offered))


def exactly_the_seats_that_a_question_names_can_answer_it(step: Step) -> None:
    question = step.after.hand.question
    if question is None:
        return
    answers = {offer.tap.seat for offer in step.offers if offer.part == question.part}
    if question.by is not None:
        assert answers == set(question.answer) != set()
    else:  # the answer names no seat, or any seat as the one that had the best
        assert answers == {None} or answers >= set(question.answer) != set()


def every_tap_is_read_back_from_its_text(step: Step) -> None:
    assert parse(str(step.tap)) == step.tap


def every_game_can_be_hashed(step: Step) -> None:
    assert hash(step.before) == hash(step.before._replace())
    assert isinstance(hash(step.after), int)


def only_the_tap_unshown_lowers_a_score_within_a_game(step: Step) -> None:
    before = step.before
    after = step.after
    if after.games == before.games and step.tap.word != "unshown":
        counted = zip(before.truts or before.score, after.truts or after.score, strict=True)
        assert all(new >= old for old, new in counted)


def whoever_has_won_the_match_has_won_more_than_half_of_its_games(step: Step) -> None:
    after = step.after
    if after.winner is not None:
        assert after.games[after.winner] * 2 > after.rules.best_of


def the_exported_state_has_all_its_fields_and_sorted_legal_taps(step: Step) -> None:
    keys = {"score", "games", "dealer", "leader", "stake", "cards", "tricks", "open", "legal"}
    told = state(step.after)
    assert keys <= set(told)
    assert told["legal"] == sorted(told["legal"])


LAWS = (
    some_tap_is_legal_until_the_match_is_won_and_none_is_offered_twice,
    exactly_the_seats_that_a_question_names_can_answer_it,
    every_tap_is_read_back_from_its_text,
    every_game_can_be_hashed,
    only_the_tap_unshown_lowers_a_score_within_a_game,
    whoever_has_won_the_match_has_won_more_than_half_of_its_games,
    the_exported_state_has_all_its_fields_and_sorted_legal_taps,
)
"""The laws that hold after each tap. They share the random matches, because playing takes time."""


@at_every_table
@given(seed=seeds)
def test_each_law_holds_after_every_tap_of_a_random_match(variant, seats, seed):
    for before, tap, after in walk(variant, seats, seed):
        step = Step(before, tap, after, legal(after))
        for law in LAWS:
            law(step)


@pytest.mark.parametrize("name", sorted(variants.VARIANTS))
def test_the_tap_of_a_tied_trick_names_a_seat_only_if_that_seat_leads_next(name):
    for house in variants.get(name).option("lead_after_tie").values:
        named = house in ("rotter", "eldest_of_tied")
        game = start(variants.build_rules(name, None, {"lead_after_tie": house}))
        ties = [offer.tap for offer in legal(game) if offer.tap.word == "tied"]
        assert {tap.seat is not None for tap in ties} == {named}


@at_every_table
@given(seed=seeds)
def test_undo_restores_the_game_before_the_last_tap_and_redo_the_game_after_it(
    variant, seats, seed
):
    for log in eventful(variant, seats, seed):
        game = log.game
        undone = log.play(UNDO) if log.past else None
        assert undone is None or undone.play(REDO).game == game
        assert undone is None or undone.game == log.past.game
        assert game.over is not bool(legal(game))
        assert min(*game.score, *game.truts, *game.games) >= 0
        assert ("kept" in state(game)) is (game.hand.duel is not None)
        assert not {offer.tap.word for offer in legal(game)} & set(FORMS)


@at_every_table
@given(seed=seeds)
def test_a_record_of_random_taps_replays_to_the_same_state(variant, seats, seed):
    first = begin(variant, seats, random.Random(seed))
    *_, log = eventful(variant, seats, seed)
    taps = deque[str]()
    here = log
    while here.past is not None:
        taps.appendleft(str(here.tap))
        here = here.past
    house = " ".join(f"{key}={value}" for key, value in first.rules.house)
    headers = {
        "Variant": variant.id,
        "Seats": seats,
        "Dealer": first.dealer,
        "Score": first.score_text,
        "Rules": house,
    }
    text = (
        "\n".join(f'[{name} "{value}"]' for name, value in headers.items())
        + "\n\n"
        + " ".join(taps)
    )
    (answer,) = replay_text(text, "walk", variants.build_rules)
    assert answer | state(log.game) == answer
    assert "error" not in answer


@at_every_table
def test_rules_built_twice_are_equal(variant, seats):
    built = variant.rules(seats)
    # This variant has another `also`, so its rules are built and not taken from the cache.
    again = replace(variant, also=(*variant.also, "another")).rules(seats)
    assert again is not built
    assert (again, hash(again)) == (built, hash(built))
    assert built != variant.rules(seats, {"target": "3"})


# In north-catalan the players in the first two seats are the captains, whoever deals.
MOVABLE = [(game, seats) for game, seats in TABLES if game.id != "north-catalan" or seats == 2]


@pytest.mark.parametrize(
    ("variant", "seats"), MOVABLE, ids=lambda value: getattr(value, "id", value)
)
@given(seed=seeds)
def test_moving_every_tap_to_the_next_seat_moves_the_score_to_the_next_side(variant, seats, seed):
    first = begin(variant, seats, random.Random(seed))
    assume(dict(first.rules.house).get("alone") != "fixed")  # the first seat is always alone
    turned_score = "-".join(_turned(tuple(first.score_text.split("-"))))
    there = start(first.rules, first.rules.after(first.dealer), turned_score)
    for _, tap, here in walk(variant, seats, seed):
        there = play(there, turned(tap, here.rules))
        assert (there.score, there.truts) == (_turned(here.score), _turned(here.truts))
        assert there.games == _turned(here.games)
        assert there.dealer == here.rules.after(here.dealer)


def turned(tap: Tap, rules: Rules) -> Tap:
    """Return the tap with the next seat in place of each seat: `pass@1=2` becomes `pass@2=3`."""
    names_seat = tap.word in ("pass", "pido-flor") and tap.value is not None
    value = str(rules.after(int(tap.value or 0))) if names_seat else tap.value
    return tap._replace(seat=None if tap.seat is None else rules.after(tap.seat), value=value)


def _turned(by_side: tuple[Any, ...]) -> tuple[Any, ...]:
    return by_side[-1:] + by_side[:-1]


@at_every_table
@given(seed=seeds)
def test_every_match_ends(variant, seats, seed):
    dice = random.Random(seed)
    game = begin(variant, seats, dice)
    taps = 0
    while game.winner is None:
        game = play(game, any_tap(game, dice))
        taps += 1
        assert taps < 20_000
    assert legal(game) == ()


@at_every_table
@given(seed=seeds)
def test_a_hand_ends_as_soon_as_its_remaining_tricks_cannot_change_the_winner(variant, seats, seed):
    for _, _, game in walk(variant, seats, seed):
        hand = game.hand
        playable = any(offer.tap.word == "won" for offer in legal(game))
        if hand.tricks and hand.question is None and playable:
            tie = (None,) if any(offer.tap.word == "tied" for offer in legal(game)) else ()
            assert len({_end(game, seat) for seat in (*everybody(game), *tie)}) > 1


def _end(game: Game, seat: int | None) -> object:
    """Play the rest of a hand, and return the side that took the hand, in a tuple.

    `seat` wins all remaining tricks; if it is None, all are tied. Return an empty tuple if the hand
    is dealt again.
    """
    while True:
        first = {offer.tap.word: offer.tap for offer in reversed(legal(game))}
        tied = first.get("tied") or Tap("no")  # the table is asked whether a tied trick is a tie
        game = play(game, tied if seat is None or "won" not in first else Tap("won", seat))
        ended = tuple(event.side for event in game.events if event.kind == "hand")
        if ended or not game.hand.tricks:
            return ended
