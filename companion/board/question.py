"""Show the open question.

The question says who called, who must answer, what yes and no lead to, and the facts of a decision.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.board import outcomes, ring
from companion.board.outcomes import AnswerOutcome
from companion.engine import Game, Offer, Question
from companion.engine.decision import AtScore, Decision
from companion.engine.offering import bound_seats
from companion.web.language import N_, NN_, gettext, ngettext
from companion.words import labels, sentences
from companion.words.people import People
from companion.words.widths import room

# NOTE: %(names)s is one player, or several with "or"
MUST_ANSWER = NN_("%(names)s must answer.", "%(names)s must answer.")
# NOTE: %(names)s is one player, or several with "or"
DECIDES = NN_("%(names)s decides", "%(names)s to decide")
# NOTE: %(names)s, one or several, may say yes for all, and all the others may object
ALL_AGREE = NN_(
    "Everyone must agree: %(names)s answers for all, anyone may object.",
    "Everyone must agree: %(names)s answers for all, anyone may object.",
)
# To a player who decides: first alone, then with partners who may decide as well.
YOU_DECIDE = (N_("%(name)s, you decide."), N_("%(name)s, you decide (or %(others)s)."))


class DecisionFelt(NamedTuple):
    """A decision about the whole hand before it is played; it is shown instead of the ring.

    * `figure`: the score at which the decision is asked.
    * `asks`: the question in large letters.
    * `own`: the question for those who decide.
    * `who`: a sentence that says who decides; "" if the page says so elsewhere.
    """

    figure: str
    asks: str
    own: str
    who: str

    @property
    def wide(self) -> int:
        """Return the size of the question, as the number in its CSS class: 12 for the class n12."""
        return room(self.asks)

    @property
    def figure_wide(self) -> int:
        """Return the size of the figure, as the number in its CSS class: 12 for the class n12."""
        return room(self.figure)


class QuestionView(NamedTuple):
    """The open question: what is asked, who must answer, and what depends on the answer.

    * `title`, `who`: sentences that say what is asked and who must answer.
    * `line`: a short form of both.
    * `small`: the text below the line.
    * `own_line`, `own_small`: what those who are asked read instead of `line` and `small`, "" if
      they read the same.
    * `waiting`: a sentence for the other players that says for whom they wait.
    * `answers`: yes and no with what they lead to.
    * `replies`: shown instead of `answers` if the no of one player decides nothing.
    * `facts`: sentences that help to decide.
    * `asked`: the seats that must answer.
    * `side`: the side of these seats.
    * `call`: whether the question is about a call.
    * `felt`: the question if it is shown instead of the ring, else None.
    """

    title: str
    who: str
    line: str
    small: str = ""
    waiting: str = ""
    answers: tuple[AnswerOutcome, ...] = ()
    facts: tuple[str, ...] = ()
    asked: tuple[int, ...] = ()
    side: int | None = None
    call: bool = False
    own_line: str = ""
    own_small: str = ""
    felt: DecisionFelt | None = None
    replies: tuple[AnswerOutcome, ...] = ()

    @property
    def wide(self) -> int:
        """Return the width that the line needs, in half ems (see `widths.room`)."""
        return room(self.line)

    @property
    def at_stake(self) -> tuple[AnswerOutcome, ...]:
        """Return the answers whose outcome is known. Players who are not asked see these too."""
        return tuple(answer for answer in (*self.answers, *self.replies) if answer.facts)

    @property
    def facts_at_stake(self) -> tuple[str, ...]:
        """Return the facts that a decision shows to players who are not asked.

        Return () if these players see what each answer leads to instead.
        """
        if self.felt is None or self.at_stake:
            return ()
        return self.facts

    @property
    def waited_for(self) -> str:
        """Return the sentence for players who are not asked that says for whom they wait.

        Return "" if these players see what the answers lead to instead.
        """
        return "" if self.at_stake or self.facts_at_stake else self.waiting

    def with_decider_in_line(self) -> QuestionView:
        """Return the question without the sentence that says who decides: the line says it."""
        if self.felt is None:
            return self
        return self._replace(felt=self.felt._replace(who=""))

    @property
    def waiting_wide(self) -> int:
        """Return the width of the sentence `waiting`, in half ems (see `widths.room`)."""
        return room(self.waiting)


def open_question(game: Game, offers: tuple[Offer, ...], people: People) -> QuestionView | None:
    """Return the open question as it is shown to players who are not asked.

    Return None if nothing is asked.
    """
    question = game.hand.question
    brief = people.brief
    if question is None:
        return None
    if any(_is_about_numbers(game, offer) for offer in offers):
        return _who_is_higher(game, question, offers, people)
    who, asked = _who(question, offers, people)
    sides = {game.hand.side(seat) for seat in question.answer}
    facts: tuple[str, ...] = (who,)
    if asked:
        facts = tuple(_facts(game, question, brief))
    is_call = game.hand.asker is not None
    if question.by is None:
        answers = outcomes.decision(game, question, brief)
    else:
        answers = outcomes.call(game, question, offers, brief)
    small = _small(game, offers, brief)
    line = ""
    own_line = ""
    if not is_call:
        small = small or who
    else:
        line = _line(question, asked, brief)
        call = brief.words.word(question.word).label
        # NOTE: to the player who has to answer the %(call)s, in large letters: short
        own_line = gettext("%(call)s! Your answer", call=call)
    return QuestionView(
        _title(game, question, people),
        who,
        line or _title(game, question, brief),
        small,
        _waited(asked, brief) or who,
        answers,
        facts,
        asked,
        sides.pop() if len(sides) == 1 else None,
        call=is_call,
        own_line=own_line,
        felt=_felt(game, question, people, _who(question, offers, brief)[0]),
        replies=outcomes.replies(game, question, offers, brief),
    )


def _felt(game: Game, question: Question, people: People, who: str) -> DecisionFelt | None:
    """Return the open question as it is shown instead of the ring, if it decides the whole hand.

    Return None for other questions, such as one about a call.
    """
    decision = game.rules.part(question.part)
    if not isinstance(decision, Decision):
        return None
    scores = _scores_that_ask(game, decision)
    sides = dict.fromkeys(game.hand.side(seat) for seat in (*question.answer, *question.waiting))
    figure = "–".join(str(scores[side]) for side in sides)
    asks = _title(game, question, people.brief)
    own = people.words.decision(question.word).ask
    return DecisionFelt(figure, asks, own or asks, who)


def _scores_that_ask(game: Game, decision: Decision) -> tuple[int, ...]:
    """Return the score of each account, in the unit that matters for this decision.

    A decision such as the hand of eleven is asked at a score. If that score has only points, the
    unit is points. Otherwise it is what wins the game: truts, or points.
    """
    if isinstance(decision.when, AtScore) and decision.when.truts is None:
        return game.score
    return game.deciding_score


def _is_about_numbers(game: Game, offer: Offer) -> bool:
    """Return whether this offer says a player's number in a bet, or who has the highest number.

    Return False for an offer about a bet in the previous hand.
    """
    return offer.group == "declare" and not game.rules.part(offer.part).looks_back


def _who_is_higher(
    game: Game, question: Question, offers: tuple[Offer, ...], people: People
) -> QuestionView:
    """Return the question about who has the higher number of a bet.

    If only some players may say a number, the question names these players and asks for the number
    on their phones. It also says that one may touch the player with the higher number instead.
    """
    title = gettext("%(call)s: who is higher?", call=people.words.word(question.word).label)
    how = gettext("Say the numbers in turn, or tap who is higher.")
    rivals = bound_seats(game, offers)
    numbers = [offer.tap for offer in offers if offer.values and _is_about_numbers(game, offer)]
    own_line = ""
    if numbers:
        own_line = labels.pad(people.words.word(numbers[0].word), "")
    return QuestionView(
        title,
        how,
        _line(question, rivals, people.brief) or title,
        waiting=how,
        facts=_said(game, people.brief) or (how,),
        asked=tuple(tap.seat for tap in numbers if tap.seat is not None),
        call=True,
        own_line=own_line,
        # NOTE: below “Your points”: instead of a number one may touch the player who is higher
        own_small=gettext("or tap who is higher"),
    )


def put_to(seat: int, question: QuestionView, people: People) -> QuestionView:
    """Return the question as the player in that seat reads it.

    If this player must answer, the question says so.
    """
    if seat not in question.asked:
        return question
    if question.own_line:
        small = question.own_small or question.small
        return question._replace(line=question.own_line, small=small)
    others = tuple(other for other in question.asked if other != seat)
    alone, with_others = YOU_DECIDE
    sentence = with_others if others else alone
    who = gettext(sentence, name=people.seat(seat), others=people.seats(others))
    small = who if question.small == question.who else question.small
    felt = question.felt and question.felt._replace(asks=question.felt.own, who=who)
    return question._replace(who=who, small=small, felt=felt)


def _line(question: Question, asked: tuple[int, ...], people: People) -> str:
    """Return a call and who must answer it: `Truc · Carme?`. Return "" if `asked` is empty."""
    if not asked:
        return ""
    call = people.words.word(question.word).label
    # NOTE: in large letters: the call that was made, and who has to answer it: “Truc · Carme?”
    return gettext("%(call)s · %(names)s?", call=call, names=people.seats(asked))


def _waited(asked: tuple[int, ...], people: People) -> str:
    if not asked:
        return ""
    # NOTE: on the phones of those who are not asked; %(names)s is one player, or several with "or"
    return gettext("Waiting for %(names)s", names=people.seats(asked))


def _small(game: Game, offers: tuple[Offer, ...], people: People) -> str:
    """Return the small text below the question, or "" for none.

    It is the first of these that exists: what playing a card without an answer means, a rule that
    only this hand has, an interrupted call that is answered after this question.
    """
    played = ring.played_on(game, offers)
    if played is not None:
        worth = people.worth(played.if_accepted or 0)
        # NOTE: a call may be answered by simply playing a card, which accepts it; then the hand is
        # worth %(worth)s
        return gettext("playing on accepts it: worth %(worth)s", worth=worth)
    return sentences.rule_of_hand(game, people) or next(_waiting(game, people), "")


def _said(game: Game, people: People) -> tuple[str, ...]:
    """Return a sentence with the numbers said so far, as the only item of a tuple.

    Return () if no number was said.
    """
    said = [f"{people.seat(tap.seat)} {tap.value}" for tap in game.hand.taps if tap.word == "says"]
    if not said:
        return ()
    # NOTE: %(numbers)s are names with their numbers: Anna 27, Biel 30
    return (gettext("Said: %(numbers)s.", numbers=", ".join(said)),)


def _title(game: Game, question: Question, people: People) -> str:
    word = people.words.asked(question)
    side = game.hand.side(question.answer[0])
    return word.title.format(
        call=word.label,
        said=word.said,
        name=people.seat(question.by),
        side=people.sides(game.rules.accounts_of(game.hand, side)),
        score=game.score[side],
        asked=people.seat(question.answer[0]),
        caller=people.seat(game.hand.asker),
        called=people.words.word(game.hand.word).said,
    )


def _who(
    question: Question, offers: tuple[Offer, ...], people: People
) -> tuple[str, tuple[int, ...]]:
    """Return the sentence about who must answer, and the seats that the question names."""
    answers = [offer.tap for offer in offers if offer.group == "answer"]
    if any(tap.seat is None for tap in answers):
        return gettext("Anyone may answer for the table."), ()
    agree = tuple(tap.seat for tap in answers if tap.word == "yes" and tap.seat is not None)
    if 0 < len(agree) < len(question.answer):
        return ngettext(*ALL_AGREE, len(agree), names=people.seats(agree)), ()
    return ngettext(
        *(DECIDES if question.by is None else MUST_ANSWER),
        len(question.answer),
        names=people.seats(question.answer),
    ), question.answer


def _facts(game: Game, question: Question, people: People) -> Iterator[str]:
    """Yield sentences that help to decide, and sentences about calls that are answered later."""
    if question.by is None:
        note = people.words.decision(question.word).note
        said = note.format(order=_order(game, people)).strip()
        if said:
            yield said
    yield from _waiting(game, people)


def _waiting(game: Game, people: People) -> Iterator[str]:
    """Yield a sentence about each call that is answered after this question."""
    for question in reversed(game.hand.questions[:-1]):
        if question.by is not None:
            # NOTE: a call that is answered after the one that interrupted it
            yield gettext("%(call)s waits", call=people.words.word(question.word).label)


def _order(game: Game, people: People) -> str:
    leader = game.hand.leader
    last = game.rules.after(leader, -1)
    said = gettext(
        "%(leader)s leads, %(last)s is last to play.",
        leader=people.seat(leader),
        last=people.seat(last),
    )
    return said.replace("..", ".")  # a shortened name ends with a point of its own
