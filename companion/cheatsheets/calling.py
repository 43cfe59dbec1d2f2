"""Try out a call on the engine: who may make it, who answers it, and which calls may follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.cheatsheets import probe
from companion.engine import Game, Offer, Question, Seats, play
from companion.engine.asking import everybody
from companion.engine.ladder import Ladder


@dataclass(frozen=True)
class Try:
    """A call that was tried out, with its offer and its question.

    `game` is the game before the call, `asked` the game after the call and before its answer.
    """

    game: Game
    offer: Offer
    asked: Game
    question: Question

    @property
    def accepted(self) -> Game:
        """The game after everybody who is asked has said yes."""
        return probe.accept(self.asked)

    @property
    def topic(self) -> str:
        """The topic of the sheet that shows this call: "ladder", "bets" or "announced"."""
        return self.game.rules.part(self.offer.part).topic

    @property
    def answerer(self) -> int:
        """The index of the side that has to answer."""
        return self.game.hand.side(self.question.answer[0])


def tries(game: Game, part: str = "") -> Iterator[Try]:
    """Yield every call that may be made now.

    If `part` is the name of a part of the rules, yield only the calls of this part.

    If several players may make the same call, it is tried for one of them. A player who has already
    called in this hand is preferred.
    """
    callers = {call.seat for call in game.hand.calls}
    offers = sorted(probe.calls(game), key=lambda offer: offer.tap.seat not in callers)
    for offer in probe.by_word(offers):
        if part in ("", offer.part):
            yield from _try_call(game, offer)


def _try_call(game: Game, offer: Offer) -> Iterator[Try]:
    asked = play(game, probe.sample_tap(offer))
    if asked.hand.question is not None:
        yield Try(game, offer, asked, asked.hand.question)


def raised(game: Game) -> Game | None:
    """Return the game after the leader has raised the worth of the hand by an accepted call.

    If the leader may make several such calls, use the first one that the rules offer. If the leader
    may make none now, return None.
    """
    own = [offer for offer in probe.calls(game) if offer.tap.seat == game.hand.leader]
    for offer in probe.by_word(own):
        for tried in _try_call(game, offer):
            if tried.topic == "ladder":
                return tried.accepted
    return None


def with_calls(game: Game) -> Game:
    """Return the game at the first moment when a call is possible, after tied tricks if needed.

    If the hand would end before any call is possible, return the game before its last trick.
    """
    while not probe.calls(game) and probe.tricks(game):
        later = probe.trick(game, None)
        dealt_again = not later.hand.tricks
        if probe.ended(later) or dealt_again:
            break
        game = later
    return game


def _moments(game: Game) -> Iterator[Game]:
    """Yield up to three states of a game in which calls may differ.

    They are the state now, the state after a tied trick, and the state after a trick that another
    player than the leader took. A state after the end of the hand is left out.
    """
    yield game
    takers: list[int | None] = []
    for offer in probe.tricks(game):
        if offer.tap.word == "won" and offer.tap.seat != game.hand.leader:
            takers.append(offer.tap.seat)  # noqa: PERF401 # the condition is too long for one line
    if not takers:
        return
    for seat in (None, takers[0]):
        later = probe.trick(game, seat)
        if not probe.ended(later):
            yield later


def goes_on(game: Game) -> bool:
    """Return whether this hand can go on after one more trick, so that calls may follow later."""
    return len(list(_moments(game))) > 1


def _offered(game: Game, word: str) -> list[Offer]:
    return [offer for offer in probe.calls(game) if offer.tap.word == word]


def _callers(game: Game, word: str) -> set[int]:
    return {offer.tap.seat for offer in _offered(game, word) if offer.tap.seat is not None}


def who(tried: Try, taker: int | None) -> str:
    """Return who may make the call, in one word.

    * either: both sides.
    * taker: only the side that accepted the previous call.
    * caller: only the side that made the previous call.
    * leader: only the player who is about to lead a trick.
    * eldest_later: both sides now, and after one more trick only the side of eldest.

    `taker` is the index of the side that accepted the previous call, or None if there was none.
    """
    # The hand is looked at now, after a tied trick and after a trick that somebody else took,
    # because a right may pass with the lead. If at every moment only the seat about to lead may
    # call, the answer is "leader". Otherwise the sides that may call at any moment are added up.
    moments = [(game, _callers(game, tried.offer.tap.word)) for game in _moments(tried.game)]
    if _is_always_the_leader(moments):
        return "leader"
    now, *later = (_sides(game, seats) for game, seats in moments)
    side_of_eldest = _sides(tried.game, {_eldest(tried.game)})
    if len(now) > 1 and later and all(sides == side_of_eldest for sides in later):
        return "eldest_later"
    sides = now.union(*later)
    if taker is None or len(sides) > 1:
        return "either"
    return "taker" if sides == {taker} else "caller"


def _is_always_the_leader(moments: list[tuple[Game, set[int]]]) -> bool:
    """Return whether at every moment only the player who is about to lead may make the call.

    `moments` are games, each with the seats that may make the call in this game.
    """
    leaders = {game.hand.leader for game, _ in moments}
    return len(leaders) > 1 and all(seats == {game.hand.leader} for game, seats in moments)


def _sides(game: Game, seats: set[int]) -> set[int]:
    return {game.hand.side(seat) for seat in seats}


def _eldest(game: Game) -> int:
    return game.rules.after(game.dealer)


def answers(tried: Try) -> str:
    """Return who answers this call, in one word that is true for every caller.

    If one player answers:

    * opponent: the only opponent.
    * next: the player after the caller.
    * governors: the dealer or eldest, whichever is on the side that answers.
    * last: the dealer or the player before the dealer, whichever is on the side that answers.
    * captain: the same player of each side, whoever deals.
    * named: any other single player.

    If several players are asked:

    * opponents: two players are asked, and the first answer counts.
    * several: more than two players are asked, and the first answer counts. This word is also
      returned if one player plays alone against the others. Then one or two players are asked,
      depending on who calls.
    * one_yes: one yes is enough.
    * all_yes: all must say yes.
    * in_turn: they answer one after the other.
    * each: all must answer.
    """
    questions: list[Question] = []
    for game in _moments(tried.game):
        questions += _asks(game, tried.offer.tap.word)
    if tried.game.hand.alone is not None:
        return "several"  # one opponent or two, depending on who calls
    if all(len(_opponents(tried.game, question)) == 1 for question in questions):
        return "opponent"
    if any(len(_asked(question)) > 1 for question in questions):
        return _how_several_answer(tried)
    return _which_one_answers(
        tried, [(question.by or 0, question.answer[0]) for question in questions]
    )


def _asks(game: Game, word: str) -> Iterator[Question]:
    """Yield, for each player who may make the call `word` now, the question that the call asks."""
    for offer in _offered(game, word):
        for tried in _try_call(game, offer):
            yield tried.question


def _asked(question: Question) -> Seats:
    return question.answer + question.waiting


def _opponents(game: Game, question: Question) -> set[int]:
    """Return the seats still in the hand that are not on the caller's side."""
    caller = game.hand.side(question.by or 0)
    return {seat for seat in everybody(game) if game.hand.side(seat) != caller}


def _which_one_answers(tried: Try, pairs: list[tuple[int, int]]) -> str:
    """Return the word that says which one of several opponents answers (see `answers`).

    `pairs` are pairs of seats: a caller, and the player who answers that caller.
    """
    game = tried.game
    if all(answerer == game.rules.after(caller) for caller, answerer in pairs):
        return "next"
    answerers = {answerer for _, answerer in pairs} | _answerers_of_anybody(tried, game.dealer)
    if answerers == _answerers_of_anybody(tried, game.rules.after(game.dealer)):
        return "captain"
    if answerers <= {game.dealer, _eldest(game)}:
        return "governors"
    if answerers <= {game.dealer, game.rules.after(game.dealer, -1)}:
        return "last"
    return "named"


def _answerers_of_anybody(tried: Try, dealer: int) -> set[int]:
    """Return the seats that would answer a call if seat `dealer` had dealt.

    For each seat, suppose that it makes a call of the same ladder as the call in `tried`, even if
    it may not call now. The first seat that would answer is in the result.
    """
    game = tried.game._replace(hand=tried.game.hand._replace(dealer=dealer))
    part = game.rules.part(tried.offer.part)
    if not isinstance(part, Ladder):
        return set()
    return {part.answers(game, seat)[0] for seat in everybody(game)}


def _how_several_answer(tried: Try) -> str:
    quorum = probe.quorum(tried.asked)
    if quorum == "first":
        return "opponents" if len(_asked(tried.question)) == 2 else "several"
    if quorum == "everyone":
        return "each"
    if tried.question.waiting:
        return "in_turn"
    return quorum


def replies(tried: Try) -> tuple[str, ...]:
    """Return the calls that may be made instead of a yes or a no.

    * All possible calls of the ladder to which the open call belongs.
    * The first call of every other ladder that may interrupt the open call.
    """
    own: list[str] = []
    first_of_part: dict[str, str] = {}
    for offer in probe.by_word(probe.calls(tried.asked)):
        if offer.part == tried.question.part:
            own.append(offer.tap.word)
        else:
            first_of_part.setdefault(offer.part, offer.tap.word)
    return (*own, *first_of_part.values())
