"""Add books, in which results stay when tables are deleted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0005"
down_revision = "v0004"
branch_labels = None
depends_on = None

TABLES = (
    "book_change",
    "book_signature",
    "book_match",
    "book_table",
    "book_phone",
    "book_person",
    "book",
)


def upgrade() -> None:
    """Create the database tables of books, which are empty."""
    op.create_table(
        "book",
        sa.Column("id", sa.BigInteger(), autoincrement=False, primary_key=True),
        sa.Column("write_token", sa.String(32), nullable=False, unique=True),
        sa.Column("read_token", sa.String(32), nullable=False, unique=True),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("house", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("totals", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )
    _make("book_person", _number(), sa.Column("name", sa.String(24), nullable=False))
    _make(
        "book_phone",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("role IN ('write', 'read')", name="role"),
    )
    op.create_index("ix_book_phone_device", "book_phone", ["device"])
    _make(
        "book_table",
        sa.Column("match_id", sa.BigInteger(), autoincrement=False, primary_key=True),
        sa.Column("people", sa.Text(), nullable=False),
    )
    _matches()
    _make(
        "book_signature",
        _number(),
        sa.Column("side", sa.Integer(), autoincrement=False, primary_key=True),
        sa.Column("result", sa.String(124), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    _make(
        "book_change",
        _number(),
        sa.Column("seq", sa.Integer(), autoincrement=False, primary_key=True),
        sa.Column("what", sa.String(8), nullable=False),
        sa.Column("before", sa.String(124), nullable=False),
        sa.Column("after", sa.String(124), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )


def _matches() -> None:
    _make(
        "book_match",
        _number(),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("people", sa.Text(), nullable=False),
        sa.Column("sides", sa.Integer(), nullable=False),
        sa.Column("winner", sa.Integer(), nullable=True),
        sa.Column("score", sa.String(80), nullable=False),
        sa.Column("games", sa.String(40), nullable=False),
        sa.Column("sums", sa.Text(), nullable=False),
        sa.Column("ratings", sa.Text(), nullable=False),
        sa.Column("stake", sa.String(40), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("played_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kept_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_book_match_match", "book_match", ["match_id"])


def downgrade() -> None:
    """Drop the database tables of books, and with them every book."""
    for table in TABLES:
        op.drop_table(table)


def _make(name: str, *columns: sa.schema.SchemaItem) -> None:
    op.create_table(name, _of_book(), *columns)


def _of_book() -> sa.Column[int]:
    return sa.Column(
        "book_id", sa.BigInteger(), sa.ForeignKey("book.id", ondelete="CASCADE"), primary_key=True
    )


def _number() -> sa.Column[int]:
    return sa.Column("number", sa.Integer(), autoincrement=False, primary_key=True)
