-- Whom somebody has blocked: they are called no more by them, and accept nothing of theirs.
CREATE TABLE blocks (
    player BIGINT NOT NULL,
    other BIGINT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (player, other)
);
CREATE INDEX blocks_other ON blocks (other);
-- When somebody was last called for something, in which place (0: anywhere) and by whom (0: the course of things). Kept for an hour.
CREATE TABLE rings (
    player BIGINT NOT NULL,
    what TEXT NOT NULL,
    place BIGINT NOT NULL,
    by BIGINT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (player, what, place, by)
);
CREATE INDEX rings_at ON rings (at);
