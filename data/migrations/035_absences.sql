-- What Discord has said of somebody who plays at a table, when it was last asked: 'gone' from the server, 'blind' for the channel, or 'muted' by a
-- moderator, since when that is known; NULL: they are there. Until when their time stands or stood for it, once a game as everybody knows (0: it has
-- not yet), and once for a question of which they alone know.
CREATE TABLE absences (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    player INTEGER NOT NULL,
    why TEXT,
    since REAL NOT NULL,
    until REAL NOT NULL DEFAULT 0,
    alone REAL NOT NULL DEFAULT 0,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX absences_player ON absences (player);
