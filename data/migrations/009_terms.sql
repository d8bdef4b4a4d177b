-- On what terms a tournament is entered and goes on, who is there, with which deck; what its channel has been told; the threads of its matches.
ALTER TABLE tournaments ADD COLUMN terms TEXT NOT NULL DEFAULT '{}';
-- When the check-in ends, once it has begun; and the moment at which something is to be done before the start.
ALTER TABLE tournaments ADD COLUMN checking REAL;
ALTER TABLE tournaments ADD COLUMN alarm REAL;
-- The round that may begin at a moderator's word, where rounds wait for it; the last thing that the channel was told.
ALTER TABLE tournaments ADD COLUMN cleared INTEGER NOT NULL DEFAULT 1;
ALTER TABLE tournaments ADD COLUMN told TEXT NOT NULL DEFAULT '';
ALTER TABLE tournament_players ADD COLUMN here INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tournament_players ADD COLUMN deck TEXT;
-- What tells a proposal from others; it stands on buttons, and so says nothing of the game.
ALTER TABLE proposals ADD COLUMN mark TEXT NOT NULL DEFAULT '';
-- When somebody last changed their quiet hours.
ALTER TABLE settings ADD COLUMN hours_at REAL;
CREATE TABLE tournament_threads (
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    fixture INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    PRIMARY KEY (tournament, fixture)
) STRICT, WITHOUT ROWID;
INSERT INTO tournament_threads SELECT tournament, fixture, MIN(channel) FROM tournament_games GROUP BY tournament, fixture;
