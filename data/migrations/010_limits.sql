-- A channel has at most one tournament that is not over; this index is the promise. Where there were two, the one under way stays, else the
-- newest; the others end as they stand.
UPDATE tournaments SET status = 'over', told = 'over', checking = NULL, alarm = NULL, ended = (julianday('now') - 2440587.5) * 86400.0
WHERE status <> 'over' AND EXISTS (
    SELECT 1 FROM tournaments AS other WHERE other.channel = tournaments.channel AND other.status <> 'over'
    AND (other.status = 'live', other.id) > (tournaments.status = 'live', tournaments.id)
);
CREATE UNIQUE INDEX tournaments_running ON tournaments (channel) WHERE status <> 'over';
-- A tournament that is over begins no more.
UPDATE tournaments SET alarm = NULL WHERE status = 'over';
-- Tables are counted by who has opened them.
CREATE INDEX games_host ON games (host) WHERE status <> 'over';
