"""What an answer would bring, found by trying it: no rule of any game is known here."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine import Act, Ask, Event, Game, Illegal, Offer, legal, play
from companion.views import words
from companion.views.people import People, glyph


@dataclass(frozen=True, slots=True)
class Fact:
    """What an answer leads to: who gains what by it, or a sentence."""

    label: str
    text: str
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
    """What the last tap of this game paid: `Pep & Biel score 1, and win the game`; empty when nothing."""
    if game is None:
        return ""
    won = any(event.kind == "game" for event in game.events)
    paid = [f"{people.do(event.side or 0, 'score')} {words.scored(event)}" for event in _payments(game)]
    return ", ".join(paid) + (" and the game" if paid and won else "")


def call(game: Game, ask: Ask, people: People) -> tuple[Fact, ...]:
    """The two answers to a call."""
    named = words.answers(ask)
    do, leave = ("Yes", "No") if named == words.ACCEPT else named
    one = tried(game, Act("no", ask.answer[0]))
    if one is not None and not one.events and one.hand.ask is not None and one.hand.ask.word == ask.word:
        leave = f"{leave}, all of them"
    said = ((do, _yes(game, ask, people)), (leave, _no(game, ask, people)))
    return tuple(Fact(f"{label}:", f"{text}.") for label, text in said if text)


def decision(game: Game, ask: Ask, people: People) -> tuple[Fact, ...]:
    """What each answer to a decision leads to, the hand played to either end; nothing where both cost nothing."""
    do, leave = words.answers(ask)
    agreed = answered(game, yes=True)
    left = _paid(f"{leave}:", answered(game, yes=False), people)
    if agreed is not None and agreed.events:
        return (*_paid(f"{do}:", agreed, people), *(left or (Fact(f"{leave}:", "play goes on."),)))
    seat = ask.answer[0]
    ours = _paid(f"{do} and win:", tried(agreed, Act("hand", seat)), people)
    theirs = _paid(f"{do} and lose:", tried(agreed, Act("hand", game.rules.after(seat))), people)
    return (*ours, *theirs, *left) if left else ()


def _said(offers: tuple[Offer, ...], *, yes: bool) -> Act | None:
    """The answer somebody may give now that means yes, or no."""
    given = (offer for offer in offers if offer.group == "answer")
    if not yes:
        return next((offer.act for offer in given if offer.act.word == "no"), None)
    return next((offer.act for offer in given if offer.act.word == "yes" or offer.tone == "good"), None)


def _yes(game: Game, ask: Ask, people: People) -> str:
    """What accepting brings: `the hand is worth 2`."""
    after = answered(game, yes=True)
    if after is not None and not after.events and after.hand.stake != game.hand.stake:
        return f"the hand {words.stake(after.hand.stake)}"
    if ask.yes is None:
        return gain(after, people)
    return f"the {words.call(ask.word).lower()} {words.stake(ask.yes)}"


def _no(game: Game, ask: Ask, people: People) -> str:
    """What refusing brings: `Pep & Biel score 1`."""
    paid = gain(answered(game, yes=False), people)
    if paid or ask.no is None or ask.by is None:
        return paid
    return f"{people.do(people.rules.side(ask.by), 'score')} {words.worth(ask.no)}"


def _paid(label: str, game: Game | None, people: People) -> tuple[Fact, ...]:
    """The points paid by the last tap of this game, and the game if they won it."""
    event = next(iter(_payments(game)), None)
    if game is None or event is None or event.side is None:
        return ()
    won = any(other.kind == "game" for other in game.events)
    text = people.side(event.side) + (", and the game" if won else "")
    return (Fact(label, text, words.gained(event), event.side, glyph(event.side)),)


def _payments(game: Game | None) -> tuple[Event, ...]:
    return tuple(event for event in game.events if event.kind == "points") if game else ()
