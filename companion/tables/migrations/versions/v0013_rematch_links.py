"""Store which links of a match were replaced, and who sits out.

From now on, the links of a match lead on to its rematch.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0013"
down_revision = "v0012"
branch_labels = None
depends_on = None

_COULD_BE_REPLACED = "player tv watch"


def upgrade() -> None:
    """Add the columns `replaced` and `sitting_out` to matches.

    Earlier releases did not store which links were replaced. So in every match of an earlier
    release, the links to play, to watch and for televisions count as replaced. A link of another
    match does not lead on to such a match.
    """
    op.add_column("match", sa.Column("replaced", sa.String(40), nullable=False, server_default=""))
    op.add_column("match", sa.Column("sitting_out", sa.Text(), nullable=False, server_default=""))
    match = sa.table("match", sa.column("replaced", sa.String))
    op.execute(match.update().values(replaced=_COULD_BE_REPLACED))


def downgrade() -> None:
    """Drop the columns `replaced` and `sitting_out` of matches."""
    op.drop_column("match", "sitting_out")
    op.drop_column("match", "replaced")
