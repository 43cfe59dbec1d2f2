"""Scores at which a hand is played differently: what it is then, found by dealing it at each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.cheatsheets import probe, scoring
from companion.engine import Ask, Game, Rules, Worth
from companion.engine.decision import AtScore, Decision, Opening


@dataclass(frozen=True, slots=True)
class Special:
    """A score with rules of its own.

    `asked` is the word of the decision it opens, or of the call that stands when `called`; "" for
    neither. `answer` says whose it is: that_side, other_side or all; `in_turn` and `quorum` how they
    settle it. `yes` is what the hand is then worth, `no` what turning it down pays the others, `otherwise`
    what the hand is worth if it is turned down and still played. `clears` is as in `scoring.Gain`.
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
    """The special scores of a game, those of one side alone first."""
    openings = (part.when for part in rules.parts if isinstance(part, Decision | Opening))
    scores = dict.fromkeys(when for when in openings if isinstance(when, AtScore))
    dealt = ((at, _at(rules, at)) for at in sorted(scores, key=lambda at: (at.sides, at.points)))
    return tuple(_special(game, at) for at, game in dealt if game is not None)


def _at(rules: Rules, at: AtScore) -> Game | None:
    """A hand dealt at that score, the others at nothing; None where that score cannot stand."""
    score = [(at.truts or 0, at.points)] * at.sides + [(0, 0)] * (rules.sides - at.sides)
    game = scoring.at(rules, score)
    return game if game is not None and at(game) else None


def _special(game: Game, at: AtScore) -> Special:
    ask, rules = game.hand.ask, game.rules
    played = probe.settle(game)
    stake = played.hand.stake
    paid = rules.tally.pay(game, 0, stake)
    return Special(
        at=at,
        asked=ask.word if ask else "",
        called=ask is not None and ask.by is not None,
        answer=_answer(game),
        in_turn=bool(ask and ask.waiting),
        quorum=probe.quorum(game),
        yes=stake,
        no=_declined(game),
        otherwise=_otherwise(game),
        calls=bool(probe.calls(played)),
        decides=rules.tally.winner(paid) == 0,
        clears=scoring.cleared(game, paid) if at.sides > 1 else "",
    )


def _asked(ask: Ask) -> tuple[int, ...]:
    return ask.answer + ask.waiting


def _answer(game: Game) -> str:
    if game.hand.ask is None:
        return ""
    sides = {game.rules.side(seat) for seat in _asked(game.hand.ask)}
    return "all" if len(sides) > 1 else "that_side" if sides == {0} else "other_side"


def _declined(game: Game) -> int | None:
    if game.hand.ask is None:
        return None
    events = probe.refuse(game).events
    return next((event.points for event in events if event.kind == "points"), None)


def _otherwise(game: Game) -> Worth | None:
    if game.hand.ask is None:
        return None
    refused = probe.refuse(game)
    return None if probe.ended(refused) else refused.hand.stake
