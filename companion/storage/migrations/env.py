"""Runs migrations on the connection that `migrate` passes."""

from alembic import context

from companion.storage.schema import Base

context.configure(
    connection=context.config.attributes["connection"], target_metadata=Base.metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
