"""The open question: who called, who must answer, what yes and no bring, and the facts of a decision."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine import Ask, Game, Offer
from companion.views import outcomes, words
from companion.views.keys import Viewer
from companion.views.outcomes import Fact
from companion.views.people import People

DECIDED = {
    "eleven": "{side}, on {score}: play this hand?",
    "one": "One card each?",
    "redeal": "New cards?",
    "more": "More cards?",
}


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, whom, and what depends on it; `mine` when this viewer is asked, `call` when somebody called."""

    title: str
    who: str
    facts: tuple[Fact, ...]
    mine: bool = False
    call: bool = False


def build(game: Game, offers: tuple[Offer, ...], people: People, viewer: Viewer) -> Question | None:
    """The question on top of the stack, None when nothing is asked."""
    ask = game.hand.ask
    if ask is None:
        return None
    if any(offer.group == "declare" for offer in offers):
        title = f"{words.call(ask.word)}: who has the best?"
        return Question(title, "Say the numbers in turn, or tap who had the best.", _said(game, people))
    title, who, facts = _title(game, ask, people), _who(ask, people, viewer), _facts(game, ask, people)
    return Question(title, who, facts, mine=viewer.seat in ask.answer, call=ask.by is not None)


def _said(game: Game, people: People) -> tuple[Fact, ...]:
    """The numbers said so far."""
    said = [f"{people.seat(act.seat)} {act.value}" for act in game.hand.taps if act.value is not None]
    return (Fact("Said:", ", ".join(said) + "."),) if said else ()


def _title(game: Game, ask: Ask, people: People) -> str:
    if ask.by is not None:
        return f"{words.call(ask.word)}, called by {people.seat(ask.by)}."
    side = game.rules.side(ask.answer[0])
    pattern = DECIDED.get(ask.word, "{word}: what now?")
    return pattern.format(side=people.side(side), score=game.score[side], word=words.call(ask.word))


def _who(ask: Ask, people: People, viewer: Viewer) -> str:
    verb = "must answer" if ask.by is not None else "to decide" if len(ask.answer) > 1 else "decides"
    if viewer.seat is None or viewer.seat not in ask.answer:
        return f"{people.seats(ask.answer)} {verb}."
    others = tuple(seat for seat in ask.answer if seat != viewer.seat)
    also = f" (or {people.seats(others)})" if others else ""
    return f"{people.seat(viewer.seat)}, you {'must answer' if ask.by is not None else 'decide'}{also}."


def _facts(game: Game, ask: Ask, people: People) -> tuple[Fact, ...]:
    if ask.by is not None:
        return (*outcomes.call(game, ask, people), *_waiting(game, people))
    return (_order(game, people), *outcomes.decision(game, ask, people))


def _waiting(game: Game, people: People) -> tuple[Fact, ...]:
    """The calls that are answered after this one."""
    calls = [f"{words.call(ask.word)}, called by {people.seat(ask.by)}," for ask in reversed(game.hand.asks[:-1])]
    return (Fact("", f"{words.joined(tuple(calls))} waits."),) if calls else ()


def _order(game: Game, people: People) -> Fact:
    leader = game.hand.leader
    last = game.rules.after(leader, -1)
    return Fact("", f"{people.seat(leader)} leads, {people.seat(last)} is last to play.")
