"""Show a table to those who watch: as JSON for programs, and as one line for a live video."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from companion import variants
from companion.board import panel
from companion.board.announcements import Announcements
from companion.board.score import SideScore
from companion.engine import records
from companion.retelling.standing import standing
from companion.tables import State
from companion.web.language import cached_per_language
from companion.words import games

TABLES = 256  # how many texts are remembered, so that all who watch a table share its text


@lru_cache(maxsize=TABLES)
def state_json(state: State) -> str:
    """Return the state of a table as JSON, the same for all watchers (see `state_value`)."""
    return json.dumps(state_value(state), ensure_ascii=False, separators=(",", ":"))


def state_value(state: State) -> dict[str, Any]:
    """Return the state of a table as a value for JSON.

    The command `companion replay` prints some of the same keys. They have the same meaning there
    (NOTATION.md). STREAMS.md lists all keys. Later releases do not change the keys.
    """
    game = state.log.game
    rules = game.rules
    facts = records.state(game)
    told: dict[str, Any] = {
        "stamp": state.stamp,
        "game": state.match.variant,
        "target": rules.tally.target,
        "best_of": rules.best_of,
        "players": list(state.names),
        "sides": [list(rules.seats_of(side)) for side in range(rules.accounts)],
    }
    amounts = standing(game).amounts
    told["score"] = [amount.points for amount in amounts]
    if game.truts:
        told["truts"] = [amount.truts for amount in amounts]
    for key in ("games", "dealer", "leader", "stake", "cards", "tricks"):
        told[key] = facts[key]
    told["question"] = facts["open"]
    told["over"] = game.over
    told["winner"] = game.winner
    return told


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """The scoreboard in one line. `worth` is what the hand is worth, "" if the match is over.

    `names` are the whole names of the sides, for a wide page. `line` says what is asked, who won,
    or who leads.
    """

    game: str
    sides: tuple[SideScore, ...]
    names: tuple[str, ...]
    worth: str
    line: str
    is_asked: bool


@cached_per_language(TABLES)
def scoreboard(state: State) -> Scoreboard:
    """Return the scoreboard in one line, the same for all watchers who read the same language."""
    variant = variants.get(state.match.variant)
    shared = panel.shared_view(state, variant.count)
    score = shared.scores[0, False]
    announced = shared.announcements
    return Scoreboard(
        game=games.name(variant.id),
        sides=score.sides,
        names=tuple(map(shared.people.side, range(len(score.sides)))),
        worth=score.worth,
        line=_line(announced),
        is_asked=announced.question is not None,
    )


def _line(announced: Announcements) -> str:
    if announced.question is not None:
        return announced.question.line
    if announced.winner is not None:
        return announced.winner.title
    news = [f"{one.gain} {one.text}".strip() for one in announced.news]
    said = [text for text in (*news, announced.turn) if text]
    return " · ".join(said)
