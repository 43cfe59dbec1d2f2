"""Let players be hosts, add numbers that are valid once, and add the former match of a match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0010"
down_revision = "v0009"
branch_labels = None
depends_on = None

_ROLES = "role IN ('player', 'watch', 'tv', 'removed')"
_HOSTS = "host IN ('', 'acting', 'full') AND (host = '' OR role = 'player')"
_ROLES_BEFORE = "role IN ('host', 'player', 'watch', 'tv', 'removed')"
_NUMBER_HOSTS = """
    UPDATE member SET host = 'full', host_order = (
        SELECT count(*) FROM member AS earlier
        WHERE earlier.match_id = member.match_id AND earlier.role = 'host'
        AND (earlier.joined_at, earlier.device) <= (member.joined_at, member.device)
    ) WHERE role = 'host'
"""


def upgrade() -> None:
    """Make every host a player and a full host, in the order in which they joined."""
    with op.batch_alter_table("member") as member:
        member.add_column(sa.Column("host", sa.String(8), nullable=False, server_default=""))
        member.add_column(sa.Column("host_order", sa.Integer(), nullable=False, server_default="0"))
        member.drop_constraint(op.f("ck_member_role"), type_="check")
    op.execute(_NUMBER_HOSTS)
    op.execute("UPDATE member SET role = 'player' WHERE role = 'host'")
    with op.batch_alter_table("member") as member:
        member.create_check_constraint("role", _ROLES)
        member.create_check_constraint("host", _HOSTS)
    op.add_column("match", sa.Column("former_id", sa.BigInteger(), nullable=True))
    op.add_column(
        "match", sa.Column("former_revision", sa.Integer(), nullable=False, server_default="0")
    )
    op.add_column("digits", sa.Column("gives", sa.String(8), nullable=False, server_default=""))
    op.add_column("digits", sa.Column("seat", sa.Integer(), nullable=True))
    op.add_column("digits", sa.Column("giver", sa.String(64), nullable=False, server_default=""))
    op.add_column("digits", sa.Column("holder", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    """Give full hosts the role "host" again, and make hosts by request ordinary players.

    Numbers that are valid once are deleted.
    """
    op.execute("DELETE FROM digits WHERE gives != ''")
    for column in ("holder", "giver", "seat", "gives"):
        op.drop_column("digits", column)
    op.drop_column("match", "former_revision")
    op.drop_column("match", "former_id")
    with op.batch_alter_table("member") as member:
        member.drop_constraint(op.f("ck_member_role"), type_="check")
        member.drop_constraint(op.f("ck_member_host"), type_="check")
    op.execute("UPDATE member SET role = 'host' WHERE host = 'full'")
    with op.batch_alter_table("member") as member:
        member.create_check_constraint("role", _ROLES_BEFORE)
        member.drop_column("host_order")
        member.drop_column("host")
