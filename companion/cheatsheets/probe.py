"""Short walks through a hand, by which a sheet finds facts. They work for every game and know none of its rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.engine import Act, Ask, Game, Offer, Rules, legal, play, start

KEPT = 256  # sets of rules of which the facts found are remembered


def calls(game: Game) -> tuple[Offer, ...]:
    """The calls that may be made now: any while nothing is asked, else those made in answer to the open call."""
    return tuple(o for o in legal(game) if o.group == "call")


def tap(offer: Offer) -> Act:
    """One tap of an offer: the first where there are several, the number 1 where any number will do."""
    act = next(offer.taps())
    return Act(act.word, act.seat, "1") if offer.endless else act


def by_word(offers: Iterable[Offer]) -> Iterator[Offer]:
    """The first offer of each word."""
    seen: set[str] = set()
    for offer in offers:
        if offer.act.word not in seen:
            seen.add(offer.act.word)
            yield offer


def called(rules: Rules) -> tuple[str, ...]:
    """The words of the calls of the game: those made at once, in answer to another, and once one was met."""
    found: dict[str, Game] = {}
    waiting = [start(rules)]
    for game in waiting:
        for offer in by_word(calls(game)):
            if offer.act.word not in found:
                found[offer.act.word] = play(game, tap(offer))
                waiting += (found[offer.act.word], accept(found[offer.act.word]))
    return tuple(found)


def accept(game: Game) -> Game:
    """The game after everybody asked has said yes to the top question."""
    asked = game.hand.ask
    while _same(game.hand.ask, asked) and asked is not None:
        game = play(game, tap(_consent(game, asked)))
    return game


def refuse(game: Game) -> Game:
    """The game after everybody asked has said no to the top question."""
    asked = game.hand.ask
    while _same(game.hand.ask, asked) and asked is not None and not game.events:
        game = play(game, tap(_refusal(game)))
    return game


def settle(game: Game) -> Game:
    """The game after every open question was answered with yes."""
    while game.hand.asks:
        game = accept(game)
    return game


def quorum(game: Game) -> str:
    """When the open question is settled (`asking.Quorum`); "" where nothing is asked."""
    ask = game.hand.ask
    if ask is None:
        return ""
    return game.rules.part(ask.part).quorum if len(ask.answer + ask.waiting) > 1 else "first"


def _same(ask: Ask | None, asked: Ask | None) -> bool:
    return (
        ask is not None
        and asked is not None
        and (ask.part, ask.word, ask.by) == (asked.part, asked.word, asked.by)
    )


def _consent(game: Game, ask: Ask) -> Offer:
    """The tap that means yes to the open question; its first legal tap where no tap means yes."""
    offers = [o for o in legal(game) if o.part == ask.part]
    good = (o for o in offers if o.group == "answer" and o.tone == "good")
    return next(good, offers[0])


def _refusal(game: Game) -> Offer:
    return next(o for o in legal(game) if o.act.word == "no" or "no" in o.also)


def tricks(game: Game) -> tuple[Offer, ...]:
    """The taps that say who took the trick."""
    return tuple(o for o in legal(game) if o.group == "trick")


def ready(game: Game) -> Game:
    """The game at the moment when cards may be played: questions answered with yes, a required call made."""
    while not tricks(game):
        game = accept(game if game.hand.asks else play(game, tap(calls(game)[0])))
    return game


def trick(game: Game, seat: int | None) -> Game:
    """The game after a trick taken by that seat, or tied."""
    game = ready(game)
    word = "tied" if seat is None else "won"
    return play(
        game,
        tap(next(o for o in tricks(game) if o.act.word == word and seat in (None, o.act.seat))),
    )


def ended(game: Game) -> bool:
    """Whether the last tap ended a hand."""
    return any(event.kind == "hand" for event in game.events)


def fresh(rules: Rules, dealer: int = 0, score: str = "") -> Game:
    """A hand before its first tap."""
    return start(rules, dealer, score)


def times(game: Game) -> dict[str, int]:
    """For each tap about the deal, how many times running it can be made in this hand."""
    return {
        offer.act.word: _times(game, tap(offer)) for offer in legal(game) if offer.group == "deal"
    }


def _times(game: Game, act: Act) -> int:
    if not any(offer.covers(act) for offer in legal(game)):
        return 0
    return 1 + _times(play(game, act), act)


def one_card(game: Game) -> Game | None:
    """A new hand with one card each; None where these rules do not have that deal."""
    for offer in (o for o in legal(game) if o.group == "deal"):
        dealt = play(game, tap(offer))
        dealt = accept(dealt) if dealt.hand.asks else dealt
        if dealt.hand.cards == 1:
            return dealt
    return None
