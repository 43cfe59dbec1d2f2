"""Delete merged names of removed people; store when a waiting television last sent a request."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0012"
down_revision = "v0011"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add the column `seen_at` to numbers, and remove all names of removed people.

    If a person was removed, earlier releases removed only their own name. The other names that had
    been merged into this person stayed in the book.
    """
    op.add_column("digits", sa.Column("seen_at", _MOMENT, nullable=True))
    op.execute(
        "UPDATE book_person SET removed_at = ("
        " SELECT main.removed_at FROM book_person AS main"
        " WHERE main.book_id = book_person.book_id AND main.number = book_person.same_as)"
        " WHERE same_as <> 0 AND removed_at IS NULL"
    )
    op.execute(
        "UPDATE book_person SET name = '' WHERE same_as <> 0 AND EXISTS ("
        " SELECT 1 FROM book_person AS main"
        " WHERE main.book_id = book_person.book_id AND main.number = book_person.same_as"
        " AND main.name = '')"
    )


def downgrade() -> None:
    """Drop the column `seen_at` of numbers. Removed names stay removed."""
    op.drop_column("digits", "seen_at")
