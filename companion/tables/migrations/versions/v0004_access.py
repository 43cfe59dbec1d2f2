"""Make codes longer; store removed phones and lost seats; add a link for televisions."""

from __future__ import annotations

from functools import partial

import sqlalchemy as sa
from alembic import op

from companion.tables import codes
from companion.tables.models import now

revision = "v0004"
down_revision = "v0003"
branch_labels = None
depends_on = None

_MATCH = sa.table(
    "match", sa.column("id", sa.BigInteger()), sa.column("code"), sa.column("tv_token")
)
_OF_MATCH = partial(sa.ForeignKey, "match.id", ondelete="CASCADE")
_ROLES = "role IN ('host', 'player', 'watch', 'tv', 'removed')"


def upgrade() -> None:
    """Give every match a new code and a link for televisions.

    Codes of five characters could be guessed. Phones that play in a match can still use its
    old code.
    """
    op.add_column("match", sa.Column("tv_token", sa.String(32), nullable=False, server_default=""))
    if op.get_bind().dialect.name != "sqlite":  # SQLite does not limit the length
        op.alter_column("match", "code", type_=sa.String(16))
    former = _make_former_codes()
    op.create_index("ix_former_code_match", "former_code", ["match_id"])
    connection = op.get_bind()
    for match_id, code in connection.execute(sa.select(_MATCH.c.id, _MATCH.c.code)).all():
        connection.execute(former.insert().values(code=code, match_id=match_id, replaced_at=now()))
        new_code = codes.new_code()
        fresh = {"code": new_code, "tv_token": codes.new_token(new_code)}
        connection.execute(_MATCH.update().where(_MATCH.c.id == match_id).values(fresh))
    op.create_index("ix_match_tv_token", "match", ["tv_token"], unique=True)
    with op.batch_alter_table("member") as member:
        member.add_column(sa.Column("lost_seat", sa.Integer(), nullable=True))
        member.drop_constraint(op.f("ck_member_role"), type_="check")
        member.create_check_constraint("role", _ROLES)


def _make_former_codes() -> sa.Table:
    return op.create_table(
        "former_code",
        sa.Column("code", sa.String(16), primary_key=True),
        sa.Column("match_id", sa.BigInteger(), _OF_MATCH(), nullable=False),
        sa.Column("replaced_at", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    """Delete the rows of removed phones and of televisions. The codes keep their length."""
    op.execute("DELETE FROM member WHERE role IN ('tv', 'removed')")
    with op.batch_alter_table("member") as member:
        member.drop_constraint(op.f("ck_member_role"), type_="check")
        member.create_check_constraint("role", "role IN ('host', 'player', 'watch')")
        member.drop_column("lost_seat")
    op.drop_index("ix_match_tv_token", "match")
    op.drop_column("match", "tv_token")
    op.drop_table("former_code")
