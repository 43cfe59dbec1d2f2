"""Trying out a call on the engine: who may make it, who answers it, and which calls may follow it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.cheatsheets import probe
from companion.engine import Ask, Game, Offer, Seats, play
from companion.engine.asking import everybody
from companion.engine.ladder import Ladder


@dataclass(frozen=True)
class Try:
    """A call that was tried: the game before it, the question it asked, and the game after it was accepted."""

    game: Game
    offer: Offer
    asked: Game
    ask: Ask

    @property
    def met(self) -> Game:
        """The game after everybody asked has said yes."""
        return probe.accept(self.asked)

    @property
    def topic(self) -> str:
        """The topic that shows it: ladder, bets or announced."""
        return self.game.rules.part(self.offer.part).topic

    @property
    def answerer(self) -> int:
        """The side that has to answer."""
        return self.game.rules.side(self.ask.answer[0])


def tries(game: Game, part: str = "") -> Iterator[Try]:
    """Every call that may be made now, of one part of the rules or of all.

    Of several players who may make the same call, one who has called before in this hand is taken.
    """
    before = {call.seat for call in game.hand.calls}
    offers = sorted(probe.calls(game), key=lambda offer: offer.act.seat not in before)
    for offer in probe.by_word(o for o in offers if part in ("", o.part)):
        yield from _made(game, offer)


def _made(game: Game, offer: Offer) -> Iterator[Try]:
    asked = play(game, probe.tap(offer))
    if asked.hand.ask is not None:
        yield Try(game, offer, asked, asked.hand.ask)


def raised(game: Game) -> Game | None:
    """The game after the leader of the hand has raised it and was accepted; None where the leader may not call."""
    own = (offer for offer in probe.calls(game) if offer.act.seat == game.hand.leader)
    tried = (made for offer in probe.by_word(own) for made in _made(game, offer))
    return next((one.met for one in tried if one.topic == "ladder"), None)


def with_calls(game: Game) -> Game:
    """The game at the first moment of this hand, from here on, at which somebody may call."""
    while not probe.calls(game) and probe.tricks(game):
        later = probe.trick(game, None)
        if probe.ended(later) or not later.hand.tricks:  # over, or dealt again
            break
        game = later
    return game


def _moments(game: Game) -> Iterator[Game]:
    """The game now, after a tied trick, and after a trick won by a player who did not lead it."""
    yield game
    won = [
        o.act.seat
        for o in probe.tricks(game)
        if o.act.word == "won" and o.act.seat != game.hand.leader
    ]
    for seat in (None, *won[:1]) if won else ():
        later = probe.trick(game, seat)
        if not probe.ended(later):
            yield later


def goes_on(game: Game) -> bool:
    """Whether there is a later moment of this hand at which somebody else might call."""
    return len(list(_moments(game))) > 1


def _offered(game: Game, word: str) -> list[Offer]:
    return [o for o in probe.calls(game) if o.act.word == word]


def _callers(game: Game, word: str) -> set[int]:
    return {o.act.seat for o in _offered(game, word) if o.act.seat is not None}


def who(tried: Try, taker: int | None) -> str:
    """Who may make the call; `taker` is the side that accepted the call before.

    either, taker, caller (the side of the call before), leader (whoever is about to lead a trick), or
    eldest_later (either at first, after a trick only those who did not deal).
    """
    moments = [(game, _callers(game, tried.offer.act.word)) for game in _moments(tried.game)]
    if _always_who_leads(moments):
        return "leader"
    now, *later = (_sides(game, seats) for game, seats in moments)
    if (
        len(now) > 1
        and later
        and all(sides == _sides(tried.game, {_eldest(tried.game)}) for sides in later)
    ):
        return "eldest_later"
    sides = now.union(*later)
    if taker is None or len(sides) > 1:
        return "either"
    return "taker" if sides == {taker} else "caller"


def _always_who_leads(moments: list[tuple[Game, set[int]]]) -> bool:
    """Whether at every moment only the player about to lead may make the call."""
    leaders = {game.hand.leader for game, _ in moments}
    return len(leaders) > 1 and all(seats == {game.hand.leader} for game, seats in moments)


def _sides(game: Game, seats: set[int]) -> set[int]:
    return {game.rules.side(seat) for seat in seats}


def _eldest(game: Game) -> int:
    return game.rules.after(game.dealer)


def answers(tried: Try) -> str:
    """Who answers this call, in one word that holds whoever makes it.

    One player answers: opponent (there is only one), next (the next in order), governors (the dealer or
    eldest, for his side), last (the dealer or the seat before him, for his side), named. Several may:
    opponents (two) and several, where the first answer counts; one_yes, where a single yes is enough;
    in_turn, one after the other; each, where all must answer.
    """
    asks = [ask for game in _moments(tried.game) for ask in _asks(game, tried.offer.act.word)]
    if all(len(_opponents(tried.game, ask)) == 1 for ask in asks):
        return "opponent"
    if any(len(_asked(ask)) > 1 for ask in asks):
        return _together(tried)
    return _alone(tried, [(ask.by or 0, ask.answer[0]) for ask in asks])


def _asks(game: Game, word: str) -> list[Ask]:
    """The question this call asks, once for each player who may make it now."""
    return [tried.ask for offer in _offered(game, word) for tried in _made(game, offer)]


def _asked(ask: Ask) -> Seats:
    return ask.answer + ask.waiting


def _opponents(game: Game, ask: Ask) -> set[int]:
    """The players still in the hand who are not on the caller's side."""
    rules = game.rules
    return {
        s
        for s in range(rules.seats)
        if s not in game.hand.out and rules.side(s) != rules.side(ask.by or 0)
    }


def _alone(tried: Try, pairs: list[tuple[int, int]]) -> str:
    game = tried.game
    if all(answerer == game.rules.after(caller) for caller, answerer in pairs):
        return "next"
    answerers = {answerer for _, answerer in pairs} | _whoever_calls(tried)
    if answerers <= {game.dealer, _eldest(game)}:
        return "governors"
    return "last" if answerers <= {game.dealer, game.rules.after(game.dealer, -1)} else "named"


def _whoever_calls(tried: Try) -> set[int]:
    """Who would answer on this ladder, also to those who may not call now; nobody where it is no ladder."""
    game, part = tried.game, tried.game.rules.part(tried.offer.part)
    return (
        {part.answers(game, seat)[0] for seat in everybody(game)}
        if isinstance(part, Ladder)
        else set()
    )


def _together(tried: Try) -> str:
    quorum = probe.quorum(tried.asked)
    if quorum == "first":
        return "opponents" if len(_asked(tried.ask)) == 2 else "several"
    if quorum == "everyone":
        return "each"
    return "in_turn" if tried.ask.waiting else quorum


def replies(tried: Try) -> tuple[str, ...]:
    """The calls that may be made instead of an answer.

    All of the same ladder, and the first of every ladder that may interrupt it.
    """
    offers = tuple(probe.by_word(probe.calls(tried.asked)))
    parts = dict.fromkeys(o.part for o in offers if o.part != tried.ask.part)
    own = tuple(o.act.word for o in offers if o.part == tried.ask.part)
    return own + tuple(next(o.act.word for o in offers if o.part == part) for part in parts)
