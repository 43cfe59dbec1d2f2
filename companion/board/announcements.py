"""Build the announcements of a table: the last news, the open question, the winner.

Some announcements are for one phone alone: why its tap was not recorded, a call that fills its
screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from companion.board import ending
from companion.board.aloud import CallOverlay
from companion.board.ending import Winner
from companion.board.history import LogLine, News
from companion.board.question import QuestionView
from companion.engine import Event, Game, Hand, MatchLog, Offer, Tap
from companion.engine.hand import Shared, payments
from companion.retelling.last_hands import EndedHand, hands_of_game, streak
from companion.retelling.telling import tell_or_leave_out
from companion.tables import LogRow
from companion.web.language import NN_, gettext, ngettext
from companion.words import labels, sentences
from companion.words.people import People, glyph
from companion.words.widths import broken, room, wide

LATELY = 4  # last events that are shown
TURN_LINE = 17.6  # em of the line that says who leads, on the narrowest phone
COINS = 8  # hands that are shown; the narrowest phones show the last six
BAND_LINE = 21.0  # em of a line of the band on the narrowest phone
CARD = 2.4  # em of the card turned up, which follows the line
BESIDE_COINS = 15.0  # em of each of two lines on the narrowest phone, beside two coins
LONG_BAND_LINE = 40.0  # em of a line on a tablet
SHORTEST_RUN = 3  # hands in a row that are worth a word
# NOTE: after a hand: the same side has taken so many in a row, each because a call was refused
REFUSALS = NN_("%(number)s refusal in a row", "%(number)s refusals in a row")
# NOTE: after a hand: the same side has taken so many in a row
HANDS = NN_("%(number)s hand in a row", "%(number)s hands in a row")


class TurnedCard(NamedTuple):
    """The card turned up for this deal: its rank, the drawing of its suit, and its name."""

    rank: str
    sign: str
    said: str


class Round(NamedTuple):
    """A round of duels.

    `duel` is the number of the present duel, from 1. `kept` are the points of each side that count
    when the round is over.
    """

    duel: int
    kept: tuple[News, ...]


class Band(NamedTuple):
    """The band with what the last tap paid: to whom, how much and why, and who acts next.

    If nobody was paid, the band has no side and says how the hand ended.

    `line` is the text below the title, and `short` is as much of it as fits the narrowest phone.
    `why` is the reason alone if it fits, or the rule of the next hand. `follows` is about the next
    hand: its rule or who leads, and who deals. `narrow` is the reason, with as much of `follows` as
    fits in two lines beside two coins.
    """

    title: str
    gain: str
    side: int | None
    glyph: str
    line: str
    short: str
    why: str
    follows: str
    narrow: str

    @property
    def wide(self) -> int:
        """Return the number of the style class that has room for title and gain (see `room`)."""
        return room(f"{self.title} {self.gain} M")


class CoinGain(NamedTuple):
    """What a side gained in a hand, as a coin shows it.

    `gain` is the number with its sign, as `+2`. It is a number of truts if `truts` is true,
    otherwise of points. `said` says in words who gained what, and why. `others` are the glyphs of
    other sides that gained the same.
    """

    gain: str
    truts: bool
    side: int
    glyph: str
    said: str
    others: tuple[str, ...] = ()


class Coin(NamedTuple):
    """What a hand that has ended paid to each side that gained something.

    If `corrects` is true, these are corrections of the score and not the gains of a hand.
    """

    gains: tuple[CoinGain, ...]
    corrects: bool


class Announcements(NamedTuple):
    """The announcements of a table to one phone.

    `turn` says who leads, or who must act if nobody else may. `rule` is a rule that only this hand
    has. `trick` is the number of the trick if the hand has no such rule. All three are empty while
    a call is open. While a decision is open, `turn` says who decides, and `trick` says who leads
    after it.

    `turned` is the card turned up. `band` is what the last tap paid, `coins` are the last hands of
    the game, and `lately` are the last events. `begins` is true if nothing has been tapped yet in
    this hand. `notice` is a sentence for this phone; if `is_refusal` is true, it says why the last
    tap of the phone was not recorded. `call_overlay` is a call that fills the phone's screen.
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
        """Return whether the open question is shown in the line and not instead of the ring."""
        return self.question is not None and self.question.felt is None

    @property
    def victory(self) -> Winner | None:
        """Return the winner of the match, None while it goes on."""
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
    stake: str = "",
) -> Announcements:
    """Return the announcements that are the same for every phone.

    `stake` is what people play the match for, "" for nothing.
    """
    game = log.game
    is_decision = question is not None and question.felt is not None
    turn = ""
    rule = ""
    trick = ""
    if not game.over and (question is None or is_decision):
        turn, rule, trick = _turn(game, offers, people.brief)
    winner: Winner | None = None
    last_paid: Band | None = None
    if game.over or game.events:  # no other tap wins or pays anything
        winner = tell_or_leave_out(ending.winner, log, rows, people, stake, instead=None)
        last_paid = tell_or_leave_out(band, log, people, turn, rule, instead=None)
    if question is not None and question.felt is not None and last_paid is None:
        # The line has room for who decides, so it is not said again below the question.
        turn = question.felt.who
        if not rule:
            trick = _leads_then(game.hand, people.brief)
        question = question.with_decider_in_line()
    duels: Round | None = None
    if game.hand.duel is not None:
        duels = _round(game, game.hand.duel, people)
    turned: TurnedCard | None = None
    if game.hand.turned is not None and not game.over:
        turned = tell_or_leave_out(turned_card, game.hand.turned, people, instead=None)
    return Announcements(
        news=news,
        round=duels,
        question=question,
        turn=turn,
        rule=rule,
        trick=trick,
        turned=turned,
        winner=winner,
        band=last_paid,
        coins=tell_or_leave_out(coins, log, people, instead=()),
        lately=lines[:LATELY],
        begins=game.untouched,
    )


def _turn(game: Game, offers: tuple[Offer, ...], people: People) -> tuple[str, str, str]:
    """Return three texts: who leads or must act, the rule of this hand, the number of the trick.

    If the hand has a rule of its own, or somebody must act, there is no number of the trick.
    """
    rule = _rule(game, offers, people)
    must_act = sentences.who_must_act(game, offers, people)
    if must_act:
        return must_act, rule, ""
    trick = ""
    cards = game.hand.cards
    if not rule and cards > 1:
        number = len(game.hand.tricks) + 1
        trick = gettext("trick %(trick)s of %(cards)s", trick=number, cards=cards)
    return _leads(game.hand, people), rule, trick


def _rule(game: Game, offers: tuple[Offer, ...], people: People) -> str:
    """Return the rule that only this hand has, "" if there is none."""
    rule = sentences.rule_of_hand(game, people)
    if rule or not offers or game.hand.calls or game.hand.questions:
        return rule
    if any(offer.group == "call" for offer in offers):
        return ""
    return gettext("No calls in this hand")


def _leads(hand: Hand, people: People) -> str:
    """Return the sentence about who leads.

    If a player plays against all others, the sentence also names that player if there is room. The
    picture of the table shows that player in any case.
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
    return both if wide(both) <= TURN_LINE else leads


def _leads_then(hand: Hand, people: People) -> str:
    # NOTE: below who decides about the hand: after that %(name)s plays the first card
    return gettext("then %(name)s leads", name=people.seat(hand.leader))


def _round(game: Game, duel: int, people: People) -> Round:
    kept: list[News] = []
    for side, points in enumerate(game.duel_points):
        kept.append(News(people.side(side), str(points), side, glyph(side)))
    return Round(duel + 1, tuple(kept))


def band(log: MatchLog, people: People, leads: str, rule: str) -> Band | None:
    """Return the band for what the last tap paid.

    Return None if the tap paid nothing and ended no hand, or if the match is over. `leads` says who
    leads in the hand that follows. `rule` is a rule of that hand; if it is not empty, the band
    shows the rule instead of `leads`. If the same side has taken several hands in a row, the band
    says so after the reason. A narrow phone then does not show who leads.
    """
    game = log.game
    events = game.events
    if game.over:
        return None
    deals = ""
    # After a side bet the hand goes on, and all duels of a round have one deal: nobody deals then.
    if game.untouched:
        # NOTE: after a hand: %(name)s deals the next one
        deals = gettext("%(name)s deals", name=people.brief.seat(game.dealer))
    if not rule and game.hand.duel is not None:
        rule = gettext("Duel %(number)s of 3", number=game.hand.duel + 1)
    paid = payments(events)
    if not paid:
        return _unpaid(events, people, leads, deals)
    total = _of_winner(EndedHand(paid).sums, events)
    why = " · ".join(dict.fromkeys(_reasons(paid, total, people)))
    side = total.accounts[0]
    repeats = tell_or_leave_out(_streak, log, side, instead="")
    most = BAND_LINE - CARD if game.hand.turned else BAND_LINE
    return Band(
        people.brief.sides(total.accounts),
        labels.gained(total.event, people.rules),
        side,
        glyph(side),
        _all(why, repeats, rule or leads, deals),
        _fitting(why, rule or repeats or leads, most, rule=rule),
        _alone(why, most, rule=rule if game.hand.turned else ""),
        _joined(rule or leads, deals),
        _in_two_lines(why, rule or leads, deals),
    )


def _streak(log: MatchLog, account: int) -> str:
    """Return the text that this account has taken many hands in a row, "" if it has not."""
    run = streak(log, account)
    if run is None or run.length < SHORTEST_RUN:
        return ""
    message = REFUSALS if run.refused else HANDS
    return ngettext(*message, run.length, number=run.length)


def _of_winner(sums: tuple[Shared, ...], events: Iterable[Event]) -> Shared:
    """Return the payment of the side that took the hand, or else the last payment."""
    winners = [event.side for event in events if event.kind == "hand"]
    for total in sums:
        if total.accounts[0] in winners:
            return total
    return sums[-1]


def _reasons(paid: Iterable[Shared], total: Shared, people: People) -> Iterator[str]:
    """Yield a text for each payment: its reason if it is part of `total`, else who got how much."""
    for event, accounts in paid:
        if accounts == total.accounts:
            yield sentences.reason(event, people)
        else:
            yield f"{people.brief.sides(accounts)} {labels.gained(event, people.rules)}"


def _unpaid(events: Iterable[Event], people: People, leads: str, deals: str) -> Band | None:
    for event in events:
        said = sentences.of_event(event, people)
        if event.kind in ("hand", "deal") and said:
            follows = _joined(leads, deals)
            return Band(said, "", None, "", follows, leads, "", follows, follows)
    return None


def _joined(*parts: str) -> str:
    return " · ".join(filter(None, parts))


def _all(why: str, repeats: str, leads: str, deals: str) -> str:
    """Return the whole line, without who deals if it is too long: the ring shows the dealer."""
    line = _joined(why, repeats, leads, deals)
    return line if wide(line) <= LONG_BAND_LINE else _joined(why, repeats, leads)


def _fitting(why: str, after: str, most: float, *, rule: str) -> str:
    """Return the reason and the text `after` it, or only one of them if there is no room for both.

    The rule of the next hand goes before the reason, and the reason before another text.
    """
    both = _joined(why, after)
    if wide(both) <= most:
        return both
    if wide(why) <= most:
        return rule or why
    return after


def _alone(why: str, most: float, *, rule: str) -> str:
    """Return the rule if it is not empty, or else the reason if it fits, or else ""."""
    if rule:
        return rule
    return why if wide(why) <= most else ""


def _in_two_lines(why: str, leads: str, deals: str) -> str:
    """Return the reason, who leads and who deals, or as many of these as fit in two lines.

    The ring also shows who leads and who deals.
    """
    told = [why, leads, deals]
    while len(told) > 1 and len(broken(_joined(*told), BESIDE_COINS)) > 2:
        told.pop()
    return _joined(*told).replace(" ·", "\u00a0·")


def coins(log: MatchLog, people: People) -> tuple[Coin, ...]:
    """Return the last hands of this game, the newest last."""
    return tuple(_coin(hand, people) for hand in hands_of_game(log, COINS))


def _coin(hand: EndedHand, people: People) -> Coin:
    gains: list[CoinGain] = []
    for event, accounts in hand.sums:
        if not event.points and not event.truts:
            continue  # what the side got was taken back: a bet of the hand before was not shown
        side = accounts[0]
        paid = (payment for payment in hand.paid if payment.accounts == accounts)
        reasons = (sentences.reason(payment.event, people) for payment in paid)
        why = _joined(*dict.fromkeys(reasons))
        gained = f"{people.sides(accounts)} {labels.gained(event, people.rules)}"
        said = gettext("%(label)s: %(text)s", label=gained, text=why)
        number = labels.with_sign(event.truts or event.points or 0)
        others = tuple(map(glyph, accounts[1:]))
        gains.append(CoinGain(number, bool(event.truts), side, glyph(side), said, others))
    return Coin(tuple(gains), hand.corrects)


def turned_card(turned: Tap, people: People) -> TurnedCard:
    """Return the card turned up for this deal, which this tap named."""
    card = turned.value or ""
    sign, _ = labels.suit(card)
    return TurnedCard(labels.rank(card), sign, sentences.done(turned, people))
