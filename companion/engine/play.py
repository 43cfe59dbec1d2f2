"""The verbs: `start` a match or `resume` one, ask what is `legal`, `play` one tap, `replay` many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from companion.engine.core import Game, Illegal, Part, Rules
from companion.engine.course import blank, deal, end_hand, pay, settle
from companion.engine.hand import Act, Ask, Event, Offer, Payment
from companion.engine.sentence import Impossible


def start(rules: Rules, dealer: int = 0, score: str = "", games: str = "") -> Game:
    """A match before its first tap, picked up at `score` (`4-6`) and `games` (`1-0`) where these are given.

    Raises ValueError, with a sentence, for a dealer who has no seat or a score that cannot stand.
    """
    if not 0 <= dealer < rules.seats:
        raise Impossible(
            "there is no seat %(seat)s: the dealer sits at 0 to %(last)s", seat=dealer, last=rules.seats - 1
        )
    game = Game(rules, (), _games(rules, games), blank(rules, dealer))
    return deal(rules.tally.parse(game, score) if score else rules.tally.zero(game), dealer)


def resume(game: Game, score: str, events: Iterable[Event]) -> Game:
    """A fresh hand at a score that was once shown, whatever the rules make of it: a receipt outlives its rules.

    `game` is how it stood before, `events` what was told with that score: the deal passes and games are won by them.
    """
    told = {event.kind: event.side for event in events}
    pairs = [[int(number) for number in side.split("/")] for side in score.split("-")]
    points, truts = tuple(pair[-1] for pair in pairs), tuple(pair[0] for pair in pairs if len(pair) == 2)
    games = tuple(won + ("game" in told and told["game"] == side) for side, won in enumerate(game.games))
    dealer = game.rules.after(game.dealer) if "hand" in told else game.dealer
    game = replace(game, score=points, truts=truts, games=games, kept=(), events=(), winner=told.get("match"))
    return deal(game, dealer) if game.winner is None else replace(game, hand=blank(game.rules, dealer))


@lru_cache(maxsize=1024)
def legal(game: Game) -> tuple[Offer, ...]:
    """Every tap that may be made now, without undo, redo and fix; nothing once the match is over."""
    return () if game.winner is not None else tuple(_offers(game))


def play(game: Game, act: Act) -> Game:
    """The game after this tap; raises Illegal, which changes nothing."""
    if act.word == "fix":
        return _fix(game, act)
    part = game.rules.part(_offer(game, act).part)
    hand = replace(part.apply(game, act), taps=(*game.hand.taps, act))
    return settle(replace(game, hand=hand, events=()))


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
            "games %(text)r cannot stand: one number a side, as 1-0, each below what wins the match", text=text
        )
    return games


def _offers(game: Game) -> Iterator[Offer]:
    for part in game.rules.parts:
        if _speaks(part, game.hand.ask, game.hand.closed):
            yield from part.offers(game)


def _speaks(part: Part, ask: Ask | None, closed: frozenset[str]) -> bool:
    if part.name in closed:
        return False
    return ask is None or ask.part == part.name or ask.part in part.interrupts


def _offer(game: Game, act: Act) -> Offer:
    offers = legal(game)
    for offer in offers:
        if offer.covers(act):
            return offer
    raise Illegal(act, *_why(game, act, offers), offers)


def _fix(game: Game, act: Act) -> Game:
    """A correction; one made before anything happened in a hand opens the hand anew at the new score."""
    side, points = _correction(game, act)
    game = pay(replace(game, events=()), Payment(side, points, "fix"), at_once=True)
    if game.rules.tally.winner(game) is not None:
        return end_hand(game, None)
    return game if game.hand.taps else deal(game, game.dealer, game.hand.duel)


def _correction(game: Game, act: Act) -> tuple[int, int]:
    offers = legal(game)
    if game.winner is not None:
        raise Illegal(act, "over", "the match is over; undo is the way back", offers)
    if act.seat is None or act.seat >= game.rules.seats:
        raise Illegal(act, "seat", f"a fix names a seat of the side, 0 to {game.rules.seats - 1}: fix@0=-1", offers)
    side = game.rules.side(act.seat)
    try:
        points = int(act.value or "")
    except ValueError:
        points = 0
    if points == 0 or abs(points) > 999 or game.score[side] + points < 0:
        why = "a fix needs a whole number of points other than 0 that does not take the score below 0: fix@0=-1"
        raise Illegal(act, "value", why, offers)
    return side, points


def _why(game: Game, act: Act, offers: tuple[Offer, ...]) -> tuple[str, str]:
    """The reason and the sentence for a tap that no offer covers."""
    seats, ask = game.rules.seats, game.hand.ask
    same = sorted({offer.act.seat for offer in offers if offer.act.word == act.word}, key=str)
    value = f"the value {act.value!r}" if act.value else "no value"
    cases = (
        (game.winner is not None, "over", "the match is over; undo is the way back"),
        ((act.seat or 0) >= seats, "seat", f"there is no seat {act.seat}: seats are 0 to {seats - 1}"),
        (act.seat in same and bool(same), "value", f"{act.word} cannot be tapped with {value}"),
        (same == [None], "seat", f"{act.word} names no seat"),
        (bool(same), "elsewhere", f"{act.word} is only for seat {_or(same)} now"),
        (ask is not None, "question", f"{ask.word} waits for the answer of seat {_or(ask.answer)}" if ask else ""),
    )
    return next(((reason, why) for true, reason, why in cases if true), ("moment", f"{act.word} is not possible now"))


def _or(seats: Iterable[int | None]) -> str:
    return " or ".join(map(str, seats))
