-- Every commit of a table or of a tournament raises its revision; a change is made to the revision that was read, or not at all.
ALTER TABLE games ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tournaments ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
-- The message by which the channel was told the last thing that it was told.
ALTER TABLE tournaments ADD COLUMN announced INTEGER;

-- Whatever follows from a commit is owed by a table or a tournament until it has been done: not before `next`, after `tries` that have failed
-- because of `trouble`. What has happened at a table goes out in parcels. Ids are never used again: nonces are made from them.
CREATE TABLE debts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER REFERENCES games (id) ON DELETE CASCADE,
    tournament INTEGER REFERENCES tournaments (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    created REAL NOT NULL,
    parcel INTEGER NOT NULL DEFAULT 0,
    next REAL NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    trouble TEXT,
    CHECK ((game IS NULL) <> (tournament IS NULL))
) STRICT;
INSERT INTO debts (id, game, kind, payload, created) SELECT seq, (SELECT MIN(id) FROM games), 'lobby', '{}', 0 FROM sqlite_sequence
    WHERE name = 'owed' AND EXISTS (SELECT 1 FROM games);
DELETE FROM debts;
INSERT INTO debts (id, game, kind, payload, created, parcel)
    SELECT id, game, kind, payload, created, CASE WHEN kind IN ('board', 'held') THEN (SELECT MIN(o.id) FROM owed o WHERE o.game = owed.game) ELSE 0 END
    FROM owed;
DROP TABLE owed;
ALTER TABLE debts RENAME TO owed;
CREATE INDEX owed_game ON owed (game, id) WHERE game IS NOT NULL;
CREATE INDEX owed_tournament ON owed (tournament, id) WHERE tournament IS NOT NULL;

-- What was remembered by a look at everything after a start is owed from now on.
INSERT INTO owed (game, kind, payload, created)
    SELECT id, 'computers', '{}', created FROM games WHERE status = 'live' AND paused = 0
    AND id IN (SELECT game FROM seats WHERE computer IS NOT NULL);
INSERT INTO owed (tournament, kind, payload, created) SELECT id, 'go_on', '{}', created FROM tournaments WHERE status = 'live';
INSERT INTO owed (tournament, kind, payload, created)
    SELECT id, 'entries', '{}', created FROM tournaments WHERE status = 'open' AND message IS NULL;
INSERT INTO owed (tournament, kind, payload, created)
    SELECT id, 'news', json_object('channel', channel, 'news', 'over'), COALESCE(ended, created) FROM tournaments
    WHERE status = 'over' AND state IS NOT NULL AND told NOT IN ('over', '');
UPDATE tournaments SET told = 'over' WHERE status = 'over' AND told <> '';

-- Of matches that were killed while they were dealt: a table that nobody has taken for their game is that, and one that never began goes, so
-- that the match is dealt anew.
INSERT OR IGNORE INTO tournament_games (tournament, fixture, number, game, channel)
    SELECT t.id, m.fixture, COALESCE(json_array_length(t.state, '$.fixtures[' || m.fixture || '].games'), 0), g.id, g.channel
    FROM tournament_threads m JOIN tournaments t ON t.id = m.tournament JOIN games g ON g.channel = m.channel
    WHERE t.status = 'live' AND g.status = 'live' AND g.game = t.game AND g.rated = t.rated AND g.id NOT IN (SELECT game FROM tournament_games);
DELETE FROM games WHERE status = 'open' AND id NOT IN (SELECT game FROM tournament_games)
    AND channel IN (SELECT m.channel FROM tournament_threads m JOIN tournaments t ON t.id = m.tournament WHERE t.status = 'live');
-- A table of which nobody could see that it is there is shown.
INSERT INTO owed (game, kind, payload, created)
    SELECT id, 'lobby', '{}', created FROM games WHERE status = 'open' AND message IS NULL
    AND NOT EXISTS (SELECT 1 FROM owed WHERE owed.game = games.id AND owed.kind = 'lobby');
