-- By which version of its rules a game is played now, and from which action on by which later one, with the position as those rules had it then.
ALTER TABLE games ADD COLUMN played INTEGER NOT NULL DEFAULT 0;
UPDATE games SET played = version;
CREATE TABLE bases (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    version INTEGER NOT NULL,
    snapshot BLOB NOT NULL,
    PRIMARY KEY (game, number)
) STRICT;
