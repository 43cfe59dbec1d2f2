"""The course of a match: what is owed is paid, hands follow hands and games follow games."""

from __future__ import annotations

from companion.engine.core import Game, Rules
from companion.engine.hand import Event, Hand, Payment, Why

DUELS = 3


def deal(game: Game, dealer: int, duel: int | None = None) -> Game:
    """The next hand: blank, then opened by every part in turn; `duel` is which of a round of three it is."""
    rules = game.rules
    if duel is None and rules.duels(game):
        duel = 0
    hand = blank(rules, dealer)
    hand = (hand if duel is None else _for_two(rules, hand, duel))._replace(began=game.score)
    game = game._replace(hand=hand)
    for part in rules.parts:
        game = game._replace(hand=part.opens(game))
    return game


def blank(rules: Rules, dealer: int) -> Hand:
    """A hand nobody has touched."""
    mano = rules.after(dealer)
    return Hand(dealer, mano, mano, rules.plain)


def settle(game: Game) -> Game:
    """Pay what the hand owes. A side bet may win the game in mid-hand; what was open is void then."""
    hand = game.hand
    for payment in hand.owed:
        game = pay(game, payment)
        if game.rules.tally.winner(game) is not None:
            return end_hand(game, None)
    game = game._replace(hand=hand._replace(owed=())) if hand.owed else game
    if hand.result is None:
        return game
    return _looking_back(end_hand(pay(game, hand.result), hand.result.side, _by_a_tie(game.rules, hand)), hand)


def pay(game: Game, payment: Payment, *, at_once: bool = False) -> Game:
    """The game after a payment, with its event; points of a duel are kept until its round is over, unless `at_once`."""
    side = payment.side
    if side is None:
        return game._replace(events=(*game.events, Event("deal"))) if payment.why == "tie" else game
    paid = game.rules.tally.pay(game, side, payment.worth)
    points = payment.worth if isinstance(payment.worth, int) else paid.score[side] - game.score[side]
    truts = paid.truts[side] - game.truts[side] if game.truts else 0
    if game.hand.duel is not None and not at_once:
        so_far = game.duel_points or (0,) * game.rules.sides
        paid = game._replace(duel_points=tuple(had + points * (s == side) for s, had in enumerate(so_far)))
    return paid._replace(events=(*game.events, Event("points", side, points, payment.why, payment.word, truts)))


def end_hand(game: Game, side: int | None, why: Why = "") -> Game:
    """End the hand, which `side` took: the deal passes, or the next two play their duel."""
    game = game._replace(events=(*game.events, Event("hand", side, why=why)))
    duel, dealer = game.hand.duel, game.rules.after(game.dealer)
    if duel is not None and duel + 1 < DUELS and game.rules.tally.winner(game) is None:
        return deal(game, game.dealer, duel + 1)
    game = _round_over(game)._replace(whole=game.hand.began if duel is None else ())
    winner = game.rules.tally.winner(game)
    return deal(game, dealer) if winner is None else _end_game(game, winner, dealer)


def anew(game: Game) -> Game:
    """Open an untouched hand again, as the score or the dealer changed; what is asked of the hand before stays."""
    back = tuple(ask for ask in game.hand.asks if game.rules.part(ask.part).looks_back)
    game = deal(game, game.dealer)
    return game._replace(hand=game.hand._replace(asks=(*game.hand.asks, *back)))


def corrected(game: Game) -> Game:
    """The game once points were paid outside the hand: they may win it, else an untouched hand opens anew.

    What a round of duels has kept is added before the higher total wins.
    """
    if game.rules.tally.winner(game) is None:
        return anew(game) if game.untouched else game
    played, game = not game.untouched, _round_over(game)
    return win(game, game.rules.tally.winner(game) or 0, played=played)


def win(game: Game, side: int, *, played: bool) -> Game:
    """End a game won otherwise than by a hand. The deal passes only if the cards were `played`: they were seen."""
    dropped, dealer = _dropped(game, played=played)
    return _end_game(dropped, side, dealer)


def win_match(game: Game, side: int, *, played: bool) -> Game:
    """End a match won otherwise than by a game, its score as it stands."""
    dropped, dealer = _dropped(game, played=played)
    return _end_match(dropped._replace(duel_points=()), side, dealer)


def _dropped(game: Game, *, played: bool) -> tuple[Game, int]:
    """The game with the event that nobody took the hand, and the seat that deals next."""
    if not played:
        return game, game.dealer
    return game._replace(events=(*game.events, Event("hand", why="void"))), game.rules.after(game.dealer)


def _by_a_tie(rules: Rules, hand: Hand) -> Why:
    """`tie` if a tie gave the hand to its side, which has not taken most of the tricks."""
    result = hand.result
    if result is None or result.why != "played" or result.side is None or None not in hand.tricks:
        return ""
    tricks = sum(seat is not None and rules.side(seat) == result.side for seat in hand.tricks)
    return "tie" if 2 * tricks <= hand.cards else ""


def _looking_back(game: Game, hand: Hand) -> Game:
    """The game with the hand just ended as `before`, where a part asks about it and the game is not won."""
    closed = any(event.kind == "game" for event in game.events)
    asks = any(part.looks_back for part in game.rules.parts)
    return game._replace(before=hand) if asks and not closed else game


def _for_two(rules: Rules, hand: Hand, duel: int) -> Hand:
    """Eldest against who sits opposite, then the next two, then the last; the first of them leads."""
    first, second = rules.after(hand.mano, duel), rules.after(hand.mano, duel + rules.seats // 2)
    out = frozenset(range(rules.seats)) - {first, second}
    return hand._replace(mano=first, leader=first, out=out, duel=duel)


def _round_over(game: Game) -> Game:
    for side, points in enumerate(game.duel_points):
        game = game.rules.tally.pay(game, side, points)
    return game._replace(duel_points=())


def _end_game(game: Game, side: int, dealer: int) -> Game:
    games = tuple(won + (side == s) for s, won in enumerate(game.games))
    won = Event("game", side, score=game.score_text)
    game = game._replace(games=games, events=(*game.events, won), duel_points=(), whole=(), before=None)
    if games[side] * 2 < game.rules.best_of:
        return deal(game.rules.tally.zero(game), dealer)
    return _end_match(game, side, dealer)


def _end_match(game: Game, side: int, dealer: int) -> Game:
    events = (*game.events, Event("match", side))
    return game._replace(winner=side, events=events, before=None, hand=blank(game.rules, dealer))
