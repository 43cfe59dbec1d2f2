"""Build the action bar: the keys of calls and answers, and undo.

If a phone may not tap, the bar shows what the phone may do instead.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from companion.board import asking, ending
from companion.board.announcements import Announcements
from companion.board.ending import Rematch
from companion.board.history import Undoing
from companion.board.keys import Key, KeyRow, Keys
from companion.board.outcomes import Fact
from companion.board.question import QuestionView
from companion.tables import State
from companion.web.guests import Guest
from companion.web.language import gettext
from companion.words.people import People

Above = Literal["", "lost", "waiting", "facts", "lately", "coins", "events", "few"]
"""What is shown above the keys, or instead of keys.

- "lost": the seat that this phone has lost
- "waiting": for whom the others wait
- "facts": what helps to decide
- "lately": the last events, and below them the coins of the last hands
- "coins": the coins of the last hands, and the last events if the screen is wide
- "events": the last events, in the first hand of a game, which has no coins yet
- "few": as many coins as fit beside the picture of the table
- "": nothing
"""


class LostSeat(NamedTuple):
    """A seat that this phone had and no longer has.

    The page has a button to get the seat back. The button sends the number of the seat in the form
    field named `field`.
    """

    text: str
    field: str
    seat: int


class AnswerKey(NamedTuple):
    """The key of an answer, with what the answer leads to.

    * `facts`: the consequences of the answer, shown below the label.
    * `note`: shown below the label if there are no facts.
    * `worth`: shown beside the label; "" if the facts say the same.
    * `words`: sentences that are shown instead of the facts if a decision is about the whole hand.
    """

    key: Key
    facts: tuple[Fact, ...] = ()
    worth: str = ""
    note: str = ""
    words: tuple[str, ...] = ()


class Answers(NamedTuple):
    """The keys of yes and no; each is None if this phone has no such key."""

    yes: AnswerKey | None = None
    no: AnswerKey | None = None


class ActionBar(NamedTuple):
    """The keys of a phone, undo and redo, and what this phone may do instead of tapping.

    * `key`: the key of the next tap. It is made from this phone and version, so a tap that is sent
      twice counts once.
    * `lost`: the seat that this phone had and no longer has.
    * `tap`: whether this phone may record taps.
    * `undo`, `redo`: sentences that say what is taken back or restored.
    * `undo_key`, `undo_narrow_key`: the labels of the key to undo on wide and on narrow phones.
    * `undo_taps`: the taps that the key to undo sends.
    * `seatless`: whether this phone may take a seat.
    * `rematch`: the offer to play again or to go on at a new table, None if there is no such offer.
    * `closed`: why the match cannot go on at this table, although it is not over; otherwise "".
    * `fold`: the key that gives up the hand.
    * `others`: the keys of what other players may say.
    * `speaks`: whether this phone may tap for other players. If so, the page always has the key
      that opens `others`, even if `others` is empty.
    """

    code: str
    key: str
    keys: Keys
    answers: Answers
    above: Above
    lost: LostSeat | None
    tap: bool
    undo: str
    undo_key: str
    undo_narrow_key: str
    undo_taps: str
    redo: str
    seatless: bool
    rematch: Rematch | None
    closed: str
    fold: Key | None
    others: tuple[KeyRow, ...]
    speaks: bool


def build_action_bar(
    state: State,
    guest: Guest,
    code: str,
    people: People,
    *,
    keys: Keys,
    undoing: Undoing,
    told: Announcements,
) -> ActionBar:
    """Return the action bar of this phone. `told` are the announcements to this phone.

    `code` stands for the table in the addresses that this phone uses.
    """
    viewer = guest.viewer
    lost: LostSeat | None = None
    if viewer.lost_seat is not None:
        lost = _lost_seat(state, guest, viewer.lost_seat, people)
    lost_match = told.victory is not None and told.victory.lost
    rematch: Rematch | None = None
    if state.log.game.over or state.is_full or state.match.rematch_id is not None:
        rematch = ending.rematch(state, viewer, code, lost=lost_match)
    fold: Key | None = None
    others: tuple[KeyRow, ...] = ()
    answers = Answers()
    if keys.yes is not None or keys.no is not None:
        side = None if viewer.seat is None else people.rules.account(viewer.seat)
        answers = find_answers(keys, told.question, side)
    closed = ""
    if rematch is None:
        fold = keys.fold
        others = keys.others
    elif told.victory is None:
        closed = _why_closed(state)
    return ActionBar(
        code=code,
        key=f"{guest.phone}-{state.version}",
        keys=keys,
        answers=answers,
        above=_above(keys, told, lost, may_tap=viewer.may_tap),
        lost=lost,
        tap=viewer.may_tap,
        undo=undoing.sentence,
        undo_key=undoing.key,
        undo_narrow_key=undoing.narrow_key,
        undo_taps=undoing.taps,
        redo=undoing.redo,
        seatless=viewer.role == "player" and viewer.seat is None and not viewer.may_tap,
        rematch=rematch,
        closed=closed,
        fold=fold,
        others=others,
        speaks=viewer.may_tap and rematch is None,
    )


def _above(keys: Keys, told: Announcements, lost: LostSeat | None, *, may_tap: bool) -> Above:
    """Return what is shown above the keys, or instead of keys.

    The first of these lines that applies decides:

    * The phone has lost its seat: show this seat.
    * The phone may tap, but others must answer the open question: show who must answer.
    * A decision is open, and no call may be made: show the facts that help to decide.
    * The phone may not tap: show the last events.
    * The phone has the keys of an answer: show nothing.
    * Otherwise: show as many of the last events and coins as there is room for.
    """
    if lost is not None:
        return "lost"
    question = told.question
    is_asked = keys.yes is not None or keys.no is not None
    if question is not None and may_tap and not is_asked:
        return "waiting"
    is_decision = question is not None and not question.call and bool(question.facts)
    if is_decision and not keys.has_calls:
        return "facts"
    if not may_tap:
        return "lately"
    if is_asked:
        return ""
    return _last_hands(keys, told)


def _last_hands(keys: Keys, told: Announcements) -> Above:
    """Return which events or coins are shown above the keys while nothing is asked.

    Events and coins must not push a key to another place. So they are not shown above the keys if
    there is a second row of calls, or a row of bets that is not always there. The page then shows a
    few coins beside the picture of the table.
    """
    passing_bets = len(keys.bets) > 1 and not keys.two_call_rows
    if keys.second or passing_bets:
        return "few"
    if not keys.has_calls:
        return "lately"
    if told.coins or told.begins:
        return "coins"
    return "events"


def _why_closed(state: State) -> str:
    """Return why a match that is not over cannot go on at this table."""
    if state.is_full and not state.log.game.over:
        return gettext("The log of this table is full.")
    return gettext("The others have gone on to a new table.")


def _lost_seat(state: State, guest: Guest, seat: int, people: People) -> LostSeat:
    """Return the seat that this phone has lost, with the button that gets it back.

    If no phone has the seat now, the button sends `seat`, and the phone sits down. Otherwise the
    button sends `over`, and the phone takes the seat over from the other phone.
    """
    name = people.seat(seat)
    other = asking.lost_to(state, guest)
    if other is None:
        text = gettext("This phone no longer has %(name)s’s seat.", name=name)
        return LostSeat(text, "seat", seat)
    if other:
        text = gettext("%(other)s’s phone has taken %(name)s’s seat.", other=other, name=name)
    else:
        text = gettext("Another phone has taken %(name)s’s seat.", name=name)
    return LostSeat(text, "over", seat)


def find_answers(keys: Keys, question: QuestionView | None, account: int | None) -> Answers:
    """Return the keys of yes and no among `keys`, with what `question` says about each answer.

    `account` is the account of the player who reads the keys. It is None if all players use the
    phone. The keys then show the glyph of the side that gains.
    """
    yes_facts: tuple[Fact, ...] = ()
    no_facts: tuple[Fact, ...] = ()
    if question is not None and question.answers:
        yes, no = question.answers
        yes_facts = yes.facts
        no_facts = no.facts
    yes_key = _answer_key(keys.yes, yes_facts)
    no_key = _answer_key(keys.no, no_facts)
    if question is not None and question.felt is not None and account is not None:
        yes_key = _in_words(yes_key, yes_facts, account, if_played=len(yes_facts) > 1)
        no_key = _in_words(no_key, no_facts, account, if_played=len(no_facts) > 1)
    return Answers(yes_key, no_key)


def _in_words(
    answer: AnswerKey | None, facts: tuple[Fact, ...], account: int, *, if_played: bool
) -> AnswerKey | None:
    """Return the key of an answer with sentences that say what the answer leads to.

    The sentences speak to the player of this `account`. `if_played` is true if the hand is played
    after this answer.
    """
    if answer is None:
        return None
    words = tuple(fact.told_to(account, if_played=if_played) for fact in facts)
    return answer._replace(words=words)


def _answer_key(key: Key | None, facts: tuple[Fact, ...]) -> AnswerKey | None:
    if key is None:
        return None
    if not facts and key.worth:
        return AnswerKey(key, worth=key.worth)
    if not facts:
        return AnswerKey(key, note=key.note)
    # The facts say the worth already: they give a gain in figures, or a worth in a sentence.
    if facts[0].gain or key.worth_is_word:
        return AnswerKey(key, facts)
    return AnswerKey(key, facts, worth=key.worth)
