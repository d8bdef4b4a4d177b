"""Messages about a table, public and private."""
