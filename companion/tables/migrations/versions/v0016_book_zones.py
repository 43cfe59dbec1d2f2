"""Add the time zone of a book and the first dealer of a match; delete the totals of all books."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0016"
down_revision = "v0015"
branch_labels = None
depends_on = None

_BOOK = sa.table("book", sa.column("totals", sa.Text))


def upgrade() -> None:
    """Add the columns `zone`, `dealer` and `counting`, and delete the totals of all books.

    A book without totals is counted again when somebody opens it. An empty zone means the time zone
    of the server. Earlier releases decided all dates by that zone.
    """
    op.add_column("book", sa.Column("zone", sa.String(64), nullable=False, server_default=""))
    for name in ("dealer", "counting"):
        op.add_column(
            "book_match", sa.Column(name, sa.Integer(), nullable=False, server_default="0")
        )
    op.execute(_BOOK.update().values(totals=""))


def downgrade() -> None:
    """Drop the columns `zone`, `dealer` and `counting`, and delete the totals of all books.

    The earlier release computes the totals in another way.
    """
    op.execute(_BOOK.update().values(totals=""))
    for name in ("counting", "dealer"):
        op.drop_column("book_match", name)
    op.drop_column("book", "zone")
