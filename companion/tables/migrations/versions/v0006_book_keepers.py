"""Let books have managing links, removed and merged people, and fingerprints of records."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from companion.tables import codes

revision = "v0006"
down_revision = "v0005"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_BOOK = sa.table("book", sa.column("id", sa.BigInteger()), sa.column("keep_token"))
_MATCH = sa.table("book_match", sa.column("played_at", _MOMENT), sa.column("kept_at", _MOMENT))
_REMOVED = ("book", "book_person", "book_match")


def upgrade() -> None:
    """Add columns to books, and turn every editor of a book into a manager.

    A match with an impossible date gets the date on which it was added to the book.
    """
    for table in _REMOVED:
        op.add_column(table, sa.Column("removed_at", _MOMENT, nullable=True))
    op.add_column("book", sa.Column("keep_token", sa.String(32), nullable=False, server_default=""))
    op.add_column("book", sa.Column("former", sa.Text(), nullable=False, server_default=""))
    op.add_column("book", sa.Column("replaced_at", _MOMENT, nullable=True))
    op.add_column(
        "book_person", sa.Column("same_as", sa.Integer(), nullable=False, server_default="0")
    )
    op.add_column(
        "book_match", sa.Column("version", sa.Integer(), nullable=False, server_default="0")
    )
    op.add_column(
        "book_match", sa.Column("identity", sa.String(64), nullable=False, server_default="")
    )
    op.add_column("book_match", sa.Column("hands", sa.Text(), nullable=False, server_default=""))
    op.execute("UPDATE book SET totals = ''")  # this release counts in another way
    op.execute("UPDATE book_match SET place = 0")  # this release rates each game for itself
    connection = op.get_bind()
    for book_id in connection.scalars(sa.select(_BOOK.c.id)).all():
        connection.execute(
            _BOOK.update().where(_BOOK.c.id == book_id).values(keep_token=codes.new_token(""))
        )
    op.create_index("ix_book_keep_token", "book", ["keep_token"], unique=True)
    _roles("role IN ('keep', 'write', 'read')")
    op.execute("UPDATE book_phone SET role = 'keep' WHERE role = 'write'")
    impossible = sa.or_(
        _MATCH.c.played_at < sa.text("'1900-01-01'"), _MATCH.c.played_at > sa.text("'2200-01-01'")
    )
    connection.execute(_MATCH.update().where(impossible).values(played_at=_MATCH.c.kept_at))


def downgrade() -> None:
    """Turn each manager of a book into an editor. Removed people and matches are shown again."""
    op.execute("UPDATE book_phone SET role = 'write' WHERE role = 'keep'")
    _roles("role IN ('write', 'read')")
    op.drop_index("ix_book_keep_token", "book")
    for column in ("hands", "identity", "version"):
        op.drop_column("book_match", column)
    op.drop_column("book_person", "same_as")
    for column in ("replaced_at", "former", "keep_token"):
        op.drop_column("book", column)
    for table in _REMOVED:
        op.drop_column(table, "removed_at")


def _roles(allowed: str) -> None:
    with op.batch_alter_table("book_phone") as phone:
        phone.drop_constraint(op.f("ck_book_phone_role"), type_="check")
        phone.create_check_constraint("role", allowed)
