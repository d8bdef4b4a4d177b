-- The messages below which somebody answers, until these say how it has ended: a challenge on a ladder (by the entrant asker to the entrant asked, until
-- a moment), or an invitation to a team (asker) to a player.
CREATE TABLE asked_messages (
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    message INTEGER NOT NULL,
    asker INTEGER NOT NULL,
    asked INTEGER,
    player INTEGER,
    until REAL NOT NULL DEFAULT 0,
    PRIMARY KEY (tournament, message)
) STRICT;
