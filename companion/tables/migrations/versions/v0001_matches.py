"""Add matches, their seats and names, the phones at them, and the log of taps."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the database tables of matches, seats, phones and taps, which are empty."""
    op.create_table(
        "match",
        sa.Column("id", sa.BigInteger(), autoincrement=False, primary_key=True),
        sa.Column("code", sa.String(8), nullable=False, unique=True),
        sa.Column("host_token", sa.String(32), nullable=False, unique=True),
        sa.Column("join_token", sa.String(32), nullable=False, unique=True),
        sa.Column("watch_token", sa.String(32), nullable=False, unique=True),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("house", sa.Text(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("score", sa.String(80), nullable=False),
        sa.Column("games", sa.String(40), nullable=False),
        sa.Column("locked", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "seat",
        _of_match(),
        sa.Column("number", sa.Integer(), autoincrement=False, primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
    )
    op.create_table(
        "member",
        _of_match(),
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("match_id", "seat"),
        sa.CheckConstraint("role IN ('host', 'player', 'watch')", name="role"),
    )
    op.create_index("ix_member_device", "member", ["device"])
    op.create_table(
        "tap",
        _of_match(),
        sa.Column("seq", sa.Integer(), autoincrement=False, primary_key=True),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("text", sa.String(40), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("score", sa.String(80), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.UniqueConstraint("match_id", "key"),
    )


def downgrade() -> None:
    """Drop the database tables of matches, seats, phones and taps."""
    for table in ("tap", "member", "seat", "match"):
        op.drop_table(table)


def _of_match() -> sa.Column[int]:
    return sa.Column(
        "match_id", sa.BigInteger(), sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True
    )
