"""Explain to a newcomer what is happening: one sentence, and what each key leads to.

A sentence says what the engine computes (`facts`), and never what to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.board import binding_rules
from companion.board.outcomes import simulate
from companion.board.question import DECIDES
from companion.board.taught import AnswerExplained
from companion.engine import Game, MatchLog, Tap
from companion.learn import clauses
from companion.learn.clauses import Viewpoint
from companion.learn.facts import (
    AskedFact,
    LastPaid,
    Outcome,
    TableFacts,
    TrickOutcome,
    facts_of,
    outcome_between,
    outcome_of,
)
from companion.web.language import N_, NN_, gettext, ngettext
from companion.words import labels, sentences
from companion.words.people import People

# NOTE: %(label)s is a key or an answer, %(text)s what it leads to: “Vull: the hand is worth 2”
LABELLED = N_("%(label)s: %(text)s")
TRICKS_NEEDED = NN_("%(num)s trick wins the hand.", "%(num)s tricks win the hand.")
# NOTE: before a colon: what follows if the reader's side takes this trick
WE_TAKE = N_("Your side takes this trick")
# NOTE: before a colon: what follows if the other side takes this trick
THEY_TAKE = N_("They take this trick")
# NOTE: before a colon: what follows if this trick is tied
A_TIE = N_("A tie")
TIE_RULES = {
    # NOTE: why a side took the hand although the tricks were level
    "dealer": N_("Level: it goes to the side that did not deal."),
    # NOTE: why a side took the hand although the tricks were level
    "first": N_("Level: it goes to the side that took a trick first."),
}
MOST = 3  # results of a trick that are told in one line
Sayings = tuple[str, ...]
WHYS = {"folded": "why-folded", "declined": "why-declined", "bet": "why-bet"}
# NOTE: %(side)s is one player, or several
TAKES = NN_("%(side)s takes this trick", "%(side)s take this trick")


class NewcomersLine(NamedTuple):
    """The line that a newcomer is shown, in full and in short, and its kind (`counts.KINDS`).

    `answers` are what each key, call or result of the trick leads to.
    """

    kind: str
    full: str
    short: str
    answers: tuple[AnswerExplained, ...] = ()


def explain(log: MatchLog, seat: int | None, people: People) -> NewcomersLine | None:
    """Return the line for the player in this seat; `seat` is None for somebody who watches.

    Return None once the match is over.
    """
    if log.game.over:
        return None
    facts = facts_of(log)
    view = Viewpoint(seat, log.game.hand, people)
    if facts.asked is not None:
        return _of_question(facts, facts.asked, view)
    if facts.last is not None:
        return _of_payment(facts.last, facts, view)
    if facts.bound:
        return _of_bound(facts, view)
    return _accepted(log, facts, view) or _of_trick(facts, view)


def _line(kind: str, lead: str, answers: tuple[AnswerExplained, ...]) -> NewcomersLine:
    """Return a line with these answers.

    In full it has `lead` and two of them, in short those alone.
    """
    said = [labelled(answer) for answer in answers[:2]]
    full = " ".join((lead, *(f"{text}." for text in said))).strip()
    return NewcomersLine(kind, full, "\u00a0· ".join(said) or lead, answers)


def labelled(answer: AnswerExplained) -> str:
    """Return a key with what it leads to: `Vull: the hand is worth 2`."""
    return gettext(LABELLED, label=answer.label, text=answer.text)


# Questions.
def _of_question(facts: TableFacts, asked: AskedFact, view: Viewpoint) -> NewcomersLine:
    game = facts.game
    brief = view.people.brief
    if asked.numbers:
        return _of_numbers(game, asked, view)
    answers = (*_answers(game, asked, view), *_raises(asked, view))
    question = asked.question
    if question.by is not None:
        kind, lead = _called(asked, view)
        return _line(kind, lead, answers)
    if asked.by is not None:
        call = brief.words.word(question.word).label
        # NOTE: a flor, announced: everybody else says in turn whether they have one
        lead = gettext(
            "%(name)s has said %(call)s; the others say whether they have one.",
            name=brief.seat(asked.by),
            call=call,
        )
        return _line("announced", lead, answers)
    if len({answer.text for answer in answers}) == 1:
        answers = ()  # all answers lead to the same, so none decides anything yet
    return _line("decision", _deciding(facts, asked, view), answers)


def _deciding(facts: TableFacts, asked: AskedFact, view: Viewpoint) -> str:
    """Return who decides, and who may look at their cards if not everybody may."""
    brief = view.people.brief
    names = brief.seats(asked.answer)
    who = ngettext(*DECIDES, len(asked.answer), names=names)
    rule = binding_rules.rule_of_hand(facts.game, brief)
    return f"{rule}." if rule else who


def _called(asked: AskedFact, view: Viewpoint) -> tuple[str, str]:
    """Return the kind of an open call, and the sentence that says what was called."""
    brief = view.people.brief
    question = asked.question
    name = brief.seat(question.by)
    call = brief.words.word(question.word).label
    worth = question.if_accepted
    if asked.accepted is not None and not asked.accepted.ends and not asked.bet:
        worth = asked.accepted.worth
    if asked.below:
        below = brief.words.word(asked.below).said
        # NOTE: %(below)s is the call before, which is accepted by calling higher: truc
        lead = gettext(
            "By calling higher, %(name)s has accepted %(below)s.", name=name, below=below
        )
        return "raise", lead
    if worth == "game":
        lead = gettext(
            "%(call)s: %(name)s wants this hand to decide everything.", call=call, name=name
        )
        return "game", lead
    if asked.bet:
        lead = gettext("%(call)s is a bet beside the hand.", call=call)
        return "bet", lead
    if worth is None:
        return "call", gettext("%(name)s has called %(call)s.", name=name, call=call)
    # NOTE: %(worth)s is a number of points, or a trut
    lead = gettext("%(name)s wants to play for %(worth)s.", name=name, worth=brief.worth(worth))
    return "call", lead


def _answers(game: Game, asked: AskedFact, view: Viewpoint) -> Iterator[AnswerExplained]:
    """Yield what yes and no lead to."""
    words = view.people.words.asked(asked.question)
    before = game.hand.worth
    if asked.if_won is not None and asked.if_lost is not None:
        yield AnswerExplained(words.yes, _if_played(asked.if_won, asked.if_lost, view))
    elif asked.accepted is not None:
        yield AnswerExplained(words.yes, _accepting(asked, asked.accepted, before, view))
    if asked.refused is not None:
        yield AnswerExplained(words.no, clauses.leads_to(asked.refused, before, view))


def _if_played(won: Outcome, lost: Outcome, view: Viewpoint) -> str:
    """Return what a decision to play brings: if the side that decides wins the hand, or loses."""
    # NOTE: after “Play:”, what follows if the side that decides wins or loses this hand
    return gettext(
        "if the hand is won, %(won)s; if it is lost, %(lost)s",
        won=clauses.leads_to(won, won.worth, view),
        lost=clauses.leads_to(lost, lost.worth, view),
    )


def _accepting(asked: AskedFact, outcome: Outcome, before: object, view: Viewpoint) -> str:
    question = asked.question
    if outcome.ends or outcome.paid or outcome.again:
        return clauses.leads_to(outcome, outcome.worth, view)
    if outcome.worth != before:
        return clauses.worth(outcome.worth, view)
    if question.if_accepted is None:
        return gettext("play goes on")
    if asked.bet:
        return clauses.bet_worth(question.word, question.if_accepted, view)
    return clauses.worth(question.if_accepted, view)


def _raises(asked: AskedFact, view: Viewpoint) -> Iterator[AnswerExplained]:
    """Yield what each higher call asks for that may be made instead of an answer."""
    for call in asked.raises:
        label = view.people.words.word(call.word).label
        if call.if_accepted is not None:
            worth = view.people.worth(call.if_accepted)
            # NOTE: after a call and a colon: whoever calls this asks the others to play for more
            yield AnswerExplained(label, gettext("asks for %(worth)s", worth=worth))


def _of_numbers(game: Game, asked: AskedFact, view: Viewpoint) -> NewcomersLine:
    """Return the line while the numbers of a bet are said: what the higher side gets."""
    call = view.people.words.word(asked.question.word).said
    lead = gettext("The higher number wins: %(call)s.", call=call)
    found: dict[str, AnswerExplained] = {}
    for seat in range(game.rules.seats):
        outcome = outcome_of(game, Tap("best", seat))
        if outcome is None or not outcome.paid:
            continue
        name = view.people.brief.side_of(seat)
        text = clauses.leads_to(outcome, game.hand.worth, view)
        found.setdefault(text, AnswerExplained(name, text))
    return _line("numbers", lead, tuple(found.values()))


# What the last tap paid.
def _of_payment(last: LastPaid, facts: TableFacts, view: Viewpoint) -> NewcomersLine:
    old = view._replace(hand=last.hand)
    kind, short, more = _why(last, old)
    full = " ".join((short, *more))
    return NewcomersLine(kind, full, short, tuple(_open_now(facts, view)))


def _why(last: LastPaid, view: Viewpoint) -> tuple[str, str, Sayings]:
    """Return the kind of a payment, the sentence that says why it was made, and what to add."""
    if not last.outcome.paid:
        said = clauses.leads_to(last.outcome, last.outcome.worth, view)
        text = f"{said[:1].upper()}{said[1:]}."
        if last.outcome.again:
            return "why-again", text, ()
        return "why-nobody", text, _tricks(last, view)
    event = last.outcome.paid[-1].event
    reason = sentences.reason(event, view.people.brief)
    because = gettext("Why: %(reason)s.", reason=reason)
    if event.why in ("refused", "bet-refused"):
        return "why-refused", because, _before_call(last, view)
    if event.why != "played":
        return WHYS.get(event.why, "why-other"), because, ()
    if None in last.taken:
        return "why-tie", because, _tricks(last, view)
    return "why-played", because, _tricks(last, view)


def _before_call(last: LastPaid, view: Viewpoint) -> Sayings:
    """Return what the hand was worth before the call that was refused, if that was paid."""
    paid = last.outcome.paid[-1].event
    if paid.why != "refused" or paid.points != last.hand.worth:
        return ()
    worth = view.people.worth(last.hand.worth)
    # NOTE: why a refused call paid so much
    return (gettext("Before this call the hand was worth %(worth)s.", worth=worth),)


def _tricks(last: LastPaid, view: Viewpoint) -> Sayings:
    """Return how many tricks each side took, how many were tied, and the rule for equal tricks."""
    taken = [side for side in last.taken if side is not None]
    ours = sum(side == view.side for side in taken)
    ties = len(last.taken) - len(taken)
    said: list[str] = []
    if taken and view.side is not None and len(set(view.hand.sides)) == 2:
        theirs = len(taken) - ours
        # NOTE: how many tricks the reader's side and the other side took
        said.append(gettext("Tricks: you %(ours)s, they %(theirs)s.", ours=ours, theirs=theirs))
    if ties:
        said.append(ngettext("%(num)s trick was tied.", "%(num)s tricks were tied.", ties))
    if last.tie_rule:
        said.append(gettext(TIE_RULES[last.tie_rule]))
    return tuple(said)


# Nothing is asked.
def _accepted(log: MatchLog, facts: TableFacts, view: Viewpoint) -> NewcomersLine | None:
    """Return the line to show once a call was accepted, None if the last tap accepted none."""
    if log.past is None or log.tap is None or log.tap.word != "yes":
        return None
    question = log.past.game.hand.question
    worth = log.game.hand.worth
    if question is None or question.by is None or log.past.game.hand.worth == worth:
        return None
    answer = view.people.words.asked(question).yes
    short = gettext(LABELLED, label=answer, text=clauses.worth(worth, view))
    # NOTE: after “Vull: the hand is worth 2.”
    winner = gettext("Whoever wins it gets that.")
    full = f"{short}. {winner}"
    return NewcomersLine("accepted", full, short, tuple(_open_now(facts, view)))


def _of_bound(facts: TableFacts, view: Viewpoint) -> NewcomersLine:
    """Return the line if only these seats may act: what each of their choices leads to."""
    seat = facts.bound[0]
    answers = [*_calls(facts, view, (seat,))]
    folded = outcome_of(facts.game, Tap("fold", seat))
    if folded is not None:
        label = view.people.words.word("fold").label
        text = clauses.leads_to(folded, facts.game.hand.worth, view)
        answers.append(AnswerExplained(label, text))
    names = view.people.brief.seats(facts.bound)
    lead = ngettext(*ONLY_THEY_ACT, len(facts.bound), names=names)
    return _line("must", lead, tuple(answers))


# NOTE: %(names)s, one or several, may tap now, and nobody else
ONLY_THEY_ACT = NN_("Only %(names)s may act now.", "Only %(names)s may act now.")


def _of_trick(facts: TableFacts, view: Viewpoint) -> NewcomersLine:
    hand = facts.game.hand
    answers = tuple(_open_now(facts, view))
    if view.seat is not None and view.seat in hand.out:
        text = gettext("You are not in this hand.")
        return NewcomersLine("out", text, text, answers)
    if hand.tricks:
        kind, full = _results(facts, view)
        return NewcomersLine(kind, full, full, answers)
    rule = binding_rules.rule_of_hand(facts.game, view.people.brief)
    needed = _needed(facts, view)
    order, kind = _order(facts, view)
    if rule:
        return NewcomersLine("unseen", f"{rule}. {order}", f"{rule}.", answers)
    if hand.cards == 1:
        kind = "one-card"
    return NewcomersLine(kind, f"{order} {needed}", order, answers)


def _order(facts: TableFacts, view: Viewpoint) -> tuple[str, str]:
    """Return who plays when, as the reader needs to know it, and the kind of that sentence."""
    rules = facts.game.rules
    hand = facts.game.hand
    brief = view.people.brief
    order = [seat for seat in rules.order(facts.leader) if seat not in hand.out]
    leader = brief.seat(order[0])
    last = brief.seat(order[-1])
    if view.seat == order[0]:
        return gettext("You play the first card; the highest takes the trick."), "first"
    if view.seat is None or len(order) == 1:
        return gettext(
            "%(leader)s plays first, %(last)s last.", leader=leader, last=last
        ), "between"
    if view.seat == order[-1]:
        return gettext("%(leader)s plays first and you play last.", leader=leader), "last-to-play"
    before = brief.seat(order[order.index(view.seat) - 1])
    if before == leader:
        return gettext("%(leader)s plays first, then you.", leader=leader), "between"
    both = gettext("%(leader)s plays first; you follow %(before)s.", leader=leader, before=before)
    return both, "between"


def _needed(facts: TableFacts, view: Viewpoint) -> str:
    """Return how many tricks in a row win the hand, found by playing them."""
    seat = facts.leader if view.seat is None else view.seat
    needed = tricks_needed(facts.game, seat)
    return ngettext(*TRICKS_NEEDED, needed) if needed else ""


def tricks_needed(game: Game, seat: int) -> int:
    """Return how many tricks in a row give the hand to this seat; 0 if none may be tapped now."""
    now = game
    for number in range(1, game.hand.cards + 1):
        after = simulate(now, Tap("won", seat))
        if after is None:
            return 0
        if outcome_between(now, after).ends:
            return number
        now = after
    return 0


def _results(facts: TableFacts, view: Viewpoint) -> tuple[str, str]:
    """Return which results of this trick end the hand, and the kind of that sentence."""
    ending = [trick for trick in facts.tricks if trick.outcome.ends]
    if not ending:
        return "goes-on", gettext("Whoever takes this trick, another one follows.")
    if all(_is_won_by_taker(trick) for trick in facts.tricks):
        ties = [trick for trick in ending if trick.side is None]
        said = [_won_by_taker(facts, view)]
        said += [f"{labelled(result)}." for result in _results_of(ties, facts, view)]
    else:
        said = [f"{labelled(result)}." for result in _results_of(ending, facts, view)][:MOST]
    if len(ending) == len(facts.tricks):
        return "decides", " ".join(said)
    # NOTE: after what some results of this trick lead to: all others do not end the hand
    return "either", " ".join((*said, gettext("Otherwise another trick follows.")))


def _is_won_by_taker(trick: TrickOutcome) -> bool:
    """Return whether the side that takes this trick takes the hand; True for a tie."""
    return trick.side is None or (trick.outcome.ends and trick.outcome.taken_by == trick.side)


def _won_by_taker(facts: TableFacts, view: Viewpoint) -> str:
    worth = view.people.worth(facts.game.hand.worth)
    # NOTE: %(worth)s is a number of points, a trut or the game
    return gettext("Whoever takes this trick wins the hand: %(worth)s.", worth=worth)


def _results_of(
    tricks: list[TrickOutcome], facts: TableFacts, view: Viewpoint
) -> Iterator[AnswerExplained]:
    """Yield what these results of the trick lead to, the reader's own side first."""
    before = facts.game.hand.worth
    for trick in sorted(tricks, key=lambda trick: (trick.side is None, trick.side != view.side)):
        yield AnswerExplained(_result(trick, view), _after_trick(trick, before, view))


def _after_trick(trick: TrickOutcome, before: object, view: Viewpoint) -> str:
    outcome = trick.outcome
    if outcome.ends or outcome.paid or outcome.again or outcome.worth != before:
        return clauses.leads_to(outcome, outcome.worth, view)
    return gettext("another trick follows")


def _result(trick: TrickOutcome, view: Viewpoint) -> str:
    if trick.side is None:
        return gettext(A_TIE)
    if trick.side == view.side:
        return gettext(WE_TAKE)
    if view.side is not None and len(set(view.hand.sides)) == 2:
        return gettext(THEY_TAKE)
    rules = view.rules
    accounts = rules.accounts_of(view.hand, trick.side)
    side = view.people.brief.sides(accounts)
    players = len(view.hand.seats_of(trick.side))
    return ngettext(*TAKES, players, side=side)


def _open_now(facts: TableFacts, view: Viewpoint) -> Iterator[AnswerExplained]:
    """Yield what the reader may call now, and what this trick leads to."""
    if facts.asked is not None:
        return
    seats = facts.acting
    if view.seat is not None:
        seats = (view.seat,)
    yield from _calls(facts, view, seats)
    if not facts.game.hand.tricks:
        return
    yield from _results_of(list(facts.tricks), facts, view)


def _calls(facts: TableFacts, view: Viewpoint, seats: tuple[int, ...]) -> Iterator[AnswerExplained]:
    """Yield the calls of these seats, each with what its two answers are worth."""
    people = view.people
    for call in facts.calls:
        if not set(call.seats) & set(seats):
            continue
        yes = people.worth(call.if_accepted)
        no = people.worth(call.if_refused)
        text = gettext("asks for %(worth)s", worth=yes)
        if no:
            text = labels.raising(yes, no)
        yield AnswerExplained(people.words.word(call.word).label, text)
