-- Whether whoever sits there has agreed to play: by joining, by entering a tournament, or by acting at the table. Who was only named has not.
ALTER TABLE seats ADD COLUMN agreed INTEGER NOT NULL DEFAULT 1;
UPDATE seats SET agreed = 0
WHERE player IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM games g WHERE g.id = seats.game AND (g.host = seats.player OR g.rated = 1))
    AND NOT EXISTS (SELECT 1 FROM tournament_games t WHERE t.game = seats.game)
    AND NOT EXISTS (SELECT 1 FROM actions a WHERE a.game = seats.game AND a.seat = seats.seat AND a.auto = 0 AND a.action <> 'resign');
DELETE FROM dials WHERE EXISTS (SELECT 1 FROM seats s WHERE s.game = dials.game AND s.seat = dials.seat AND s.agreed = 0);
