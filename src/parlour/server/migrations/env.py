"""Run by Alembic on the connection that `store.migrate` hands over."""

from alembic import context

from parlour.server.store import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
