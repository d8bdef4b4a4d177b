-- Whose challenges somebody accepts without being asked: everybody's, those of whom they have named, or nobody's.
ALTER TABLE settings ADD COLUMN accepts TEXT NOT NULL DEFAULT 'nobody';
CREATE TABLE accepted (
    player INTEGER NOT NULL,
    host INTEGER NOT NULL,
    PRIMARY KEY (player, host)
) STRICT, WITHOUT ROWID;
CREATE INDEX accepted_host ON accepted (host);
