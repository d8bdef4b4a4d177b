-- Foreign keys are off: what others refer to is made anew.
-- Numbers of tables and tournaments stand on buttons for years, and are never given twice. How often those that are gone had been given is not
-- known; but each had owed something, and what is owed has always been counted.
CREATE TABLE numbered (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    guild INTEGER,
    channel INTEGER NOT NULL,
    message INTEGER,
    language TEXT NOT NULL,
    theme TEXT NOT NULL,
    options TEXT NOT NULL,
    host INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'live', 'over')),
    seed TEXT,
    position INTEGER NOT NULL DEFAULT 0,
    snapshot BLOB,
    outcome TEXT,
    created REAL NOT NULL,
    ended REAL,
    rated INTEGER NOT NULL DEFAULT 0,
    clock TEXT,
    paused REAL NOT NULL DEFAULT 0,
    asked TEXT,
    revision INTEGER NOT NULL DEFAULT 0,
    played INTEGER NOT NULL DEFAULT 0,
    ripe REAL NOT NULL DEFAULT 0,
    hints INTEGER NOT NULL DEFAULT 0,
    begun REAL,
    stands TEXT,
    stood REAL NOT NULL DEFAULT 0
) STRICT;
INSERT INTO numbered SELECT * FROM games;
DROP TABLE games;
ALTER TABLE numbered RENAME TO games;
INSERT INTO sqlite_sequence (name, seq) SELECT 'games', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'games');
UPDATE sqlite_sequence SET seq = MAX(seq, COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'owed'), 0)) WHERE name = 'games';

CREATE TABLE numbered (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER,
    channel INTEGER NOT NULL,
    message INTEGER,
    name TEXT NOT NULL,
    host INTEGER NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    language TEXT NOT NULL,
    plan TEXT NOT NULL,
    seeding TEXT NOT NULL,
    rated INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'live', 'over')),
    seed TEXT,
    state TEXT,
    created REAL NOT NULL,
    ended REAL,
    paused INTEGER NOT NULL DEFAULT 0,
    clock TEXT,
    terms TEXT NOT NULL DEFAULT '{}',
    checking REAL,
    alarm REAL,
    cleared INTEGER NOT NULL DEFAULT 1,
    told TEXT NOT NULL DEFAULT '',
    revision INTEGER NOT NULL DEFAULT 0,
    announced INTEGER
) STRICT;
INSERT INTO numbered SELECT * FROM tournaments;
DROP TABLE tournaments;
ALTER TABLE numbered RENAME TO tournaments;
INSERT INTO sqlite_sequence (name, seq) SELECT 'tournaments', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'tournaments');
UPDATE sqlite_sequence SET seq = MAX(seq, COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'owed'), 0)) WHERE name = 'tournaments';

CREATE UNIQUE INDEX games_live ON games (channel) WHERE status <> 'over';
CREATE INDEX games_guild ON games (guild, status);
CREATE INDEX games_host ON games (host) WHERE status <> 'over';
CREATE INDEX games_channel ON games (channel);
CREATE INDEX games_seed ON games (seed) WHERE status = 'over';
CREATE INDEX tournaments_channel ON tournaments (channel, status);
CREATE UNIQUE INDEX tournaments_running ON tournaments (channel) WHERE status <> 'over';

-- How often a table has been shown to everybody, by its board or its lobby: what a button of it has seen.
ALTER TABLE games ADD COLUMN edition INTEGER NOT NULL DEFAULT 0;
