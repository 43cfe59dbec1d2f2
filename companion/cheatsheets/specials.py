"""Find the scores at which a hand has special rules, by dealing a hand at each of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.cheatsheets import probe, scoring
from companion.engine import Game, Question, Rules, Worth
from companion.engine.decision import AtScore, Decision, Opening


@dataclass(frozen=True, slots=True)
class Special:
    """A score at which a hand has rules of its own, such as the hand of eleven.

    * `at`: the score.
    * `asked`: the word of the decision or call with which the hand begins, or "" for none.
    * `called`: true if the hand begins with a call. Nobody has to tap this call.
    * `answer`: who answers: "that_side" (the side with this score), "other_side", "all", or "" if
      nothing is asked.
    * `in_turn`: true if they answer one after the other.
    * `quorum`: which of their answers decide (see `asking.Quorum`), or "" if nothing is asked.
    * `yes`: what the hand is worth after a yes, or if nothing is asked.
    * `no`: the points that a refusal pays, or None if it pays none.
    * `otherwise`: what the hand is worth after a refusal, or None if a refusal ends the hand.
    * `calls`: true if calls are possible in the hand.
    * `decides`: true if the hand wins the game.
    * `clears`: whose points go to 0 if a trut is won: "own", "other", "both", or "" for nobody's.
      It is always "" if `at` is the score of one side alone.
    """

    at: AtScore
    asked: str
    called: bool
    answer: str
    in_turn: bool
    quorum: str
    yes: Worth
    no: int | None
    otherwise: Worth | None
    calls: bool
    decides: bool
    clears: str


@lru_cache(maxsize=probe.KEPT)
def specials(rules: Rules) -> tuple[Special, ...]:
    """Return the special scores of a game, those of one side alone first."""
    openings = (part.when for part in rules.parts if isinstance(part, Decision | Opening))
    scores = dict.fromkeys(when for when in openings if isinstance(when, AtScore))
    found = []
    for at in sorted(scores, key=lambda at: (at.sides, at.points)):
        game = _deal_at(rules, at)
        if game is not None:
            found.append(_special(game, at))
    return tuple(found)


def _deal_at(rules: Rules, at: AtScore) -> Game | None:
    """Return a game at this score, or None if the score is impossible.

    If `at` is the score of one side, the other sides have 0 points.
    """
    score = [(at.truts or 0, at.points)] * at.sides + [(0, 0)] * (rules.accounts - at.sides)
    game = scoring.at(rules, score)
    if game is None or not at(game):
        return None
    return game


def _special(game: Game, at: AtScore) -> Special:
    question = game.hand.question
    rules = game.rules
    played = probe.settle(game)
    worth = played.hand.worth
    paid = rules.tally.pay(game, 0, worth)
    return Special(
        at=at,
        asked=question.word if question else "",
        called=question is not None and question.by is not None,
        answer=_answerer(game, question),
        in_turn=bool(question and question.waiting),
        quorum=probe.quorum(game),
        yes=worth,
        no=_declined(game, question),
        otherwise=_otherwise(game, question),
        calls=bool(probe.calls(played)),
        decides=rules.tally.winner(paid) == 0,
        clears=scoring.cleared(game, paid) if at.sides > 1 else "",
    )


def _answerer(game: Game, question: Question | None) -> str:
    if question is None:
        return ""
    sides = {game.hand.side(seat) for seat in question.answer + question.waiting}
    if len(sides) > 1:
        return "all"
    return "that_side" if sides == {0} else "other_side"


def _declined(game: Game, question: Question | None) -> int | None:
    if question is None:
        return None
    return probe.first_points(probe.refuse(game))


def _otherwise(game: Game, question: Question | None) -> Worth | None:
    if question is None:
        return None
    refused = probe.refuse(game)
    if probe.ended(refused):
        return None
    return refused.hand.worth
