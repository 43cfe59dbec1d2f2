"""Make questions about a game from states that were reached by playing at random.

The right answer is found by playing on. Wrong answers are other seats, sides and worths of the
same hand. `question_words` puts questions and answers into words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from random import Random
from typing import Literal, NamedTuple

from companion.board.outcomes import simulate
from companion.engine import Game, MatchLog, Rules, Seats, Shared, Tap, Worth, legal, payments, play
from companion.engine.hand import Offer
from companion.learn.facts import Outcome, is_bet, outcome_between
from companion.learn.walks import random_hand

ROUND = 10  # questions of one round
KEPT = 2048  # questions kept in memory, each of a game, its house rules, a seed and a number
TRIES = 6  # hands played to find a question of the kind whose turn it is
MORE_TRIES = 30  # hands played after these to find a question of any kind
MOST = 4  # most answers of a question

Kind = Literal[
    "leads",
    "answers",
    "refused",
    "accepted",
    "bet",
    "ends",
    "may",
    "replies",
    "worth",
    "takes",
]
What = Literal[
    "seat", "seats", "paid", "unpaid", "worth", "side", "nobody", "again", "goes_on", "yes", "no"
]
# The kinds of one round; their order is shuffled.
ASKED: tuple[Kind, ...] = (
    "refused",
    "ends",
    "may",
    "accepted",
    "leads",
    "answers",
    "refused",
    "bet",
    "ends",
    "worth",
    "replies",
)


class QuizChoice(NamedTuple):
    """An answer that the reader may choose.

    * `what` is the kind of answer.
    * `seats` are the players whom the answer names, if its kind is "seat" or "seats".
    * `accounts` are the accounts that are paid, if its kind is "paid" or "side".
    * `worth` is what the hand is worth, or the points that are paid.
    * `truts` is the number of truts that are paid.
    """

    what: What
    seats: Seats = ()
    accounts: tuple[int, ...] = ()
    worth: Worth | None = None
    truts: int = 0

    @property
    def points(self) -> int:
        """Return the number of points that are paid."""
        if isinstance(self.worth, int):
            return self.worth
        return 0


class Puzzle(NamedTuple):
    """A question about the state of `log`: its answers, and the position of the right answer.

    `taps` are the taps that the question is about: playing them leads to the right answer. If the
    question is about a player, `seat` is their seat. If it is about a call, `word` is the call and
    `part` the part of the rules to which the call belongs.
    """

    kind: Kind
    log: MatchLog
    choices: tuple[QuizChoice, ...]
    right: int
    taps: tuple[Tap, ...] = ()
    seat: int | None = None
    word: str = ""
    part: str = ""

    @property
    def game(self) -> Game:
        """Return the state that the question is about."""
        return self.log.game


@lru_cache(maxsize=KEPT)
def puzzle_of(rules: Rules, seed: str, number: int) -> Puzzle:
    """Return question number `number`, from 0, of the round with this seed.

    The same arguments always give the same question. At most TRIES + MORE_TRIES hands are played.
    Raises LookupError if no question can be found, which happens in none of our games.
    """
    order = list(ASKED)
    Random(seed).shuffle(order)  # noqa: S311 # nothing here is a secret
    wanted = order[number % len(order)]
    dice = Random(f"{seed} {number}")  # noqa: S311 # nothing here is a secret
    for tried in range(TRIES + MORE_TRIES):
        states = random_hand(rules, dice)
        kinds = [wanted]
        if tried >= TRIES:
            kinds = dice.sample(sorted(MAKERS), len(MAKERS))
        for kind in kinds:
            found = ask_about(states, kind, dice)
            if found is not None:
                return found
    raise LookupError(f"{rules.variant}: nothing to ask")


def ask_about(states: Iterable[MatchLog], kind: Kind, dice: Random) -> Puzzle | None:
    """Return a question of this kind about one of these states, or None if no state allows it."""
    in_any_order = list(states)
    dice.shuffle(in_any_order)
    for log in in_any_order:
        found = MAKERS[kind](log, dice)
        if found is not None:
            return found
    return None


def ask_who_leads(log: MatchLog, dice: Random) -> Puzzle | None:
    """Return a question that asks who plays first now.

    Return None before the end of the first trick, and while a question is open.
    """
    game = log.game
    seats = _takers(game)
    if game.hand.question is not None or not game.hand.tricks or game.hand.leader not in seats:
        return None
    right = QuizChoice("seat", seats=(game.hand.leader,))
    wrong = [QuizChoice("seat", seats=(seat,)) for seat in seats]
    return _puzzle("leads", log, right, wrong, dice)


def ask_who_answers(log: MatchLog, dice: Random) -> Puzzle | None:
    """Return a question that asks who may answer the open call now.

    Return None if no call is open, or if the players who may say yes and no are not the same.
    """
    game = log.game
    question = game.hand.question
    if question is None or game.hand.asker is None:
        return None
    yes = _answerers(game, "yes")
    if not yes or yes != _answerers(game, "no"):
        return None
    seats = [seat for seat in range(game.rules.seats) if seat not in game.hand.out]
    right = QuizChoice("seats", seats=yes)
    wrong = [QuizChoice("seats", seats=(seat,)) for seat in seats]
    for side in sorted(set(game.hand.sides)):
        partners = tuple(seat for seat in seats if game.hand.side(seat) == side)
        if partners:
            wrong.append(QuizChoice("seats", seats=partners))
    return _puzzle("answers", log, right, wrong, dice)


def ask_what_a_refusal_pays(log: MatchLog, dice: Random) -> Puzzle | None:
    """Return a question that asks how much a no to the open question pays, and to whom."""
    tap = _answer_tap(log.game, "no", dice)
    if tap is None:
        return None
    return ask_what_is_paid("refused", log, (tap,), dice)


def ask_what_the_hand_is_worth(log: MatchLog, dice: Random) -> Puzzle | None:
    """Return a question that asks what the hand is worth after a yes to the open question.

    Return None if a yes is not possible or does not change the worth.
    """
    tap = _answer_tap(log.game, "yes", dice)
    if tap is None:
        return None
    return ask_about_yes(log, tap, dice)


def ask_about_yes(log: MatchLog, tap: Tap, dice: Random) -> Puzzle | None:
    """Return a question that asks what the hand is worth after this yes.

    Return None if the yes does not change the worth.
    """
    game = log.game
    after = simulate(game, tap)
    if after is None or after.events or after.hand.worth == game.hand.worth:
        return None
    question = game.hand.question
    near: list[Worth | None] = [game.hand.worth]
    if question is not None:
        near += [question.if_refused, question.if_accepted]
    near += [offer.if_accepted for offer in legal(after) if offer.group == "call"]
    right = QuizChoice("worth", worth=after.hand.worth)
    wrong = [QuizChoice("worth", worth=value) for value in near if value]
    if isinstance(after.hand.worth, int):
        wrong.append(QuizChoice("worth", worth=after.hand.worth + 1))
    return _puzzle("accepted", log, right, wrong, dice, taps=(tap,))


def ask_what_a_bet_pays(log: MatchLog, dice: Random) -> Puzzle | None:
    """Return a question that asks what an accepted side bet pays to the side that wins it."""
    game = log.game
    question = game.hand.question
    if question is None or not is_bet(game, question.part):
        return None
    yes = _answer_tap(game, "yes", dice)
    if yes is None:
        return None
    after = play(game, yes)
    best = [offer.tap for offer in legal(after) if offer.tap.word == "best"]
    if not best:
        return None
    return ask_what_is_paid("bet", log, (yes, dice.choice(best)), dice)


def ask_what_the_hand_pays(log: MatchLog, dice: Random) -> Puzzle | None:
    """Return a question that asks what a side gets if it takes the hand now."""
    game = log.game
    if game.hand.question is not None:
        return None
    taps = [offer.tap for offer in legal(game) if offer.group == "hand"]
    if not taps:
        return None
    return ask_what_is_paid("worth", log, (dice.choice(taps),), dice)


def ask_how_the_hand_ends(log: MatchLog, dice: Random) -> Puzzle | None:
    """Return a question that asks what happens if this trick goes to a player, or is tied.

    Return None while no trick of the hand has been played, and while a question is open.
    """
    game = log.game
    if game.hand.question is not None or not game.hand.tricks:
        return None
    taps = [offer.tap for offer in legal(game) if offer.group == "trick" and _is_told(offer.tap)]
    if not taps:
        return None
    return ask_about_trick(log, dice.choice(taps), dice)


def ask_about_trick(log: MatchLog, tap: Tap, dice: Random) -> Puzzle | None:
    """Return a question that asks what happens if the present trick ends with this tap."""
    game = log.game
    after = simulate(game, tap)
    if after is None:
        return None
    right = _end_of(game, outcome_between(game, after))
    sides = [game.rules.accounts_of(game.hand, side) for side in sorted(set(game.hand.sides))]
    dice.shuffle(sides)
    wrong = [
        QuizChoice("goes_on"),
        *(QuizChoice("side", accounts=accounts) for accounts in sides[:2]),
    ]
    if right.what != "again":
        wrong.append(QuizChoice("nobody"))
    return _puzzle("ends", log, right, wrong, dice, taps=(tap,), seat=tap.seat)


def ask_who_may_call(log: MatchLog, dice: Random) -> Puzzle | None:
    """Return a question that asks whether a player may make a call.

    Return None while a question is open.
    """
    if log.game.hand.question is not None or not _takers(log.game):
        return None
    return _ask_whether("may", log, _takers(log.game), dice)


def ask_who_may_reply(log: MatchLog, dice: Random) -> Puzzle | None:
    """Return a question that asks whether a player who must answer a call may call instead."""
    question = log.game.hand.question
    if question is None or log.game.hand.asker is None:
        return None
    return _ask_whether("replies", log, question.answer, dice)


def _ask_whether(kind: Kind, log: MatchLog, seats: Seats, dice: Random) -> Puzzle | None:
    """Return a question that asks whether a player in one of `seats` may make a certain call now.

    The call was possible at some time in this hand. If the state allows it, yes and no are equally
    likely as the right answer.
    """
    parts = _calls_of_hand(log)
    possible: list[tuple[int, str]] = []
    for seat in seats:
        possible += [(seat, word) for word in sorted(parts)]
    if not possible:
        return None
    now = {(offer.tap.seat, offer.tap.word) for offer in _calls(log.game)}
    may = [pair for pair in possible if pair in now]
    may_not = [pair for pair in possible if pair not in now]
    seat, word = dice.choice(dice.choice([group for group in (may, may_not) if group]))
    choices = (QuizChoice("yes"), QuizChoice("no"))
    right = int((seat, word) not in now)
    return Puzzle(kind, log, choices, right, seat=seat, word=word, part=parts[word])


def ask_what_is_paid(
    kind: Kind, log: MatchLog, taps: tuple[Tap, ...], dice: Random
) -> Puzzle | None:
    """Return a question that asks how much the last of these taps pays, and to whom.

    Return None if a tap is not legal, or if the last tap makes several payments.
    """
    game = log.game
    after = _after(game, taps)
    if after is None or not _is_about_one_payment(after):
        return None
    right = _paid(payments(after.events))
    near = [game.hand.worth, game.rules.plain]
    near += [call.if_accepted for call in game.hand.calls]
    near += [call.if_refused for call in game.hand.calls]
    question = game.hand.question
    if question is not None:
        near += [worth for worth in (question.if_accepted, question.if_refused) if worth]
    wrong = list(_other_payments(game, right, near, taps[-1]))
    return _puzzle(kind, log, right, wrong, dice, taps=taps, seat=taps[-1].seat)


def _is_about_one_payment(after: Game) -> bool:
    return len(payments(after.events)) <= 1


def _paid(paid: tuple[Shared, ...]) -> QuizChoice:
    """Return the payment as an answer of the quiz. If truts are paid, its points are 0."""
    if not paid:
        return QuizChoice("unpaid")
    event = paid[0].event
    if event.truts:
        return QuizChoice("paid", accounts=paid[0].accounts, worth=0, truts=event.truts)
    return QuizChoice("paid", accounts=paid[0].accounts, worth=event.points)


def _other_payments(
    game: Game, right: QuizChoice, near: Iterable[Worth], tap: Tap
) -> Iterator[QuizChoice]:
    """Yield wrong answers to a question that asks what is paid, and to whom.

    A wrong answer has the right amount for another side, or another amount. `near` are amounts to
    choose from, such as the worth of the hand before the tap.
    """
    accounts = right.accounts
    if not accounts:
        accounts = game.rules.accounts_of(game.hand, game.hand.side(tap.seat or 0))
    for side in sorted(set(game.hand.sides)):
        others = game.rules.accounts_of(game.hand, side)
        if others != accounts and right.what == "paid":
            yield right._replace(accounts=others)
    for worth in near:
        if isinstance(worth, int) and worth > 0:
            yield QuizChoice("paid", accounts=accounts, worth=worth)
        elif worth == "trut":
            yield QuizChoice("paid", accounts=accounts, worth=0, truts=1)
    if isinstance(right.worth, int):
        yield QuizChoice("paid", accounts=accounts, worth=right.worth + 1)
    yield QuizChoice("unpaid")


def _end_of(game: Game, outcome: Outcome) -> QuizChoice:
    if outcome.again:
        return QuizChoice("again")
    if not outcome.ends:
        return QuizChoice("goes_on")
    if outcome.taken_by is None:
        return QuizChoice("nobody")
    return QuizChoice("side", accounts=game.rules.accounts_of(game.hand, outcome.taken_by))


def _puzzle(
    kind: Kind,
    log: MatchLog,
    right: QuizChoice,
    wrong: Iterable[QuizChoice],
    dice: Random,
    *,
    taps: tuple[Tap, ...] = (),
    seat: int | None = None,
) -> Puzzle | None:
    """Return a question with its answers in random order, or None if there is no wrong answer."""
    others = [choice for choice in dict.fromkeys(wrong) if choice != right]
    if not others:
        return None
    choices = [right, *dice.sample(others, min(len(others), MOST - 1))]
    dice.shuffle(choices)
    return Puzzle(kind, log, tuple(choices), choices.index(right), taps, seat)


def _takers(game: Game) -> Seats:
    """Return the seats that may take the present trick, in play order from the leader."""
    taking = {offer.tap.seat for offer in legal(game) if offer.tap.word == "won"}
    return tuple(seat for seat in game.rules.order(game.hand.leader) if seat in taking)


def _is_told(tap: Tap) -> bool:
    """Return whether this tap says who took the trick, or that all sides tied.

    There are no sentences, and so no questions, about any other result.
    """
    return tap.word == "won" or (tap.word == "tied" and tap.seat is None)


def _answers(game: Game, word: str) -> Iterator[Offer]:
    """Yield the players' offers that answer the open question with this word."""
    question = game.hand.question
    if question is None:
        return
    for offer in legal(game):
        is_answer = offer.group == "answer" and offer.part == question.part
        if is_answer and offer.tap.word == word and offer.tap.seat is not None:
            yield offer


def _answerers(game: Game, word: str) -> Seats:
    return tuple(sorted({offer.tap.seat or 0 for offer in _answers(game, word)}))


def _answer_tap(game: Game, word: str, dice: Random) -> Tap | None:
    taps = [offer.tap for offer in _answers(game, word)]
    if not taps:
        return None
    return dice.choice(taps)


def _after(game: Game, taps: Iterable[Tap]) -> Game | None:
    after: Game | None = game
    for tap in taps:
        after = simulate(after, tap)
    return after


def _calls(game: Game) -> Iterator[Offer]:
    """Yield the offers of the calls that players may make now."""
    for offer in legal(game):
        if offer.group == "call" and offer.tap.seat is not None:
            yield offer


def _calls_of_hand(log: MatchLog) -> dict[str, str]:
    """Return the calls that were possible at some time in this hand.

    Each call has the name of the part of the rules that it belongs to.
    """
    found: dict[str, str] = {}
    before: MatchLog | None = log
    while before is not None:
        found |= {offer.tap.word: offer.part for offer in _calls(before.game)}
        before = before.past
    return found


MAKERS: dict[Kind, Callable[[MatchLog, Random], Puzzle | None]] = {
    "leads": ask_who_leads,
    "answers": ask_who_answers,
    "refused": ask_what_a_refusal_pays,
    "accepted": ask_what_the_hand_is_worth,
    "bet": ask_what_a_bet_pays,
    "ends": ask_how_the_hand_ends,
    "may": ask_who_may_call,
    "replies": ask_who_may_reply,
    "worth": ask_what_the_hand_pays,
}
