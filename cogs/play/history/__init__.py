"""What has happened at a table: records, replays, points."""
