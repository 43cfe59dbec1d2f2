"""The announcements of a table: the last news, the open question, the winner.

Some are for one phone alone: why its tap was not recorded, a call that fills its screen.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.board import binding_rules, ending, hand_over
from companion.board.aloud import CallOverlay
from companion.board.binding_rules import TurnedCard
from companion.board.ending import Winner
from companion.board.hand_over import Band, Coin
from companion.board.history import LogLine, News
from companion.board.question import QuestionView
from companion.engine import Game, Hand, MatchLog, Offer
from companion.retelling.telling import tell_or_leave_out
from companion.tables import LogRow
from companion.web.language import gettext
from companion.words.people import People, glyph
from companion.words.widths import wide

LATELY = 4  # last events that are told again
LINE = 17.6  # em of the line that says who leads, on the narrowest phone


class Round(NamedTuple):
    """A round of duels: the number of this duel, and the points kept until the round is over."""

    duel: int
    kept: tuple[News, ...]


class Announcements(NamedTuple):
    """The announcements of a table to one phone.

    `turn` says who leads, or who must act if nobody else may. `rule` is a rule that only this hand
    has, and `trick` which trick it is if there is none. All are empty while a call is open. While a
    decision is open, `turn` says who decides, and `trick` who leads then.
    `turned` is the card turned up. `band` is what the last tap paid, `coins` are the last hands of
    the game, `lately` the last events. `begins`: nothing has been tapped yet in this hand.
    `notice` is a sentence for this phone; `is_refusal`: it says why its last tap was not recorded.
    `call_overlay` is a call that fills its screen.
    """

    news: tuple[News, ...]
    round: Round | None
    question: QuestionView | None
    turn: str
    rule: str
    trick: str
    turned: TurnedCard | None
    winner: Winner | None
    band: Band | None
    coins: tuple[Coin, ...]
    lately: tuple[LogLine, ...]
    begins: bool
    notice: str = ""
    is_refusal: bool = False
    call_overlay: CallOverlay | None = None

    @property
    def asks_in_line(self) -> bool:
        """Return whether the open question is in the line, and not in the place of the ring."""
        return self.question is not None and self.question.felt is None

    @property
    def victory(self) -> Winner | None:
        """The winner of the match, None while it goes on."""
        if self.winner is None or not self.winner.final:
            return None
        return self.winner


def announce(
    log: MatchLog,
    offers: tuple[Offer, ...],
    people: People,
    *,
    rows: tuple[LogRow, ...],
    news: tuple[News, ...],
    lines: tuple[LogLine, ...],
    question: QuestionView | None,
) -> Announcements:
    """Return the announcements that are the same for every phone."""
    game = log.game
    decision = question is not None and question.felt is not None
    turn = ""
    rule = ""
    trick = ""
    if not game.over and (question is None or decision):
        turn = _leads(game.hand, people.brief)
        rule = _rule(game, offers, people.brief)
        must_act = binding_rules.who_must_act(game, offers, people.brief)
        if must_act:
            turn = must_act
        elif not rule:
            trick = _trick(game)
    band = tell_or_leave_out(_band, log, people, turn, rule, instead=None)
    if question is not None and question.felt is not None and band is None:
        # The line has room for who decides, so it is not said again below the question.
        turn = question.felt.who
        trick = "" if rule else _leads_then(game.hand, people.brief)
        question = question.with_decider_in_line()
    return Announcements(
        news,
        _round(game, people),
        question,
        turn,
        rule,
        trick,
        tell_or_leave_out(binding_rules.turned_card, game, people, instead=None),
        tell_or_leave_out(ending.winner, log, rows, people, instead=None),
        band,
        tell_or_leave_out(hand_over.coins, log, people, instead=()),
        lines[:LATELY],
        game.untouched,
    )


def _band(log: MatchLog, people: People, turn: str, rule: str) -> Band | None:
    """Return what the last tap paid, None if nothing, or if the match is over."""
    game = log.game
    if game.over:
        return None
    # NOTE: after a hand: %(name)s deals the next one
    deals = gettext("%(name)s deals", name=people.brief.seat(game.dealer))
    if not rule and game.hand.duel is not None:
        rule = gettext("Duel %(number)s of 3", number=game.hand.duel + 1)
    return hand_over.band(log, people, leads=turn, deals=deals, rule=rule)


def _rule(game: Game, offers: tuple[Offer, ...], people: People) -> str:
    """Return the rule that only this hand has, empty if it is a hand like any other."""
    rule = binding_rules.rule_of_hand(game, people)
    if not rule and _is_silent(game, offers):
        return gettext("No calls in this hand")
    return rule


def _trick(game: Game) -> str:
    """Return the number of the trick, empty in a hand of one."""
    cards = game.hand.cards
    if cards <= 1:
        return ""
    number = len(game.hand.tricks) + 1
    return gettext("trick %(trick)s of %(cards)s", trick=number, cards=cards)


def _leads(hand: Hand, people: People) -> str:
    """Return who leads.

    If one player plays against all others, it also says who that is, unless there is no room. The
    picture of the table says it in any case.
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


def _leads_then(hand: Hand, people: People) -> str:
    # NOTE: below who decides about the hand: after that %(name)s plays the first card
    return gettext("then %(name)s leads", name=people.seat(hand.leader))


def _round(game: Game, people: People) -> Round | None:
    if game.hand.duel is None:
        return None
    kept: list[News] = []
    for side, points in enumerate(game.duel_points):
        kept.append(News(people.side(side), str(points), side, glyph(side)))
    return Round(game.hand.duel + 1, tuple(kept))


def _is_silent(game: Game, offers: tuple[Offer, ...]) -> bool:
    """Return whether a hand is played without calls: none was made and none is offered."""
    hand = game.hand
    if not offers or hand.calls or hand.questions:
        return False
    return all(offer.group != "call" for offer in offers)
