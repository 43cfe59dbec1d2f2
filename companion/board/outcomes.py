"""What an answer would bring, found by trying it: no rule of any game is known here."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine import Act, Ask, Event, Game, Illegal, Offer, Rules, Worth, legal, play
from companion.web.language import N_, NN_, gettext
from companion.words import labels
from companion.words.people import People, glyph

# All these follow an answer and a colon, “Yes: the hand is worth 2”, or stand below it on its button.
HAND_WORTH = {
    # NOTE: what accepting a call brings: “Yes: the hand is worth 2”
    "points": N_("the hand is worth %(worth)s"),
    # NOTE: %(worth)s is what a game is called: “the hand decides the game”
    "game": N_("the hand decides %(worth)s"),
    "trut": N_("the hand is for a trut"),
    "long": N_("the hand is for a long"),
}
BET = {
    # NOTE: %(call)s is a side bet: “Yes: the envido is worth 2”. It may be feminine (flor): let nothing agree with it
    "points": N_("the %(call)s is worth %(worth)s"),
    "game": N_("the %(call)s decides %(worth)s"),
    "trut": N_("the %(call)s is for a trut"),
    "long": N_("the %(call)s is for a long"),
}
# NOTE: after the names of a side, or its sign: it wins the game. At most 7 letters
WINS = NN_("wins", "win")


class Fact(NamedTuple):
    """What an answer leads to: a sentence, or with a `gain` the names of the side that has it."""

    text: str
    gain: str = ""
    side: int | None = None
    glyph: str = ""


class AnswerOutcome(NamedTuple):
    """An answer by its word, and what it leads to: of a decision to play, if the hand is won, then if it is lost."""

    label: str
    facts: tuple[Fact, ...] = ()


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


def call(game: Game, ask: Ask, people: People) -> tuple[AnswerOutcome, ...]:
    """The two answers to a call."""
    do, leave = _answers(ask, people)
    one = tried(game, Act("no", ask.answer[0]))
    if (
        one is not None
        and not one.events
        and one.hand.ask is not None
        and one.hand.ask.word == ask.word
    ):
        # NOTE: %(answer)s is what no is called there: it takes a no from everybody asked
        leave = gettext("%(answer)s (all of them)", answer=leave)
    said = ((do, _yes(game, ask, people)), (leave, _no(game, ask, people)))
    return tuple(AnswerOutcome(how, (what,) if what else ()) for how, what in said)


def decision(game: Game, ask: Ask, people: People) -> tuple[AnswerOutcome, ...]:
    """What each answer to a decision leads to, the hand played to either end; nothing where both cost nothing."""
    do, leave = _answers(ask, people)
    agreed, left = answered(game, yes=True), _paid(answered(game, yes=False), people)
    if agreed is not None and agreed.events:
        return AnswerOutcome(do, _paid(agreed, people)), AnswerOutcome(
            leave, left or (Fact(gettext("play goes on")),)
        )
    if not left:
        return ()
    seat = ask.answer[0]
    ends = (tried(agreed, Act("hand", winner)) for winner in (seat, game.rules.after(seat)))
    return AnswerOutcome(
        do, tuple(fact for end in ends for fact in _paid(end, people))
    ), AnswerOutcome(leave, left)


def _answers(ask: Ask, people: People) -> tuple[str, str]:
    word = people.words.asked(ask)
    return word.yes, word.no


def _said(offers: tuple[Offer, ...], *, yes: bool) -> Act | None:
    """The answer somebody may give now that means yes, or no."""
    given = (offer for offer in offers if offer.group == "answer")
    if not yes:
        return next(
            (offer.act for offer in given if offer.act.word == "no" or "no" in offer.also), None
        )
    return next(
        (offer.act for offer in given if offer.act.word == "yes" or offer.tone == "good"), None
    )


def _yes(game: Game, ask: Ask, people: People) -> Fact | None:
    """What accepting brings: `the hand is worth 2`."""
    after = answered(game, yes=True)
    if after is not None and not after.events and after.hand.stake != game.hand.stake:
        stake = after.hand.stake
        return Fact(gettext(HAND_WORTH[kind(stake, game.rules)], worth=people.worth(stake)))
    if ask.yes is None:
        return next(iter(_paid(after, people)), None)
    return Fact(
        gettext(
            BET[kind(ask.yes, game.rules)],
            call=people.words.word(ask.word).said,
            worth=people.worth(ask.yes),
        )
    )


def _no(game: Game, ask: Ask, people: People) -> Fact | None:
    """What refusing brings, and whom."""
    paid = _paid(answered(game, yes=False), people)
    if paid or ask.no is None or ask.by is None:
        return next(iter(paid), None)
    gain = people.game if ask.no == "game" else labels.gain(ask.no, people.rules)
    return _gained(people.rules.side(ask.by), gain, people)


def kind(worth: Worth, rules: Rules) -> str:
    """Which message of a table speaks of this worth."""
    return str(labels.counted(worth, rules)) if isinstance(worth, str) else "points"


def _paid(game: Game | None, people: People) -> tuple[Fact, ...]:
    """The points paid by the last tap of this game, or the game if they won it."""
    event = next(iter(_payments(game)), None)
    if game is None or event is None or event.side is None:
        return ()
    won = any(other.kind == "game" for other in game.events)
    gain = people.do(event.side, WINS) if won else labels.gained(event, people.rules)
    return (_gained(event.side, gain, people),)


def _gained(side: int, gain: str, people: People) -> Fact:
    return Fact(people.side(side), gain, side, glyph(side))


def _payments(game: Game | None) -> tuple[Event, ...]:
    return tuple(event for event in game.events if event.kind == "points") if game else ()
