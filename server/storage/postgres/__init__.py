"""The store in PostgreSQL, for several servers. Needs psycopg, an extra."""
