"""The announcements of a table: the last news, the open question, the winner.

Some are for one phone alone: why its tap was not recorded, a call that fills its screen.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.board import ending, history
from companion.board.aloud import CallOverlay
from companion.board.ending import Winner
from companion.board.history import LogLine, News
from companion.board.question import QuestionView
from companion.engine import Game, Hand, MatchLog, Offer
from companion.retelling.telling import tell_or_leave_out
from companion.tables import LogRow
from companion.web.language import gettext
from companion.words.people import People, glyph
from companion.words.widths import wide

PAID = 2  # last points that are told again
LATELY = 4  # last events that are told again
LINE = 17.6  # em of the line that says who leads, on the narrowest phone


class Round(NamedTuple):
    """A round of duels: the number of this duel, and the points kept until the round is over."""

    duel: int
    kept: tuple[News, ...]


class Announcements(NamedTuple):
    """The announcements of a table to one phone.

    `turn` says who leads and `trick` which trick it is; both are empty while a question is open.
    `paid` are the last points, `lately` the last events. `silent`: nobody may call in this hand.
    `notice` is a sentence for this phone; `is_refusal`: it says why its last tap was not recorded.
    `call_overlay` is a call that fills its screen.
    """

    news: tuple[News, ...]
    round: Round | None
    question: QuestionView | None
    turn: str
    trick: str
    winner: Winner | None
    silent: bool
    paid: tuple[News, ...]
    lately: tuple[LogLine, ...]
    notice: str = ""
    is_refusal: bool = False
    call_overlay: CallOverlay | None = None

    @property
    def victory(self) -> Winner | None:
        """The winner of the match, None while it goes on."""
        if self.winner is None or not self.winner.final:
            return None
        return self.winner

    @property
    def pays(self) -> bool:
        """Whether points were the last news and no question is open."""
        return self.question is None and bool(self.news) and bool(self.news[0].gain)


def announce(
    line: MatchLog,
    offers: tuple[Offer, ...],
    people: People,
    *,
    rows: tuple[LogRow, ...],
    news: tuple[News, ...],
    lines: tuple[LogLine, ...],
    question: QuestionView | None,
) -> Announcements:
    """Return the announcements that are the same for every phone."""
    game = line.game
    turn, trick = _turn(game, people.brief)
    return Announcements(
        news,
        _round(game, people),
        question,
        turn,
        trick,
        tell_or_leave_out(ending.winner, line, rows, people, instead=None),
        _silent(game, offers),
        tell_or_leave_out(history.last_paid, rows, people, PAID, instead=()),
        lines[:LATELY],
    )


def _turn(game: Game, people: People) -> tuple[str, str]:
    """Return who leads, and the number of the trick."""
    if game.over or game.hand.question is not None:
        return "", ""
    cards = game.hand.cards
    leads = _leads(game.hand, people)
    if cards <= 1:
        return leads, ""
    number = len(game.hand.tricks) + 1
    return leads, gettext("trick %(trick)s of %(cards)s", trick=number, cards=cards)


def _leads(hand: Hand, people: People) -> str:
    """Return who leads and, if one plays against several and there is room, who that is.

    The picture of the table says it in any case.
    """
    name = people.seat(hand.leader)
    # NOTE: whose move it is: %(name)s plays the first card of the trick
    leads = gettext("%(name)s leads", name=name)
    if hand.alone is None:
        return leads
    if hand.alone == hand.leader:
        # NOTE: whose move it is: %(name)s plays the first card of the trick, and has no partner
        return gettext("%(name)s leads, alone", name=name)
    alone = people.seat(hand.alone)
    # NOTE: whose move it is: %(name)s plays the first card of the trick; %(alone)s has no partner
    both = gettext("%(name)s leads; %(alone)s is alone", name=name, alone=alone)
    return both if wide(both) <= LINE else leads


def _round(game: Game, people: People) -> Round | None:
    if game.hand.duel is None:
        return None
    kept: list[News] = []
    for side, points in enumerate(game.duel_points):
        kept.append(News(people.side(side), str(points), side, glyph(side)))
    return Round(game.hand.duel + 1, tuple(kept))


def _silent(game: Game, offers: tuple[Offer, ...]) -> bool:
    """Return whether a hand is played without calls: none was made and none is offered."""
    hand = game.hand
    if not offers or hand.calls or hand.questions:
        return False
    return all(offer.group != "call" for offer in offers)
