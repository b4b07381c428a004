"""Alembic's way in: runs the migrations on the connection it is given. Opens none itself."""

from alembic import context

connection = context.config.attributes.get("connection")
assert connection is not None, "migrations run when a store is opened"
context.configure(connection=connection, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
