"""Play taps: `start` a match or `resume` one, `play` one tap, `replay` many.

A `Game` is one state and cannot undo a tap. A `MatchLog` can undo and redo taps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.engine import table_taps
from companion.engine.core import Game, Illegal, Part, Reason, Rules, add_to_account
from companion.engine.hand import Event, Offer, Tap
from companion.engine.hand_flow import blank, corrected, deal, pay, settle
from companion.engine.offering import find_offer, legal
from companion.engine.sentence import Impossible

UNDO = Tap("undo")
REDO = Tap("redo")


def start(rules: Rules, dealer: int = 0, score: str = "", games: str = "") -> Game:
    """Return a match before its first tap, at a `score` (`4-6`) and `games` (`1-0`) if given.

    Raises Impossible if the dealer has no seat, or if the score or the games are impossible.
    """
    if not 0 <= dealer < rules.seats:
        raise Impossible(
            "there is no seat %(seat)s: the dealer’s seat must be from 0 to %(last)s",
            seat=dealer,
            last=rules.seats - 1,
        )
    game = Game(rules, (), _parse_games(rules, games), blank(rules, dealer, dealer))
    game = rules.tally.parse(game, score) if score else rules.tally.zero(game)
    return deal(game, dealer, again=True)


def resume(game: Game, tap: Tap, score: str, events: Iterable[Event]) -> Game:
    """Return the game with a new hand at a recorded score, even if the rules now refuse the score.

    `game` is the state before `tap`; `score` and `events` were recorded with that tap. The events
    say whether the deal passes and who won a game. Two facts are read from the tap itself: a tap
    `dealer` says who deals, and a tap `fix-games` says how many games an account is given.
    """
    winners = {event.kind: event.side for event in events}
    pairs = [[int(number) for number in side.split("/")] for side in score.split("-")]
    game = game._replace(
        score=tuple(pair[-1] for pair in pairs),
        truts=tuple(pair[0] for pair in pairs if len(pair) == 2),
        games=_games_after(game, tap, winners.get("game")),
        winner=winners.get("match"),
        duel_points=(),
        whole=(),
        before=None,
        events=(),
    )
    dealer = _dealer_after(game, tap, hand_ended="hand" in winners)
    if tap.word == "end" or game.winner is not None:
        return game._replace(
            hand=blank(game.rules, dealer, game.hand.turn), ended=tap.word == "end"
        )
    return deal(game, dealer, again="hand" not in winners)


def _games_after(game: Game, tap: Tap, winner: int | None) -> tuple[int, ...]:
    if tap.word == "fix-games":
        return add_to_account(game.games, game.rules.account(tap.seat or 0), int(tap.value or 0))
    if winner is None:
        return game.games
    return add_to_account(game.games, winner, 1)


def _dealer_after(game: Game, tap: Tap, *, hand_ended: bool) -> int:
    if tap.word == "dealer" and tap.seat is not None:
        return tap.seat
    deals_again = tap.word == "void" and tap.value is None
    if hand_ended and not deals_again:
        return game.rules.after(game.dealer)
    return game.dealer


def play(game: Game, tap: Tap) -> Game:
    """Return the game after this tap. Raises Illegal if it is not legal; then nothing changes."""
    if tap.word in table_taps.FORMS:
        return table_taps.play_table_tap(game, tap)
    offer = find_offer(game, tap)
    if offer is None:
        offers = legal(game)
        raise Illegal(tap, *_why_not(game, tap, offers), offers)
    part = game.rules.part(offer.part)
    if part.looks_back:
        return _play_looking_back(game, part, tap)
    hand = part.apply(game, tap)._replace(taps=(*game.hand.taps, tap))
    return settle(game._replace(hand=hand, before=None, events=()))


def pays(game: Game, offer: Offer) -> tuple[Event, ...]:
    """Return the first payment that the tap of this offer would make, without playing the tap.

    The payment is returned as events of the kind "points", one for each account that is paid.
    """
    hand = game.rules.part(offer.part).apply(game, offer.tap)
    payment = hand.owed[0] if hand.owed else hand.result
    if payment is None:
        return ()
    paid = pay(game._replace(events=()), payment, game.hand)
    return tuple(event for event in paid.events if event.kind == "points")


def replay(game: Game, taps: Iterable[Tap]) -> Game:
    """Return the game after these taps, without undo and redo (see `MatchLog` for those)."""
    for tap in taps:
        game = play(game, tap)
    return game


def _parse_games(rules: Rules, text: str) -> tuple[int, ...]:
    if not text:
        return (0,) * rules.accounts
    try:
        games = tuple(int(won) for won in text.split("-"))
    except ValueError:
        games = ()
    if len(games) != rules.accounts or not all(0 <= won <= rules.best_of // 2 for won in games):
        raise Impossible(
            "“%(text)s” is not a possible count of games: give one number per side, such as 1-0, "
            "each lower than the number that wins the match",
            text=text,
        )
    return games


def _play_looking_back(game: Game, part: Part, tap: Tap) -> Game:
    """Return the game after a tap about the previous hand.

    The tap is recorded in that hand. Its points are paid now, or kept with the other points of a
    round of duels.
    """
    hand = part.apply(game, tap)
    sides = game.before or hand
    before = game.before and game.before._replace(taps=(*game.before.taps, tap))
    paid = game._replace(hand=hand._replace(owed=()), before=before, events=())
    for payment in hand.owed:
        paid = pay(paid, payment, sides, at_once=part.pays_at_once(game))
    return corrected(paid) if hand.owed else paid


def _why_not(game: Game, tap: Tap, offers: tuple[Offer, ...]) -> tuple[Reason, str]:
    """Return why no offer includes this tap: one word for the reason, and a sentence."""
    last = game.rules.seats - 1
    if game.over:
        return "over", "the match is over; undo is the way back"
    if (tap.seat or 0) > last:
        return "seat", f"there is no seat {tap.seat}: seats are 0 to {last}"
    seats = sorted({offer.tap.seat for offer in offers if offer.tap.word == tap.word}, key=str)
    if seats:
        return _why_not_for(tap, seats)
    question = game.hand.question
    if question is not None:
        return "question", f"{question.word} waits for the answer of seat {_or(question.answer)}"
    return "moment", f"{tap.word} is not possible now"


def _why_not_for(tap: Tap, seats: list[int | None]) -> tuple[Reason, str]:
    """Return why a tap is refused although its word is legal now for `seats`, as word and sentence.

    For example, return ("elsewhere", "yes is only for seat 1 now").
    """
    if tap.seat in seats:
        if tap.reason is not None:
            return "value", f"{tap.word} carries no reason"
        value = f"the value {tap.value!r}" if tap.value else "no value"
        return "value", f"{tap.word} cannot be tapped with {value}"
    if seats == [None]:
        return "seat", f"{tap.word} names no seat"
    return "elsewhere", f"{tap.word} is only for seat {_or(seats)} now"


def _or(seats: Iterable[int | None]) -> str:
    return " or ".join(map(str, seats))


@dataclass(frozen=True, slots=True)
class MatchLog:
    """A match that can undo and redo: the present game, and how it came about.

    * `tap`: the tap that led to this game, None at the start.
    * `past`: the log before that tap, to which an undo leads.
    * `ahead`: the log to which a redo leads.

    Undo and redo go across hands and games. They take no longer in a long match than in a short
    one.
    """

    game: Game
    tap: Tap | None = None
    past: MatchLog | None = field(default=None, compare=False, repr=False)
    ahead: MatchLog | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of(cls, game: Game, taps: Iterable[Tap]) -> MatchLog:
        """Return the match after these taps. Raises Illegal at the first tap that is not legal."""
        log = cls(game)
        for tap in taps:
            log = log.play(tap)
        return log

    def play(self, tap: Tap) -> MatchLog:
        """Return the match after one more tap, which may be undo or redo."""
        if tap == UNDO:
            return self._undone()
        if tap == REDO:
            return self._redone()
        return MatchLog(play(self.game, tap), tap, past=self)

    def _undone(self) -> MatchLog:
        if self.past is None:
            raise Illegal(UNDO, "undo", "there is nothing to take back", legal(self.game))
        return replace(self.past, ahead=self)

    def _redone(self) -> MatchLog:
        if self.ahead is None:
            raise Illegal(REDO, "redo", "there is nothing to put back", legal(self.game))
        return self.ahead


def counting(taps: Iterable[Tap]) -> tuple[bool, ...]:
    """Return, for each tap of a log, whether it counts at the end.

    An undone tap does not count; undo and redo never do. For example, after truc, undo, retruc only
    the third tap counts.
    """
    done: list[int] = []
    undone: list[int] = []
    rows = 0
    for rows, tap in enumerate(taps, start=1):
        if tap == UNDO:
            undone.append(done.pop())
        elif tap == REDO:
            done.append(undone.pop())
        else:
            done.append(rows - 1)
            undone.clear()
    counted = set(done)
    return tuple(row in counted for row in range(rows))
