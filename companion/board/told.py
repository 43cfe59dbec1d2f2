"""What is told at a table: what happened last, what is asked, who won, and what only this phone must hear."""

from __future__ import annotations

from typing import NamedTuple

from companion.board import ending, ring
from companion.board.aloud import Shout
from companion.board.ending import Winner
from companion.board.history import News
from companion.board.question import Question
from companion.engine import Game, Offer
from companion.web.language import gettext
from companion.words.people import People, glyph


class Round(NamedTuple):
    """A round of duels: which of them this is, and the points that are kept until it is over."""

    duel: int
    kept: tuple[News, ...]


class Told(NamedTuple):
    """`turn` says whose move it is while nothing is asked, `plays_on` what a tap on a seat would accept.

    `silent` says that nobody may call in this hand, `notice` why this phone's last tap was not recorded. `shout` is a
    call that fills its screen.
    """

    news: tuple[News, ...]
    round: Round | None
    question: Question | None
    turn: str
    plays_on: str
    winner: Winner | None
    silent: bool
    notice: str = ""
    shout: Shout | None = None


def build(
    game: Game,
    offers: tuple[Offer, ...],
    people: People,
    *,
    news: tuple[News, ...],
    question: Question | None,
) -> Told:
    """What everybody is told."""
    return Told(
        news,
        _round(game, people),
        question,
        _turn(game, people),
        _plays_on(game, offers),
        ending.winner(game, people),
        _silent(game, offers),
    )


def _turn(game: Game, people: People) -> str:
    if game.over or game.hand.ask is not None:
        return ""
    trick, leader = len(game.hand.tricks) + 1, people.seat(game.hand.leader)
    # NOTE: whose move it is: %(name)s leads the first, second, third trick
    return gettext("Trick %(trick)s: %(name)s leads.", trick=trick, name=leader)


def _plays_on(game: Game, offers: tuple[Offer, ...]) -> str:
    ask = ring.played_on(game, offers)
    # NOTE: a call may be answered by simply playing a card, which accepts it; %(worth)s is what the hand is worth then
    return gettext("Playing on accepts it: worth %(worth)s.", worth=ask.yes) if ask else ""


def _round(game: Game, people: People) -> Round | None:
    if game.hand.duel is None:
        return None
    kept = (News(people.side(side), str(points), side, glyph(side)) for side, points in enumerate(game.kept))
    return Round(game.hand.duel + 1, tuple(kept))


def _silent(game: Game, offers: tuple[Offer, ...]) -> bool:
    """Whether a hand is played without calls: none was made and none is offered."""
    hand = game.hand
    return bool(offers) and not hand.said and not hand.asks and all(offer.group != "call" for offer in offers)
