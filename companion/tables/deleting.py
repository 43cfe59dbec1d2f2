"""Deleting a match with everything in it."""

from __future__ import annotations

from sqlalchemy import delete as deletion

from companion.tables import live
from companion.tables.models import Match
from companion.tables.store import writing


def delete(match: Match) -> None:
    """Its links, code, names, phones and log are gone for good, its streams end. A rematch is a match of its own."""
    with writing() as connection:
        connection.execute(deletion(Match).where(Match.id == match.id))
    live.publish(match.id)
