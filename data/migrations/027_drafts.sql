-- Tournaments that somebody is setting up, before their sign-up is posted.
CREATE TABLE drafts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER,
    channel INTEGER NOT NULL,
    host INTEGER NOT NULL,
    game TEXT NOT NULL,
    settings TEXT NOT NULL,
    made REAL NOT NULL
) STRICT;
CREATE INDEX drafts_host ON drafts (host);
