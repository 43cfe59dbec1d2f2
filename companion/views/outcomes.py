"""What an answer would bring, found by trying it: no rule of any game is known here."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine import Act, Ask, Game, Illegal, play
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


def tried(game: Game, *acts: Act) -> Game | None:
    """The game after these taps, None when one of them does not fit."""
    try:
        for act in acts:
            game = play(game, act)
    except Illegal:
        return None
    return game


def gain(game: Game | None, people: People) -> str:
    """What the last tap of this game paid: `Pep & Biel score 1, and win the game`; empty when nothing."""
    if game is None:
        return ""
    points = [event for event in game.events if event.kind == "points"]
    won = any(event.kind == "game" for event in game.events)
    paid = [f"{people.do(event.side or 0, 'score')} {event.points}" for event in points]
    return ", ".join(paid) + (" and the game" if paid and won else "")


def yes(game: Game, ask: Ask, people: People) -> str:
    """What accepting brings: `the hand is worth 2`."""
    after = tried(game, Act("yes", ask.answer[0]))
    if after is not None and not after.events and after.hand.stake != game.hand.stake:
        return f"the hand is worth {words.worth(after.hand.stake)}"
    if ask.yes is None:
        return gain(after, people)
    return f"the {words.call(ask.word).lower()} is worth {words.worth(ask.yes)}"


def no(game: Game, ask: Ask, people: People) -> str:
    """What refusing brings: `Pep & Biel score 1`."""
    paid = gain(tried(game, Act("no", ask.answer[0])), people)
    if paid or ask.no is None or ask.by is None:
        return paid
    return f"{people.do(people.rules.side(ask.by), 'score')} {words.worth(ask.no)}"


def call(game: Game, ask: Ask, people: People) -> tuple[Fact, ...]:
    """The two answers to a call."""
    said = (("Yes", yes(game, ask, people)), ("No", no(game, ask, people)))
    return tuple(Fact(f"{label}:", f"{text}.") for label, text in said if text)


def decision(game: Game, ask: Ask, people: People) -> tuple[Fact, ...]:
    """What each answer to a decision leads to, the hand played to either end; nothing where both cost nothing."""
    seat, (do, leave) = ask.answer[0], words.answers(ask)
    agreed, other = Act("yes", seat), game.rules.after(seat)
    left = _paid(f"{leave}:", tried(game, Act("no", seat)), people)
    ours = _paid(f"{do} and win:", tried(game, agreed, Act("hand", seat)), people)
    theirs = _paid(f"{do} and lose:", tried(game, agreed, Act("hand", other)), people)
    return (*ours, *theirs, *left) if left else ()


def _paid(label: str, game: Game | None, people: People) -> tuple[Fact, ...]:
    """The points paid by the last tap of this game, and the game if they won it."""
    events = game.events if game is not None else ()
    points = next((event for event in events if event.kind == "points" and event.side is not None), None)
    if points is None or points.side is None:
        return ()
    won = any(event.kind == "game" for event in events)
    text = people.side(points.side) + (", and the game" if won else "")
    return (Fact(label, text, words.signed(points.points or 0), points.side, glyph(points.side)),)
