"""Find what an answer leads to, by trying it out. This module knows no rule of any game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.engine import (
    Game,
    Illegal,
    Offer,
    Question,
    Rules,
    Tap,
    Worth,
    legal,
    payments,
    play,
)
from companion.engine.asking import opponents
from companion.web.language import N_, NN_, gettext
from companion.words import labels
from companion.words.people import People, glyph

# These texts follow an answer (“Yes: the hand is worth 2”), or are below the answer on its key.
HAND_WORTH = {
    # NOTE: what accepting a call brings: “Yes: the hand is worth 2”
    "points": N_("the hand is worth %(worth)s"),
    # NOTE: %(worth)s is what a game is called: “the hand decides the game”
    "game": N_("the hand decides %(worth)s"),
    "trut": N_("the hand is for a trut"),
    "long": N_("the hand is for a long"),
}
BET = {
    # NOTE: %(call)s is a side bet: “Yes: envido is worth 2”. It may be feminine (flor): let
    # nothing agree with it
    "points": N_("%(call)s is worth %(worth)s"),
    "game": N_("%(call)s decides %(worth)s"),
    "trut": N_("%(call)s is for a trut"),
    "long": N_("%(call)s is for a long"),
}
# NOTE: after the names of a side, or its sign: it wins the game. At most 7 letters
WINS = NN_("wins", "win")

# On the keys of a decision: the text under True if the hand is played after this answer, else the
# text under False. %(what)s is “+3” or “the game”.
FOR_US = {
    # NOTE: on a key, at most 20 letters: if you win the hand, %(what)s is yours
    True: N_("win: %(what)s"),
    # NOTE: on a key, at most 20 letters: if you choose this, %(what)s is yours
    False: N_("you get %(what)s"),
}
FOR_THEM = {
    # NOTE: on a key, at most 20 letters: if you lose the hand, the other side gets %(what)s
    True: N_("lose: they get %(what)s"),
    # NOTE: on a key, at most 20 letters: if you choose this, the other side gets %(what)s
    False: N_("they get %(what)s"),
}
# On the keys of a decision, if the other side wins the game or match with it.
FOR_THEM_ALL = {
    # NOTE: on a key, at most 20 letters: if you lose the hand, the other side wins the game
    True: N_("lose: they win"),
    # NOTE: on a key, at most 20 letters: if you choose this, the other side wins the game
    False: N_("they win"),
}


class Fact(NamedTuple):
    """A consequence of an answer: the sentence `text`, or the gain of a side.

    If there is a `gain`:

    * `text`: the names of the side that gets it.
    * `what`: the gain as it is written in a sentence.
    * `others`: the glyphs of other sides that get the same gain.
    * `accounts`: the accounts of all sides that get it.
    """

    text: str
    gain: str = ""
    side: int | None = None
    glyph: str = ""
    others: tuple[str, ...] = ()
    what: str = ""
    accounts: tuple[int, ...] = ()

    def told_to(self, account: int, *, if_played: bool) -> str:
        """Return this fact as a sentence for the player who has this account.

        The sentence is shown on the key of a decision. If `if_played` is true, the hand is played
        after this answer, and the sentence says what the hand pays.
        """
        if not self.gain:
            return self.text
        if account in self.accounts:
            return gettext(FOR_US[if_played], what=self.what)
        if self.what != self.gain:
            return gettext(FOR_THEM_ALL[if_played])
        return gettext(FOR_THEM[if_played], what=self.what)


class AnswerOutcome(NamedTuple):
    """The label of an answer, and the facts that the answer leads to.

    If the hand is played after an answer to a decision, `facts` say first what is paid if the hand
    is won, then what is paid if it is lost.
    """

    label: str
    facts: tuple[Fact, ...] = ()


def simulate(game: Game | None, tap: Tap) -> Game | None:
    """Return the game after this tap. Return None if the tap is not legal, or if `game` is None."""
    if game is None:
        return None
    try:
        return play(game, tap)
    except Illegal:
        return None


def simulate_answers(game: Game, *, yes: bool) -> Game | None:
    """Return the game after everybody who is asked has said yes, or no if `yes` is false.

    Return None if one of them cannot give this answer.
    """
    asked = game.hand.questions[-1]
    now = game
    while True:
        tap = _said(legal(now), yes=yes)
        if tap is None:
            return None
        now = play(now, tap)
        question = now.hand.question
        if (
            now.events
            or question is None
            or (question.part, question.word) != (asked.part, asked.word)
        ):
            return now


def refused_by_all(game: Game) -> tuple[Tap, ...]:
    """Return the taps by which all other players say that they do not have what was announced.

    Return () unless several players must still answer an announcement.
    """
    asked = game.hand.question
    if asked is None or asked.by is not None or game.hand.asker is None:
        return ()
    taps: list[Tap] = []
    now = game
    while now.hand.question is not None and now.hand.question.word == asked.word:
        tap = _said(legal(now), yes=False)
        if tap is None:
            return ()
        taps.append(tap)
        now = play(now, tap)
    return tuple(taps) if len(taps) > 1 else ()


def replies(
    game: Game, question: Question, offers: tuple[Offer, ...], people: People
) -> tuple[AnswerOutcome, ...]:
    """Return the answers, other than no, that the next player may give to a call such as flor.

    Return () if the open question is not one to which several players answer in turn.
    """
    if not refused_by_all(game):
        return ()
    found: list[AnswerOutcome] = []
    for offer in offers:
        is_reply = offer.group in ("answer", "call") and offer.tap.word != "no"
        if not is_reply or offer.tap.seat != question.answer[0]:
            continue
        label = people.words.word(offer.tap.word).label
        found.append(AnswerOutcome(label, _reply(game, offer, people)))
    return tuple(found)


def _reply(game: Game, offer: Offer, people: People) -> tuple[Fact, ...]:
    asker = game.hand.asker
    if offer.tone == "bad" and isinstance(offer.if_refused, int) and asker is not None:
        accounts = people.rules.accounts_of(game.hand, game.hand.side(asker))
        return (_gained(accounts, labels.gain(offer.if_refused, people.rules), people),)
    if offer.if_accepted is None:
        return ()
    return (Fact(people.worth(offer.if_accepted)),)


def call(
    game: Game, question: Question, offers: Iterable[Offer], people: People
) -> tuple[AnswerOutcome, ...]:
    """Return the two answers to a call: the label of each key, and what the answer leads to."""
    do, leave = _answers(question, people)
    for offer in offers:
        if offer.group == "answer" and offer.tone == "bad":
            leave, _ = labels.answer(offer.tap.word, question, people.words)
    if takes_every_no(game, question):
        # NOTE: %(answer)s is what no is called there: it takes a no from everybody asked
        leave = gettext("%(answer)s (all of them)", answer=leave)
    outcomes: list[AnswerOutcome] = []
    for label, fact in ((do, _yes(game, question, people)), (leave, _no(game, question, people))):
        outcomes.append(AnswerOutcome(label, (fact,) if fact else ()))
    return tuple(outcomes)


def takes_every_no(game: Game, question: Question) -> bool:
    """Return whether the call is still open after the first no, so that everybody must refuse."""
    after = simulate(game, Tap("no", question.answer[0]))
    if after is None or after.events or after.hand.question is None:
        return False
    return after.hand.question.word == question.word


def decision(game: Game, question: Question, people: People) -> tuple[AnswerOutcome, ...]:
    """Return the two answers to a decision, each with the facts that it leads to.

    If the hand is played after a yes, the facts of the yes say first what is paid if the hand is
    won, then what is paid if it is lost.

    Return () in two cases, in which it is not known yet what an answer pays:

    * A no of one player decides nothing.
    * A no pays nothing, and after a yes the hand is played.
    """
    do, leave = _answers(question, people)
    if refused_by_all(game):
        return ()  # a no decides nothing yet
    agreed = simulate_answers(game, yes=True)
    left = paid(simulate_answers(game, yes=False), people)
    if agreed is not None and agreed.events:
        if not left:
            left = (Fact(gettext("play goes on")),)
        return AnswerOutcome(do, paid(agreed, people)), AnswerOutcome(leave, left)
    if not left:
        return ()
    seat = question.answer[0]
    won = paid(simulate(agreed, Tap("hand", seat)), people)
    lost = paid(simulate(agreed, Tap("hand", opponents(game, seat)[0])), people)
    return AnswerOutcome(do, won + lost), AnswerOutcome(leave, left)


def _answers(question: Question, people: People) -> tuple[str, str]:
    word = people.words.asked(question)
    return word.yes, word.no


def _said(offers: tuple[Offer, ...], *, yes: bool) -> Tap | None:
    """Return the first offered answer that accepts or, if `yes` is false, the first that refuses.

    Return None if no such answer is offered.
    """
    for offer in offers:
        if offer.group != "answer":
            continue
        if yes:
            fits = offer.tap.word == "yes" or offer.tone == "good"
        else:
            fits = offer.tap.word == "no" or "no" in offer.also
        if fits:
            return offer.tap
    return None


def _yes(game: Game, question: Question, people: People) -> Fact | None:
    """Return what accepting a call leads to: `the hand is worth 2`, None if that is not known."""
    after = simulate_answers(game, yes=True)
    if after is not None and not after.events and after.hand.worth != game.hand.worth:
        worth = after.hand.worth
        return Fact(gettext(HAND_WORTH[kind(worth, game.rules)], worth=people.worth(worth)))
    if question.if_accepted is None:
        return None
    sentence = BET[kind(question.if_accepted, game.rules)]
    call = people.words.word(question.word).said
    return Fact(gettext(sentence, call=call, worth=people.worth(question.if_accepted)))


def _no(game: Game, question: Question, people: People) -> Fact | None:
    """Return what refusing a call pays, and to which side, None if it pays nothing."""
    gained = paid(simulate_answers(game, yes=False), people)
    if gained or question.if_refused is None or question.by is None:
        return next(iter(gained), None)
    if question.if_refused == "game":
        gain = people.game
    else:
        gain = labels.gain(question.if_refused, people.rules)
    accounts = people.rules.accounts_of(game.hand, game.hand.side(question.by))
    return _gained(accounts, gain, people)


def kind(worth: Worth, rules: Rules) -> str:
    """Return the unit of this worth: "points", "trut", "long" and so on.

    HAND_WORTH and BET have a sentence for each of these words.
    """
    if isinstance(worth, str):
        return labels.counted(worth, rules)
    return "points"


def paid(game: Game | None, people: People) -> tuple[Fact, ...]:
    """Return what the last tap of this game paid, or that a side won the game with this tap.

    Return () if the tap paid nothing, or if `game` is None.
    """
    if game is None:
        return ()
    first = next(iter(payments(game.events)), None)
    if first is None:
        return ()
    kinds = {other.kind for other in game.events}
    winner = next((event.side for event in game.events if event.kind == "game"), None)
    if winner is None:
        return (_gained(first.accounts, labels.gained(first.event, people.rules), people),)
    what = people.game
    if "match" in kinds and people.rules.best_of > 1:
        # NOTE: what is won with the last game of a match of several
        what = gettext("the match")
    fact = _gained((winner,), people.do(winner, WINS), people)
    return (fact._replace(what=what),)


def _gained(accounts: tuple[int, ...], gain: str, people: People) -> Fact:
    side = accounts[0]
    others = tuple(map(glyph, accounts[1:]))
    return Fact(people.sides(accounts), gain, side, glyph(side), others, gain, accounts)
