"""Play a hand at random, so that questions can be asked about any state of a game.

A `Random` with the same seed always plays the same hand, so a question can be shown again.
"""

from __future__ import annotations

from random import Random

from companion.cheatsheets import probe, scoring
from companion.cheatsheets.specials import Special, specials
from companion.engine import Game, MatchLog, Offer, Rules, Tap, legal

LONGEST = 14  # most taps that are played; most hands have fewer
# How often a tap of each group is chosen. A hand that is folded or claimed leaves nothing to ask.
WEIGHTS = {"trick": 4, "call": 3, "answer": 3, "declare": 2, "deal": 1, "fold": 0, "hand": 0}


def random_hand(rules: Rules, dice: Random) -> tuple[MatchLog, ...]:
    """Return the states of one hand from its deal on. `dice` chooses the taps at random.

    If a game has special scores, half of its hands are played at a special score. The last state is
    before the tap that ends the hand, or after LONGEST taps.
    """
    log = MatchLog(_dealt(rules, dice))
    states = [log]
    for _ in range(LONGEST):
        tap = _any_tap(log.game, dice)
        if tap is None:
            break
        log = log.play(tap)
        if log.game.over or probe.ended(log.game):
            break
        states.append(log)
    return tuple(states)


def _dealt(rules: Rules, dice: Random) -> Game:
    dealer = dice.randrange(rules.seats)
    special_scores = specials(rules)
    if special_scores and dice.random() < 0.5:
        score = _score_at(rules, dice.choice(special_scores))
        return probe.fresh(rules, dealer, score)
    return probe.fresh(rules, dealer)


def _score_at(rules: Rules, special: Special) -> str:
    """Return a score at which hands have special rules, such as `11-0`, as text.

    The sides whose points do not matter have 0. Return "" if there is no such score.
    """
    at = special.at
    score = [(at.truts or 0, at.points)] * at.sides + [(0, 0)] * (rules.accounts - at.sides)
    game = scoring.at(rules, score)
    if game is None:
        return ""
    return game.score_text


def _any_tap(game: Game, dice: Random) -> Tap | None:
    """Return a legal tap chosen at random, or None if no tap goes on with the hand.

    First a word is chosen, by the weight of its group (WEIGHTS). Then one of the taps with this
    word is chosen. So a word with many seats or values is not more likely than another.
    """
    words: dict[str, list[Offer]] = {}
    weights: dict[str, int] = {}
    for offer in legal(game):
        weight = WEIGHTS[offer.group]
        if weight and not game.rules.part(offer.part).looks_back:
            words.setdefault(offer.tap.word, []).append(offer)
            weights[offer.tap.word] = weight
    if not words:
        return None
    names = sorted(words)
    word = dice.choices(names, [weights[name] for name in names])[0]
    offer = dice.choice(words[word])
    tap = dice.choice(tuple(offer.all_taps()))
    if offer.endless:
        return tap._replace(value=str(dice.randint(1, 3)))
    return tap
