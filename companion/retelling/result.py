"""Make the result of a match for its picture: sides, scores, games, and the story in sentences."""

from __future__ import annotations

from math import floor

from companion.retelling import letters, story
from companion.retelling.picture import ResultPicture, ShownSide
from companion.retelling.replay import PlayedTap, Replay
from companion.retelling.standing import has_won_game, score_after
from companion.retelling.telling import tell_or_leave_out
from companion.words import games
from companion.words.people import People, called


def result_picture(replay: Replay, people: People, day: str) -> ResultPicture:
    """Return the result of a match that is over; `day` is its date in words."""
    end = replay.end
    scores = end.truts or end.score
    if replay.rules.best_of > 1:
        scores = end.games
    seats = tuple(called(seat, letters.known(name)) for seat, name in enumerate(people.names))
    sides: list[ShownSide] = []
    for side, score in enumerate(scores):
        names = tuple(seats[seat] for seat in replay.rules.seats_of(side))
        sides.append(ShownSide(names, str(score), side))
    told: tuple[str, ...] = ()
    if not end.ended:
        drawn = People(tuple(map(letters.known, people.names)), replay.rules)
        told = tell_or_leave_out(story.tell_story, replay, drawn, instead=())
    name = games.name(replay.rules.variant)
    games_won = tell_or_leave_out(game_scores, replay, instead=())
    return ResultPicture(name, day, _ordered(tuple(sides)), end.winner, games_won, " ".join(told))


def game_scores(replay: Replay) -> tuple[tuple[str, int], ...]:
    """Return the score of each game of several, `30–22`, with the side that won it."""
    if replay.rules.best_of == 1:
        return ()
    return tuple(_game_score(step) for step in replay.steps if has_won_game(step))


def _game_score(step: PlayedTap) -> tuple[str, int]:
    """Return the final score of the game that this tap won, and who won it."""
    side = next(event.side for event in step.after.events if event.kind == "game")
    return "–".join(str(floor(score)) for score in score_after(step).heights), side or 0


def _ordered(sides: tuple[ShownSide, ...]) -> tuple[ShownSide, ...]:
    """Return two sides as they are; of more than two, the best first."""
    if len(sides) == 2:
        return sides
    return tuple(sorted(sides, key=lambda side: -int(side.score)))
