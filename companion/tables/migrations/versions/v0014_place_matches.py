"""Add a row for each match that was opened at a place, with the join link that the card uses."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0014"
down_revision = "v0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Move the match of each place to a row of its own.

    If the code of a match was replaced, the row gets no join link. Then the card of the place does
    not lead to that match.
    """
    op.create_table(
        "place_match",
        sa.Column(
            "place_id",
            sa.BigInteger(),
            sa.ForeignKey("place.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("match_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("join_token", sa.String(32), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_place_match_match", "place_match", ["match_id"])
    op.execute(
        "INSERT INTO place_match (place_id, match_id, join_token, opened_at) "
        "SELECT place.id, match.id, "
        "CASE WHEN EXISTS (SELECT 1 FROM former_code WHERE former_code.match_id = match.id) "
        "THEN '' ELSE match.join_token END, match.created_at "
        "FROM place JOIN match ON match.id = place.match_id"
    )
    op.drop_column("place", "match_id")


def downgrade() -> None:
    """Keep for each place only the match that was opened last."""
    op.add_column("place", sa.Column("match_id", sa.BigInteger(), nullable=True))
    op.execute(
        "UPDATE place SET match_id = (SELECT place_match.match_id FROM place_match "
        "WHERE place_match.place_id = place.id ORDER BY place_match.opened_at DESC LIMIT 1)"
    )
    op.drop_index("ix_place_match_match", "place_match")
    op.drop_table("place_match")
