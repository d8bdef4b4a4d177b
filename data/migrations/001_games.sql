-- Games, who sits in them, what was done, and what is still to be said.
-- The seed stays here until a game is over; nothing else may read it.
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
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
    ended REAL
) STRICT;

-- A channel or thread has at most one live game; this index is the promise.
CREATE UNIQUE INDEX games_live ON games (channel) WHERE status <> 'over';
CREATE INDEX games_guild ON games (guild, status);

CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    player INTEGER,
    computer TEXT,
    name TEXT NOT NULL,
    orders TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_player ON seats (player) WHERE player IS NOT NULL;

-- Append-only. (game, number) makes two answers to one position impossible, `interaction` makes a repeated delivery no second move.
CREATE TABLE actions (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    action TEXT NOT NULL,
    auto INTEGER NOT NULL DEFAULT 0,
    interaction INTEGER,
    at REAL NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX actions_interaction ON actions (interaction) WHERE interaction IS NOT NULL;

-- Messages that were decided and not yet sent. A row goes when Discord has taken the message.
-- Ids are never used again: the nonce by which Discord knows a repeated message is made from them.
CREATE TABLE owed (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    created REAL NOT NULL
) STRICT;
CREATE INDEX owed_game ON owed (game, id);

CREATE TABLE settings (
    player INTEGER PRIMARY KEY,
    language TEXT,
    theme TEXT,
    pings INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
