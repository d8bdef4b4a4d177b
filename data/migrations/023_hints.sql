-- Whether those who play at a table may ask the computer for hints. Who plays alone against computers may, also at tables of before.
ALTER TABLE games ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;
UPDATE games SET hints = 1
WHERE rated = 0
    AND NOT EXISTS (SELECT 1 FROM tournament_games t WHERE t.game = games.id)
    AND EXISTS (SELECT 1 FROM seats s WHERE s.game = games.id AND s.computer IS NOT NULL)
    AND (SELECT COUNT(*) FROM seats s WHERE s.game = games.id AND s.player IS NOT NULL) = 1;
