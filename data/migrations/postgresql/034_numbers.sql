-- Here numbers have never been given twice.

-- How often a table has been shown to everybody, by its board or its lobby: what a button of it has seen.
ALTER TABLE games ADD COLUMN edition BIGINT NOT NULL DEFAULT 0;
