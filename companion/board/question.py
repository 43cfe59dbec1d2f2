"""The open question: who called, who must answer, what yes and no bring, and the facts of a decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from companion.board import outcomes
from companion.board.outcomes import Fact
from companion.engine import Ask, Game, Offer
from companion.web.language import N_, NN_, gettext, ngettext
from companion.words import labels
from companion.words.people import People


@dataclass(frozen=True, slots=True)
class Decided:
    """How a question nobody called for is put; `order`: whoever decides wants to know who leads."""

    title: str
    note: str = ""
    order: bool = False


DECIDED = {
    # NOTE: a heading; %(side)s are the names of a side, %(score)s its points
    "eleven": Decided(N_("%(side)s, on %(score)s: play this hand?"), order=True),
    # NOTE: a heading: is this hand played with one card each?
    "one": Decided(N_("One card each?"), order=True),
    # NOTE: a heading: are new cards dealt?
    "redeal": Decided(N_("New cards?"), order=True),
    "more": Decided(N_("More cards?"), N_("Only if everybody wants more. The hand is a trut in any case."), order=True),
    # NOTE: a heading: how many more cards for each player?
    "cards": Decided(N_("How many more each?"), N_("Everybody gets as many, then all are asked again.")),
    # NOTE: to hold is the French “tenir”
    "tenir": Decided(N_("%(side)s, on %(score)s points: hold?"), N_("It is enough that one holds."), order=True),
    "chanter": Decided(
        # NOTE: to sing is the French “chanter”
        N_("Sing?"),
        N_("If all sing: three more cards each. The hand is for a trut in any case."),
        order=True,
    ),
    # NOTE: a heading; fortial is a word of the game: one short of a trut. Do they call trut?
    "fortial": Decided(N_("%(side)s at fortial: trut?"), N_("It is enough that one of them does."), order=True),
    "passes": Decided(N_("%(side)s: who passes the best card?"), N_("The partner plays the hand alone.")),
    "flor": Decided(N_("Flor, announced by %(caller)s.")),
    "pido-flor": Decided(N_("Pido flor: did %(asked)s hide a flor?")),
    "tied-before": Decided(
        # NOTE: a heading; %(called)s is a call such as truco
        N_("A tie with an accepted %(called)s"),
        N_("Was one of the equal cards already on the table when the call was made?"),
    ),
}
# NOTE: %(names)s is one player, or several with "or"
MUST_ANSWER = NN_("%(names)s must answer.", "%(names)s must answer.")
# NOTE: %(names)s is one player, or several with "or"
DECIDES = NN_("%(names)s decides.", "%(names)s to decide.")
# NOTE: %(names)s, one or several, may say yes for all, and all the others may object
ALL_AGREE = NN_(
    "All must agree: %(names)s says so for everybody, anybody else may object.",
    "All must agree: %(names)s says so for everybody, anybody else may object.",
)
# To the one who looks: must answer a call, or decides; then the same with partners who may do it as well.
YOU_ANSWER = (N_("%(name)s, you must answer."), N_("%(name)s, you must answer (or %(others)s)."))
YOU_DECIDE = (N_("%(name)s, you decide."), N_("%(name)s, you decide (or %(others)s)."))


class Question(NamedTuple):
    """What is asked, whom, and what depends on it; `asked` are the seats it is put to, `call`: somebody called."""

    title: str
    who: str
    facts: tuple[Fact, ...]
    asked: tuple[int, ...] = ()
    call: bool = False


def build(game: Game, offers: tuple[Offer, ...], people: People) -> Question | None:
    """The question on top of the stack as somebody sees it who is not asked, None when nothing is asked."""
    ask = game.hand.ask
    if ask is None:
        return None
    if any(offer.group == "declare" for offer in offers):
        title = gettext("%(call)s: who has the best?", call=labels.call(ask.word))
        return Question(title, gettext("Say the numbers in turn, or tap who had the best."), _said(game, people))
    (who, asked), facts = _who(ask, offers, people), _facts(game, ask, people)
    return Question(_title(game, ask, people), who, facts, asked, call=ask.by is not None)


def put_to(seat: int | None, question: Question | None, people: People) -> Question | None:
    """The same as the player in that seat sees it."""
    if question is None or seat not in question.asked:
        return question
    others = tuple(other for other in question.asked if other != seat)
    alone, with_others = YOU_ANSWER if question.call else YOU_DECIDE
    who = gettext(with_others if others else alone, name=people.seat(seat), others=people.seats(others))
    return question._replace(who=who)


def _said(game: Game, people: People) -> tuple[Fact, ...]:
    """The numbers said so far."""
    said = [f"{people.seat(act.seat)} {act.value}" for act in game.hand.taps if act.word == "says"]
    # NOTE: %(numbers)s are names with their numbers: Anna 27, Biel 30
    return (Fact(gettext("Said: %(numbers)s.", numbers=", ".join(said))),) if said else ()


def _title(game: Game, ask: Ask, people: People) -> str:
    if ask.by is not None:
        return gettext("%(call)s, called by %(name)s.", call=labels.call(ask.word), name=people.seat(ask.by))
    side, said = game.rules.side(ask.answer[0]), game.hand.said
    return gettext(
        _decided(ask).title,
        call=labels.call(ask.word),
        side=people.side(side),
        score=game.score[side],
        asked=people.seat(ask.answer[0]),
        caller=people.seat(said[0].seat if said else None),
        called=labels.spoken(said[-1].word) if said else "",
    )


def _decided(ask: Ask) -> Decided:
    return DECIDED.get(ask.word) or Decided(N_("%(call)s: what now?"))


def _who(ask: Ask, offers: tuple[Offer, ...], people: People) -> tuple[str, tuple[int, ...]]:
    """Who is asked, in words, and the seats where it is put to them in person."""
    answers = [offer.act for offer in offers if offer.group == "answer"]
    if any(act.seat is None for act in answers):
        return gettext("Anybody answers for the table."), ()
    agree = tuple(act.seat for act in answers if act.word == "yes" and act.seat is not None)
    if 0 < len(agree) < len(ask.answer):
        return ngettext(*ALL_AGREE, len(agree), names=people.seats(agree)), ()
    asked = DECIDES if ask.by is None else MUST_ANSWER
    return ngettext(*asked, len(ask.answer), names=people.seats(ask.answer)), ask.answer


def _facts(game: Game, ask: Ask, people: People) -> tuple[Fact, ...]:
    if ask.by is not None:
        return (*outcomes.call(game, ask, people), *_waiting(game, people))
    put = _decided(ask)
    said = " ".join(filter(None, (put.note and gettext(put.note), _order(game, people) if put.order else "")))
    return (*((Fact(said),) if said else ()), *outcomes.decision(game, ask, people))


def _waiting(game: Game, people: People) -> tuple[Fact, ...]:
    """The calls that are answered after this one."""
    open_ones = (ask for ask in reversed(game.hand.asks[:-1]) if ask.by is not None)
    return tuple(
        # NOTE: a call that is answered after the one that interrupted it
        Fact(gettext("%(call)s, called by %(name)s, waits.", call=labels.call(ask.word), name=people.seat(ask.by)))
        for ask in open_ones
    )


def _order(game: Game, people: People) -> str:
    leader = game.hand.leader
    last = game.rules.after(leader, -1)
    return gettext("%(leader)s leads, %(last)s is last to play.", leader=people.seat(leader), last=people.seat(last))
