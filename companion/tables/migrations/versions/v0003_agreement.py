"""Add agreements: a side agrees to the result of a hand."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0003"
down_revision = "v0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the database table of agreements, which is empty."""
    op.create_table(
        "agreement",
        sa.Column(
            "match_id",
            sa.BigInteger(),
            sa.ForeignKey("match.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("seq", sa.Integer(), autoincrement=False, primary_key=True),
        sa.Column("side", sa.Integer(), autoincrement=False, primary_key=True),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    """Drop the database table of agreements. The matches stay."""
    op.drop_table("agreement")
