"""How a sheet asks the engine: small walks through a hand, with no rule of any game in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.engine import Act, Ask, Game, Offer, Rules, legal, play, start


def calls(game: Game) -> tuple[Offer, ...]:
    """The calls that may be made now: as an opening where nothing is asked, instead of an answer where a call is."""
    return tuple(o for o in legal(game) if o.group == "call")


def tap(offer: Offer) -> Act:
    """The tap an offer stands for; the first of them where it has several."""
    return next(offer.taps())


def by_word(offers: Iterable[Offer]) -> Iterator[Offer]:
    """The first offer of each word that needs no endless number."""
    seen: set[str] = set()
    for offer in offers:
        if offer.act.word not in seen and not offer.endless:
            seen.add(offer.act.word)
            yield offer


def accept(game: Game) -> Game:
    """The game once everybody whose answer is due has said yes to the call on top."""
    asked = game.hand.ask
    while _same(game.hand.ask, asked) and asked is not None:
        game = _answer(game, "yes")
    return game


def refuse(game: Game) -> Game:
    """The game once everybody whose answer is due has said no to what is asked on top."""
    asked = game.hand.ask
    while _same(game.hand.ask, asked) and asked is not None and not game.events:
        game = _answer(game, "no")
    return game


def _same(ask: Ask | None, asked: Ask | None) -> bool:
    return ask is not None and asked is not None and (ask.part, ask.word) == (asked.part, asked.word)


def _answer(game: Game, word: str) -> Game:
    return play(game, next(tap(o) for o in legal(game) if o.act.word == word))


def tricks(game: Game) -> tuple[Offer, ...]:
    """The taps that say who took the trick."""
    return tuple(o for o in legal(game) if o.group == "trick")


def trick(game: Game, seat: int | None) -> Game:
    """The game after a trick taken by that seat, or tied."""
    while game.hand.asks and not tricks(game):
        game = accept(game)
    offers = tricks(game)
    won = (o for o in offers if o.act.word == "won" and o.act.seat == seat)
    tied = (o for o in offers if o.act.word == "tied")
    return play(game, tap(next(tied if seat is None else won)))


def ended(game: Game) -> bool:
    """Whether the last tap ended a hand."""
    return any(event.kind == "hand" for event in game.events)


def taker(game: Game) -> int | None:
    """The side that took the hand the last tap ended; None when nobody did."""
    return next(event.side for event in game.events if event.kind == "hand")


def fresh(rules: Rules, dealer: int = 0, score: str = "") -> Game:
    """A hand before its first tap."""
    return start(rules, dealer, score)


def one_card(game: Game) -> Game | None:
    """The same hand dealt as one card each; None where the rules in play have no such deal."""
    for offer in (o for o in legal(game) if o.group == "deal"):
        dealt = play(game, tap(offer))
        dealt = accept(dealt) if dealt.hand.asks else dealt
        if dealt.hand.cards == 1:
            return dealt
    return None
