"""Messages about one table, public and private."""
