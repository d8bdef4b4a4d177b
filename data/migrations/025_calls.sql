-- Whether somebody is told by direct message that it is their turn: 'on', 'off', or 'refused' until they know that Discord has not taken one.
ALTER TABLE settings ADD COLUMN direct TEXT NOT NULL DEFAULT 'off';
-- Who is told by direct message how a game of others goes on: at each turn, or at its end only.
CREATE TABLE follows (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    player INTEGER NOT NULL,
    turns INTEGER NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX follows_player ON follows (player);
-- When somebody was last nudged by others at a table.
CREATE TABLE nudges (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    player INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX nudges_player ON nudges (player);
