"""Build the two ends of a phone that lies flat in the middle of the table.

Each end has the questions and the keys for the players who sit there.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.board import keyboard
from companion.board.action_bar import Answers, find_answers
from companion.board.announcements import Announcements
from companion.board.keys import Keys
from companion.board.question import QuestionView
from companion.board.score import Score, SideScore
from companion.engine import Game, Offer, Rules
from companion.engine.hand import Seats
from companion.tables import Viewer
from companion.web.language import gettext
from companion.words.people import People

NEAR = "near"
FAR = "far"


class End(NamedTuple):
    """One end of a phone that lies flat.

    * `scores`: the sides whose score this end shows.
    * `keys`, `answers`: what the players who read this end may tap.
    * `facts`: sentences that help these players to decide.
    * `waits`: whether something is asked that none of these players may answer.
    """

    name: str
    label: str
    scores: tuple[SideScore, ...]
    keys: Keys
    answers: Answers
    facts: tuple[str, ...]
    waits: bool

    @property
    def reads_news(self) -> bool:
        """Return whether a screen reader reads out the events at this end of the flat phone.

        It reads out those at the near end only, so that each is heard once.
        """
        return self.name == NEAR

    @property
    def crowded(self) -> bool:
        """Return whether this end shows more scores than fit beside each other."""
        return len(self.scores) > 2

    @property
    def has_free_row(self) -> bool:
        """Return whether the lower row is free of keys. It then shows what the last hands paid."""
        keys = self.keys
        is_asked = keys.yes is not None or keys.no is not None
        is_used = keys.bets or keys.second or keys.pad is not None
        return not (is_asked or is_used or self.waits or self.crowded)


def ends(
    game: Game,
    offers: tuple[Offer, ...],
    people: People,
    viewer: Viewer,
    *,
    score: Score,
    told: Announcements,
) -> tuple[End, ...]:
    """Return the far end and the near end of a flat phone, each with scores, keys and questions."""
    near, far = divided(game.rules)
    host = Viewer("player", None, viewer.may_tap)
    labels_of_ends = {NEAR: gettext("The near end"), FAR: gettext("The far end")}
    found: list[End] = []
    for name, seats in ((FAR, far), (NEAR, near)):
        keys = keyboard.lay_out_keys(game, offers, people, host, seats=seats, flat=True)
        found.append(
            End(
                name,
                labels_of_ends[name],
                _scores(name, {game.rules.account(seat) for seat in seats}, score),
                keys,
                find_answers(keys, told.question, None),
                _facts(keys, told.question),
                _waits(keys, told.question),
            )
        )
    return tuple(found)


def _facts(keys: Keys, question: QuestionView | None) -> tuple[str, ...]:
    """Return the facts about the open decision, for the players at one end.

    If this hand has a rule of its own, return that rule instead. Return () if no decision is open,
    or if the players at this end do not answer it.
    """
    if question is None or question.call or keys.yes is None:
        return ()
    if question.felt is not None and question.small != question.who:
        return (question.small,)  # a rule of this hand matters more than who leads
    return question.facts


def _scores(name: str, sides: set[int], score: Score) -> tuple[SideScore, ...]:
    """Return the scores of these sides for one end of a flat phone. `name` is NEAR or FAR.

    If both ends show all sides, each end has the points keys of one side only, because the page may
    not have two elements with the same id.
    """
    shows_all = len(sides) > 1 and len(sides) == len(score.sides)
    opened = 0 if name == NEAR else 1
    found: list[SideScore] = []
    for side in score.sides:
        if side.number in sides:
            is_opened = not shows_all or side.number == opened
            found.append(side if is_opened else side._replace(points=None))
    return tuple(found)


def _waits(keys: Keys, question: QuestionView | None) -> bool:
    return question is not None and keys.yes is None and keys.no is None


def divided(rules: Rules) -> tuple[Seats, Seats]:
    """Return the seats that read the near end of a flat phone, then those that read the far end.

    If two sides with several players each play, the two players at the ends read only the end in
    front of them. All other players read both ends. In any other game, each player reads the closer
    end.
    """
    seats = range(rules.seats)
    if rules.accounts == 2 and rules.seats > 2:
        near = tuple(seat for seat in seats if seat != rules.seats // 2)
        far = tuple(seats[1:])
        return near, far
    by_distance = sorted(seats, key=lambda seat: (min(seat, rules.seats - seat), seat))
    half = (rules.seats + 1) // 2
    return tuple(sorted(by_distance[:half])), tuple(sorted(by_distance[half:]))
