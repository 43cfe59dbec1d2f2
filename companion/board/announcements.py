"""Build the announcements of a table: the last events, the open question, the winner.

Some announcements are for one phone alone: why its tap was not recorded, or a call that fills its
screen.
"""

from __future__ import annotations

import re
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
from companion.tables import LogRow
from companion.web.language import NN_, gettext, ngettext
from companion.web.templates import tell_or_leave_out
from companion.words import labels, sentences
from companion.words.people import People, glyph
from companion.words.widths import brief_name, room, wide

LATELY = 4  # last events that are shown
TURN_LINE = 17.6  # em of the line that says who leads, on the narrowest phone
COINS = 8  # hands that are shown; the narrowest phones show the last six
BAND_LINE = 21.0  # em of a line of the band on the narrowest phone
FLAT_BAND_LINE = 13.5  # the same on a phone that lies flat, between two keys
LONG_BAND_LINE = 40.0  # em of a line on a tablet
CARD = 2.4  # em of the card turned up, which follows the line
NAMES = (5.0, 4.0, 3.0, 2.0)  # em of names in a line that has to hold several
SHORTEST_CLAUSE = 5.0  # em of a first clause that is shown without the rest
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

    `duel` is the number of the duel in play, from 1. `kept` are the points of each side in this
    round; they count when the round is over.
    """

    duel: int
    kept: tuple[News, ...]


class Band(NamedTuple):
    """The band with what the last tap paid: to whom, how much and why, and who acts next.

    If nobody was paid, the band has no side and says how the hand ended.

    Below the `title` are the reason, a rule of the next hand, and who leads and deals. A television
    shows them in one line, any other screen in two:

    * `line`: the only line on a television. If there is a rule, it does not say who leads.
    * `long`: the first of two lines on a wide screen: the reason and the rule.
    * `short`: the first line on a phone held in the hand: the rule if there is one, else the
      reason.
    * `brief`: the first line on a phone that lies flat, which has less room than `short`.
    * `brief_title`: a shorter title for a phone that lies flat, "" if `title` fits.
    * `follows`: the second line: who leads and deals.
    * `leader`, `dealer`: the names of the players who lead and deal, to show beside drawings where
      `follows` has no room. A name is "" if nobody leads or deals next.
    """

    title: str
    line: str
    follows: str
    leader: str
    dealer: str
    gain: str = ""
    side: int | None = None
    glyph: str = ""
    long: str = ""
    short: str = ""
    brief: str = ""
    brief_title: str = ""

    @property
    def wide(self) -> int:
        """Return the width of `title` and `gain` together, in half ems (see `widths.room`)."""
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

    If `corrects` is true, the coin shows corrections of the score, not the gains of a hand.
    """

    gains: tuple[CoinGain, ...]
    corrects: bool


class Announcements(NamedTuple):
    """The announcements of a table to one phone.

    Three values say how the hand goes on. All of them are "" while a call is open.

    * `turn`: who leads, or who must act if nobody else may. While a decision is open, it says who
      decides.
    * `rule`: a rule that only this hand has.
    * `trick`: the number of the trick, if `rule` is "". While a decision is open, it says who leads
      after the decision.

    The other values:

    * `turned`: the card turned up.
    * `band`: what the last tap paid.
    * `coins`: the last hands of the game.
    * `lately`: the last events.
    * `begins`: whether nothing has been tapped yet in this hand.
    * `notice`: a sentence that this phone shows until it gets its next panel.
    * `is_refusal`: whether `notice` says why the last tap of this phone was not recorded.
    * `sits_out`: a sentence that says that the player of this phone has no seat.
    * `call_overlay`: a call that fills the screen of this phone.
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
    sits_out: str = ""
    call_overlay: CallOverlay | None = None

    @property
    def asks_in_line(self) -> bool:
        """Return whether the open question is shown as a line of text.

        Return False if nothing is asked, or if the question is a decision about the whole hand.
        Such a decision is shown instead of the ring.
        """
        return self.question is not None and self.question.felt is None

    @property
    def victory(self) -> Winner | None:
        """Return the winner of the match, None while the match goes on."""
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
    """Return a sentence about a rule that holds only in this hand, "" if there is none."""
    rule = sentences.rule_of_hand(game, people)
    if rule or not offers or game.hand.calls or game.hand.questions:
        return rule
    if any(offer.group == "call" for offer in offers):
        return ""
    return gettext("No calls in this hand")


def _leads(hand: Hand, people: People) -> str:
    """Return the sentence about who leads.

    If there is room, the sentence also names a player who plays against all others. The picture of
    the table shows that player in any case.
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
    """Return the band: what the last tap paid, to whom and why.

    Return None if the tap paid nothing and ended no hand, or if the match is over.

    `leads` is a sentence about who leads in the next hand. `rule` is a sentence about a special
    rule of the next hand, or "".
    """
    game = log.game
    if game.over:
        return None
    if not rule and game.hand.duel is not None:
        rule = gettext("Duel %(number)s of 3", number=game.hand.duel + 1)
    paid = payments(game.events)
    if not paid:
        return _unpaid(game, people, leads)
    total = _of_winner(EndedHand(paid).sums, game.events)
    why = _joined(*dict.fromkeys(_reasons(paid, total, people)))
    side = total.accounts[0]
    repeats = tell_or_leave_out(_streak, log, total.accounts, instead="")
    return Band(
        title=people.brief.sides(total.accounts),
        gain=labels.gained(total.event, people.rules),
        side=side,
        glyph=glyph(side),
        line=_all(why, repeats, rule or leads, _deals(game, people.brief.seat(game.dealer))),
        long=_fitting((why, repeats, rule), (why, rule), LONG_BAND_LINE),
        short=rule or _fitting((why, repeats), (why,), BAND_LINE),
        brief=rule or _cut(why, FLAT_BAND_LINE),
        brief_title=_brief_title(total, people),
        follows=_follows(game, people, leads),
        leader=people.short(game.hand.leader, NAMES[1]),
        dealer=people.short(game.dealer, NAMES[1]) if game.untouched else "",
    )


def _brief_title(total: Shared, people: People) -> str:
    """Return the names of those who were paid, shortened for the band of a phone that lies flat.

    Return "" if the usual title of the band fits there.
    """
    gain = labels.gained(total.event, people.rules)
    for most in NAMES:
        names = tuple(brief_name(name, most) for name in people.names)
        title = People(names, people.rules).sides(total.accounts)
        if wide(f"M {title} {gain}") <= FLAT_BAND_LINE:
            break
    return "" if most == NAMES[0] else title


def _deals(game: Game, name: str) -> str:
    """Return a sentence that says that this player deals next, "" if nobody deals.

    Nobody deals after a side bet, because the hand goes on. Nobody deals between the duels of a
    round either, because they have one deal.
    """
    if not game.untouched:
        return ""
    # NOTE: after a hand: %(name)s deals the next one
    return gettext("%(name)s deals", name=name)


def _follows(game: Game, people: People, leads: str) -> str:
    """Return a sentence that says who leads, and one that says who deals.

    `leads` is the first of them. Names are shortened so that both fit in one line of a phone.
    """
    most = BAND_LINE - CARD if game.hand.turned else BAND_LINE
    line = _joined(leads, _deals(game, people.brief.seat(game.dealer)))
    for name in NAMES:
        if wide(line) <= most:
            break
        leads = gettext("%(name)s leads", name=people.short(game.hand.leader, name))
        line = _joined(leads, _deals(game, people.short(game.dealer, name)))
    return line


def _streak(log: MatchLog, accounts: tuple[int, ...]) -> str:
    """Return the text that says how many hands in a row these accounts have taken.

    Return "" if it is fewer than SHORTEST_RUN hands.
    """
    run = streak(log, accounts)
    if run is None or run.length < SHORTEST_RUN:
        return ""
    message = REFUSALS if run.refused else HANDS
    return ngettext(*message, run.length, number=run.length)


def _of_winner(sums: tuple[Shared, ...], events: Iterable[Event]) -> Shared:
    """Return the sum that was paid to the side that took the hand.

    If this side was paid nothing, return the last sum.
    """
    winners = [event.side for event in events if event.kind == "hand"]
    for total in sums:
        if total.accounts[0] in winners:
            return total
    return sums[-1]


def _reasons(paid: Iterable[Shared], total: Shared, people: People) -> Iterator[str]:
    """Yield a text for each payment.

    `total` is the sum that the band shows. For a payment to the same side, the text is the reason.
    For a payment to another side, the text says who got how much.
    """
    for event, accounts in paid:
        if accounts == total.accounts:
            yield sentences.reason(event, people)
        else:
            yield f"{people.brief.sides(accounts)} {labels.gained(event, people.rules)}"


def _unpaid(game: Game, people: People, leads: str) -> Band | None:
    follows = _follows(game, people, leads)
    leader = people.short(game.hand.leader, NAMES[1])
    dealer = people.short(game.dealer, NAMES[1]) if game.untouched else ""
    for event in game.events:
        said = sentences.of_event(event, people)
        if event.kind in ("hand", "deal") and said:
            return Band(title=said, line=follows, follows=follows, leader=leader, dealer=dealer)
    return None


def _joined(*parts: str) -> str:
    """Return these texts as one, with the sign `·` between them. No line begins with this sign."""
    return "\u00a0· ".join(filter(None, parts))


def _all(why: str, repeats: str, leads: str, deals: str) -> str:
    """Return everything below the title of the band, in one line.

    If the line would be too long, the dealer is left out, because the ring shows who deals.
    """
    line = _joined(why, repeats, leads, deals)
    return line if wide(line) <= LONG_BAND_LINE else _joined(why, repeats, leads)


def _fitting(parts: tuple[str, ...], fewer: tuple[str, ...], most: float) -> str:
    """Return `parts` in one line. If this is wider than `most` em, return only the parts `fewer`.

    If these do not fit either, their last words are left out.
    """
    line = _joined(*parts)
    return line if wide(line) <= most else _cut(_joined(*fewer), most)


def _cut(text: str, most: float) -> str:
    """Return the text if it is at most `most` em wide, otherwise its first words and `…`.

    If the first clause is long enough, only this clause is kept: `hand won…` instead of `hand won,
    tricks…`.
    """
    if wide(text) <= most:
        return text
    words = text.split(" ")
    while len(words) > 1 and wide(" ".join(words) + "…") > most:
        words.pop()
    kept = " ".join(words)
    clause = re.split("[,;]", kept)[0].rstrip()
    if wide(clause) >= SHORTEST_CLAUSE:
        kept = clause
    return kept.rstrip("·\u00a0 ") + "…"


def coins(log: MatchLog, people: People) -> tuple[Coin, ...]:
    """Return a coin for each of the last hands of this game that paid somebody, newest last.

    There are at most COINS of them. Corrections made during a hand have a coin of their own.
    """
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
    """Return the card turned up for this deal. The tap `turned` names the card."""
    card = turned.value or ""
    sign, _ = labels.suit(card)
    return TurnedCard(labels.rank(card), sign, sentences.done(turned, people))
