"""Add places: the tables of a bar, each with a permanent code."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0009"
down_revision = "v0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the database table of places, which is empty."""
    op.create_table(
        "place",
        sa.Column("id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
        sa.Column("keep_token", sa.String(32), nullable=False, unique=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("match_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_place_device", "place", ["device"])


def downgrade() -> None:
    """Drop the database table of places.

    After that, the codes of places lead nowhere. Matches that were opened at places stay.
    """
    op.drop_index("ix_place_device", "place")
    op.drop_table("place")
