-- Tournaments: the plan and the whole state as JSON, who plays in them, and which tables are their games.
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
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
    ended REAL
) STRICT;
CREATE INDEX tournaments_channel ON tournaments (channel, status);

CREATE TABLE tournament_players (
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    entrant INTEGER NOT NULL,
    player INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (tournament, entrant),
    UNIQUE (tournament, player)
) STRICT, WITHOUT ROWID;

-- `number` counts the games of a match from 0; a game is dealt once, whatever happens in between.
CREATE TABLE tournament_games (
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    fixture INTEGER NOT NULL,
    number INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES games (id),
    channel INTEGER NOT NULL,
    PRIMARY KEY (tournament, fixture, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX tournament_games_game ON tournament_games (game);
