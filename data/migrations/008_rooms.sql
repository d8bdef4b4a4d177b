-- What moderators have set for a server (channel 0) or one of its channels; NULL is not set.
CREATE TABLE rooms (
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    games TEXT,
    starters TEXT,
    language TEXT,
    pings INTEGER,
    theme TEXT,
    PRIMARY KEY (guild, channel)
) STRICT, WITHOUT ROWID;

-- Servers that the bot was removed from, and when; what is known of them goes after a while.
CREATE TABLE departed (guild INTEGER PRIMARY KEY, at REAL NOT NULL) STRICT;
