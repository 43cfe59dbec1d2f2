"""The verbs: `start` a match or `resume` one, `play` one tap, `replay` many."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine import table_taps
from companion.engine.core import Game, Illegal, Part, Reason, Rules
from companion.engine.course import blank, corrected, deal, pay, settle
from companion.engine.hand import Act, Event, Offer
from companion.engine.offering import each, legal
from companion.engine.sentence import Impossible


def start(rules: Rules, dealer: int = 0, score: str = "", games: str = "") -> Game:
    """A match before its first tap, picked up at `score` (`4-6`) and `games` (`1-0`) where these are given.

    Raises ValueError, with a sentence, for a dealer who has no seat or a score that cannot stand.
    """
    if not 0 <= dealer < rules.seats:
        raise Impossible(
            "there is no seat %(seat)s: the dealer’s seat must be from 0 to %(last)s", seat=dealer, last=rules.seats - 1
        )
    game = Game(rules, (), _games(rules, games), blank(rules, dealer))
    return deal(rules.tally.parse(game, score) if score else rules.tally.zero(game), dealer)


def resume(game: Game, act: Act, score: str, events: Iterable[Event]) -> Game:
    """A fresh hand at a score that was once shown, also where the rules of today would refuse it.

    `game` is how it stood before `act`, `events` what was shown with that score: they say whether the deal passes and
    who won a game, unless the tap itself is a correction of that.
    """
    brought = {event.kind: event.side for event in events}
    pairs = [[int(number) for number in side.split("/")] for side in score.split("-")]
    points, truts = tuple(pair[-1] for pair in pairs), tuple(pair[0] for pair in pairs if len(pair) == 2)
    game = game._replace(score=points, truts=truts, duel_points=(), whole=(), before=None, events=())
    game = game._replace(games=_games_after(game, act, brought.get("game")), winner=brought.get("match"))
    dealer = _dealer_after(game, act, passes="hand" in brought)
    if act.word == "end" or game.winner is not None:
        return game._replace(hand=blank(game.rules, dealer), ended=act.word == "end")
    return deal(game, dealer)


def _games_after(game: Game, act: Act, won: int | None) -> tuple[int, ...]:
    side, more = (game.rules.side(act.seat or 0), int(act.value or 0)) if act.word == "fix-games" else (won, 1)
    return tuple(games + more * (side == s) for s, games in enumerate(game.games))


def _dealer_after(game: Game, act: Act, *, passes: bool) -> int:
    if act.word == "dealer" and act.seat is not None:
        return act.seat
    passes = passes and str(act) != "void"
    return game.rules.after(game.dealer) if passes else game.dealer


def play(game: Game, act: Act) -> Game:
    """The game after this tap; raises Illegal, which changes nothing."""
    if act.word in table_taps.FORMS:
        return table_taps.tap(game, act)
    part = game.rules.part(_offer(game, act).part)
    if part.looks_back:
        return _looked_back(game, part, act)
    hand = part.apply(game, act)._replace(taps=(*game.hand.taps, act))
    return settle(game._replace(hand=hand, before=None, events=()))


def pays(game: Game, offer: Offer) -> Event | None:
    """What this tap pays first, None where it pays nothing; the hand after it is not dealt for that."""
    hand = game.rules.part(offer.part).apply(game, offer.act)
    payment = next(iter(hand.owed), hand.result)
    events = pay(game, payment).events[len(game.events) :] if payment else ()
    return next((event for event in events if event.kind == "points"), None)


def replay(game: Game, acts: Iterable[Act]) -> Game:
    """The game after these taps, none of them undo or redo (see `log.Line` for those)."""
    for act in acts:
        game = play(game, act)
    return game


def _games(rules: Rules, text: str) -> tuple[int, ...]:
    try:
        games = tuple(int(won) for won in text.split("-")) if text else (0,) * rules.sides
    except ValueError:
        games = ()
    if len(games) != rules.sides or not all(0 <= won <= rules.best_of // 2 for won in games):
        raise Impossible(
            "“%(text)s” is not a possible count of games: give one number per side, such as 1-0, "
            "each lower than the number that wins the match",
            text=text,
        )
    return games


def _offer(game: Game, act: Act) -> Offer:
    for offer in each(game):
        if offer.covers(act):
            return offer
    offers = legal(game)
    raise Illegal(act, *_why(game, act, offers), offers)


def _looked_back(game: Game, part: Part, act: Act) -> Game:
    """The game after a tap about the hand before: it is a tap of that hand, and what it brings is paid at once."""
    hand = part.apply(game, act)
    before = game.before and game.before._replace(taps=(*game.before.taps, act))
    paid = game._replace(hand=hand._replace(owed=()), before=before, events=())
    for payment in hand.owed:
        paid = pay(paid, payment, at_once=True)
    return corrected(paid) if hand.owed else paid


def _why(game: Game, act: Act, offers: tuple[Offer, ...]) -> tuple[Reason, str]:
    """The reason and the sentence for a tap that no offer covers."""
    seats, ask = game.rules.seats, game.hand.ask
    same = sorted({offer.act.seat for offer in offers if offer.act.word == act.word}, key=str)
    value = f"the value {act.value!r}" if act.value else "no value"
    cases: tuple[tuple[bool, Reason, str], ...] = (
        (game.over, "over", "the match is over; undo is the way back"),
        ((act.seat or 0) >= seats, "seat", f"there is no seat {act.seat}: seats are 0 to {seats - 1}"),
        (act.seat in same and bool(same), "value", f"{act.word} cannot be tapped with {value}"),
        (same == [None], "seat", f"{act.word} names no seat"),
        (bool(same), "elsewhere", f"{act.word} is only for seat {_or(same)} now"),
        (ask is not None, "question", f"{ask.word} waits for the answer of seat {_or(ask.answer)}" if ask else ""),
    )
    return next(((reason, why) for true, reason, why in cases if true), ("moment", f"{act.word} is not possible now"))


def _or(seats: Iterable[int | None]) -> str:
    return " or ".join(map(str, seats))
