-- Standing orders are actions now, and kept in the state: those that stand become rows of their games.
INSERT INTO actions (game, number, seat, action, auto, at)
SELECT s.game, g.position + ROW_NUMBER() OVER (PARTITION BY s.game ORDER BY s.seat), s.seat, 'stops ' || s.orders, 1, unixepoch()
FROM seats s JOIN games g ON g.id = s.game WHERE s.orders <> '' AND g.status = 'live';

UPDATE games SET
    position = position + (SELECT COUNT(*) FROM seats s WHERE s.game = games.id AND s.orders <> ''),
    snapshot = CAST(json_set(CAST(snapshot AS TEXT), '$.orders', (
        SELECT json_group_object(s.seat, json('["' || replace(s.orders, ' ', '","') || '"]')) FROM seats s WHERE s.game = games.id AND s.orders <> ''
    )) AS BLOB)
WHERE status = 'live' AND EXISTS (SELECT 1 FROM seats s WHERE s.game = games.id AND s.orders <> '');

ALTER TABLE seats DROP COLUMN orders;
