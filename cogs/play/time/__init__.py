"""Time at tables: whose runs, whose stands, and who is there."""
