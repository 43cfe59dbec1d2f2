"""Play parts of a hand, so that a sheet finds facts without knowing the rules of any game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.engine import Game, Offer, Question, Rules, Tap, legal, play, start

KEPT = 256  # sets of rules whose facts are cached


def calls(game: Game) -> tuple[Offer, ...]:
    """Return the offers of calls that may be made now, or in answer to the open call."""
    return tuple(offer for offer in legal(game) if offer.group == "call")


def sample_tap(offer: Offer) -> Tap:
    """Return the first tap that an offer allows, with the number 1 if it allows any number."""
    tap = next(offer.all_taps())
    if offer.endless:
        return tap._replace(value="1")
    return tap


def by_word(offers: Iterable[Offer]) -> Iterator[Offer]:
    """Yield the first offer of each word."""
    seen: set[str] = set()
    for offer in offers:
        if offer.tap.word not in seen:
            seen.add(offer.tap.word)
            yield offer


def called(rules: Rules) -> tuple[str, ...]:
    """Return the words of all calls that a hand can reach by calling, raising and accepting."""
    found: dict[str, Game] = {}
    waiting = [start(rules)]
    for game in waiting:  # grows while it is read
        for offer in by_word(calls(game)):
            word = offer.tap.word
            if word not in found:
                asked = play(game, sample_tap(offer))
                found[word] = asked
                waiting += (asked, accept(asked))
    return tuple(found)


def accept(game: Game) -> Game:
    """Return the game after everybody who is asked has said yes to the open question."""
    asked = game.hand.question
    while asked is not None and _is_same(game.hand.question, asked):
        game = play(game, sample_tap(_consent(game, asked)))
    return game


def refuse(game: Game) -> Game:
    """Return the game after everybody who is asked has said no to the open question."""
    asked = game.hand.question
    while asked is not None and _is_same(game.hand.question, asked) and not game.events:
        game = play(game, sample_tap(_refusal(game)))
    return game


def settle(game: Game) -> Game:
    """Return the game after every open question was answered with yes."""
    while game.hand.questions:
        game = accept(game)
    return game


def quorum(game: Game) -> str:
    """Return which answers settle the open question (`asking.Quorum`), or "" if there is none."""
    question = game.hand.question
    if question is None:
        return ""
    if len(question.answer + question.waiting) == 1:
        return "first"
    return game.rules.part(question.part).quorum


def _is_same(question: Question | None, asked: Question) -> bool:
    """Return whether `question` is the same question as `asked`.

    It is the same even if some of the players who are asked have answered since.
    """
    if question is None:
        return False
    return (question.part, question.word, question.by) == (asked.part, asked.word, asked.by)


def _consent(game: Game, question: Question) -> Offer:
    """Return the offer that means yes to the open question, or the first offer if none does so."""
    offers = [offer for offer in legal(game) if offer.part == question.part]
    for offer in offers:
        if offer.group == "answer" and offer.tone == "good":
            return offer
    return offers[0]


def _refusal(game: Game) -> Offer:
    return next(offer for offer in legal(game) if "no" in (offer.tap.word, *offer.also))


def tricks(game: Game) -> tuple[Offer, ...]:
    """Return the offers that say who took the trick."""
    return tuple(offer for offer in legal(game) if offer.group == "trick")


def ready(game: Game) -> Game:
    """Return the game at the moment at which a trick may be played.

    Every open question is answered with yes. If a call must be made before the trick and no
    question is open, the first possible call is made and accepted.
    """
    while not tricks(game):
        if not game.hand.questions:
            game = play(game, sample_tap(calls(game)[0]))
        game = accept(game)
    return game


def trick(game: Game, seat: int | None) -> Game:
    """Return the game after `seat` took a trick, or after a tied trick if `seat` is None.

    Raises LookupError if the rules do not offer this trick.
    """
    game = ready(game)
    word = "tied" if seat is None else "won"
    for offer in tricks(game):
        if offer.tap.word == word and seat in (None, offer.tap.seat):
            return play(game, sample_tap(offer))
    raise LookupError(f"no {word} trick of seat {seat} is possible")


def ended(game: Game) -> bool:
    """Return whether the last tap ended a hand."""
    return any(event.kind == "hand" for event in game.events)


def first_points(game: Game) -> int | None:
    """Return the first points that the last tap paid, or None if it paid no points."""
    for event in game.events:
        if event.kind == "points":
            return event.points
    return None


def fresh(rules: Rules, dealer: int = 0, score: str = "") -> Game:
    """Return a game before its first tap. Seat `dealer` deals.

    `score` has the points of each side, for example "12-9". "" means that nobody has points.
    """
    return start(rules, dealer, score)


def times(game: Game) -> dict[str, int]:
    """Return how often each tap about the deal can be made in a row in this hand.

    The keys are the words of these taps, such as `burn`.
    """
    deals = (offer for offer in legal(game) if offer.group == "deal")
    return {offer.tap.word: _times(game, sample_tap(offer)) for offer in deals}


def _times(game: Game, tap: Tap) -> int:
    if not any(offer.covers(tap) for offer in legal(game)):
        return 0
    return 1 + _times(play(game, tap), tap)


def one_card(game: Game) -> Game | None:
    """Return the game after every player got one card, instead of the usual number.

    Return None if the rules have no such hand.
    """
    for offer in legal(game):
        if offer.group != "deal":
            continue
        dealt = play(game, sample_tap(offer))
        if dealt.hand.questions:
            dealt = accept(dealt)
        if dealt.hand.cards == 1:
            return dealt
    return None
