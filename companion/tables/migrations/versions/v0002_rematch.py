"""Add rematches: a match stores which match its people play next."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0002"
down_revision = "v0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column `rematch_id` to matches. No match has a rematch yet."""
    op.add_column("match", sa.Column("rematch_id", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Drop the column `rematch_id`. Matches and their rematches stay."""
    op.drop_column("match", "rematch_id")
