"""Alembic runs this to migrate the tables of one schema, in the transaction that `Schema.prepare` began."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
