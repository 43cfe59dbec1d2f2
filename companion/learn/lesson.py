"""Find a hand that explains a game step by step, with a question at each step.

Hands are played at random until a hand has all steps and three tricks. If none of HANDS hands has
them, the best of these hands is taken. Cards are shown only in the first trick.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import NamedTuple

from companion import variants
from companion.cheatsheets import Noted, noted, probe, turning
from companion.engine import Game, MatchLog, Offer, Rules, Tap, legal
from companion.engine.cards import JOKER, pack, strongest
from companion.learn.facts import outcome_between
from companion.learn.questions import (
    MOST,
    Kind,
    Puzzle,
    QuizChoice,
    ask_about_trick,
    ask_about_yes,
    ask_what_is_paid,
)

STEPS = 5
HANDS = 100  # hands played at most to find a good hand
LONG_ENOUGH = 3  # tricks of a good hand
LONGEST = 20  # most taps of a hand that is played
ORDER: tuple[Kind, ...] = ("takes", "leads", "accepted", "ends", "worth")


class LessonStep(NamedTuple):
    """A step of the lesson: its question, and the cards on the table, by seat.

    `turned` is the card turned up in this hand. In a step without cards, `cards` and `turned` are
    empty.
    """

    puzzle: Puzzle
    cards: tuple[str, ...] = ()
    turned: Noted = ()


class Lesson(NamedTuple):
    """One hand as a lesson: its steps, and the state after its last tap."""

    steps: tuple[LessonStep, ...]
    end: MatchLog


@lru_cache(maxsize=probe.KEPT)
def lesson_of(rules: Rules) -> Lesson:
    """Return the lesson for these rules. The same rules always have the same lesson.

    It is made from the best of up to HANDS random hands. It has STEPS steps at most.
    """
    best = Lesson((), MatchLog(probe.fresh(rules)))
    best_merit = (0, False, False)
    for number in range(HANDS):
        dice = Random(f"lesson {number}")  # noqa: S311 # nothing here is a secret
        states = _play_hand(rules, dice)
        lesson = Lesson(tuple(_steps(states, dice)), states[-1])
        merit = _merit(lesson, states)
        if merit > best_merit:
            best = lesson
            best_merit = merit
        if best_merit == (STEPS, True, True):
            break
    return best


def _merit(lesson: Lesson, states: list[MatchLog]) -> tuple[int, bool, bool]:
    """Return how good a lesson is: the better of two lessons has the greater value.

    The value is how many steps the lesson has, whether its first step has cards, and whether its
    hand has three tricks.
    """
    if not lesson.steps:
        return 0, False, False
    tricks = len(states[-2].game.hand.tricks) + 1
    return len(lesson.steps), bool(lesson.steps[0].cards), tricks == LONG_ENOUGH


def _play_hand(rules: Rules, dice: Random) -> list[MatchLog]:
    """Return the states of a hand that is played at random, if possible to its end.

    At most one call is made, and it is accepted.
    """
    log = MatchLog(probe.fresh(rules))
    states = [log]
    for _ in range(LONGEST):
        tap = _next_tap(log.game, dice)
        if tap is None:
            break
        log = log.play(tap)
        states.append(log)
        if log.game.over or probe.ended(log.game):
            break
    return states


def _next_tap(game: Game, dice: Random) -> Tap | None:
    turned = [offer for offer in legal(game) if offer.part in _turning(game)]
    if turned and not game.hand.tricks:
        return dice.choice(tuple(turned[0].all_taps()))
    wanted = [offer for offer in legal(game) if _is_wanted(game, offer)]
    if not wanted:
        return None
    groups = sorted({offer.group for offer in wanted})
    group = dice.choice(groups)
    offer = dice.choice([offer for offer in wanted if offer.group == group])
    return probe.sample_tap(offer)


def _turning(game: Game) -> set[str]:
    return {part.name for part in turning.parts(game.rules)}


def _is_wanted(game: Game, offer: Offer) -> bool:
    """Return whether the hand of a lesson may go on with a tap of this offer."""
    hand = game.hand
    if offer.group == "trick":
        return hand.question is None
    if offer.group == "answer":
        return offer.tap.word == "yes"
    is_ladder = game.rules.part(offer.part).topic == "ladder"
    return offer.group == "call" and is_ladder and not hand.calls and hand.question is None


def _steps(states: list[MatchLog], dice: Random) -> Iterator[LessonStep]:
    """Yield the steps of a lesson about this hand, in order of play, at most one of each kind."""
    asked: set[Kind] = set()
    for log, after in pairwise(states):
        for kind in ORDER:
            if kind in asked or after.tap is None:
                continue
            step = _step(kind, log, after, dice)
            if step is not None:
                asked.add(kind)
                yield step


def _step(kind: Kind, log: MatchLog, after: MatchLog, dice: Random) -> LessonStep | None:
    """Return the step of this kind about the tap that led from `log` to `after`.

    Return None if a step of this kind cannot be about this tap.
    """
    game = log.game
    tap = after.tap
    puzzle: Puzzle | None = None
    if tap is None:
        return None
    if kind == "takes" and tap.word == "won" and not game.hand.tricks:
        return _with_cards(log, tap, dice)
    if kind == "accepted" and tap.word == "yes":
        puzzle = ask_about_yes(log, tap, dice)
    elif kind in ("leads", "ends") and tap.word == "won" and len(game.hand.tricks) == 1:
        puzzle = _about_second_trick(kind, log, tap, dice)
    elif kind == "worth" and tap.word == "won" and probe.ended(after.game):
        puzzle = _about_the_end(log, after, tap, dice)
    if puzzle is None:
        return None
    return LessonStep(puzzle)


def _about_second_trick(kind: Kind, log: MatchLog, tap: Tap, dice: Random) -> Puzzle | None:
    if kind == "ends":
        return ask_about_trick(log, tap, dice)
    seats = _playing(log.game)
    leader = log.game.hand.leader
    if leader not in seats:
        return None
    return _who("leads", log, leader, dice)


def _about_the_end(log: MatchLog, after: MatchLog, tap: Tap, dice: Random) -> Puzzle | None:
    """Return a question that asks what the last trick pays.

    Return None if no side takes the hand with this trick.
    """
    side = outcome_between(log.game, after.game).taken_by
    puzzle = ask_what_is_paid("worth", log, (tap,), dice)
    if puzzle is None or side is None:
        return None
    return puzzle._replace(seat=log.game.hand.seats_of(side)[0])


def _with_cards(log: MatchLog, tap: Tap, dice: Random) -> LessonStep | None:
    """Return the step that asks who takes the first trick.

    Cards are dealt at random, and the seat of `tap` gets the highest card. Return None if several
    cards are the highest, or if this seat is not in the hand.
    """
    game = log.game
    variant = variants.get(game.rules.variant)
    suits = variant.suits_under(game.rules)
    up = noted(game)
    ranking = turning.ranking(variant, game.rules, up)
    gone = {card for _, card in up}
    held = [card for card in pack(ranking, suits) if card != JOKER and card not in gone]
    seats = _playing(game)
    dealt = dice.sample(held, len(seats))
    best = strongest(dealt, ranking, suits)
    if tap.seat not in seats or len(best) > 1:
        return None
    winner = seats.index(tap.seat)
    dealt[winner], dealt[best[0]] = dealt[best[0]], dealt[winner]
    cards = [""] * game.rules.seats
    for seat, card in zip(seats, dealt, strict=True):
        cards[seat] = card
    return LessonStep(_who("takes", log, tap.seat, dice), tuple(cards), up)


def _who(kind: Kind, log: MatchLog, seat: int, dice: Random) -> Puzzle:
    """Return a question with up to MOST players as its answers, in the order of play.

    The right answer is the player in `seat`.
    """
    others = [other for other in _playing(log.game) if other != seat]
    asked = {seat, *dice.sample(others, min(len(others), MOST - 1))}
    in_order = [other for other in _playing(log.game) if other in asked]
    choices = tuple(QuizChoice("seat", seats=(other,)) for other in in_order)
    return Puzzle(kind, log, choices, in_order.index(seat), seat=seat)


def _playing(game: Game) -> tuple[int, ...]:
    """Return the seats that are in the hand, in the order of play from the leader."""
    return tuple(seat for seat in game.rules.order(game.hand.leader) if seat not in game.hand.out)
