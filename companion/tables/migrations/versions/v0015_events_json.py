"""Rename the column with the events of a tap to `events_json`, because it holds JSON."""

from __future__ import annotations

from alembic import op

revision = "v0015"
down_revision = "v0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Rename the column `told` of the log to `events_json`, which does not rewrite the rows."""
    op.execute("ALTER TABLE tap RENAME COLUMN told TO events_json")


def downgrade() -> None:
    """Give the column `events_json` its former name."""
    op.execute("ALTER TABLE tap RENAME COLUMN events_json TO told")
