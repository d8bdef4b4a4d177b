-- Whether somebody's games are shown in all servers; otherwise a server is shown its own games only.
ALTER TABLE settings ADD COLUMN everywhere INTEGER NOT NULL DEFAULT 0;

-- Who was an entrant of a tournament until somebody else played on.
CREATE TABLE tournament_left (
    id INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    entrant INTEGER NOT NULL,
    at REAL NOT NULL,
    player INTEGER,
    name TEXT NOT NULL
) STRICT;
CREATE INDEX tournament_left_tournament ON tournament_left (tournament);
CREATE INDEX tournament_left_player ON tournament_left (player) WHERE player IS NOT NULL;
CREATE INDEX sittings_player ON sittings (player) WHERE player IS NOT NULL;

-- Actions with the person who sat there then: the first to leave the seat after the action, or who sits there now.
CREATE VIEW done AS
SELECT a.game, a.number, a.seat, a.action, a.auto, a.at, CASE WHEN t.id IS NULL THEN s.player ELSE t.player END AS player
FROM actions a
JOIN seats s ON s.game = a.game AND s.seat = a.seat
LEFT JOIN sittings t ON t.id = (
    SELECT id FROM sittings WHERE game = a.game AND seat = a.seat AND number >= a.number ORDER BY number, id LIMIT 1
);

-- Servers forgotten before have left ratings over all that no game accounts for.
DELETE FROM ratings WHERE guild = 0 AND NOT EXISTS (
    SELECT 1 FROM rating_changes c JOIN games g ON g.id = c.game WHERE c.player = ratings.player AND c.guild = 0 AND g.game = ratings.game
);
UPDATE ratings SET (mu, sigma, games) = (
    SELECT c.mu, c.sigma, COUNT(*) OVER () FROM rating_changes c JOIN games g ON g.id = c.game
    WHERE c.player = ratings.player AND c.guild = 0 AND g.game = ratings.game ORDER BY g.ended DESC, g.id DESC LIMIT 1
) WHERE guild = 0;
