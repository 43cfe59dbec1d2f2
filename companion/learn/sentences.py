"""Explain to a newcomer what is happening: one sentence, and what each key leads to.

A sentence says what the engine computes (`facts`). It never advises what to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.board.outcomes import simulate
from companion.board.question import DECIDES
from companion.board.taught import AnswerExplained
from companion.engine import Game, MatchLog, Tap, Worth, legal
from companion.learn import clauses
from companion.learn.clauses import Viewpoint
from companion.learn.facts import (
    AskedFact,
    CallFact,
    LastPaid,
    Outcome,
    TableFacts,
    TrickOutcome,
    facts_of,
    outcome_between,
    outcome_of,
    refusal_of,
)
from companion.web.language import N_, NN_, capitalized, gettext, ngettext
from companion.words import sentences
from companion.words.people import People

# NOTE: %(label)s is a key or an answer, %(text)s what it leads to: “Vull: the hand is worth 2”
LABELLED = N_("%(label)s: %(text)s")
TRICKS_NEEDED = NN_("%(num)s trick wins the hand.", "%(num)s tricks win the hand.")
# NOTE: before a colon: what follows if the reader, or their side, takes this trick
WE_TAKE = NN_("You take this trick", "Your side takes this trick")
# NOTE: before a colon: what follows if the other side, several people, takes this trick
THEY_TAKE = N_("They take this trick")
# NOTE: %(side)s is one player, or several
TAKES = NN_("%(side)s takes this trick", "%(side)s take this trick")
# NOTE: before a colon: what follows if this trick is tied
A_TIE = N_("A tie")
# The same texts if a tie leads to the same as the trick of that side.
WE_OR_TIE = NN_("You take this trick or it is tied", "Your side takes this trick or it is tied")
THEY_OR_TIE = N_("They take this trick or it is tied")
TAKES_OR_TIE = NN_(
    "%(side)s takes this trick or it is tied", "%(side)s take this trick or it is tied"
)
# The texts for a trick of the reader's side, of “they” and of anybody else; True: or a tie.
RESULTS = {
    False: (WE_TAKE, THEY_TAKE, TAKES),
    True: (WE_OR_TIE, THEY_OR_TIE, TAKES_OR_TIE),
}
# NOTE: %(names)s, one or several, may tap now, and nobody else
ONLY_THEY_ACT = NN_("Only %(names)s may act now.", "Only %(names)s may act now.")
# NOTE: how many tricks the reader (alone, or with partners) and the other side took
TRICKS_AND_THEY = NN_(
    "Tricks: you %(ours)s, they %(theirs)s.", "Tricks: you %(ours)s, they %(theirs)s."
)
# NOTE: how many tricks the reader (alone, or with partners) and their one opponent took
TRICKS_AND_NAME = NN_(
    "Tricks: you %(ours)s, %(name)s %(theirs)s.", "Tricks: you %(ours)s, %(name)s %(theirs)s."
)
# NOTE: what happened, as a sentence of its own with its full stop: “Biel called truc.”
SENTENCE = N_("%(sentence)s.")
TIE_RULES = {
    # NOTE: why a side took the hand although it did not take most tricks
    "dealer": N_("A tie counts for the side that did not deal."),
    # NOTE: why a side took the hand although the tricks were level
    "first": N_("Level: it goes to the side that took a trick first."),
}
# NOTE: before a colon: what follows if anybody takes this trick who was not named before
ANYONE_ELSE = N_("Anyone else takes this trick")
# NOTE: after a colon: what follows a trick that does not end the hand
ANOTHER = N_("another trick follows")
MOST = 3  # results of a trick that are told in one line
Sayings = tuple[str, ...]
WHYS = {"folded": "why-folded", "declined": "why-declined", "bet": "why-bet"}
# What an open call means: the text for others, then the text for the player who called.
CALLED = {
    # NOTE: %(below)s is the call before, which is accepted by calling higher: truc
    "raise": (
        N_("%(name)s accepts %(below)s and raises."),
        N_("You accept %(below)s and raise."),
    ),
    # NOTE: %(worth)s is “the game”, in the words of this game
    "game": (N_("%(name)s plays for %(worth)s."), N_("You play for %(worth)s.")),
    # NOTE: an envido or envit: players say what number their cards make
    "bet": (N_("The higher number wins."), N_("The higher number wins.")),
    # NOTE: %(worth)s is a number of points, or a trut
    "call": (N_("%(name)s wants to play for %(worth)s."), N_("You want to play for %(worth)s.")),
    "unknown": (N_("%(name)s has called %(call)s."), N_("You have called %(call)s.")),
    # NOTE: a flor, announced: everybody else says in turn whether they have one
    "announced": (
        N_("%(name)s has said %(call)s; the others say whether they have one."),
        N_("You have said %(call)s; the others say whether they have one."),
    ),
}


class NewcomersLine(NamedTuple):
    """The texts by which a newcomer's phone explains what is happening at the table.

    * `kind` is the kind of sentence (`counts.KINDS`). The phone counts how often it has shown a
      sentence of each kind.
    * `full` is the explanation in full, `short` in short.
    * `answers` say what each key, each call or each result of the trick leads to.
    * `turn`, if not "", says that it is the reader's turn. The page then shows `turn` instead of
      the text that names the player who has the turn.
    * `least` is shown if `full` and `short` are both too long.
    """

    kind: str
    full: str
    short: str
    answers: tuple[AnswerExplained, ...] = ()
    turn: str = ""
    least: str = ""


def explain(log: MatchLog, seat: int | None, people: People) -> NewcomersLine | None:
    """Return what is explained to the player in this seat, or to a watcher if `seat` is None.

    Return None if the match is over and its last tap paid nothing and ended no hand.
    """
    facts = facts_of(log)
    view = Viewpoint(seat, log.game.hand, people)
    if log.game.over:
        if facts.last is None:
            return None
        return _of_payment(facts.last, facts, view)
    line = _line_of(log, facts, view)
    return line._replace(turn=_own_turn(facts, view))


def _line_of(log: MatchLog, facts: TableFacts, view: Viewpoint) -> NewcomersLine:
    if facts.asked is not None:
        line = _of_question(facts, facts.asked, view)
        return line._replace(answers=(*line.answers, *_why_before(facts, view)))
    if facts.last is not None:
        return _of_payment(facts.last, facts, view)
    if facts.bound:
        return _of_bound(facts, view)
    return _accepted(log, facts, view) or _of_trick(facts, view)


def _own_turn(facts: TableFacts, view: Viewpoint) -> str:
    """Return the sentence that it is the reader's turn, or "" if it is not their turn.

    While a question is open, the title says who must answer, so return "".
    """
    if facts.asked is not None:
        return ""
    if facts.bound:
        game = facts.game
        return sentences.you_must_act(game, legal(game), view.people.brief, view.seat)
    if view.seat == facts.leader:
        # NOTE: whose move it is, said to the reader, who plays the first card of the trick
        return gettext("You lead")
    return ""


def _line(
    kind: str, lead: str, answers: tuple[AnswerExplained, ...], *, told: int = 2
) -> NewcomersLine:
    """Return a line of this kind with these answers.

    The short text has the first `told` answers. The full text has `lead` and the same answers.
    """
    said = [labelled(answer) for answer in answers[:told]]
    full = " ".join((lead, *(f"{text}." for text in said))).strip()
    short = "\u00a0· ".join(said) or lead
    return NewcomersLine(kind, full, short, answers, least=lead)


def labelled(answer: AnswerExplained) -> str:
    """Return the label of a key and what the key leads to: `Vull: the hand is worth 2`."""
    return gettext(LABELLED, label=answer.label, text=answer.text)


# Questions.
def _of_question(facts: TableFacts, asked: AskedFact, view: Viewpoint) -> NewcomersLine:
    game = facts.game
    brief = view.people.brief
    if asked.numbers:
        return _of_numbers(asked, view)
    answers = (*_answers(game, asked, view), *_raises(game, asked, view))
    question = asked.question
    if question.by is not None:
        kind, lead = _called(asked, view)
    elif asked.by is not None:
        kind = "announced"
        call = brief.words.word(question.word).label
        lead = _said_of("announced", asked.by, view, call=call)
    else:
        kind = "decision"
        lead = _deciding(facts, asked, view)
        if {answer.text for answer in answers} == {gettext("play goes on")}:
            answers = ()  # no answer decides anything yet
    told = 1 if kind == "announced" else 2  # a flor is explained in a long sentence
    line = _line(kind, lead, answers, told=told)
    return line._replace(answers=(*answers, *_who_else(asked, view)))


def _said_of(key: str, seat: int | None, view: Viewpoint, **values: str) -> str:
    """Return the sentence about a call by the player in `seat`, who may be the reader.

    `key` is the kind of the call in CALLED.
    """
    of_others, of_reader = CALLED[key]
    if seat is not None and seat == view.seat:
        return gettext(of_reader, **values)
    return gettext(of_others, name=view.people.brief.seat(seat), **values)


def _who_else(asked: AskedFact, view: Viewpoint) -> Iterator[AnswerExplained]:
    """Yield the names of the other players who may answer, if the reader may answer too.

    The rest of the explanation names only the reader.
    """
    others = tuple(seat for seat in asked.answer if seat != view.seat)
    if others and view.seat in asked.answer:
        # NOTE: before a colon and one name or several: they may answer as well as the reader
        yield AnswerExplained(gettext("May answer too"), view.people.brief.seats(others))


def _deciding(facts: TableFacts, asked: AskedFact, view: Viewpoint) -> str:
    """Return a sentence about an open decision.

    It says which special rule the hand has, or, without such a rule, who has to decide.
    """
    brief = view.people.brief
    rule = sentences.rule_of_hand(facts.game, brief)
    if rule:
        return gettext(SENTENCE, sentence=rule)
    if view.seat in asked.answer:
        return gettext("You decide.")
    return ngettext(*DECIDES, len(asked.answer), names=brief.seats(asked.answer))


def _called(asked: AskedFact, view: Viewpoint) -> tuple[str, str]:
    """Return the kind of sentence for the open call (`counts.KINDS`), and the sentence."""
    brief = view.people.brief
    question = asked.question
    call = brief.words.word(question.word).label
    worth = question.if_accepted
    if asked.accepted is not None and not asked.accepted.ends and not asked.bet:
        worth = asked.accepted.worth
    if asked.below:
        kind = "raise"
        below = brief.words.word(asked.below).said
        return kind, _said_of(kind, question.by, view, below=below)
    if worth == "game":
        return "game", _said_of("game", question.by, view, worth=brief.worth(worth))
    if asked.bet:
        return "bet", _said_of("bet", question.by, view)
    if worth is None:
        return "call", _said_of("unknown", question.by, view, call=call)
    return "call", _said_of("call", question.by, view, worth=brief.worth(worth))


def _answers(game: Game, asked: AskedFact, view: Viewpoint) -> Iterator[AnswerExplained]:
    """Yield the answers yes and no, with what they lead to."""
    words = view.people.words.asked(asked.question)
    before = game.hand.worth
    if asked.if_won is not None and asked.if_lost is not None:
        yield AnswerExplained(words.yes, _if_played(asked.if_won, asked.if_lost, view))
    elif asked.accepted is not None:
        yield AnswerExplained(words.yes, _accepting(asked, asked.accepted, before, view))
    if asked.refused is not None:
        label = words.no
        if asked.takes_every_no:
            # NOTE: %(answer)s is what no is called there: it takes a no from everybody asked
            label = gettext("%(answer)s (all of them)", answer=words.no)
        yield AnswerExplained(label, clauses.leads_to(asked.refused, before, view))


def _if_played(won: Outcome, lost: Outcome, view: Viewpoint) -> str:
    """Return what a decision to play leads to if the side that decides wins or loses the hand."""
    if won.won_by is not None and lost.won_by is not None:
        return clauses.worth("game", view)
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
    if asked.bet and (asked.wins or question.if_accepted is not None):
        return _accepted_bet(asked, view)
    if question.if_accepted is None:
        return gettext("play goes on")
    return clauses.worth(question.if_accepted, view)


def _raises(game: Game, asked: AskedFact, view: Viewpoint) -> Iterator[AnswerExplained]:
    """Yield each call that may be made instead of yes or no, with what this call asks for.

    If a call has different worths for different players, the text is about the reader's own call.
    """
    own = {call.word for call in asked.raises if view.seat in call.seats}
    for call in asked.raises:
        if call.word in own and view.seat not in call.seats:
            continue
        label = view.people.words.word(call.word).label
        yield AnswerExplained(label, _asking(game, call, view))


def _of_numbers(asked: AskedFact, view: Viewpoint) -> NewcomersLine:
    """Return the explanation that is shown while the numbers of a bet are said.

    It says what the side with the higher number gets.
    """
    call = view.people.words.word(asked.question.word).said
    lead = gettext("The higher number wins: %(call)s.", call=call)
    if not asked.wins:
        return NewcomersLine("numbers", lead, lead, tuple(_who_else(asked, view)))
    short = capitalized(_accepted_bet(asked, view))
    full = gettext(SENTENCE, sentence=short)
    if _worth_of_bet(asked, view):
        full = " ".join((lead, full))
    answers: list[AnswerExplained] = []
    for wins in asked.wins:
        accounts = view.rules.accounts_of(view.hand, wins.side or 0)
        text = clauses.leads_to(wins.outcome, view.hand.worth, view)
        answers.append(AnswerExplained(view.people.brief.sides(accounts), text))
    return NewcomersLine("numbers", full, short, (*answers, *_who_else(asked, view)))


def _accepted_bet(asked: AskedFact, view: Viewpoint) -> str:
    """Return what an accepted bet is worth.

    If it is not worth the same to each side, return what each side gets.
    """
    worth = _worth_of_bet(asked, view)
    if worth:
        return worth
    said = [clauses.leads_to(wins.outcome, view.hand.worth, view) for wins in asked.wins]
    # NOTE: what a bet on numbers brings: %(outcomes)s are clauses for each side, with semicolons
    return gettext("the higher number wins: %(outcomes)s", outcomes=clauses.joined(said))


def _worth_of_bet(asked: AskedFact, view: Viewpoint) -> str:
    """Return a clause about the worth of an accepted bet, "" if it differs between the sides."""
    word = asked.question.word
    if asked.wins and all(wins.outcome.won_by is not None for wins in asked.wins):
        return clauses.bet_worth(word, "game", view)
    paid = {wins.outcome.paid[0].event.points for wins in asked.wins}
    worth = asked.question.if_accepted
    if len(paid) == 1:
        worth = paid.pop()
    if worth is not None and not paid:
        return clauses.bet_worth(word, worth, view)
    return ""


# What the last tap paid.
def _of_payment(last: LastPaid, facts: TableFacts, view: Viewpoint) -> NewcomersLine:
    kind, why, more = _why(last, view._replace(hand=last.hand))
    leads = tuple(_leads_now(facts, view))
    full = " ".join((why, *more, *leads))
    short = " ".join((why, *(_tie_rule(last) or leads)))
    return NewcomersLine(kind, full, short, tuple(_open_now(facts, view)), least=why)


def _why_before(facts: TableFacts, view: Viewpoint) -> Iterator[AnswerExplained]:
    """Yield the reason for the last payment, if the last tap ended a hand.

    The reason is added to an explanation that is about an open question of the next hand.
    """
    if facts.last is None or not facts.last.outcome.ends:
        return
    then = view._replace(hand=facts.last.hand)
    reason = gettext(SENTENCE, sentence=_reason(facts.last, then))
    _, _, more = _why(facts.last, then)
    # NOTE: before a colon: why points were paid for the hand that has just ended
    yield AnswerExplained(gettext("The last hand"), " ".join((reason, *more)))


def _reason(last: LastPaid, view: Viewpoint) -> str:
    """Return why the last payment was made, or the sentence that nobody gets anything."""
    if not last.outcome.paid:
        return clauses.leads_to(last.outcome, last.outcome.worth, view)
    return sentences.reason(last.outcome.paid[-1].event, view.people.brief)


def _leads_now(facts: TableFacts, view: Viewpoint) -> Iterator[str]:
    """Yield a sentence that says who leads now; nothing if the match is over."""
    if facts.game.over:
        return
    if facts.bound:
        yield _only_they_act(facts, view)
    elif view.seat == facts.leader:
        yield gettext("You lead now.")
    else:
        yield gettext("%(leader)s leads now.", leader=view.people.brief.seat(facts.leader))


def _why(last: LastPaid, view: Viewpoint) -> tuple[str, str, Sayings]:
    """Return the kind of a payment (`counts.KINDS`), and sentences that say why it was made.

    The first sentence is always shown, the others only if the line has room.
    """
    reason = _reason(last, view)
    if not last.outcome.paid:
        text = gettext(SENTENCE, sentence=capitalized(reason))
        if last.outcome.again:
            return "why-again", text, ()
        return "why-nobody", text, _tricks(last, view)
    event = last.outcome.paid[-1].event
    because = gettext("Why: %(reason)s.", reason=reason)
    if event.why in ("refused", "bet-refused"):
        return "why-refused", because, _before_call(last, view)
    if event.why != "played":
        return WHYS.get(event.why, "why-other"), because, ()
    if None in last.taken:
        return "why-tie", because, _tie_rule(last) or _tricks(last, view)
    return "why-played", because, _tie_rule(last) or _tricks(last, view)


def _tie_rule(last: LastPaid) -> Sayings:
    """Return the sentence about the rule by which a side won the hand without most of the tricks.

    Return nothing if no such rule decided the hand.
    """
    if not last.tie_rule:
        return ()
    return (gettext(TIE_RULES[last.tie_rule]),)


def _before_call(last: LastPaid, view: Viewpoint) -> Sayings:
    """Return the sentence about the worth of the hand before the refused call.

    Return nothing if the refusal did not pay this worth.
    """
    paid = last.outcome.paid[-1].event
    if paid.why != "refused" or paid.points != last.hand.worth:
        return ()
    worth = view.people.worth(last.hand.worth)
    # NOTE: why a refused call paid so much
    return (gettext("Before this call the hand was worth %(worth)s.", worth=worth),)


def _tricks(last: LastPaid, view: Viewpoint) -> Sayings:
    """Return the sentences about how many tricks each side took, and how many were tied."""
    taken = [side for side in last.taken if side is not None]
    ours = sum(side == view.side for side in taken)
    ties = len(last.taken) - len(taken)
    said: list[str] = []
    if taken and view.side is not None and len(set(view.hand.sides)) == 2:
        said.append(_count_of_tricks(ours, len(taken) - ours, view))
    if ties:
        said.append(ngettext("%(num)s trick was tied.", "%(num)s tricks were tied.", ties))
    return tuple(said)


def _count_of_tricks(ours: int, theirs: int, view: Viewpoint) -> str:
    """Return the sentence about how many tricks the reader's side and the other side took."""
    mine = len(view.hand.seats_of(view.side or 0))
    opponents = [seat for seat, side in enumerate(view.hand.sides) if side != view.side]
    playing = [seat for seat in opponents if seat not in view.hand.out]
    if len(playing) == 1:
        name = view.people.brief.seat(playing[0])
        return ngettext(*TRICKS_AND_NAME, mine, ours=ours, name=name, theirs=theirs)
    return ngettext(*TRICKS_AND_THEY, mine, ours=ours, theirs=theirs)


# Nothing is asked.
def _accepted(log: MatchLog, facts: TableFacts, view: Viewpoint) -> NewcomersLine | None:
    """Return the explanation of a call that was just accepted, or None if none was accepted."""
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
    full = " ".join((gettext(SENTENCE, sentence=short), winner))
    return NewcomersLine("accepted", full, short, tuple(_open_now(facts, view)))


def _of_bound(facts: TableFacts, view: Viewpoint) -> NewcomersLine:
    """Return the explanation that is shown while only some seats may act.

    It says what each call of these players leads to, and what folding leads to. If they may not
    call or fold, it says only who may act.
    """
    seat = facts.bound[0]
    answers = [*_calls(facts, view, (seat,))]
    folded = outcome_of(facts.game, Tap("fold", seat))
    if folded is not None:
        label = view.people.words.word("fold").own
        text = clauses.leads_to(folded, facts.game.hand.worth, view)
        answers.append(AnswerExplained(label, text))
    only_they = _only_they_act(facts, view)
    if not answers:
        return _line("must", only_they, ())
    line = _line("must", "", tuple(answers))  # the title above it says who must choose
    return line._replace(least=only_they)


def _only_they_act(facts: TableFacts, view: Viewpoint) -> str:
    """Return the sentence that names the only players who may act now."""
    if facts.bound == (view.seat,):
        return gettext("Only you may act now.")
    names = view.people.brief.seats(facts.bound)
    return ngettext(*ONLY_THEY_ACT, len(facts.bound), names=names)


def _of_trick(facts: TableFacts, view: Viewpoint) -> NewcomersLine:
    hand = facts.game.hand
    answers = tuple(_open_now(facts, view))
    if view.seat is not None and view.seat in hand.out:
        text = gettext("You are not in this hand.")
        return NewcomersLine("out", text, text, answers)
    if hand.tricks:
        kind, said = _results(facts, view)
        return NewcomersLine(kind, " ".join(said), said[0], answers)
    rule = sentences.rule_of_hand(facts.game, view.people.brief)
    needed = _needed(facts, view)
    order, kind = _order(facts, view)
    if rule:
        short = gettext(SENTENCE, sentence=rule)
        return NewcomersLine("unseen", f"{short} {order}", short, answers)
    if hand.cards == 1:
        kind = "one-card"
    return NewcomersLine(kind, f"{order} {needed}".strip(), order, answers)


def _order(facts: TableFacts, view: Viewpoint) -> tuple[str, str]:
    """Return the sentence that says after whom the reader plays, and the kind of this sentence."""
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
    """Return the sentence about how many tricks in a row win the hand."""
    seat = facts.leader if view.seat is None else view.seat
    needed = tricks_needed(facts.game, seat)
    return ngettext(*TRICKS_NEEDED, needed) if needed else ""


def tricks_needed(game: Game, seat: int) -> int:
    """Return how many tricks in a row win the hand for this seat, found by playing the tricks.

    Return 0 if no trick may be tapped now.
    """
    now = game
    for number in range(1, game.hand.cards + 1):
        after = simulate(now, Tap("won", seat))
        if after is None:
            return 0
        if outcome_between(now, after).ends:
            return number
        now = after
    return 0


def _results(facts: TableFacts, view: Viewpoint) -> tuple[str, Sayings]:
    """Return sentences that say how this trick may end the hand, after a word for their kind.

    The word is "goes-on" if no result of the trick ends the hand, "decides" if every result does,
    and otherwise "either".
    """
    ending = [trick for trick in facts.tricks if trick.outcome.ends]
    if not ending:
        return "goes-on", (gettext("Whoever takes this trick, another one follows."),)
    said: list[str] = []
    told = ending
    worth = worth_to_taker(facts)
    if worth is not None:
        said.append(_won_by_taker(worth, view))
        told = [trick for trick in ending if trick.side is None]
    results = [labelled(result) for result in _results_of(told, facts, view)]
    said += [gettext(SENTENCE, sentence=result) for result in results[:MOST]]
    if len(ending) == len(facts.tricks):
        return "decides", tuple(said)
    # NOTE: after what some results of this trick lead to: all others do not end the hand
    return "either", (*said, gettext("Otherwise one more trick."))


def _won_by_taker(worth: Worth, view: Viewpoint) -> str:
    if worth == "game":
        # NOTE: %(what)s is “the game”, in the words of this game
        return gettext("Whoever takes this trick wins %(what)s.", what=view.people.game)
    # NOTE: %(worth)s is a number of points
    return gettext("Whoever takes this trick wins the hand: %(worth)s.", worth=worth)


def worth_to_taker(facts: TableFacts) -> Worth | None:
    """Return what the side that takes this trick wins: the game, or what the hand is worth.

    Return None if sides would win different things, or if a side would not win the hand by taking
    the trick.
    """
    taken = [trick for trick in facts.tricks if trick.side is not None]
    if all(trick.outcome.won_by == trick.outcome.taken_by == trick.side for trick in taken):
        return "game"
    worth = facts.game.hand.worth
    if all(_pays_its_taker(trick, worth) for trick in taken):
        return worth
    return None


def _pays_its_taker(trick: TrickOutcome, worth: Worth) -> bool:
    """Return whether the side that takes this trick gets `worth`, and nothing else happens."""
    outcome = trick.outcome
    if outcome.won_by is not None or outcome.taken_by != trick.side or len(outcome.paid) != 1:
        return False
    event = outcome.paid[0].event
    return not event.truts and event.points == worth


def _results_of(
    tricks: list[TrickOutcome], facts: TableFacts, view: Viewpoint
) -> Iterator[AnswerExplained]:
    """Yield these results of the trick with what they lead to.

    If the reader's side may take the trick, this result comes first. If a tie leads to the same as
    a trick taken by some side, these two results share one line.
    """
    before = facts.game.hand.worth
    tied = [_after_trick(trick, before, view) for trick in tricks if trick.side is None]
    others = _others(tricks, before, view)
    for trick in sorted(tricks, key=lambda trick: (trick.side is None, trick.side != view.side)):
        text = _after_trick(trick, before, view)
        if trick.side is None:
            if tied:
                yield AnswerExplained(gettext(A_TIE), text)
            continue
        if trick in others:
            continue
        or_tie = text in tied
        if or_tie:
            tied = []
        yield AnswerExplained(_result(trick.side, view, or_tie=or_tie), text)
    for trick in others[:1]:
        yield AnswerExplained(gettext(ANYONE_ELSE), _after_trick(trick, before, view))


def _others(tricks: list[TrickOutcome], before: Worth, view: Viewpoint) -> list[TrickOutcome]:
    """Return the results of the trick that one line sums up as “anyone else”.

    These are the results that pay nothing. Return [] if only two sides play, if these results lead
    to different things, or if no result pays anything.
    """
    taken = [trick for trick in tricks if trick.side is not None]
    unpaid = [trick for trick in taken if not trick.outcome.paid and trick.outcome.won_by is None]
    texts = {_after_trick(trick, before, view) for trick in unpaid}
    if len(taken) <= 2 or len(unpaid) == len(taken) or len(texts) != 1:
        return []
    return unpaid


def _after_trick(trick: TrickOutcome, before: Worth, view: Viewpoint) -> str:
    outcome = trick.outcome
    if outcome.ends or outcome.paid or outcome.again or outcome.worth != before:
        return clauses.leads_to(outcome, outcome.worth, view)
    return gettext(ANOTHER)


def _result(side: int, view: Viewpoint, *, or_tie: bool) -> str:
    """Return the clause “this side takes the trick”, or “takes or ties it” if `or_tie` is true."""
    we, they, anybody = RESULTS[or_tie]
    players = len(view.hand.seats_of(side))
    if side == view.side:
        return ngettext(*we, players)
    if view.side is not None and len(set(view.hand.sides)) == 2 and players > 1:
        return gettext(they)
    names = view.people.brief.sides(view.rules.accounts_of(view.hand, side))
    return ngettext(*anybody, players, side=names)


def _open_now(facts: TableFacts, view: Viewpoint) -> Iterator[AnswerExplained]:
    """Yield explanations of the calls that the reader may make now, and of how the trick may end.

    Yield nothing while a question is open.
    """
    if facts.asked is not None:
        return
    seats = facts.acting
    if view.seat is not None:
        seats = (view.seat,)
    yield from _calls(facts, view, seats)
    if any(trick.outcome.ends for trick in facts.tricks):
        yield from _results_of(list(facts.tricks), facts, view)
    elif facts.tricks:
        # NOTE: before “another trick follows”: whoever takes this trick, or if it is tied
        yield AnswerExplained(gettext("Whoever takes this trick"), gettext(ANOTHER))


def _calls(facts: TableFacts, view: Viewpoint, seats: tuple[int, ...]) -> Iterator[AnswerExplained]:
    """Yield a line for each call that these seats may make: its name, and what it asks for."""
    for call in facts.calls:
        if set(call.seats) & set(seats):
            label = view.people.words.word(call.word).label
            yield AnswerExplained(label, _asking(facts.game, call, view))


def _asking(game: Game, call: CallFact, view: Viewpoint) -> str:
    """Return what a call asks for. If the reader may make this call, add what a refusal pays."""
    worth = view.people.worth(call.if_accepted)
    if call.announces:
        # NOTE: after a call and a colon: what saying it is worth, if nobody says more
        return gettext("is worth %(worth)s", worth=worth)
    refused = None
    if view.seat in call.seats:
        refused = refusal_of(game, call.tap._replace(seat=view.seat))
    if refused is None or not (refused.paid or refused.ends):
        # NOTE: after a call and a colon: whoever calls this asks the others to play for more
        return gettext("asks for %(worth)s", worth=worth)
    leads_to = clauses.leads_to(refused, view.hand.worth, view)
    # NOTE: after a call and a colon: %(outcome)s is what follows if the others refuse it
    return gettext("asks for %(worth)s; if refused, %(outcome)s", worth=worth, outcome=leads_to)
