"""PostgreSQL as the database."""
