"""Add walls: pages for a television that show the scores at all places of one phone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0020"
down_revision = "v0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the database table of walls, which is empty."""
    op.create_table(
        "place_wall",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    """Drop the database table of walls. No place has a wall any more."""
    op.drop_table("place_wall")
