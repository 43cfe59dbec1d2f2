"""The tallies, which are the rules by which points become games."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from companion.engine.core import Game, add_to_account
from companion.engine.hand import Worth
from companion.engine.sentence import Impossible


@dataclass(frozen=True, slots=True)
class Points:
    """The tally of most games: the first account with `target` points wins the game.

    A score may go past the target. The worth "game" raises a score to the target, but by at least 1
    point. If several accounts have reached the target, the account with most points wins.

    If several accounts share the highest score, the first of them in play order from eldest wins.
    But with `plays_on` none of them wins yet: the game goes on until one account has more points
    than every other account.
    """

    target: int
    plays_on: bool = False

    def zero(self, game: Game) -> Game:
        """Return the game with no points except the handicap."""
        return game._replace(score=game.rules.handicap or (0,) * game.rules.accounts)

    def parse(self, game: Game, text: str) -> Game:
        """Return the game at a score such as `4-6`.

        Raises ValueError if no hand can begin at that score.
        """
        sides = game.rules.accounts
        if not re.fullmatch(r"[0-9]{1,3}(-[0-9]{1,3})+", text) or text.count("-") + 1 != sides:
            raise Impossible(
                "“%(text)s” is not a score: give the points of each of the %(sides)s sides, "
                "such as 4-6",
                text=text,
                sides=sides,
            )
        score = tuple(int(points) for points in text.split("-"))
        game = game._replace(score=score)
        if self.winner(game) is not None:
            raise Impossible(
                "“%(text)s” is not a possible score: a game ends at %(target)s points",
                text=text,
                target=self.target,
            )
        return game

    def pay(self, game: Game, account: int, worth: Worth) -> Game:
        """Return the game after `account` got `worth`."""
        if isinstance(worth, str):
            worth = max(1, self.target - game.score[account])
        return game._replace(score=add_to_account(game.score, account, worth))

    def winner(self, game: Game) -> int | None:
        """Return the account that has won the game, or None if nobody has won."""
        most = max(game.score)
        if most < self.target:
            return None
        if self.plays_on and game.score.count(most) > 1:
            return None
        rules = game.rules
        from_eldest = map(rules.account, rules.order(rules.after(game.dealer)))
        return next(account for account in from_eldest if game.score[account] == most)


@dataclass(frozen=True, slots=True)
class Truts:
    """The tally of the Trut family: the first account with `target` truts (longs) wins.

    Points (petits) may turn into truts: `exchange` points make one more trut, and both sides then
    have 0 points. If `exchange` is None, points never make a trut, and a side has at most two
    points.

    The worth "trut" pays one trut. `clears` says whose points are then set to 0: those of the side
    that gets the trut ("own"), of the "other" side, or of "both". But with "own", the points of
    both sides are set to 0 if both had two points when the hand began.
    """

    target: int
    clears: Literal["other", "both", "own"]
    exchange: int | None = 3

    def zero(self, game: Game) -> Game:
        """Return the game with no points, and with no truts except the handicap."""
        nothing = (0,) * game.rules.accounts
        return game._replace(score=nothing, truts=game.rules.handicap or nothing)

    def parse(self, game: Game, text: str) -> Game:
        """Return the game at a score such as `6/2-3/1`, truts before points.

        Raises ValueError if no hand can begin at that score.
        """
        sides = game.rules.accounts
        form = r"[0-9]{1,2}/[0-9](-[0-9]{1,2}/[0-9])+"
        if not re.fullmatch(form, text) or text.count("-") + 1 != sides:
            raise Impossible(
                "“%(text)s” is not a score: give the truts and points of each of the %(sides)s "
                "sides, such as 6/2-3/1",
                text=text,
                sides=sides,
            )
        pairs = [tuple(map(int, side.split("/"))) for side in text.split("-")]
        if any(truts >= self.target or points > 2 for truts, points in pairs):
            raise Impossible(
                "“%(text)s” is not a possible score: a game ends at %(target)s truts, and three "
                "points make one",
                text=text,
                target=self.target,
            )
        truts = tuple(pair[0] for pair in pairs)
        points = tuple(pair[1] for pair in pairs)
        return game._replace(truts=truts, score=points)

    def pay(self, game: Game, account: int, worth: Worth) -> Game:
        """Return the game after `account` got `worth`."""
        if isinstance(worth, str):
            return self._pay_trut(game, account)
        points = game.score[account] + worth
        if self.exchange is not None and points >= self.exchange:
            cleared = (0,) * len(game.score)
            return game._replace(truts=add_to_account(game.truts, account, 1), score=cleared)
        if self.exchange is None:
            points = min(points, 2)
        gained = points - game.score[account]
        return game._replace(score=add_to_account(game.score, account, gained))

    def winner(self, game: Game) -> int | None:
        """Return the account that has reached the target of truts, or None if nobody has."""
        for account, truts in enumerate(game.truts):
            if truts >= self.target:
                return account
        return None

    def _pay_trut(self, game: Game, account: int) -> Game:
        everybody_sang = all(points == 2 for points in game.hand.began)
        score = list(game.score)
        for other in range(len(score)):
            clears_own = other == account and self.clears != "other"
            clears_others = other != account and (self.clears != "own" or everybody_sang)
            if clears_own or clears_others:
                score[other] = 0
        return game._replace(truts=add_to_account(game.truts, account, 1), score=tuple(score))
