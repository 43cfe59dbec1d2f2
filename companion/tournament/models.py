"""Define the database rows of a tournament.

Each row belongs to one tournament. The table at which a match is played (a `Match`) is deleted some
time later. So no row needs this table, and a match is copied when its result counts.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from companion.tables import codes
from companion.tables.base import Base
from companion.tables.models import Moment, now

LONGEST_TITLE = 60  # characters
LONGEST_TEAM = 60


def new_token() -> str:
    """Return a new secret for a link. It cannot be mistaken for the code of a table."""
    return codes.new_token("")


def _tournament_id() -> int:
    return secrets.randbits(63)


def _of_tournament() -> Mapped[int]:
    return mapped_column(ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True)


class Tournament(Base):
    """A tournament: its links, its game, its settings, its stage and its clock.

    * `house` are the house rules as text.
    * `stage` is "signing up", "playing" or "over".
    * `form` is the format (`formats.Format`) as JSON.
    * `terms` are the times, and how matches count (`terms.Terms`), as JSON.
    * `draft` is the next round as JSON, "" if there is none; only organisers see it.
    * `brackets` are the brackets that are played, as JSON.
    * `revision` counts changes.
    * `book_id` is the id of the book in which the matches are kept, 0 for none.

    The clock belongs to one round:

    * `clock_round` is the number of that round.
    * `clock_started_at` is when the clock was started.
    * `clock_paused_at` is when the present pause began, None if the clock is not paused.
    * `clock_stood_still` is how many seconds the earlier pauses took, plus the extra seconds that
      all tables got.
    """

    __tablename__ = "tournament"

    id: Mapped[int] = mapped_column(
        BigInteger, primary_key=True, autoincrement=False, default=_tournament_id
    )
    organise_token: Mapped[str] = mapped_column(String(32), unique=True, default=new_token)
    help_token: Mapped[str] = mapped_column(String(32), unique=True, default=new_token)
    sign_up_token: Mapped[str] = mapped_column(String(32), unique=True, default=new_token)
    watch_token: Mapped[str] = mapped_column(String(32), unique=True, default=new_token)
    title: Mapped[str] = mapped_column(String(LONGEST_TITLE))
    variant: Mapped[str] = mapped_column(String(40))
    seats: Mapped[int]
    house: Mapped[str] = mapped_column(Text)
    form: Mapped[str] = mapped_column(Text)
    terms: Mapped[str] = mapped_column(Text)
    stage: Mapped[str] = mapped_column(String(12), default="signing up")
    draft: Mapped[str] = mapped_column(Text, default="")
    brackets: Mapped[str] = mapped_column(Text, default="")
    clock_round: Mapped[int] = mapped_column(default=0)
    clock_started_at: Mapped[datetime | None] = mapped_column(Moment)
    clock_paused_at: Mapped[datetime | None] = mapped_column(Moment)
    clock_stood_still: Mapped[int] = mapped_column(default=0)
    book_id: Mapped[int] = mapped_column(BigInteger, default=0)
    revision: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime] = mapped_column(Moment, default=now)
    removed_at: Mapped[datetime | None] = mapped_column(Moment)

    @property
    def house_rules(self) -> dict[str, str]:
        """Return the house rules by key."""
        return dict(pair.split("=", 1) for pair in self.house.split())

    @property
    def games_to_win(self) -> int:
        """Return how many games win a match."""
        return int(self.house_rules.get("best_of", "1")) // 2 + 1

    @property
    def team_size(self) -> int:
        """Return how many players a team has. Two teams fill the seats of a table."""
        return self.seats // 2


class TeamRow(Base):
    """A team: its number, its name, and its players.

    * `number` never changes. The numbers of the teams begin at 1.
    * `players` has the name of each player on a line of its own.
    * `token` is the token of the link of the team's phones.
    * `letter` is the letter of the team's group, "" if it has none.

    `entries.Team` describes `seed`, `joined`, `left` and `lot`.
    """

    __tablename__ = "tournament_team"

    tournament_id: Mapped[int] = _of_tournament()
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    token: Mapped[str] = mapped_column(String(32), unique=True, default=new_token)
    name: Mapped[str] = mapped_column(String(LONGEST_TEAM))
    players: Mapped[str] = mapped_column(Text)
    seed: Mapped[int] = mapped_column(default=0)
    joined: Mapped[int] = mapped_column(default=1)
    left: Mapped[int | None]
    letter: Mapped[str] = mapped_column(String(1), default="")
    lot: Mapped[int] = mapped_column(default=0)
    signed_up_at: Mapped[datetime] = mapped_column(Moment, default=now)

    @property
    def people(self) -> list[str]:
        """Return the names of the players."""
        return self.players.split("\n")


class TournamentPhone(Base):
    """A phone that belongs to a tournament: an organiser's, a helper's, a team's or a watcher's."""

    __tablename__ = "tournament_phone"
    __table_args__ = (Index("ix_tournament_phone_device", "device"),)

    tournament_id: Mapped[int] = _of_tournament()
    device: Mapped[str] = mapped_column(String(64), primary_key=True)
    role: Mapped[str] = mapped_column(String(8))
    team: Mapped[int] = mapped_column(default=0)
    seen_at: Mapped[datetime] = mapped_column(Moment, default=now)


class MatchRow(Base):
    """A match of a published round.

    * `number` counts from 1 in the order of publishing.
    * `node` is the number of the match in its bracket, 0 outside of brackets.
    * `first` and `second` are the numbers of the two teams; `second` is 0 for a bye.
    * `table` is the number of the physical table, 0 while the match waits for a table.
    * `table_since` is when the match got its physical table.
    * `match_id` is the id of the table whose phones keep the score (a `Match`), 0 until somebody
      sits down.
    * `result` is the result that counts, "2-1 66-65 signed" for example, "" if none does.
    * `earlier` are the points that were made at an earlier table of this match, "24-20" for
      example, "" if there was no earlier table.
    * `record` is the copy of the match as text, "" if it was not copied yet.
    * `more_minutes` is how many minutes an organiser added for this table alone.
    * `called_at` is when the table called the referee, None if it does not call.
    """

    __tablename__ = "tournament_match"
    __table_args__ = (Index("ix_tournament_match_match", "match_id"),)

    tournament_id: Mapped[int] = _of_tournament()
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    round: Mapped[int]
    stage: Mapped[str] = mapped_column(String(24))
    node: Mapped[int] = mapped_column(default=0)
    first: Mapped[int]
    second: Mapped[int]
    table: Mapped[int] = mapped_column(default=0)
    match_id: Mapped[int] = mapped_column(BigInteger, default=0)
    result: Mapped[str] = mapped_column(String(60), default="")
    record: Mapped[str] = mapped_column(Text, default="", deferred=True)
    earlier: Mapped[str] = mapped_column(String(20), default="")
    more_minutes: Mapped[int] = mapped_column(default=0)
    table_since: Mapped[datetime | None] = mapped_column(Moment)
    called_at: Mapped[datetime | None] = mapped_column(Moment)


class TableCard(Base):
    """The card of a physical table, with the token of its link.

    `number` counts the tables of a tournament from 1. If the table is also a place of a bar,
    `place_id` is the id of the place, and the card of the place leads to the table too. Otherwise
    `place_id` is 0.
    """

    __tablename__ = "tournament_table"
    __table_args__ = (Index("ix_tournament_table_place", "place_id"),)

    tournament_id: Mapped[int] = _of_tournament()
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    token: Mapped[str] = mapped_column(String(32), unique=True, default=new_token)
    place_id: Mapped[int] = mapped_column(BigInteger, default=0)


class TournamentChange(Base):
    """A decision of an organiser or a team, for example a forfeit.

    * `seq` counts the decisions of the tournament.
    * `what` is the word for the decision: "forfeit" or "published", for example.
    * `about` is the number of the team, the match or the round that the decision is about.
    * `details` are JSON, for example with the reason.

    No decision is deleted before its tournament.
    """

    __tablename__ = "tournament_change"

    tournament_id: Mapped[int] = _of_tournament()
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(Moment, default=now)
    device: Mapped[str] = mapped_column(String(64))
    what: Mapped[str] = mapped_column(String(16))
    about: Mapped[int] = mapped_column(default=0)
    details: Mapped[str] = mapped_column(Text, default="{}")
