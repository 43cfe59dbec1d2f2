"""Add the stake of a match: what people play it for, such as the coffees."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0007"
down_revision = "v0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column `stake` to matches. Matches that were opened earlier get no stake."""
    op.add_column("match", sa.Column("stake", sa.String(40), nullable=False, server_default=""))


def downgrade() -> None:
    """Drop the column `stake` of matches. Books keep the stakes of their matches."""
    op.drop_column("match", "stake")
