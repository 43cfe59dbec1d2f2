"""What an answer would bring, found by trying it: no rule of any game is known here."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine import Act, Ask, Event, Game, Illegal, Offer, Rules, Worth, legal, play
from companion.web.language import N_, NN_, gettext
from companion.words import labels
from companion.words.people import People, glyph

# All these follow an answer and a colon: “Yes: the hand is worth 2.” The full stop is added.
HAND_WORTH = {
    # NOTE: what accepting a call brings: “Yes: the hand is worth 2.”
    "points": N_("the hand is worth %(worth)s"),
    "game": N_("the hand decides the game"),
    "trut": N_("the hand is for a trut"),
    "long": N_("the hand is for a long"),
}
BET = {
    # NOTE: %(call)s is a side bet: “Yes: the envido is worth 2.” It may be feminine (flor): let nothing agree with it
    "points": N_("the %(call)s is worth %(worth)s"),
    "game": N_("the %(call)s decides the game"),
    "trut": N_("the %(call)s is for a trut"),
    "long": N_("the %(call)s is for a long"),
}
SCORES = {
    # NOTE: what refusing brings: “No: Anna & Biel score 2.” Singular and plural by how many play on that side
    "points": NN_("%(side)s scores %(worth)s", "%(side)s score %(worth)s"),
    "game": NN_("%(side)s wins the game", "%(side)s win the game"),
    "trut": NN_("%(side)s scores a trut", "%(side)s score a trut"),
    "long": NN_("%(side)s scores a long", "%(side)s score a long"),
}
SCORES_AND_WINS = {
    # NOTE: these points also win the game
    "points": NN_("%(side)s scores %(worth)s and wins the game", "%(side)s score %(worth)s and win the game"),
    "trut": NN_("%(side)s scores a trut and wins the game", "%(side)s score a trut and win the game"),
    "long": NN_("%(side)s scores a long and wins the game", "%(side)s score a long and win the game"),
}
# NOTE: “Play and win: +3”: %(answer)s is the button of the decision, the hand is then won
AND_WIN = N_("%(answer)s and win:")
# NOTE: “Play and lose: +3”: %(answer)s is the button of the decision, the hand is then lost
AND_LOSE = N_("%(answer)s and lose:")
# NOTE: before a gain: “Don't play: +1 Anna”. %(answer)s is the button
ANSWER = N_("%(answer)s:")


class Fact(NamedTuple):
    """What an answer leads to: a sentence, or after a `label` who gains what by it."""

    text: str
    label: str = ""
    gain: str = ""
    side: int | None = None
    glyph: str = ""


def tried(game: Game | None, act: Act) -> Game | None:
    """The game after this tap, None when it does not fit."""
    try:
        return None if game is None else play(game, act)
    except Illegal:
        return None


def answered(game: Game, *, yes: bool) -> Game | None:
    """The game once everybody asked has said so, None where nobody can."""
    asked, now = game.hand.asks[-1], game
    while (act := _said(legal(now), yes=yes)) is not None:
        now = play(now, act)
        ask = now.hand.ask
        if now.events or ask is None or (ask.part, ask.word) != (asked.part, asked.word):
            return now
    return None


def gain(game: Game | None, people: People) -> str:
    """What the last tap of this game paid: `Pep & Biel score 1 and the game`; empty when nothing."""
    paid = _payments(game)
    if game is None or not paid:
        return ""
    won = any(event.kind == "game" for event in game.events)
    return ", ".join(_told(event, people, wins=won and event is paid[-1]) for event in paid)


def call(game: Game, ask: Ask, people: People) -> tuple[Fact, ...]:
    """The two answers to a call."""
    do, leave = _answers(ask, people)
    one = tried(game, Act("no", ask.answer[0]))
    if one is not None and not one.events and one.hand.ask is not None and one.hand.ask.word == ask.word:
        # NOTE: %(answer)s is what no is called there: it takes a no from everybody asked
        leave = gettext("%(answer)s (all of them)", answer=leave)
    said = ((do, _yes(game, ask, people)), (leave, _no(game, ask, people)))
    # NOTE: “Yes: the hand is worth 2.”
    return tuple(Fact(gettext("%(answer)s: %(outcome)s.", answer=how, outcome=what)) for how, what in said if what)


def decision(game: Game, ask: Ask, people: People) -> tuple[Fact, ...]:
    """What each answer to a decision leads to, the hand played to either end; nothing where both cost nothing."""
    do, leave = _answers(ask, people)
    agreed = answered(game, yes=True)
    left = _paid(ANSWER, leave, answered(game, yes=False), people)
    if agreed is not None and agreed.events:
        goes_on = Fact(gettext("%(answer)s: play goes on.", answer=leave))
        return (*_paid(ANSWER, do, agreed, people), *(left or (goes_on,)))
    seat = ask.answer[0]
    ours = _paid(AND_WIN, do, tried(agreed, Act("hand", seat)), people)
    theirs = _paid(AND_LOSE, do, tried(agreed, Act("hand", game.rules.after(seat))), people)
    return (*ours, *theirs, *left) if left else ()


def _answers(ask: Ask, people: People) -> tuple[str, str]:
    word = people.words.asked(ask)
    return word.yes, word.no


def _said(offers: tuple[Offer, ...], *, yes: bool) -> Act | None:
    """The answer somebody may give now that means yes, or no."""
    given = (offer for offer in offers if offer.group == "answer")
    if not yes:
        return next((offer.act for offer in given if offer.act.word == "no" or "no" in offer.also), None)
    return next((offer.act for offer in given if offer.act.word == "yes" or offer.tone == "good"), None)


def _yes(game: Game, ask: Ask, people: People) -> str:
    """What accepting brings: `the hand is worth 2`."""
    after = answered(game, yes=True)
    if after is not None and not after.events and after.hand.stake != game.hand.stake:
        stake = after.hand.stake
        return gettext(HAND_WORTH[kind(stake, game.rules)], worth=stake)
    if ask.yes is None:
        return gain(after, people)
    return gettext(BET[kind(ask.yes, game.rules)], call=people.words.word(ask.word).said, worth=ask.yes)


def _no(game: Game, ask: Ask, people: People) -> str:
    """What refusing brings: `Pep & Biel score 1`."""
    paid = gain(answered(game, yes=False), people)
    if paid or ask.no is None or ask.by is None:
        return paid
    return _scored(people.rules.side(ask.by), ask.no, people)


def kind(worth: Worth, rules: Rules) -> str:
    """Which message of a table speaks of this worth."""
    return str(labels.counted(worth, rules)) if isinstance(worth, str) else "points"


def _told(event: Event, people: People, *, wins: bool) -> str:
    return _scored(event.side or 0, "trut" if event.truts else event.points or 0, people, wins=wins)


def _scored(side: int, worth: Worth, people: People, *, wins: bool = False) -> str:
    messages = SCORES_AND_WINS if wins else SCORES
    return people.do(side, messages[kind(worth, people.rules)], worth=worth)


def _paid(label: str, answer: str, game: Game | None, people: People) -> tuple[Fact, ...]:
    """The points paid by the last tap of this game, and the game if they won it."""
    event = next(iter(_payments(game)), None)
    if game is None or event is None or event.side is None:
        return ()
    side = text = people.side(event.side)
    if any(other.kind == "game" for other in game.events):
        # NOTE: after a gain: “+3 Anna & Biel, and the game”
        text = gettext("%(side)s, and the game", side=side)
    gained = labels.gained(event, people.rules)
    return (Fact(text, gettext(label, answer=answer), gained, event.side, glyph(event.side)),)


def _payments(game: Game | None) -> tuple[Event, ...]:
    return tuple(event for event in game.events if event.kind == "points") if game else ()
