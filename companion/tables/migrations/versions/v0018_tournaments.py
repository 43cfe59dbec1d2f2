"""Add tournaments: their teams, phones, matches and cards, and the organisers' decisions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0018"
down_revision = "v0017"
branch_labels = None
depends_on = None


def _moment(name: str, *, nullable: bool = True) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _of_tournament() -> sa.Column[int]:
    parent = sa.ForeignKey("tournament.id", ondelete="CASCADE")
    return sa.Column("tournament_id", sa.BigInteger(), parent, primary_key=True)


def upgrade() -> None:
    """Create the six database tables of tournaments. No other database table changes."""
    op.create_table(
        "tournament",
        sa.Column("id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("organise_token", sa.String(32), nullable=False, unique=True),
        sa.Column("help_token", sa.String(32), nullable=False, unique=True),
        sa.Column("sign_up_token", sa.String(32), nullable=False, unique=True),
        sa.Column("watch_token", sa.String(32), nullable=False, unique=True),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("house", sa.Text(), nullable=False),
        sa.Column("form", sa.Text(), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("stage", sa.String(12), nullable=False),
        sa.Column("draft", sa.Text(), nullable=False),
        sa.Column("brackets", sa.Text(), nullable=False),
        sa.Column("clock_round", sa.Integer(), nullable=False),
        _moment("clock_started_at"),
        _moment("clock_paused_at"),
        sa.Column("clock_stood_still", sa.Integer(), nullable=False),
        sa.Column("book_id", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        _moment("created_at", nullable=False),
        _moment("removed_at"),
    )
    op.create_table(
        "tournament_team",
        _of_tournament(),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("joined", sa.Integer(), nullable=False),
        sa.Column("left", sa.Integer(), nullable=True),
        sa.Column("letter", sa.String(1), nullable=False),
        sa.Column("lot", sa.Integer(), nullable=False),
        _moment("signed_up_at", nullable=False),
    )
    op.create_table(
        "tournament_phone",
        _of_tournament(),
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("team", sa.Integer(), nullable=False),
        _moment("seen_at", nullable=False),
    )
    op.create_index("ix_tournament_phone_device", "tournament_phone", ["device"])
    op.create_table(
        "tournament_match",
        _of_tournament(),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("stage", sa.String(24), nullable=False),
        sa.Column("node", sa.Integer(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("second", sa.Integer(), nullable=False),
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("result", sa.String(60), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("earlier", sa.String(20), nullable=False),
        sa.Column("more_minutes", sa.Integer(), nullable=False),
        _moment("table_since"),
        _moment("called_at"),
    )
    op.create_index("ix_tournament_match_match", "tournament_match", ["match_id"])
    op.create_table(
        "tournament_table",
        _of_tournament(),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
        sa.Column("place_id", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_tournament_table_place", "tournament_table", ["place_id"])
    op.create_table(
        "tournament_change",
        _of_tournament(),
        sa.Column("seq", sa.Integer(), primary_key=True, autoincrement=False),
        _moment("at", nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("about", sa.Integer(), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    """Drop the database tables of tournaments, and with them every tournament."""
    op.drop_table("tournament_change")
    op.drop_index("ix_tournament_table_place", "tournament_table")
    op.drop_table("tournament_table")
    op.drop_index("ix_tournament_match_match", "tournament_match")
    op.drop_table("tournament_match")
    op.drop_index("ix_tournament_phone_device", "tournament_phone")
    op.drop_table("tournament_phone")
    op.drop_table("tournament_team")
    op.drop_table("tournament")
