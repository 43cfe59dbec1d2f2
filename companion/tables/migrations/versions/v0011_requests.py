"""Add requests: a phone asks to become host, or to get the seat of another phone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0011"
down_revision = "v0010"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_KINDS = "kind IN ('host', 'seat')"
_OUTCOMES = (
    "outcome IN ('open', 'agreed', 'granted', 'refused', 'withdrawn', 'taken', 'made', 'unmade')"
)


def upgrade() -> None:
    """Create the database table of requests, which is empty."""
    op.create_table(
        "request",
        sa.Column(
            "match_id",
            sa.BigInteger(),
            sa.ForeignKey("match.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("new_name", sa.String(24), nullable=False),
        sa.Column("asked_at", _MOMENT, nullable=False),
        sa.Column("asked_after", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(10), nullable=False),
        sa.Column("answered_at", _MOMENT, nullable=True),
        sa.Column("answered_after", sa.Integer(), nullable=True),
        sa.Column("answered_by", sa.Integer(), nullable=True),
        sa.CheckConstraint(_KINDS, name="kind"),
        sa.CheckConstraint(_OUTCOMES, name="outcome"),
    )


def downgrade() -> None:
    """Drop the database table of requests. The log no longer shows any request."""
    op.drop_table("request")
