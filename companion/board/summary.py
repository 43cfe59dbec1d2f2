"""Summarize in three lines what is going on at a table, for anyone who comes late."""

from __future__ import annotations

from companion.board import history, outcomes, question
from companion.engine import Rules, legal
from companion.engine.tricks import can_be_won
from companion.tables import Match, State
from companion.web.language import N_, gettext
from companion.words import games, labels, sentences
from companion.words.people import People

# Sentences about a hand that is being played, by what it is worth.
HAND_STANDS = {
    # NOTE: for somebody who comes late: who deals, who plays first, how far the hand is
    "points": N_(
        "%(dealer)s deals, %(leader)s leads; trick %(trick)s of %(cards)s, "
        "the hand is worth %(worth)s."
    ),
    "game": N_(
        "%(dealer)s deals, %(leader)s leads; trick %(trick)s of %(cards)s, "
        "the hand decides %(worth)s."
    ),
    "trut": N_(
        "%(dealer)s deals, %(leader)s leads; trick %(trick)s of %(cards)s, the hand is for a trut."
    ),
    "long": N_(
        "%(dealer)s deals, %(leader)s leads; trick %(trick)s of %(cards)s, the hand is for a long."
    ),
    "": N_("%(dealer)s deals, %(leader)s leads; trick %(trick)s of %(cards)s."),
}


def lines(match: Match, state: State) -> tuple[str, ...]:
    """Return three lines: the score, the hand, and the open question or the last events."""
    game = state.log.game
    people = People(state.names, game.rules)
    # NOTE: %(target)s are the points that win: “Catalan truc to 12: Anna & Biel 4, Carme & Pep 6.”
    played = gettext(
        "%(game)s to %(target)s: %(score)s.",
        game=games.name(match.variant),
        target=game.rules.tally.target,
        score=score(state, people),
    )
    return (played, _hand(state, people), _last(state, people))


def score(state: State, people: People) -> str:
    """Return the names of the sides with their points, or with their truts and points."""
    game = state.log.game
    sides: list[str] = []
    for side, points in enumerate(game.score):
        counted = str(points)
        if game.truts:
            counted = _truts(game.truts[side], points, game.rules)
        sides.append(f"{people.side(side)} {counted}")
    return ", ".join(sides)


def short(state: State, first: int = 0) -> str:
    """Return the score in figures, for example `4–6`. The side `first` comes before the others.

    If the game counts truts, the figures are truts alone.
    """
    figures = state.log.game.deciding_score
    return "–".join(map(str, (figures[first], *figures[:first], *figures[first + 1 :])))


def _truts(truts: int, points: int, rules: Rules) -> str:
    # NOTE: a score: “2 truts and 1 point”
    return gettext(
        "%(truts)s and %(points)s",
        truts=labels.truts(truts, rules),
        points=labels.petits(points, rules),
    )


def _hand(state: State, people: People) -> str:
    game = state.log.game
    if game.ended:
        return gettext("Stopped: nobody wins.")
    if game.winner is not None:
        return f"{sentences.wins(game.winner, people)}."
    hand = game.hand
    kind = outcomes.kind(hand.worth, game.rules) if can_be_won(game) else ""
    return gettext(
        HAND_STANDS[kind],
        dealer=people.seat(hand.dealer),
        leader=people.seat(hand.leader),
        trick=len(hand.tricks) + 1,
        cards=hand.cards,
        worth=people.worth(hand.worth),
    )


def _last(state: State, people: People) -> str:
    game = state.log.game
    asked = question.open_question(game, legal(game), people)
    if asked is not None:
        return f"{asked.title} {asked.who}"
    newest = history.news(state.log, state.rows, people)[-1]
    # NOTE: the last thing that happened
    return gettext("Last: %(news)s", news=f"{newest.gain} {newest.text}".strip())
