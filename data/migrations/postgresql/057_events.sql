-- The scheduled event of the server that tells of a tournament, where there is one.
ALTER TABLE tournaments ADD COLUMN event BIGINT;
