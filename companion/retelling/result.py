"""Make the content of a result's picture: sides, scores, games, and the story in sentences."""

from __future__ import annotations

from dataclasses import replace

from companion.engine import Game
from companion.retelling import letters, story
from companion.retelling.key_figures import KeyFigure, key_figures
from companion.retelling.picture import ResultPicture, ShownSide
from companion.retelling.replay import PlayedTap, Replay
from companion.retelling.score_sheet import beginnings
from companion.retelling.standing import (
    has_won_game,
    match_figures,
    read,
    result_figures,
    score_after,
    standing,
    winner_of,
)
from companion.web.language import NN_, gettext
from companion.web.templates import tell_or_leave_out
from companion.words import games
from companion.words.people import People, called

WON = NN_("%(side)s won", "%(side)s won")


def result_picture(replay: Replay, people: People, day: str, minutes: int = 0) -> ResultPicture:
    """Return the content of the picture of a match, which may still be going on.

    `day` is its date in words, `minutes` how long it took, 0 if that is not known.
    """
    end = replay.end
    seats = tuple(called(seat, letters.known(name)) for seat, name in enumerate(people.names))
    sides: list[ShownSide] = []
    for side, score in enumerate(match_figures(end)):
        names = tuple(seats[seat] for seat in replay.rules.seats_of(side))
        sides.append(ShownSide(names, score, side))
    told: tuple[str, ...] = ()
    if not end.ended:
        drawn = People(tuple(map(letters.known, people.names)), replay.rules)
        told = tell_or_leave_out(story.tell_story, replay, drawn, instead=())
    name = games.name(replay.rules.variant)
    games_won = tell_or_leave_out(game_scores, replay, instead=())
    shown = ResultPicture(name, day, _ordered(tuple(sides)), end.winner, games_won, " ".join(told))
    if end.winner is None or end.ended or len(sides) != 2:
        return shown
    known = People(seats, replay.rules)
    facts: tuple[KeyFigure, ...] = tell_or_leave_out(key_figures, replay, minutes, instead=())
    cry = known.do(end.winner, WON)
    against = " · ".join(filter(None, (against_whom(known, end.winner), target(end))))
    return replace(shown, cry=cry, against=against, facts=facts)


def against_whom(people: People, winner: int) -> str:
    """Return "against …" with the side that lost, or "" if there are more than two sides."""
    if people.rules.accounts != 2:
        return ""
    # NOTE: under the score of a match that is over: the side that lost it
    return gettext("against %(side)s", side=people.side(1 - winner))


def target(game: Game) -> str:
    """Return "to …" with the points that win the match.

    If more than one game is needed to win the match, return "".
    """
    if game.rules.best_of > 1:
        return ""
    # NOTE: under the score of a match that is over: the points that win it: “14–3”, “to 12”
    return gettext("to %(target)s", target=game.rules.tally.target)


def game_scores(replay: Replay) -> tuple[tuple[str, int | None], ...]:
    """Return the score of each game of the match, as `30–22`, and the side that won the game.

    The game in progress has None instead of a side. It is left out if its score has not changed
    yet. Return () if the match is one game, or if no game has been won yet.
    """
    end = replay.end
    if replay.rules.best_of == 1 or not any(end.games):
        return ()
    games = [_game_score(step) for step in replay.steps if has_won_game(step)]
    present = standing(end)
    if end.winner is None and present != beginnings(replay)[-1]:
        games.append(("–".join(present.texts), None))
    return tuple(games)


def _game_score(step: PlayedTap) -> tuple[str, int | None]:
    """Return the final score of the game that this tap won, and who won it."""
    figures = result_figures(score_after(step).text, "", won=True)
    return "–".join(figures), winner_of(step)


def _ordered(sides: tuple[ShownSide, ...]) -> tuple[ShownSide, ...]:
    """Return two sides unchanged, and more than two sides sorted from the best to the last."""
    if len(sides) == 2:
        return sides
    return tuple(sorted(sides, key=lambda side: read(side.score).amounts, reverse=True))
