"""Compute the score of a match as all pages, pictures and files of results show it.

The points of a round of duels count immediately. They are taken away if the round is not finished.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from companion.engine import Event, Game, final
from companion.retelling.replay import PlayedTap

PETITS = 3  # points that make a trut


class Amount(NamedTuple):
    """The truts and points that an account has or gets. Without truts in the game, `truts` is 0.

    Amounts are compared like tuples: first the truts, then the points.
    """

    truts: int
    points: int

    @property
    def height(self) -> float:
        """Return the amount as one number, for drawing.

        This is the number of truts, where a point is a third of a trut.
        """
        return self.points / PETITS + self.truts

    def minus(self, other: Amount) -> Amount:
        """Return the difference; its numbers may be below 0."""
        return Amount(self.truts - other.truts, self.points - other.points)

    def plus(self, other: Amount) -> Amount:
        """Return the sum."""
        return Amount(self.truts + other.truts, self.points + other.points)


class Standing(NamedTuple):
    """The score of a game: the amount of each account, and whether truts count in the game."""

    amounts: tuple[Amount, ...]
    in_truts: bool

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the amount of each account as text: `6`, or `6/1` for six truts and a point."""
        if self.in_truts:
            return tuple(f"{truts}/{points}" for truts, points in self.amounts)
        return tuple(str(amount.points) for amount in self.amounts)

    @property
    def text(self) -> str:
        """Return the score in the form of NOTATION.md: `4-8`, or `6/2-3/1`."""
        return "-".join(self.texts)

    @property
    def heights(self) -> tuple[float, ...]:
        """Return the amount of each account as one number, for drawing.

        This is the number of points. In games with truts it is the number of truts, where a point
        is a third of a trut.
        """
        if self.in_truts:
            return tuple(amount.height for amount in self.amounts)
        return tuple(float(amount.points) for amount in self.amounts)

    @property
    def leaders(self) -> tuple[int, ...]:
        """Return the account with the highest amount, or all accounts that have this amount."""
        best = max(self.amounts)
        return tuple(at for at, amount in enumerate(self.amounts) if amount == best)

    def behind(self, account: int) -> Fraction:
        """Return how far `account` is behind the best account: 0 if it leads.

        The unit is a point. In games with truts it is a trut, and a point is a third of a trut.
        """
        units = [_unit(amount, in_truts=self.in_truts) for amount in self.amounts]
        return max(units) - units[account]

    def change_from(self, before: Standing) -> tuple[Amount, ...]:
        """Return what each account has got or lost since the score was `before`."""
        pairs = zip(self.amounts, before.amounts, strict=True)
        return tuple(now.minus(then) for now, then in pairs)

    def after(self, change: tuple[Amount, ...]) -> Standing:
        """Return the score after each account has got or lost its amount in `change`."""
        pairs = zip(self.amounts, change, strict=True)
        return self._replace(amounts=tuple(amount.plus(more) for amount, more in pairs))


def _unit(amount: Amount, *, in_truts: bool) -> Fraction:
    return amount.truts + Fraction(amount.points, PETITS if in_truts else 1)


def standing(game: Game) -> Standing:
    """Return the score of the game, with the points of a round of duels that is not over yet."""
    kept = game.duel_points or (0,) * len(game.score)
    points = tuple(had + more for had, more in zip(game.score, kept, strict=True))
    return read(game._replace(score=points).score_text)


def score_after(step: PlayedTap) -> Standing:
    """Return the score after a tap: if the tap won the game, the final score of that game."""
    score = final(step.after.events, "")
    return read(score) if score else standing(step.after)


def read(score: str) -> Standing:
    """Return the score that is written in this text, for example `4-8` or `6/2-3/1`."""
    amounts: list[Amount] = []
    for text in score.split("-"):
        truts, _, points = text.rpartition("/")
        amounts.append(Amount(int(truts or 0), int(points)))
    return Standing(tuple(amounts), "/" in score)


def result_figures(score: str, games: str, *, won: bool) -> tuple[str, ...]:
    """Return the score of a match, for headings and lists: a figure for each account.

    As soon as a game is won, the figures are the numbers of games won (`games`, for example `1-0`).
    Before that, they are the `score` of the game. If the match was `won` and one account has more
    truts than all others, only the truts are shown, without points.
    """
    if any(figure not in "0-" for figure in games):
        return tuple(games.split("-"))
    here = read(score)
    truts = [amount.truts for amount in here.amounts]
    if here.in_truts and won and truts.count(max(truts)) == 1:
        return tuple(map(str, truts))
    return here.texts


def match_figures(game: Game) -> tuple[str, ...]:
    """Return the score of a match for headings and lists: a text for each account.

    The texts are the games won, or, before a game is won, the score (see `result_figures`).
    """
    games = "-".join(map(str, game.games)) if game.rules.best_of > 1 else ""
    return result_figures(standing(game).text, games, won=game.winner is not None)


def has_won_game(step: PlayedTap) -> bool:
    """Return whether this tap won a game."""
    return any(event.kind == "game" for event in step.after.events)


def winner_of(step: PlayedTap) -> int | None:
    """Return the side that won a game or the match with this tap, or None."""
    return winner_in(step.after.events)


def winner_in(events: Iterable[Event]) -> int | None:
    """Return the side that won a game or the match according to these events, or None."""
    for event in events:
        if event.kind in ("game", "match"):
            return event.side
    return None
