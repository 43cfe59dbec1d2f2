"""Name the column with the events of a tap after what it holds."""

from __future__ import annotations

from alembic import op

revision = "v0015"
down_revision = "v0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Rename the column. Both databases understand this statement, and no row is written again."""
    op.execute("ALTER TABLE tap RENAME COLUMN told TO events_json")


def downgrade() -> None:
    """Give the column its former name."""
    op.execute("ALTER TABLE tap RENAME COLUMN events_json TO told")
