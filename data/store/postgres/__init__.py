"""A PostgreSQL server as database."""
