-- For what players of matches have called a moderator, until one has settled it or the tournament is over: at which table and seat, who, after which
-- action, when, and why.
CREATE TABLE disputes (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    player INTEGER NOT NULL,
    number INTEGER NOT NULL,
    at REAL NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT;
CREATE INDEX disputes_tournament ON disputes (tournament);
