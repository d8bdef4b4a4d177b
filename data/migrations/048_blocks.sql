-- Whom somebody has blocked: they are called no more by them, and accept nothing of theirs.
CREATE TABLE blocks (
    player INTEGER NOT NULL,
    other INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (player, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_other ON blocks (other);
-- When somebody was last called for something, in which place (0: anywhere) and by whom (0: the course of things). Kept for an hour.
CREATE TABLE rings (
    player INTEGER NOT NULL,
    what TEXT NOT NULL,
    place INTEGER NOT NULL,
    by INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (player, what, place, by)
) STRICT, WITHOUT ROWID;
CREATE INDEX rings_at ON rings (at);
