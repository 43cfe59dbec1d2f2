"""Write two house rules into older tables and books, because their defaults changed.

From now on, a house rule decides who answers an embit of truc y flou. The house rule that decides
who leads after a tied trick of truc menorquí has a new default. Matches that were opened or kept
earlier keep their old rules.
"""

from __future__ import annotations

from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "v0017"
down_revision = "v0016"
branch_labels = None
depends_on = None

_TABLE = sa.table("match", sa.column("variant", sa.Text), sa.column("house", sa.Text))
_KEPT = sa.table(
    "book_match",
    sa.column("book_id", sa.BigInteger),
    sa.column("number", sa.Integer),
    sa.column("variant", sa.Text),
    sa.column("record", sa.Text),
    sa.column("identity", sa.Text),
)
_EMBIT = " embit_answers=pied"
_EITHER = " embit_answers=either"
_LEAD = "lead_after_tie=tied_leader"
_RULES = '[Rules "'


def upgrade() -> None:
    """Write the earlier rules into the matches of two games.

    Tables of truc y flou get `embit_answers`. Kept matches of truc menorquí get `lead_after_tie`.
    """
    asked_the_pied = sa.and_(
        _TABLE.c.variant == "truc-y-flou",
        _TABLE.c.house.like("%answers=pied%"),
        _TABLE.c.house.not_like("%embit_answers=%"),
    )
    op.execute(_TABLE.update().where(asked_the_pied).values(house=_TABLE.c.house + _EMBIT))
    connection = op.get_bind()
    kept = _KEPT.c.variant == "menorcan"
    unsaid = _KEPT.c.record.not_like("%lead_after_tie=%")
    for row in connection.execute(sa.select(_KEPT).where(kept, unsaid)).all():
        record = _with_lead(row.record)
        is_row = sa.and_(_KEPT.c.book_id == row.book_id, _KEPT.c.number == row.number)
        changed = {"record": record, "identity": _identity(record)}
        connection.execute(_KEPT.update().where(is_row).values(changed))


def downgrade() -> None:
    """Remove `embit_answers` from the tables of truc y flou: earlier releases do not know it.

    The kept records of truc menorquí keep `lead_after_tie`, which every release knows.
    """
    for rule in (_EMBIT, _EITHER):
        op.execute(_TABLE.update().values(house=sa.func.replace(_TABLE.c.house, rule, "")))


def _with_lead(record: str) -> str:
    """Return the record with the house rule `lead_after_tie` in its `Rules` header.

    If the header has a rule for the deck, that rule stays last, as in the records of tables.
    """
    headers, blank, taps = record.partition("\n\n")
    if _RULES not in headers:
        return f'{headers}\n{_RULES}{_LEAD}"]{blank}{taps}'
    before, _, rules = headers.partition(_RULES)
    words, _, after = rules.partition('"')
    house = [word for word in words.split() if not word.startswith("deck=")]
    deck = [word for word in words.split() if word.startswith("deck=")]
    said = " ".join((*house, _LEAD, *deck))
    return f'{before}{_RULES}{said}"{after}{blank}{taps}'


def _identity(record: str) -> str:
    """Return the fingerprint of a record as books made it when this release was written."""
    left_out = ('[Date "', '[Place "', '[Players "')
    kept = [line for line in record.splitlines() if not line.startswith(left_out)]
    lines = [line.partition(";")[0].rstrip() for line in kept]
    return sha256("\n".join(lines).encode()).hexdigest()
