-- The moderators' desk: a tournament can pause, and every act of a moderator is kept with its reason.
ALTER TABLE tournaments ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;

CREATE TABLE tournament_acts (
    id INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    at REAL NOT NULL,
    by INTEGER NOT NULL,
    act TEXT NOT NULL,
    round INTEGER NOT NULL,
    whom TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;
CREATE INDEX tournament_acts_tournament ON tournament_acts (tournament);
