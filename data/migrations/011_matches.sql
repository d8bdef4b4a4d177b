-- Tables of matches once could be carried elsewhere, even to another server. Those that are under way go back to the thread and the server of
-- their tournament, where their board is owed; where the thread is gone, the tournament makes a new one.
CREATE TEMP TABLE astray AS
SELECT g.id AS game, m.channel AS channel, t.guild AS guild FROM games g
JOIN tournament_games m ON m.game = g.id JOIN tournaments t ON t.id = m.tournament
WHERE g.status = 'live' AND t.status = 'live' AND (g.channel <> m.channel OR g.guild IS NOT t.guild)
AND NOT EXISTS (SELECT 1 FROM games other WHERE other.channel = m.channel AND other.status <> 'over' AND other.id <> g.id);
UPDATE games SET message = NULL, channel = (SELECT channel FROM astray WHERE game = id), guild = (SELECT guild FROM astray WHERE game = id)
WHERE id IN (SELECT game FROM astray);
INSERT INTO owed (game, kind, payload, created) SELECT game, 'board', '{"events": []}', (julianday('now') - 2440587.5) * 86400.0 FROM astray;
DROP TABLE astray;
