"""Announce calls and scores to players who do not look at the phone.

A call fills the screen, or the phone makes a knocking sound. The phone says the score aloud.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.board import history
from companion.engine import Question, legal
from companion.engine.table_taps import FORMS
from companion.tables import LogRow, State
from companion.web.guests import Guest
from companion.web.language import NN_, gettext, ngettext
from companion.words import labels, sentences
from companion.words.people import People, glyph
from companion.words.widths import room

MOST_KNOCKS = 4


class CallOverlay(NamedTuple):
    """A call that was just made: the word, who said it and to whom.

    `fills` is true if the call fills the screen, `shakes` if the phone vibrates.
    """

    call: str
    by: str
    to: str
    side: int
    glyph: str
    fills: bool
    shakes: bool

    @property
    def wide(self) -> int:
        """Return the width that the call needs, in half ems (see `widths.room`)."""
        return room(self.call)


def call_overlay(state: State, people: People, guest: Guest) -> CallOverlay | None:
    """Return the open call if it was the last tap and this phone shows it, otherwise None.

    A call is shown on televisions and on the phones of the players against whom it was made.
    """
    question = state.log.game.hand.question
    wall = guest.view == "tv"
    if question is None or question.by is None:
        return None
    wanted = guest.shout or guest.buzz or wall
    if not wanted or not _just_called(state.rows, question):
        return None
    hand = state.log.game.hand
    seat = guest.viewer.seat
    if not wall and (seat is None or hand.side(seat) == hand.side(question.by)):
        return None
    side = people.rules.account(question.by)
    return CallOverlay(
        labels.shouted(people.words.word(question.word).full),
        people.brief.seat(question.by),
        people.brief.seats(question.answer),
        side,
        glyph(side),
        guest.shout or wall,
        guest.buzz,
    )


def knocks(state: State, guest: Guest) -> int:
    """Return how many knocking sounds a flat phone or a television makes.

    It makes one for truc and two for retruc.

    Return 0 for any other phone, or if the last tap was not a call that raises the hand.
    """
    hand = state.log.game.hand
    question = hand.question
    if guest.view not in ("flat", "tv"):
        return 0
    if question is None or question.by is None or not _just_called(state.rows, question):
        return 0
    raises = [call for call in hand.calls if call.part == question.part and not call.bet]
    return min(len(raises), MOST_KNOCKS)


def spoken_score(state: State, people: People) -> str:
    """Return what the phone says aloud: the last event, who won a game with it, and the score.

    Return "" if the last tap did not change the score and is not one of `table_taps.FORMS`.
    """
    if not state.rows or not _worth_saying(state.rows):
        return ""
    game = state.log.game
    said: list[str] = []
    for news in history.news(state.log, state.rows, people):
        if news.gain:
            said.append(f"{news.text}, {news.gain}")
        else:
            said.append(news.text.removesuffix("."))
    won = [event for event in state.rows[-1].events if event.kind in ("game", "match")]
    if won:  # if the match was won as well, that event is the last
        said.append(sentences.of_event(won[-1], people))
    for side, points in enumerate(game.score):
        name = people.side(side)
        if game.truts:
            said.append(f"{name} {game.truts[side]}, {points}")
        else:
            said.append(f"{name} {points}")
    return ". ".join(said) + "."


def spoken_turn(state: State, people: People) -> str:
    """Return what the phone says aloud about the next tap, "" if the match is over.

    If a question is open, the text says who must answer and what the answer leads to. Otherwise it
    says who must act, or who deals and leads.
    """
    game = state.log.game
    if game.over:
        return ""
    question = game.hand.question
    if question is not None:
        return _due(question, people)
    bound = sentences.who_must_act(game, legal(game), people)
    if bound:
        return f"{bound}."
    leader = people.seat(game.hand.leader)
    if game.untouched:
        dealer = people.seat(game.dealer)
        return gettext("%(dealer)s deals, %(leader)s leads.", dealer=dealer, leader=leader)
    # NOTE: said aloud: %(name)s plays the first card of the trick
    return gettext("%(name)s leads.", name=leader)


# NOTE: said aloud: a call that %(names)s, one or several, have to answer
TO_YOU = NN_("%(names)s, %(call)s to you.", "%(names)s, %(call)s to you.")
# NOTE: said aloud: a call that %(names)s, one or several, have to answer, what it is worth if
# accepted and what a refusal pays: “Carme, truc to you: 2 or 1.”
TO_YOU_FOR = NN_(
    "%(names)s, %(call)s to you: %(yes)s or %(no)s.",
    "%(names)s, %(call)s to you: %(yes)s or %(no)s.",
)
# NOTE: said aloud: %(names)s, one or several, have to answer; %(asked)s is what is asked
ANSWER = NN_("%(names)s, answer: %(asked)s.", "%(names)s, answer: %(asked)s.")


def _due(question: Question, people: People) -> str:
    names = people.seats(question.answer)
    several = len(question.answer)
    if question.by is None:
        title = people.words.decision(question.word).label
        return ngettext(*ANSWER, several, names=names, asked=title)
    call = people.words.word(question.word).said
    yes = people.worth(question.if_accepted)
    no = people.worth(question.if_refused)
    if not yes or not no:
        return ngettext(*TO_YOU, several, names=names, call=call)
    return ngettext(*TO_YOU_FOR, several, names=names, call=call, yes=yes, no=no)


def _just_called(rows: tuple[LogRow, ...], question: Question) -> bool:
    if not rows:
        return False
    last = rows[-1]
    return not last.affects and last.tap.word == question.word and last.tap.seat == question.by


def _worth_saying(rows: tuple[LogRow, ...]) -> bool:
    last = rows[-1]
    if last.tap.word in FORMS:
        return True
    taken_back = bool(last.affects) and last.score != rows[-2].score
    return taken_back or any(event.kind == "points" for event in last.events)
