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
    """When the open question is settled: by the first answer, one_yes, all_yes, or once everyone has spoken."""
    asked = game.hand.ask
    if asked is None:
        return ""
    after = [play(game, tap(offer)) for offer in (_consent(game, asked), _refusal(game))]
    by_yes, by_no = (ended(later) or not _same(later.hand.ask, asked) for later in after)
    return {(True, True): "first", (True, False): "one_yes", (False, True): "all_yes"}.get((by_yes, by_no), "everyone")


def _same(ask: Ask | None, asked: Ask | None) -> bool:
    return ask is not None and asked is not None and (ask.part, ask.word, ask.by) == (asked.part, asked.word, asked.by)


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
    return play(game, tap(next(o for o in tricks(game) if o.act.word == word and seat in (None, o.act.seat))))


def trick_of(game: Game, side: int | None) -> Game:
    """The game after a trick taken by that side, whoever plays for it, or tied."""
    game = ready(game)
    seats = (o.act.seat for o in tricks(game) if o.act.word == "won" and o.act.seat is not None)
    return trick(game, None if side is None else next(seat for seat in seats if game.rules.side(seat) == side))


def ended(game: Game) -> bool:
    """Whether the last tap ended a hand."""
    return any(event.kind == "hand" for event in game.events)


def taker(game: Game) -> int | None:
    """The side that took the hand the last tap ended; None when nobody did."""
    return next(event.side for event in game.events if event.kind == "hand")


def fresh(rules: Rules, dealer: int = 0, score: str = "") -> Game:
    """A hand before its first tap."""
    return start(rules, dealer, score)


def unraised(rules: Rules) -> Game | None:
    """The game after seat 0's side took a hand without calls; None where a hand cannot be played out without one."""
    game = settle(fresh(rules))
    while not ended(game):
        if not tricks(game):
            return None
        game = trick_of(game, rules.side(0))
    return game


def times(game: Game) -> dict[str, int]:
    """For each tap about the deal, how many times running it can be made in this hand."""
    return {offer.act.word: _times(game, tap(offer)) for offer in legal(game) if offer.group == "deal"}


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
