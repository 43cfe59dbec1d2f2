"""Run migrations in one transaction, and let no other server migrate at the same time.

Alembic runs this file.
"""

from __future__ import annotations

from alembic import context
from flask import current_app

from companion.tables import db, postgresql

with db.engine.connect().execution_options(write=True) as connection:
    settings = current_app.extensions["migrate"].configure_args
    # Alembic assumes that SQLite cannot change a schema within a transaction. SQLite can do that,
    # and here it must, because two servers may start at the same time.
    context.configure(
        connection=connection, target_metadata=db.metadata, transactional_ddl=True, **settings
    )
    with context.begin_transaction():
        postgresql.lock_schema(connection)
        context.run_migrations()
