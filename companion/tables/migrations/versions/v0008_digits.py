"""Add numbers that lead to a table or name a television, and the wrong numbers that were tried."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0008"
down_revision = "v0007"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create the database tables of numbers and of wrong tries, which are empty."""
    op.create_table(
        "digits",
        sa.Column("number", sa.String(8), primary_key=True),
        sa.Column("owner", sa.String(32), nullable=False, unique=True),
        sa.Column("link", sa.String(32), nullable=False),
        sa.Column("network", sa.String(16), nullable=False),
        sa.Column("until", _MOMENT, nullable=False),
    )
    op.create_table(
        "wrong_try",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("network", sa.String(16), nullable=False),
        sa.Column("until", _MOMENT, nullable=False),
    )


def downgrade() -> None:
    """Drop the database tables of numbers and of wrong tries.

    A television that waits asks for a new number after that.
    """
    op.drop_table("wrong_try")
    op.drop_table("digits")
