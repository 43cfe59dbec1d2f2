"""What the calls of a game are worth, found by making them: the ladder of the hand and the side bets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

from companion.cheatsheets import probe
from companion.engine import Ask, Game, Offer, Rules, Worth, play

DEEPEST = 12  # calls followed in one hand: enough for every ladder that ends
CHAIN = 4  # side-bet calls followed one upon another


@dataclass(frozen=True, slots=True)
class Rung:
    """One call of the ladder: the worth when met, the points when refused, and whose it is.

    `who` is either, taker (the side that said yes to the call before) or caller; `answer` is next,
    opponents, opponent, several or named; `replies` are the calls that may be made instead of answering.
    """

    word: str
    yes: Worth
    no: Worth
    who: str
    answer: str
    replies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bet:
    """One call of a side bet at the end of a chain, `depth` calls after the first; yes None: the score decides."""

    word: str
    depth: int
    yes: Worth | None
    no: Worth


@dataclass(frozen=True, slots=True)
class _Try:
    """A call that was made to see what it does: the game before, its question, and the game once it is met."""

    game: Game
    offer: Offer
    asked: Game
    ask: Ask

    @property
    def met(self) -> Game:
        return probe.accept(self.asked)

    @property
    def raises(self) -> bool:
        """Whether the hand is worth something else once the call is met."""
        return self.met.hand.stake != self.game.hand.stake

    @property
    def answerer(self) -> int:
        return self.game.rules.side(self.ask.answer[0])


def rungs(rules: Rules) -> tuple[Rung, ...]:
    """The ladder of the hand, in the order in which the calls can be made."""
    found: dict[tuple[str, Worth | None, Worth | None], Rung] = {}
    waiting: list[tuple[Game, int | None, int]] = [(probe.fresh(rules), None, 0)]
    while waiting:
        game, taker, depth = waiting.pop(0)
        for tried in (t for t in _tries(_with_calls(game)) if t.raises):
            key = (tried.offer.act.word, tried.ask.yes, tried.ask.no)
            if key not in found and depth < DEEPEST:
                found[key] = _rung(tried, taker)
                waiting.append((tried.met, tried.answerer, depth + 1))
    return tuple(found.values())


def bets(rules: Rules) -> tuple[Bet, ...]:
    """Every chain of side bets, each call followed by those that may be made upon it."""
    early = _bets(probe.fresh(rules))
    late = _bets(probe.fresh(rules, score=_late(rules))) if early else []
    pairs = zip_longest(early, late)
    return tuple(bet if other == bet or other is None else replace(bet, yes=None) for bet, other in pairs if bet)


def _late(rules: Rules) -> str:
    points = rules.tally.target * 2 // 3
    return f"{points}-{max(points - 1, 0)}"


def _with_calls(game: Game) -> Game:
    """The first moment of the hand, from here on, at which something may be called."""
    while not probe.calls(game) and probe.tricks(game):
        later = probe.trick(game, None)
        if probe.ended(later):
            break
        game = later
    return game


def _tries(game: Game, part: str = "") -> Iterator[_Try]:
    """Every call that may be made now, of one part of the rules or of all, made."""
    for offer in probe.by_word(o for o in probe.calls(game) if part in ("", o.part)):
        asked = play(game, probe.tap(offer))
        if asked.hand.ask is not None:
            yield _Try(game, offer, asked, asked.hand.ask)


def _rung(tried: _Try, taker: int | None) -> Rung:
    ask = tried.ask
    return Rung(tried.offer.act.word, ask.yes or 0, ask.no or 0, _who(tried, taker), _answers(tried), _replies(tried))


def _replies(tried: _Try) -> tuple[str, ...]:
    """The calls that may answer this one: all of its own ladder, the first of each that may interrupt it."""
    offers = tuple(probe.by_word(probe.calls(tried.asked)))
    parts = dict.fromkeys(o.part for o in offers if o.part != tried.ask.part)
    own = tuple(o.act.word for o in offers if o.part == tried.ask.part)
    return own + tuple(next(o.act.word for o in offers if o.part == part) for part in parts)


def _who(tried: _Try, taker: int | None) -> str:
    same = [o.act.seat for o in probe.calls(tried.game) if o.act.word == tried.offer.act.word]
    sides = {tried.game.rules.side(seat) for seat in same if seat is not None}
    if taker is None or len(sides) > 1:
        return "either"
    return "taker" if sides == {taker} else "caller"


def _answers(tried: _Try) -> str:
    rules, ask = tried.game.rules, tried.ask
    if rules.seats == 2:
        return "opponent"
    if len(ask.answer) + len(ask.waiting) > 1:
        return "opponents" if len(rules.seats_of(tried.answerer)) == 2 else "several"
    return "next" if ask.by is not None and ask.answer == (rules.after(ask.by),) else "named"


def _bets(game: Game) -> list[Bet]:
    openers = [tried for tried in _tries(_with_calls(game)) if not tried.raises]
    return [bet for opener in openers for bet in _chain(opener, 0)]


def _chain(tried: _Try, depth: int) -> Iterator[Bet]:
    if tried.ask.no is None:
        return
    yield Bet(tried.offer.act.word, depth, tried.ask.yes, tried.ask.no)
    if depth + 1 < CHAIN:
        for upon in _tries(tried.asked, tried.offer.part):
            yield from _chain(upon, depth + 1)
