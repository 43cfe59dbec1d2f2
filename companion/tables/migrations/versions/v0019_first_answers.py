"""Add the first answers: what the phones of a table answer before its first hand."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0019"
down_revision = "v0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the database table of first answers, which is empty."""
    op.create_table(
        "first_answers",
        sa.Column(
            "match_id",
            sa.BigInteger(),
            sa.ForeignKey("match.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("said", sa.String(5), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    """Drop the database table of first answers, which are kept for a day only."""
    op.drop_table("first_answers")
