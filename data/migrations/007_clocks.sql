-- Clocks of tables, dials of seats, when people rest, who sat where before, and what players propose to each other.
ALTER TABLE games ADD COLUMN clock TEXT;
-- When a moderator paused the table; 0 while it goes on.
ALTER TABLE games ADD COLUMN paused REAL NOT NULL DEFAULT 0;
ALTER TABLE tournaments ADD COLUMN clock TEXT;

-- `next` is the moment at which something is to be done about a dial; the one sleeping task asks for the least of them.
CREATE TABLE dials (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    remaining REAL NOT NULL,
    lapses INTEGER NOT NULL,
    since REAL,
    due REAL,
    nudges TEXT NOT NULL,
    next REAL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX dials_next ON dials (next) WHERE next IS NOT NULL;

ALTER TABLE settings ADD COLUMN zone TEXT;
ALTER TABLE settings ADD COLUMN quiet TEXT;
ALTER TABLE settings ADD COLUMN weekends INTEGER NOT NULL DEFAULT 0;
CREATE TABLE away (
    player INTEGER NOT NULL,
    begun REAL NOT NULL,
    until REAL NOT NULL,
    PRIMARY KEY (player, begun)
) STRICT, WITHOUT ROWID;

-- Who sat at a seat until the action of this number, when somebody else took it over.
CREATE TABLE sittings (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    number INTEGER NOT NULL,
    at REAL NOT NULL,
    player INTEGER,
    name TEXT NOT NULL
) STRICT;
CREATE INDEX sittings_game ON sittings (game);
-- A seat whose player wants somebody else to take it.
ALTER TABLE seats ADD COLUMN offered INTEGER NOT NULL DEFAULT 0;

-- A draw or an undo that waits for the consent of others; `number` is the action after which it was proposed.
CREATE TABLE proposals (
    game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    number INTEGER NOT NULL,
    target INTEGER NOT NULL,
    asked TEXT NOT NULL,
    agreed TEXT NOT NULL
) STRICT;

-- Acts of moderators that are no action of the game have no number of their own.
CREATE TABLE acts (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at REAL NOT NULL,
    by INTEGER NOT NULL,
    act TEXT NOT NULL,
    whom TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;
CREATE INDEX acts_game ON acts (game);
INSERT INTO acts (game, number, at, by, act, whom, reason) SELECT game, number, at, by, act, whom, reason FROM table_acts ORDER BY game, number;
DROP TABLE table_acts;
ALTER TABLE acts RENAME TO table_acts;
