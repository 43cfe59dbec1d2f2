"""What is going on at a table, in three lines, for somebody who comes late."""

from __future__ import annotations

from companion import variants
from companion.engine import legal
from companion.tables import Match, State
from companion.views import log, question, words
from companion.views.keys import Viewer
from companion.views.people import People


def lines(match: Match, state: State) -> tuple[str, ...]:
    """The score, the hand, and what was said last."""
    game = state.line.game
    people = People(state.names, game.rules)
    return (
        f"{variants.get(match.variant).name} to {game.rules.tally.target}: {score(state, people)}.",
        _hand(state, people),
        _last(state, people),
    )


def score(state: State, people: People) -> str:
    """The sides with their points, or their truts and points."""
    game = state.line.game
    if game.truts:
        pairs = (
            f"{words.counted(t, 'trut')} and {words.counted(p, 'point')}"
            for t, p in zip(game.truts, game.score, strict=True)
        )
        return ", ".join(f"{people.side(side)} {both}" for side, both in enumerate(pairs))
    return ", ".join(f"{people.side(side)} {points}" for side, points in enumerate(game.score))


def _hand(state: State, people: People) -> str:
    game = state.line.game
    if game.winner is not None:
        return f"{people.do(game.winner, 'win')} the match."
    hand = game.hand
    played = f"trick {len(hand.tricks) + 1} of {hand.cards}"
    who = f"{people.seat(hand.dealer)} deals, {people.seat(hand.leader)} leads"
    return f"{who}; {played}, the hand {words.stake(hand.stake)}."


def _last(state: State, people: People) -> str:
    game = state.line.game
    asked = question.build(game, legal(game), people, Viewer("stranger"))
    if asked is not None:
        return f"{asked.title} {asked.who}"
    newest = log.news(state.line, state.rows, people)[-1]
    return f"Last: {newest.gain} {newest.text}".replace("  ", " ")
