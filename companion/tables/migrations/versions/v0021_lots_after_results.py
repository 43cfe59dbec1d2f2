"""Delete the lots that teams got when they signed up, if these lots have decided nothing yet.

Lots are now drawn after the last result of a part. If a part is over, its lots have decided ranks,
so they stay.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0021"
down_revision = "v0020"
branch_labels = None
depends_on = None

_TOURNAMENT = sa.table(
    "tournament",
    sa.column("id", sa.BigInteger),
    sa.column("stage", sa.String),
    sa.column("draft", sa.Text),
    sa.column("brackets", sa.Text),
)
_TEAM = sa.table(
    "tournament_team", sa.column("tournament_id", sa.BigInteger), sa.column("lot", sa.Integer)
)


def upgrade() -> None:
    """Set the lots of all teams to 0 in tournaments whose first part is not over."""
    draft = _TOURNAMENT.c.draft
    has_next_round = sa.and_(
        draft.like('%"brackets": ""%'),
        draft.not_like('%"matches": []%'),
    )
    first_part_goes_on = sa.and_(
        _TOURNAMENT.c.stage != "over",
        _TOURNAMENT.c.brackets == "",
        sa.or_(draft == "", has_next_round),
    )
    going_on = sa.select(_TOURNAMENT.c.id).where(first_part_goes_on)
    op.execute(_TEAM.update().where(_TEAM.c.tournament_id.in_(going_on)).values(lot=0))


def downgrade() -> None:
    """Change nothing.

    An earlier release draws lots as teams sign up, and can work with equal lots.
    """
