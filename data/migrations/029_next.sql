-- How a match stands is owed by the table whose game is over, so that it comes after its end; before it was owed by the tournament.
UPDATE owed SET kind = 'next', payload = '{}', tournament = NULL, game = (
    SELECT MAX(g.id) FROM json_each(owed.payload) v JOIN tournament_games m ON m.tournament = owed.tournament AND m.fixture = v.value
    JOIN games g ON g.id = m.game AND g.status = 'over' WHERE v.key = 'next'
)
WHERE kind = 'notice' AND payload LIKE '%, "next": %' AND EXISTS (
    SELECT 1 FROM json_each(owed.payload) v JOIN tournament_games m ON m.tournament = owed.tournament AND m.fixture = v.value
    JOIN games g ON g.id = m.game AND g.status = 'over' WHERE v.key = 'next'
);
