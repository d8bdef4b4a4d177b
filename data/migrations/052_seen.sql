-- The day (of those since 1970) on which somebody last used the bot, of whom something is stored that goes when they have not for long.
CREATE TABLE seen (
    player INTEGER PRIMARY KEY,
    day INTEGER NOT NULL
) STRICT;
CREATE INDEX seen_day ON seen (day);
