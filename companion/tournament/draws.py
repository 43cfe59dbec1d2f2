"""Find out how a tournament was drawn: when, with how many seeds, and what was changed by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select

from companion.tables.models import now
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable
from companion.tournament.models import Tournament, TournamentChange

OF_DRAW = ("seeded", "drew", "locked", "swapped", "reopened", "published", "took-back")
NEWS_FOR = timedelta(minutes=1)  # how long a draw is shown on the wall as news


@dataclass(slots=True)
class FirstDraw:
    """The draw of the first round.

    * `at` is when the draw was made.
    * `times` is how often the order of the teams was drawn: more than once if the sign-up was
      opened again.
    * `seeded` is how many teams were placed by their seeds; chance placed the other teams.
    * `exchanged` is how often two teams changed places by hand.
    * `had_locked_pair` is whether an organiser ever locked a pair, even if they unlocked it later.
      A new draw keeps locked pairs, even if the order of the teams would give other pairs.
    * `published_at` is None until the pairs are published.
    """

    at: datetime
    times: int
    seeded: int
    exchanged: int = 0
    had_locked_pair: bool = False
    published_at: datetime | None = None


@retry_while_unavailable
def first_draw(tournament: Tournament) -> FirstDraw | None:
    """Return the draw of the first round, or None if it was not drawn yet.

    Call this only until the second round is published. After that, the draw of the second round
    would be counted as a change of the first.
    """
    drawn: FirstDraw | None = None
    times = 0
    seeds = dict[int, int]()
    for change in _changes(tournament, OF_DRAW):
        if change.what == "reopened":
            drawn = None
            seeds.clear()
        elif change.what == "seeded":
            seeds[change.about] = json.loads(change.details)["seed"]
        elif drawn is None and change.what == "drew":
            times += 1
            drawn = FirstDraw(change.at, times, sum(seed > 0 for seed in seeds.values()))
        elif drawn is not None:
            _note_later(drawn, change)
    return drawn


def _note_later(drawn: FirstDraw, change: TournamentChange) -> None:
    """Note in `drawn` a later decision about the pairs, for example that two teams were swapped."""
    if change.what == "drew" and not drawn.had_locked_pair:
        drawn.exchanged = 0  # the pairs follow from the order again
    elif change.what == "locked":
        drawn.had_locked_pair = True
    elif change.what == "swapped":
        drawn.exchanged += 1
    elif change.what == "published":
        drawn.published_at = change.at
    elif change.what == "took-back":
        drawn.published_at = None


@retry_while_unavailable
def lots_drawn_at(tournament: Tournament) -> datetime | None:
    """Return when lots were last drawn, or None if they never were."""
    changes = _changes(tournament, ("lots",))
    if not changes:
        return None
    return changes[-1].at


def is_news(at: datetime | None) -> bool:
    """Return whether the moment `at` is less than a minute (`NEWS_FOR`) ago; False for None."""
    return at is not None and now() - at < NEWS_FOR


def _changes(tournament: Tournament, kinds: Sequence[str]) -> Sequence[TournamentChange]:
    query = select(TournamentChange).where(
        TournamentChange.tournament_id == tournament.id, TournamentChange.what.in_(kinds)
    )
    with reading() as connection, open_session(connection) as session:
        return session.scalars(query.order_by(TournamentChange.seq)).all()
