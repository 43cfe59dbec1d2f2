"""The open question: who called, who must answer, what yes and no bring, and the facts of a decision."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine import Ask, Game, Offer
from companion.views import outcomes, words
from companion.views.keys import Viewer
from companion.views.outcomes import Fact
from companion.views.people import People


@dataclass(frozen=True, slots=True)
class Decided:
    """How a question nobody called for is put; `order`: whoever decides wants to know who leads."""

    title: str
    note: str = ""
    order: bool = False


DECIDED = {
    "eleven": Decided("{side}, on {score}: play this hand?", order=True),
    "one": Decided("One card each?", order=True),
    "redeal": Decided("New cards?", order=True),
    "more": Decided("More cards?", "Only if everybody wants more. The hand is a trut in any case.", order=True),
    "cards": Decided("How many more each?", "Everybody gets as many, then all are asked again."),
    "tenir": Decided("{side}, on {score} points: hold?", "It is enough that one holds.", order=True),
    "chanter": Decided("Sing?", "If all sing: three more cards each. The hand is for a trut in any case.", order=True),
    "fortial": Decided("{side} at fortial: trut?", "It is enough that one of them does.", order=True),
    "passes": Decided("{side}: who passes the best card?", "The partner plays the hand alone."),
    "flor": Decided("Flor, announced by {caller}."),
    "pido-flor": Decided("Pido flor: did {asked} hide a flor?"),
    "tied-before": Decided(
        "A tie with an accepted {called}",
        "Was one of the equal cards already on the table when the call was made?",
    ),
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
    title, who, facts = _title(game, ask, people), _who(ask, offers, people, viewer), _facts(game, ask, people)
    return Question(title, who, facts, mine=viewer.seat in ask.answer, call=ask.by is not None)


def _said(game: Game, people: People) -> tuple[Fact, ...]:
    """The numbers said so far."""
    said = [f"{people.seat(act.seat)} {act.value}" for act in game.hand.taps if act.word == "says"]
    return (Fact("Said:", ", ".join(said) + "."),) if said else ()


def _title(game: Game, ask: Ask, people: People) -> str:
    if ask.by is not None:
        return f"{words.call(ask.word)}, called by {people.seat(ask.by)}."
    side, said = game.rules.side(ask.answer[0]), game.hand.said
    return _decided(ask).title.format(
        side=people.side(side),
        score=game.score[side],
        asked=people.seat(ask.answer[0]),
        caller=people.seat(said[0].seat if said else None),
        called=words.call(said[-1].word).lower() if said else "",
    )


def _decided(ask: Ask) -> Decided:
    return DECIDED.get(ask.word) or Decided(f"{words.call(ask.word)}: what now?")


def _who(ask: Ask, offers: tuple[Offer, ...], people: People, viewer: Viewer) -> str:
    answers = [offer.act for offer in offers if offer.group == "answer"]
    if any(act.seat is None for act in answers):
        return "Anybody answers for the table."
    agree = tuple(act.seat for act in answers if act.word == "yes" and act.seat is not None)
    if 0 < len(agree) < len(ask.answer):
        return f"All must agree: {people.seats(agree)} says so for everybody, anybody else may object."
    verb = "must answer" if ask.by is not None else "to decide" if len(ask.answer) > 1 else "decides"
    if viewer.seat is None or viewer.seat not in ask.answer:
        return f"{people.seats(ask.answer)} {verb}."
    others = tuple(seat for seat in ask.answer if seat != viewer.seat)
    also = f" (or {people.seats(others)})" if others else ""
    return f"{people.seat(viewer.seat)}, you {'must answer' if ask.by is not None else 'decide'}{also}."


def _facts(game: Game, ask: Ask, people: People) -> tuple[Fact, ...]:
    if ask.by is not None:
        return (*outcomes.call(game, ask, people), *_waiting(game, people))
    put = _decided(ask)
    said = " ".join(filter(None, (put.note, _order(game, people) if put.order else "")))
    return (*((Fact("", said),) if said else ()), *outcomes.decision(game, ask, people))


def _waiting(game: Game, people: People) -> tuple[Fact, ...]:
    """The calls that are answered after this one."""
    open_ones = [ask for ask in reversed(game.hand.asks[:-1]) if ask.by is not None]
    calls = [f"{words.call(ask.word)}, called by {people.seat(ask.by)}," for ask in open_ones]
    return (Fact("", f"{words.joined(tuple(calls))} waits."),) if calls else ()


def _order(game: Game, people: People) -> str:
    leader = game.hand.leader
    last = game.rules.after(leader, -1)
    return f"{people.seat(leader)} leads, {people.seat(last)} is last to play."
