"""The open question: who called, who must answer, what yes and no bring, and the facts of a decision."""

from __future__ import annotations

from typing import NamedTuple

from companion.board import outcomes
from companion.board.outcomes import Fact
from companion.engine import Ask, Game, Offer
from companion.web.language import N_, NN_, gettext, ngettext
from companion.words.people import People

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
        title = gettext("%(call)s: who is higher?", call=people.words.word(ask.word).label)
        return Question(title, gettext("Say the numbers in turn, or tap who is higher."), _said(game, people))
    (who, asked), facts = _who(ask, offers, people), _facts(game, ask, people)
    return Question(_title(game, ask, people), who, facts, asked, call=ask.by is not None)


def put_to(seat: int | None, question: Question | None, people: People) -> Question | None:
    """The question as the player in that seat reads it: one who has to answer is told so by name."""
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
    word, side, said = people.words.asked(ask), game.rules.side(ask.answer[0]), game.hand.said
    return word.title.format(
        call=word.label,
        said=word.said,
        name=people.seat(ask.by),
        side=people.side(side),
        score=game.score[side],
        asked=people.seat(ask.answer[0]),
        caller=people.seat(said[0].seat if said else None),
        called=people.words.word(said[-1].word).said if said else "",
    )


def _who(ask: Ask, offers: tuple[Offer, ...], people: People) -> tuple[str, tuple[int, ...]]:
    """Who is asked, in words, and the seats where it is put to them in person."""
    answers = [offer.act for offer in offers if offer.group == "answer"]
    if any(act.seat is None for act in answers):
        return gettext("Anyone may answer for the table."), ()
    agree = tuple(act.seat for act in answers if act.word == "yes" and act.seat is not None)
    if 0 < len(agree) < len(ask.answer):
        return ngettext(*ALL_AGREE, len(agree), names=people.seats(agree)), ()
    asked = DECIDES if ask.by is None else MUST_ANSWER
    return ngettext(*asked, len(ask.answer), names=people.seats(ask.answer)), ask.answer


def _facts(game: Game, ask: Ask, people: People) -> tuple[Fact, ...]:
    if ask.by is not None:
        return (*outcomes.call(game, ask, people), *_waiting(game, people))
    note = people.words.asked(ask).note
    said = note.format(order=_order(game, people)).strip() if note else ""
    return (*((Fact(said),) if said else ()), *outcomes.decision(game, ask, people))


def _waiting(game: Game, people: People) -> tuple[Fact, ...]:
    """The calls that are answered after this one."""
    open_ones = (ask for ask in reversed(game.hand.asks[:-1]) if ask.by is not None)
    calls = ((people.words.word(ask.word).label, people.seat(ask.by)) for ask in open_ones)
    # NOTE: a call that is answered after the one that interrupted it
    return tuple(Fact(gettext("%(call)s, called by %(name)s, is on hold.", call=call, name=who)) for call, who in calls)


def _order(game: Game, people: People) -> str:
    leader = game.hand.leader
    last = game.rules.after(leader, -1)
    return gettext("%(leader)s leads, %(last)s is last to play.", leader=people.seat(leader), last=people.seat(last))
