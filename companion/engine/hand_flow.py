"""Do what follows a tap: pay what the hand owes, deal the next hand, end games and matches."""

from __future__ import annotations

from companion.engine.core import Game, Rules, add_to_account
from companion.engine.hand import Event, Hand, Payment, Why
from companion.engine.tricks import Tricks

DUELS = 3


def deal(game: Game, dealer: int, duel: int | None = None, *, again: bool = False) -> Game:
    """Return the game with a new hand that `dealer` deals.

    `duel` is the number, from 0, of the next duel in a round of three. No new cards are dealt for
    the second and the third duel. If `duel` is None, new cards are dealt, and the score decides
    whether a round of duels begins. With `again`, the same cards are kept, and the hand begins
    again.
    """
    rules = game.rules
    turn = game.hand.turn if again else rules.after(game.hand.turn)
    hand = blank(rules, dealer, turn)
    if duel is not None:
        hand = _for_two(rules, hand, duel)._replace(turned=game.hand.turned)
    elif rules.duels(game):
        hand = _for_two(rules, hand, 0)
    elif not rules.takes_turns(game):
        game = game._replace(whole=())
    game = game._replace(hand=hand._replace(began=game.score))
    for part in rules.parts:
        game = game._replace(hand=part.opens(game))
    return game


def blank(rules: Rules, dealer: int, turn: int) -> Hand:
    """Return a new hand in which nothing was tapped. Each account plays as one side."""
    mano = rules.after(dealer)
    sides = tuple(map(rules.account, range(rules.seats)))
    return Hand(dealer, mano, mano, sides, turn, rules.plain)


def settle(game: Game) -> Game:
    """Return the game after everything that the hand owes was paid.

    A side bet may win the game before the hand is over. Then the hand is dropped, with every
    question that was open in it.
    """
    hand = game.hand
    for payment in hand.owed:
        game = pay(game, payment, hand)
        if game.rules.tally.winner(game) is not None:
            return end_hand(game, None)
    if hand.owed:
        hand = hand._replace(owed=(), paid=(*hand.paid, *hand.owed))
        game = game._replace(hand=hand)
    if hand.result is None:
        return game
    paid = pay(game, hand.result, hand)
    ended = end_hand(paid, hand.result.side, _why_of_a_tie(game.rules, hand))
    return _looking_back(ended, hand)


def pay(game: Game, payment: Payment, hand: Hand, *, at_once: bool = False) -> Game:
    """Return the game after every account of the paid side got the payment.

    `hand` says which accounts the side has. A payment to nobody changes no score. If its reason is
    a tie, there is an event of the kind "deal".
    """
    if payment.side is not None:
        for account in game.rules.accounts_of(hand, payment.side):
            game = pay_account(game, account, payment, at_once=at_once)
        return game
    if payment.why != "tie":
        return game
    return game._replace(events=(*game.events, Event("deal")))


def pay_account(game: Game, account: int, payment: Payment, *, at_once: bool = False) -> Game:
    """Return the game after one account was paid, with an event that says so.

    Points of a duel are kept until the round of duels is over, unless they are paid `at_once`.
    """
    paid = game.rules.tally.pay(game, account, payment.worth)
    points = paid.score[account] - game.score[account]
    if isinstance(payment.worth, int):
        points = payment.worth
    truts = paid.truts[account] - game.truts[account] if game.truts else 0
    if game.hand.duel is not None and not at_once:
        so_far = game.duel_points or (0,) * game.rules.accounts
        paid = game._replace(duel_points=add_to_account(so_far, account, points))
    event = Event("points", account, points, payment.why, payment.word, truts)
    return paid._replace(events=(*game.events, event))


def end_hand(game: Game, side: int | None, why: Why = "", word: str = "") -> Game:
    """Return the game after `side` (None: nobody) took the hand and the next hand was dealt.

    The next hand is the next duel of the round, if one is left and nobody has won the game.
    Otherwise the deal passes, and the game ends if somebody has won it.
    """
    game = game._replace(events=(*game.events, Event("hand", side, why=why, word=word)))
    duel = game.hand.duel
    if duel is not None and duel + 1 < DUELS and game.rules.tally.winner(game) is None:
        return deal(game, game.dealer, duel + 1)
    whole = game.hand.began if duel is None else ()
    game = _pay_duels(game)._replace(whole=whole)
    dealer = game.rules.after(game.dealer)
    winner = game.rules.tally.winner(game)
    if winner is None:
        return deal(game, dealer)
    return _end_game(game, winner, dealer)


def reopen(game: Game) -> Game:
    """Return the game with its hand, in which nothing was tapped yet, begun again.

    This is needed if the score or the dealer changes, because both may decide how a hand begins.

    A question about the previous hand stays open.
    """
    part = game.rules.part
    about_before = [asked for asked in game.hand.questions if part(asked.part).looks_back]
    game = deal(game, game.dealer, again=True)
    questions = (*game.hand.questions, *about_before)
    return game._replace(hand=game.hand._replace(questions=questions))


def corrected(game: Game) -> Game:
    """Return the game after a payment that is no part of this hand, such as a correction.

    If these points win the game, the points of an unfinished round of duels are added first, and
    then the highest score wins. Otherwise, if nothing was tapped in this hand yet, the hand begins
    again at the new score.
    """
    if game.rules.tally.winner(game) is None:
        return reopen(game) if game.untouched else game
    played = not game.untouched
    game = _pay_duels(game)
    winner = game.rules.tally.winner(game) or 0
    return win(game, winner, played=played)


def win(game: Game, account: int, *, played: bool) -> Game:
    """Return the match after `account` won a game without winning a hand.

    For example, the other side resigned. The deal passes only if the present hand was `played`,
    because then somebody has seen its cards.
    """
    dropped, dealer = _drop_hand(game, played=played)
    return _end_game(dropped, account, dealer, again=not played)


def win_match(game: Game, account: int, *, played: bool) -> Game:
    """Return the match after `account` won it by a correction of the number of games.

    `played` says whether something was tapped in the present hand, so that the deal passes.
    """
    dropped, dealer = _drop_hand(game, played=played)
    return _end_match(dropped._replace(duel_points=()), account, dealer)


def _drop_hand(game: Game, *, played: bool) -> tuple[Game, int]:
    """Return the game with an event that its hand was dropped, and the seat that deals next.

    If nothing was tapped in the hand (`played` is false), there is no such event, and the same seat
    deals again.
    """
    if not played:
        return game, game.dealer
    dropped = game._replace(events=(*game.events, Event("hand", why="void")))
    return dropped, game.rules.after(game.dealer)


def _why_of_a_tie(rules: Rules, hand: Hand) -> Why:
    """Return "tie" if a side took the hand because a trick was tied, otherwise "".

    A trick that was tied decided the hand if the side took no more than half of the tricks. Only
    the tricks in `Tricks.counted` are looked at.
    """
    result = hand.result
    if result is None or result.why != "played" or result.side is None:
        return ""
    part = next(part for part in rules.parts if isinstance(part, Tricks))
    counted = part.counted(hand)
    if None not in counted:
        return ""
    tricks = sum(seat is not None and hand.side(seat) == result.side for seat in counted)
    return "tie" if 2 * tricks <= hand.cards else ""


def _looking_back(game: Game, hand: Hand) -> Game:
    """Return the game with the ended `hand` in `before`, if a part of the rules needs that hand.

    If the hand won the game, `before` stays empty, because no rule looks back at an earlier game.
    """
    game_won = any(event.kind == "game" for event in game.events)
    wanted = any(part.looks_back for part in game.rules.parts)
    if game_won or not wanted:
        return game
    return game._replace(before=hand)


def _for_two(rules: Rules, hand: Hand, duel: int) -> Hand:
    """Return the hand for one duel: two of six seats play, the other four are out.

    Eldest leads in duel 0, the next seat in duel 1, and the seat after that in duel 2. The leader
    plays against the seat opposite.
    """
    first = rules.after(hand.mano, duel)
    second = rules.after(first, rules.seats // 2)
    out = frozenset(range(rules.seats)) - {first, second}
    return hand._replace(mano=first, leader=first, out=out, duel=duel)


def _pay_duels(game: Game) -> Game:
    for account, points in enumerate(game.duel_points):
        game = game.rules.tally.pay(game, account, points)
    return game._replace(duel_points=())


def _end_game(game: Game, account: int, dealer: int, *, again: bool = False) -> Game:
    won = Event("game", account, score=game.score_text)
    game = game._replace(
        games=add_to_account(game.games, account, 1),
        events=(*game.events, won),
        duel_points=(),
        whole=(),
        before=None,
    )
    if game.games[account] * 2 < game.rules.best_of:
        return deal(game.rules.tally.zero(game), dealer, again=again)
    return _end_match(game, account, dealer)


def _end_match(game: Game, account: int, dealer: int) -> Game:
    events = (*game.events, Event("match", account))
    hand = blank(game.rules, dealer, game.hand.turn)
    return game._replace(winner=account, events=events, before=None, hand=hand)
